"""A player asks what the computer would do, reads why, and lets it be done."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SCREENSHOTS, Visit
from tests.browser.tables import Table
from tests.browser.visitors import DESK, PHONE


@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_a_hint_is_read_and_followed(visit: Visit, screen: str) -> None:
    phone = screen == "phone"
    visitor = visit(screen=PHONE if phone else DESK, touch=phone)
    page = visitor.page

    def shot(name: str) -> None:
        if SCREENSHOTS:
            page.screenshot(path=Path(SCREENSHOTS) / f"{screen}-hint-{name}.png")

    game = visitor.seat.new_game(mine=["soviet-union"], others="computer")
    table = Table(visitor, game).open()
    expect(table.button("Buy nothing")).to_be_visible()
    card = page.locator("section[aria-label=Hint]")
    button = page.get_by_role("button", name="Hint", exact=True)
    for phase in ("purchase", "combat-move"):
        button.click()
        expect(card).to_be_visible()
        shot(phase)
        page.get_by_role("button", name="Close the hint").click()
        expect(card).to_have_count(0)
        button.click()
        table.press(card.get_by_role("button", name="Do it"))
        expect(card).to_have_count(0)
    shot("followed")


def test_a_hint_opens_a_sheet_that_was_made_small(visit: Visit) -> None:
    visitor = visit(screen=PHONE, touch=True)
    page = visitor.page
    game = visitor.seat.new_game(mine=["soviet-union"], others="computer")
    table = Table(visitor, game).open()
    expect(table.button("Buy nothing")).to_be_visible()
    handle = page.get_by_role("button", name="What is asked: ")
    handle.press("End")
    expect(handle).to_have_attribute("aria-expanded", "false")
    handle.blur()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(handle).to_have_attribute("aria-expanded", "true")
    advised = page.locator("section[aria-label=Hint]").get_by_role("button", name="Do it")
    expect(advised).to_be_in_viewport(ratio=1)
