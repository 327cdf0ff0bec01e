"""A whole game played by clicks, against somebody who plays without a page."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.seats import Seat
from tests.browser.tables import Table
from tests.browser.visitors import Visitor

ALLIES = ["soviet-union", "united-kingdom", "united-states"]
AXIS = ["germany", "japan"]

# The Soviets stand before Berlin with far more than can be stopped; dice may do what they like.
POSITION = (
    "position/1 1941 r1 soviet-union purchase owners:- "
    "units:soviet-union:karelia=20*infantry+12*tank,russia=fighter;"
    "germany:germany=2*infantry,eastern-europe=2*infantry,western-europe=infantry;"
    "united-kingdom:united-kingdom=2*infantry+bomber,sz-6=transport;"
    "japan:japan=2*infantry;"
    "united-states:eastern-united-states=2*infantry "
    "facilities:- ipcs:9,6,0,6,8"
)


def test_the_allies_win(visitor: Visitor, opponent: Seat) -> None:
    game = visitor.seat.new_game(mine=ALLIES, position=POSITION, options={"victory": "short"})
    opponent.join(visitor.seat.invite(game, AXIS), AXIS)
    table = Table(visitor, game).open()

    # The Soviet Union buys, breaks through, and places its units.
    expect(table.turn).to_contain_text("Soviet Union")
    table.buy(infantry=1, tanks=1)
    table.move("karelia", "eastern-europe", "Attack")
    expect(table.space("eastern-europe")).to_have_accessible_name(re.compile("battle"))
    table.end_phase()
    table.fight()
    expect(table.space("eastern-europe")).to_have_accessible_name(
        re.compile("Eastern Europe, Soviet Union")
    )
    table.move("russia", "karelia", "Move")
    table.end_phase()
    expect(table.title("Mobilize new units")).to_be_visible()
    table.mobilize()

    # The friend does nothing; the United Kingdom comes over the Channel.
    expect(table.asked).to_contain_text("Germany")
    opponent.pass_turn(game)
    expect(table.turn).to_contain_text("United Kingdom")
    table.press(table.button("Buy nothing"))
    table.move("united-kingdom", "sz-6", "Load")
    table.pick("sz-6")  # Two taps in one place so soon would be a double tap.
    table.send("western-europe", "Land")
    table.end_phase()
    table.fight()
    table.end_phase()

    opponent.pass_turn(game)
    expect(table.turn).to_contain_text("United States")
    table.buy_nothing()
    table.end_phase()
    table.end_phase()

    # Berlin falls, and the game is over when Japan has had its turn.
    expect(table.turn).to_contain_text("Round 2")
    table.buy(infantry=1)
    table.move("eastern-europe", "germany", "Attack")
    table.end_phase()
    table.fight()
    expect(table.space("germany")).to_have_accessible_name(re.compile("Germany, Soviet Union"))
    table.end_phase()
    table.mobilize()
    opponent.pass_turn(game)
    expect(table.turn).to_contain_text("United Kingdom")
    table.buy_nothing()
    table.end_phase()
    table.end_phase()
    opponent.pass_turn(game)

    expect(table.title("Allies win")).to_be_visible()
    expect(visitor.page.get_by_role("status").filter(has_text="Allies win")).to_be_visible()
    assert visitor.seat.view(game)["result"] == "allies"
