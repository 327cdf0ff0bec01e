"""Nobody is kept out: axe finds nothing serious, and all can be done with the keyboard."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT, Visit
from tests.browser.tables import TARGET, Table
from tests.browser.visitors import PHONE, QUICK, Visitor

AXE = Path(ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js")
LOOKS = [
    {"theme": "dark"},
    {"theme": "light"},
    {"theme": "light", "settings": {**QUICK, "palette": "contrast"}},
]


def findings(page: Page) -> list[str]:
    """What axe calls serious or critical."""
    page.add_script_tag(path=AXE)
    found: Any = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.fixture(params=LOOKS, ids=["dark", "light", "contrast"])
def reader(visit: Visit, request: pytest.FixtureRequest) -> Visitor:
    """The policy of the pages would keep axe out."""
    return visit(bypass_csp=True, **request.param)


def test_pages(reader: Visitor) -> None:
    reader.allow("404|400|422")
    game = reader.seat.new_game(others="computer", title="Test of all")
    paths = ["/", "/new", "/help", "/account", "/nowhere", "/join#nothing-to-see"]
    for path in [*paths, f"/games/{game}/replay", f"/games/{game}/dice"]:
        reader.go(path)
        expect(reader.page.get_by_role("heading", level=1).first).to_be_attached()
        reader.page.wait_for_load_state("networkidle")
        assert findings(reader.page) == [], path


def test_the_game_in_its_phases(reader: Visitor) -> None:
    page = reader.page
    game = reader.seat.new_game(mine=["soviet-union"], others="computer")
    table = Table(reader, game).open()
    expect(table.button("Buy nothing")).to_be_visible()
    assert findings(page) == [], "purchase"
    table.buy(infantry=1)
    table.button("End combat move").click()
    expect(table.button("Back")).to_be_visible()
    assert findings(page) == [], "end of the phase"
    table.button("Back").click()
    table.tap("karelia")
    expect(page.get_by_label("Picked units")).to_be_visible()
    table.tap("norway-finland")
    expect(table.button(re.compile("^Attack with"))).to_be_visible()
    assert findings(page) == [], "combat move"
    table.press(table.button(re.compile("^Attack with")))
    table.end_phase()
    expect(table.primary.first).to_be_visible()
    assert findings(page) == [], "battle"
    page.keyboard.press("l")
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    table.button(re.compile("^Players and game")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert findings(page) == [], "players and game"


def test_on_a_phone(visit: Visit) -> None:
    reader = visit(bypass_csp=True, screen=PHONE, touch=True)
    game = reader.seat.new_game(mine=["soviet-union"], others="computer")
    table = Table(reader, game).open()
    expect(table.button("Buy nothing")).to_be_visible()
    assert findings(reader.page) == []


def focus_by_tab(page: Page, name: str, most: int = 60) -> None:
    """Presses Tab until something of that name has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "document.activeElement.getAttribute('aria-label') ?? "
            "document.activeElement.textContent.trim().replace(/\\\\s+/g, ' ')"
        )
        if re.search(name, focused):
            return
    raise AssertionError(f"{name} cannot be reached with Tab")


def walk_to(table: Table, space: str) -> None:
    """From the space that has the focus to another one: with the arrow keys towards it, and where
    they lead in a circle on with Page Down, which goes through all spaces."""
    page = table.page
    been: set[str] = set()
    circles = False
    for _ in range(250):
        here = page.evaluate("document.activeElement.dataset.space")
        assert here, "the focus has left the map"
        if here == space:
            return
        (x, y), (to_x, to_y) = table.point(here), table.point(space)
        circles = circles or here in been
        if circles:
            key = "PageDown"
        elif abs(to_x - x) > abs(to_y - y):
            key = "ArrowRight" if to_x > x else "ArrowLeft"
        else:
            key = "ArrowDown" if to_y > y else "ArrowUp"
        been.add(here)
        page.keyboard.press(key)
    raise AssertionError(f"the keys do not lead to {space}")


def test_a_turn_with_the_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/new")
    expect(visitor.button("Start the game")).to_be_visible()
    focus_by_tab(page, "^I play the Allies$")
    page.keyboard.press("Enter")
    focus_by_tab(page, "^Start the game$")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/*")
    table = Table(visitor, page.url.rpartition("/")[2])
    table.ready()

    expect(table.button("Buy nothing")).to_be_visible()
    focus_by_tab(page, "^More: Infantry to buy")
    page.keyboard.press("Enter")
    focus_by_tab(page, "^Buy 1 infantry for")
    version = table.version
    page.keyboard.press("Enter")
    table.answered(version)

    # Units, the target, and the chip that asks how many.
    expect(table.button("End combat move")).to_be_enabled()
    page.locator("main").focus()
    page.keyboard.press("Tab")
    walk_to(table, "karelia")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Picked units")).to_be_visible()
    expect(table.space("norway-finland")).to_have_accessible_name(TARGET)
    walk_to(table, "norway-finland")
    page.keyboard.press("Enter")
    expect(table.button(re.compile("^Attack with"))).to_be_focused()
    version = table.version
    page.keyboard.press("Enter")
    table.answered(version)

    version = table.version
    page.keyboard.press("e")
    table.answered(version)

    # The only battle has begun; its questions are answered by their button.
    while table.phase.inner_text() == "Conduct Combat":
        expect(table.primary).to_be_visible()
        page.locator("main").focus()
        focus_by_tab(page, f"^{re.escape(table.primary.inner_text().split(chr(10))[0])}")
        version = table.version
        page.keyboard.press("Enter")
        table.answered(version)
    expect(table.phase).to_have_text("Noncombat Move")
