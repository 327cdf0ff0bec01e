"""The WebSocket: hello, updates, answers, catching up, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.server.routes.live import LONGEST
from tests.server.asgi import Closed, Socket
from tests.server.core.conftest import Play

NOTHING = {"type": "buy", "units": []}


def path(game: str) -> str:
    return f"/api/games/{game}/live"


def decide(socket: Socket, request: str, version: int, *answers: Any) -> None:
    body = {"power": "soviet-union", "version": version, "answers": answers}
    socket.send({"type": "decide", "request": request, "decide": body})


def test_hello_and_updates(play: Play) -> None:
    game = play.new()
    mine, theirs = (
        play.browser.socket(path(game["id"])),
        play.running.browser().socket(path(game["id"])),
    )
    hello = mine.until("hello")
    assert hello["game"]["spaces"] == game["spaces"]
    assert len(hello["me"]["powers"]) == 5
    assert theirs.until("hello")["me"]["powers"] == []
    decide(mine, "a", 1, NOTHING)
    update, other = mine.until("update"), theirs.until("update")
    assert update == other
    assert (update["since"], update["head"]["version"]) == (1, 2)
    assert update["entries"][0]["line"] == "soviet-union: buy nothing"
    reply = mine.until("reply")
    assert reply["request"] == "a"
    assert reply["decided"]["version"] == 2
    assert reply["problem"] is None


def test_problems_are_replies(play: Play) -> None:
    game = play.new()["id"]
    socket = play.browser.socket(path(game))
    decide(socket, "late", 7, NOTHING)
    assert socket.until("reply")["problem"]["code"] == "conflict"
    decide(socket, "wrong", 1, {"type": "dance"})
    assert socket.until("reply")["problem"]["code"] == "invalid-answer"
    stranger = play.running.browser().socket(path(game))
    decide(stranger, "mine?", 1, NOTHING)
    assert stranger.until("reply")["problem"]["code"] == "not-signed-in"
    assert play.get(game)["game"]["version"] == 1


def test_undo(play: Play) -> None:
    game = play.new()["id"]
    socket = play.browser.socket(path(game))
    decide(socket, "a", 1, NOTHING)
    socket.until("reply")
    undo = {"power": "soviet-union", "version": 2}
    socket.send({"type": "undo", "request": "b", "undo": undo})
    assert socket.until("reply")["decided"]["entries"][0]["kind"] == "undo"


def test_catching_up(play: Play) -> None:
    game = play.new()["id"]
    socket = play.browser.socket(path(game))
    socket.until("hello")
    play.decide(game, 1, "soviet-union", NOTHING)
    socket.until("update")
    socket.send({"type": "ping", "version": 1})
    missed = socket.until("update")
    assert missed["since"] == 1
    assert [entry["version"] for entry in missed["entries"]] == [2]
    assert socket.until("pong")["version"] == 2
    socket.send({"type": "ping", "version": 2})
    assert socket.receive()["type"] in ("pong", "presence")


def test_presence(play: Play) -> None:
    wanted = [{"power": "germany", "kind": "me"}, {"power": "japan", "kind": "open"}]
    game = play.new(seats=wanted)["id"]
    host = play.browser.socket(path(game))
    assert host.until("presence") == {"type": "presence", "connected": ["germany"], "spectators": 0}
    guest = play.running.browser()
    guest.post("/api/games", {"edition": "1941"})
    other = guest.socket(path(game))
    assert host.until("presence")["spectators"] == 1
    assert guest.post(f"/api/games/{game}/seats/japan", {"action": "take"}).status_code == 200
    assert host.until("presence")["connected"] == ["germany", "japan"]
    assert other.until("me")["me"]["powers"] == ["japan"]
    other.close()
    assert host.until("presence")["connected"] == ["germany"]


def test_private_games_say_nothing(play: Play) -> None:
    game = play.new(visibility="private")["id"]
    guest = play.running.browser()
    guest.post("/api/games", {"edition": "1941"})
    for found in (game, "no-such-game"):
        socket = guest.socket(path(found))
        assert socket.receive()["problem"]["code"] == "not-found"
        with pytest.raises(Closed):
            socket.receive()


def test_those_who_may_not_watch_any_more_go(play: Play) -> None:
    game = play.new()["id"]
    watching = play.running.browser().socket(path(game))
    watching.until("hello")
    change = play.browser.request("PATCH", f"/api/games/{game}", json={"visibility": "private"})
    assert change.status_code == 200
    assert watching.until("bye")["problem"]["code"] == "not-found"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("no JSON", "malformed"),
        ('{"type": "dance"}', "malformed"),
        ('{"type": "ping"}', "malformed"),
        ('{"type": "ping", "version": 1, "more": 2}', "malformed"),
        ('{"type": "ping", "version": 1}' + " " * LONGEST, "too-large"),
    ],
)
def test_nonsense_ends_it(play: Play, text: str, code: str) -> None:
    game = play.new()["id"]
    socket = play.browser.socket(path(game))
    socket.send(text)
    assert socket.until("bye")["problem"]["code"] == code
    with pytest.raises(Closed):
        socket.receive()


def test_a_program_says_who_it_is(play: Play) -> None:
    """Where no header can be sent, a token comes as the first message."""
    game = play.new(visibility="private")["id"]
    made = play.browser.post("/api/me/tokens", {"name": "bot", "days": 1})
    assert made.status_code == 200, made.text
    socket = play.running.browser().socket(path(game))
    socket.send({"type": "authenticate", "token": made.json()["token"]})
    assert len(socket.until("hello")["me"]["powers"]) == 5
    decide(socket, "a", 1, NOTHING)
    assert socket.until("reply")["decided"]["version"] == 2
