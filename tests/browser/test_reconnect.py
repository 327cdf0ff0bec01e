"""What a page does when the server goes away, or the network."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.tables import Table
from tests.browser.visitors import Visitor
from tools.driving.serving import Server

GONE = "ERR_CONNECTION|ERR_INTERNET|WebSocket|502|503"
"""What a browser says of a server that is not there."""

BATTLE = (
    "position/1 1941 r1 soviet-union purchase owners:- "
    "units:soviet-union:karelia=6*infantry+2*tank;"
    "germany:germany=infantry,eastern-europe=3*infantry;"
    "united-kingdom:united-kingdom=infantry;japan:japan=infantry;"
    "united-states:eastern-united-states=infantry "
    "facilities:- ipcs:2,6,0,6,8"
)


def test_the_server_is_killed_and_comes_back(visit: Visit, own_server: Server) -> None:
    visitor = visit(own_server)
    visitor.allow(GONE)
    game = visitor.seat.new_game(mine=["soviet-union"], others="computer")
    table = Table(visitor, game).open()
    lost = visitor.page.get_by_text("The connection is lost. Trying again.")
    expect(lost).to_have_count(0)

    own_server.kill()
    expect(lost).to_be_visible()
    own_server.start()
    expect(lost).to_have_count(0, timeout=60_000)

    before = len(visitor.seat.get(f"/api/games/{game}/log?after=0&limit=500")["entries"])
    table.buy(infantry=2)
    expect(table.phase).to_have_text("Combat Move")
    entries = visitor.seat.get(f"/api/games/{game}/log?after=0&limit=500")["entries"]
    assert len(entries) == before + 1
    assert visitor.seat.view(game)["bought"] == {"infantry": 2}


def test_offline_and_back(visitor: Visitor) -> None:
    visitor.allow(GONE)
    game = visitor.seat.new_game(mine=["soviet-union"], others="computer")
    table = Table(visitor, game).open()
    visitor.context.set_offline(True)
    expect(visitor.page.get_by_text("You are offline.")).to_be_visible()
    visitor.context.set_offline(False)
    expect(visitor.page.get_by_text("You are offline.")).to_have_count(0)
    table.buy(infantry=1)
    expect(table.phase).to_have_text("Combat Move")


def test_a_battle_goes_on_after_a_reload(visitor: Visitor) -> None:
    """With low luck three infantry hit once in the first round: the attacker has to choose."""
    game = visitor.seat.new_game(
        mine=["soviet-union"], others="computer", position=BATTLE, dice="low-luck"
    )
    table = Table(visitor, game).open()
    table.press(table.button("Buy nothing"))
    table.move("karelia", "eastern-europe", "Attack")
    table.end_phase()
    lose = table.button(re.compile("^Lose .*infantry"))
    expect(lose).to_be_visible()
    shown, text = table.version, lose.inner_text()

    visitor.page.reload()
    table.ready()
    expect(lose).to_have_text(text, use_inner_text=True)
    assert table.version == shown
    table.fight()
    expect(table.space("eastern-europe")).to_have_accessible_name(
        re.compile("Eastern Europe, Soviet Union")
    )
