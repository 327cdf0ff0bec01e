"""Messages that make no sense: told so, and nothing else happens."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable import new_game
from sandtable.game.notation import format_position, parse_position
from sandtable.game.recording import write_record
from tests.server.asgi import Browser, Closed
from tests.server.people.conftest import World

FIRST = "soviet-union"
TYPES = (
    *("buy", "move", "attack", "end", "fight", "launch", "bombard", "submerge", "lose", "press"),
    *("retreat", "land", "place", "choose", "roll", "use", "decline", "consent", "research"),
)
FIELDS = (
    *("units", "path", "space", "ship", "places", "promises", "to", "count", "unit", "dice"),
    *("technology", "advantage", "advantages", "parts", "give", "attack", "what", "new"),
)
WORDS = ("infantry", "tank", "germany", "russia", "sz-4", "caucasus", "", "\u0000", "a" * 300)
leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.sampled_from((10**30, -(10**30), 1e308, 0.5)),
    st.sampled_from(WORDS),
    st.text(max_size=5),
)
values = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from((*WORDS, *FIELDS)), inner, max_size=4),
    ),
    max_leaves=12,
)
answers = st.builds(
    lambda kind, rest: {"type": kind, **rest},
    st.one_of(st.sampled_from(TYPES), leaves),
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=4),
)
several = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


def game_of(world: World, browser: Browser) -> str:
    others = ("japan", FIRST, "united-kingdom", "united-states")
    return world.game(browser, **dict.fromkeys(others, "me"))


def test_answers_that_make_no_sense(world: World) -> None:
    ada = world.account("Ada")
    game = game_of(world, ada)

    def version() -> int:
        found: int = ada.get(f"/api/games/{game}").json()["game"]["version"]
        return found

    @several
    @given(st.lists(answers, min_size=1, max_size=3))
    def send(given_answers: list[dict[str, Any]]) -> None:
        before = version()
        body = {"power": FIRST, "version": before, "answers": given_answers}
        answer = ada.post(f"/api/games/{game}/decide", body)
        if answer.status_code == 200:
            # It did make sense: take it back.
            undo = {"power": FIRST, "version": answer.json()["version"], "to_version": before}
            assert ada.post(f"/api/games/{game}/undo", undo).status_code == 200
            return
        assert answer.status_code in (400, 422), answer.text
        assert version() == before
        asked = {"power": FIRST, "cases": [{"answers": given_answers}]}
        assert ada.post(f"/api/games/{game}/what-if", asked).status_code < 500

    send()


def test_messages_that_make_no_sense(world: World) -> None:
    """Each is answered or ends the connection; the game and the server stay."""
    ada = world.account("Ada")
    game = game_of(world, ada)
    decide = {"power": FIRST, "version": 1, "answers": [{"type": "buy", "units": {}}]}
    texts = [
        *("", "x", "[]", "null", "1", "{}", '{"type":null}', '{"type":"hello"}', '{"type":"ping"}'),
        '{"type":"ping","version":-1}',
        '{"type":"ping","version":1e400}',
        '{"type":"authenticate","token":"sandtable_wrong_wrong_wrong"}',
        json.dumps({"type": "decide", "decide": decide}),
        json.dumps({"type": "decide", "request": "x" * 65, "decide": decide}),
        json.dumps({"type": "decide", "request": "1", "decide": {**decide, "power": "nobody"}}),
        json.dumps({"type": "decide", "request": "1", "decide": {**decide, "version": 99}}),
        json.dumps({"type": "decide", "request": "1", "decide": {**decide, "more": 1}}),
        '{"type":"ping","version":1}' * 2,
        '{"a":' * 39 + "1" + "}" * 39,
        "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
    ]
    for text in texts:
        socket = ada.socket(f"/api/games/{game}/live")
        socket.until("hello")
        socket.send(text)
        try:
            while (message := socket.receive())["type"] == "presence":
                pass
        except Closed:
            continue
        assert message["type"] in ("bye", "reply"), (text, message)
        problem = message["problem"]
        assert problem["code"] in ("malformed", "not-signed-in", "not-allowed", "conflict"), text
    assert ada.get(f"/api/games/{game}").json()["game"]["version"] == 1


def test_records_that_would_take_for_ever(world: World) -> None:
    ada = world.account("Ada")
    for record in ("[Edition 1941]\n" + "x\n" * 20_001, "[" * 1_000_000, "\n" * 1_999_999):
        answer = ada.post("/api/games/import", {"record": record})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert ada.get("/api/games").json()["games"] == []


@pytest.mark.parametrize(
    ("old", "new"), [("3*infantry", "5000*infantry"), ("ipcs:7,", "ipcs:99999,")]
)
def test_positions_that_no_game_reaches(world: World, old: str, new: str) -> None:
    ada = world.account("Ada")
    game = new_game("1941")
    position = format_position(game.edition, game.state.position)
    huge = position.replace(old, new, 1)
    assert huge != position
    for path in ("/api/positions", "/api/games"):
        answer = ada.post(path, {"edition": "1941", "position": huge})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    record = write_record(new_game("1941", position=parse_position(game.edition, huge)))
    answer = ada.post("/api/games/import", {"record": record})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert ada.post("/api/positions", {"edition": "1941", "position": position}).status_code == 200
