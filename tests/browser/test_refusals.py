"""What cannot be done is refused where it was tried, with the rule."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.tables import Table
from tests.browser.visitors import Visitor


def test_an_illegal_target_says_why(visitor: Visitor) -> None:
    game = visitor.seat.new_game(mine=["soviet-union"], others="computer")
    table = Table(visitor, game).open()
    table.buy(infantry=1)
    table.tap("karelia")
    expect(visitor.page.get_by_label("Picked units")).to_be_visible()
    table.tap("australia")
    refusal = visitor.page.get_by_role("alert").filter(has=visitor.page.get_by_text("The rule"))
    expect(refusal).to_be_visible()
    rule = refusal.locator("details")
    expect(rule.locator(".source")).to_be_hidden()
    rule.get_by_text("The rule").click()
    expect(rule.locator(".source")).to_have_text(re.compile(r".+ · [a-z0-9-]+/[a-z-]+/[a-z-]+"))

    # It goes away again, and the units are still in hand.
    refusal.get_by_role("button", name="Dismiss").click()
    expect(refusal).to_have_count(0)
    expect(visitor.page.get_by_label("Picked units")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_label("Picked units")).to_have_count(0)


def test_an_order_can_be_taken_back(visitor: Visitor) -> None:
    game = visitor.seat.new_game(mine=["soviet-union"], others="computer")
    table = Table(visitor, game).open()
    table.buy(infantry=1)
    table.end_phase()
    before = table.space("karelia").get_attribute("aria-label") or ""
    table.move("karelia", "archangel", "Move")
    expect(table.space("karelia")).not_to_have_accessible_name(before)
    visitor.page.keyboard.press("u")
    expect(table.space("karelia")).to_have_accessible_name(before)
    expect(table.button("Undo the last order")).to_be_visible()


def test_an_answer_that_comes_too_late_is_told(visitor: Visitor) -> None:
    """Two windows of one player: the second learns what the first has answered."""
    game = visitor.seat.new_game(mine=["soviet-union"], others="computer")
    table = Table(visitor, game).open()
    visitor.seat.decide(game, "soviet-union", {"type": "buy", "units": {"tank": 1}})
    expect(table.phase).to_have_text("Combat Move")
    expect(table.button(re.compile("^End combat move"))).to_be_visible()
