"""Walks through games of the editions with research and national advantages: whatever is asked,
the page has a panel that can be answered."""

from __future__ import annotations

import os
from random import Random

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.seats import at_random
from tests.browser.tables import Table
from tests.browser.visitors import Visitor

PRESSES = 70
"""Times that a button of the page is pressed."""
ORDERS = 5
"""Moves of a phase at most; they come from elsewhere, as from a second window."""
MOVING = {"combat-move", "noncombat-move", "new-carriers"}


class Walk:
    """Somebody who tries whatever the page offers."""

    def __init__(self, visitor: Visitor, table: Table, seed: int) -> None:
        self.visitor = visitor
        self.table = table
        self.rng = Random(seed)
        self.seen: set[str] = set()
        self.asked: set[str] = set()

    def go_on(self) -> bool:
        """Gives an answer, or a part of one; False when the game is over."""
        view = self.visitor.seat.view(self.table.game)
        if view["status"] != "playing":
            return False
        kinds = {asked["kind"] for asked in view["pending"]}
        if kinds & MOVING and not kinds & self.asked:
            self.move_units()
        self.seen |= kinds
        self.asked = kinds
        self.catch_up()
        if "purchase" in kinds:
            self.fill_the_basket()
        self.press()
        return True

    def move_units(self) -> None:
        """Random moves, for battles, raids and cargo to come of them."""
        game, seat = self.table.game, self.visitor.seat
        for _ in range(ORDERS):
            options = seat.get(f"/api/games/{game}/options")["options"][0]
            answer = at_random(self.rng.randrange(10**6))(options)
            if options["kind"] not in MOVING or (answer is not None and answer["type"] == "end"):
                return
            seat.answer(game, options["power"], answer)

    def catch_up(self) -> None:
        version = str(self.visitor.seat.view(self.table.game)["version"])
        expect(self.table.page.locator("main[data-version]")).to_have_attribute(
            "data-version", version
        )
        expect(self.table.page.get_by_text("Looking up what is possible")).to_have_count(0)

    def fill_the_basket(self) -> None:
        more = self.table.page.locator('button[aria-label^="More:"]:visible:not(:disabled)')
        for _ in range(3):
            if count := more.count():
                more.nth(self.rng.randrange(count)).click()

    def press(self) -> None:
        """The panel's own button; where that is off, after a choice, or an order of landing."""
        table = self.table
        expect(table.primary.first).to_be_visible()
        button = table.primary.last
        if button.is_disabled():
            if self.choices().count():
                self.choices().nth(self.rng.randrange(self.choices().count())).check()
            elif table.button("Land all aircraft").count():
                table.button("Land all aircraft").first.click()
            else:
                self.move_units()
            return
        button.click()

    def choices(self) -> Locator:
        return self.table.page.locator(
            "main input:is([type=radio], [type=checkbox]):visible:not(:checked):not(:disabled)"
        )


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("revised", {"advantages": "2", "bid_germany": "6"}),
        ("lhtr", {"advantages": "3", "advantages_by": "roll"}),
    ],
)
def test_every_question_can_be_answered(
    visitor: Visitor, edition: str, options: dict[str, str]
) -> None:
    seed = int(os.environ.get("SANDTABLE_SEED", "41"))
    print(f"SANDTABLE_SEED={seed}")
    game = visitor.seat.new_game(edition, options=options)
    table = Table(visitor, game).open()
    walk = Walk(visitor, table, seed)
    begun = int(table.version)
    for _ in range(PRESSES):
        if not walk.go_on():
            break
    assert int(table.version) - begun > PRESSES / 3
    assert walk.seen >= {"advantages", "research", "purchase", "combat-move", "noncombat-move"}
