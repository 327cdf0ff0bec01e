"""Key screens in both themes, on a desk and on a phone. With SANDTABLE_SCREENSHOTS they are written
to that folder for people to look at; without it, the test sees that each of them comes up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SCREENSHOTS, Visit
from tests.browser.tables import Table
from tests.browser.visitors import DESK, PHONE


@pytest.fixture(params=["desk", "phone"])
def screen(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_key_screens(visit: Visit, screen: str, theme: str) -> None:
    phone = screen == "phone"
    visitor = visit(screen=PHONE if phone else DESK, touch=phone, theme=theme)
    page = visitor.page

    def shot(name: str) -> None:
        if SCREENSHOTS:
            page.screenshot(path=Path(SCREENSHOTS) / f"{screen}-{theme}-{name}.png")

    for path, name in (("/", "home"), ("/new", "new-game"), ("/account", "account")):
        visitor.go(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        shot(name)
    game = visitor.seat.new_game(mine=["soviet-union"], others="computer")
    table = Table(visitor, game).open()
    page.wait_for_load_state("networkidle")
    expect(table.button("Buy nothing")).to_be_visible()
    shot("purchase")
    table.buy(infantry=1)
    table.tap("karelia")
    expect(page.get_by_label("Picked units")).to_be_visible()
    expect(table.space("eastern-europe")).to_have_accessible_name(re.compile(r"possible, \d+%"))
    shot("combat-move")
    table.send("eastern-europe", "Attack")
    table.end_phase()
    shot("battle")
    table.fight()
    shot("noncombat-move")
    visitor.go(f"/games/{game}/replay")
    expect(page.get_by_role("slider", name="Moment of the game")).to_be_visible()
    page.wait_for_load_state("networkidle")
    shot("replay")
