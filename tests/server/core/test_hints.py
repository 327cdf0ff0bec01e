"""Hints: what a computer player would do in one's place, and reasons in the log."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.game.answers import Buy, End, UnitSpec
from sandtable.game.state import Decision
from sandtable.players import Choice, Reason, registry
from sandtable.players.interface import Mind, Plan, View
from tests.server.core.conftest import POWERS, Play

WHOLE = {
    "combat-move": Reason("enough"),
    "noncombat-move": Reason("The best of 3 plans", value=0.55),
}


def explaining(view: View, asked: Decision, mind: Mind) -> Plan:
    """Buys an infantry for a reason and stays where it is; plays at random otherwise."""
    if asked.kind == "purchase":
        moscow = view.edition.board.index["russia"]
        return [Choice(Buy((UnitSpec(1, 0),)), Reason("defend", moscow, risk=0.25))]
    if asked.kind in WHOLE:
        return [Choice(End(), WHOLE[asked.kind])]
    return registry.LEVELS["random"].plan(view, asked, mind)


@pytest.fixture
def explained(monkeypatch: pytest.MonkeyPatch) -> None:
    level = registry.LEVELS["captain"]._replace(plan=explaining)
    monkeypatch.setitem(registry.LEVELS, "captain", level)


def ask(play: Play, game: dict[str, Any], **more: Any) -> Any:
    return play.browser.post(f"/api/games/{game['id']}/hint", {"power": "soviet-union", **more})


@pytest.mark.usefixtures("explained")
def test_a_hint_says_what_and_why_and_can_be_followed(play: Play) -> None:
    game = play.new()
    hint = ask(play, game).json()
    (choice,) = hint["choices"]
    assert (hint["decision"], hint["level"]) == ("purchase", "captain")
    assert hint["version"] == game["version"]
    assert choice["text"] == "Buy 1 infantry"
    assert choice["why"] == "Russia needs defenders: 25% to be lost if the enemy sends all it can."
    assert choice["spaces"] == ["russia"]
    answered = play.decide(game["id"], hint["version"], "soviet-union", choice["answer"])
    assert answered.status_code == 200, answered.text
    moves = ask(play, game, level="random").json()
    answers = [choice["answer"] for choice in moves["choices"]]
    answered = play.decide(game["id"], moves["version"], "soviet-union", *answers)
    assert answered.status_code == 200, answered.text


@pytest.mark.usefixtures("explained")
def test_hints_are_for_those_who_are_asked(play: Play) -> None:
    game = play.new()
    path = f"/api/games/{game['id']}/hint"
    stranger = play.running.browser()
    play.new(stranger)
    assert stranger.post(path, {"power": "soviet-union"}).status_code == 403
    assert play.browser.post(path, {"power": "germany"}).status_code == 403
    assert play.browser.post(path, {"power": "mars"}).status_code == 403
    assert ask(play, game, level="grandmaster").status_code == 400


@pytest.mark.usefixtures("explained")
def test_too_many_hints_are_refused_but_the_same_one_may_be_seen_again(play: Play) -> None:
    game = play.new()
    for _ in range(50):
        assert ask(play, game).status_code == 200
    codes = {ask(play, play.new()).status_code for _ in range(30)}
    assert codes == {200, 429}


@pytest.mark.usefixtures("explained")
def test_the_log_and_the_record_say_why_a_computer_decided(play: Play) -> None:
    mine = [power for power in POWERS if power != "soviet-union"]
    game = play.new(
        seats=[
            *({"power": power, "kind": "me"} for power in mine),
            {"power": "soviet-union", "kind": "computer", "level": "captain"},
        ]
    )
    socket = play.browser.socket(f"/api/games/{game['id']}/live")
    entries: dict[int, dict[str, Any]] = {}
    while sum(bool(entry["why"]) for entry in entries.values()) < 2:
        message = socket.receive()
        found = message.get("entries", [])
        if message["type"] == "hello":
            found = play.get(f"{game['id']}/log")["entries"]
        entries |= {entry["version"]: entry for entry in found}
    told, compared = (entry for entry in entries.values() if entry["why"])
    assert told["line"] == "soviet-union: buy 1 infantry"
    assert told["why"] == "Russia needs defenders: 25% to be lost if the enemy sends all it can."
    assert compared["why"] == "The best of 3 plans: 55% to win the game."
    ends = [entry for entry in entries.values() if entry["line"] == "soviet-union: end"]
    assert [entry["why"] for entry in ends] == [None, compared["why"]]
    play.forget()
    assert told in play.get(f"{game['id']}/log")["entries"]
    record = play.browser.get(f"/api/games/{game['id']}/record").text
    assert f"soviet-union: buy 1 infantry  # {told['why']}" in record
