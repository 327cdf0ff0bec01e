"""States as JSON: any moment can be saved, sent and resumed, and nothing else is let in."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import load_edition
from sandtable.game import machine
from sandtable.game.answers import End
from sandtable.game.dice import SeededDice
from sandtable.game.game import Game
from sandtable.game.notation import (
    NotationError,
    format_state,
    parse_state,
    state_from_json,
    state_to_json,
)
from sandtable.game.notation.tokens import DEEDS
from sandtable.game.state import State
from sandtable.players.random_player import RandomPlayer
from sandtable.rules import position as position_module
from tests.game.notation.driver import accepted, likely, moments, played, some_move

EDITION = load_edition("1941")
STATES = [state for seed in (3, 4) for state in moments(played(seed))]
IN_BATTLE = [state for state in STATES if state.agenda and state.agenda[-1].battle]
WAITING = [state for state in STATES if state.roll]


OLD = json.loads(Path("tests/fixtures/states/version-1.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("data", OLD, ids=[data["position"]["phase"] for data in OLD])
def test_states_of_the_first_version_are_read_and_played_on(data: dict[str, Any]) -> None:
    assert data["version"] == 1
    state = state_from_json(data)
    assert state_from_json(state_to_json(state)) == state
    game = Game(state.match, state, SeededDice("on"), 0)
    assert RandomPlayer(1).play(game, decisions=20) >= 20


@given(seed=st.integers(2, 15))
@settings(max_examples=6)
def test_states_of_games_come_back_as_they_went(seed: int) -> None:
    for state in moments(played(seed)):
        data = json.loads(json.dumps(state_to_json(state)))
        assert state_from_json(data) == state
        assert state_from_json(data, EDITION) == state


def test_there_are_battles_and_rolls_among_them() -> None:
    assert len(IN_BATTLE) > 20
    assert len(WAITING) > 20
    assert any(state.agenda[-1].battle.asked for state in IN_BATTLE if state.agenda[-1].battle)


def test_a_state_comes_back_from_its_text() -> None:
    for state in IN_BATTLE[:20]:
        text = format_state(state)
        assert "\n" not in text
        assert text.isascii()
        assert parse_state(text) == state


def test_a_game_goes_on_from_a_state_as_it_would_have() -> None:
    game = played(5)
    for number in (10, 70, 140):
        before = game.history[number - 1].state
        state = parse_state(format_state(before))
        for entry in game.history[number:]:
            state, events, _ = machine.answer(state, entry.power, entry.answer)
            for dice in entry.rolls:
                state, more = machine.roll(state, dice)
                events += more
            assert events == entry.events
            assert state == entry.state


def test_every_deed_has_a_name() -> None:
    flags = {
        value
        for name, value in vars(position_module).items()
        if name.isupper() and isinstance(value, int)
    }
    assert flags == set(DEEDS.values())


def start() -> Any:
    return state_to_json(STATES[0])


def battle() -> Any:
    asked = [s for s in IN_BATTLE if s.agenda[-1].battle and s.agenda[-1].battle.hits]
    return state_to_json(asked[0])


NESTED: Any = []
for _ in range(3000):
    NESTED = [NESTED]

BROKEN: list[tuple[Any, list[Any], Any, str]] = [
    (start, ["format"], "chess", "format"),
    (start, ["version"], 3, "version"),
    (start, ["version"], True, "version"),
    (start, ["version"], 1.0, "version"),
    (start, ["edition"], "1492", "edition"),
    (start, ["edition"], None, "edition"),
    (start, ["rules_version"], 2, "rules_version"),
    (start, ["options"], {}, "options"),
    (start, ["options", "setup"], "wrong", "options, seats"),
    (start, ["options", "tea"], "yes", "options, seats"),
    (start, ["seats"], {"germany": "Anna"}, "options, seats"),
    (start, ["more"], 1, "state"),
    (start, ["position", "round"], True, "position.round"),
    (start, ["position", "round"], float("nan"), "position.round"),
    (start, ["position", "round"], "1", "position.round"),
    (start, ["position", "turn"], "atlantis", "position.turn"),
    (start, ["position", "phase"], 3, "position.phase"),
    (start, ["position", "owners", "sz-1"], "japan", "position.owners"),
    (start, ["position", "units", "sz-99"], [], "position.units"),
    (start, ["position", "units"], NESTED, "position.units"),
    (start, ["position", "units", "japan", 0, "count"], -1, "position.units.japan[0].count"),
    (start, ["position", "units", "japan", 0, "count"], 10**30, "position.units.japan[0].count"),
    (start, ["position", "units", "japan", 0, "unit"], "submarine", "position.units.japan[0]"),
    (start, ["position", "units", "japan", 0, "damage"], 1, "position.units.japan[0]"),
    (start, ["position", "units", "japan", 0, "colour"], 1, "position.units.japan[0]"),
    (start, ["position", "units", "japan", 0, "turn"], {}, "position.units.japan[0].turn"),
    (
        start,
        ["position", "units", "japan", 0, "turn"],
        {"did": ["slept"]},
        "position.units.japan[0].turn.did[0]",
    ),
    (
        start,
        ["position", "units", "sz-45", 4],
        {
            "power": "japan",
            "unit": "transport",
            "count": 1,
            "turn": {"did": [], "ashore": [["japan", "infantry"]]},
        },
        "position.units.sz-45[4].turn.ashore",
    ),
    (start, ["position", "facilities", "japan"], ["tank"], "position.facilities.'japan'"),
    (start, ["position", "ipcs", "japan"], -1, "position.ipcs.japan"),
    (start, ["position", "ipcs"], {"japan": 1}, "position.ipcs"),
    (start, ["turn", "battles"], ["japan", "japan"], "turn.battles"),
    (start, ["turn", "landing"], 7, "turn.landing"),
    (start, ["turn", "bought"], {"tank": 0}, "turn.bought.tank"),
    (
        start,
        ["turn", "stranded"],
        [{"space": "sz-1", "power": "japan", "unit": "fighter", "count": 1}],
        "turn.stranded",
    ),
    (start, ["agenda"], [], "agenda"),
    (start, ["agenda", 0], {"step": "tea", "begun": False, "battle": None}, "agenda"),
    (start, ["agenda", 0, "begun"], True, "agenda[0].begun"),
    (start, ["agenda", 0, "begun"], 0, "agenda[0].begun"),
    (start, ["agenda", 6, "step"], "battle", "agenda[6]"),
    (start, ["winner"], "nobody", "winner"),
    (start, ["withheld"], [["japan", "japan"]], "withheld[0]"),
    (start, ["withheld"], [["japan", "soviet-union"]], "withheld"),
    (
        start,
        ["roll"],
        {"purpose": "fire", "power": "japan", "space": "japan", "shots": []},
        "roll",
    ),
    (battle, ["agenda", -1, "battle", "step"], 9, "agenda[5].battle.step"),
    (battle, ["agenda", -1, "battle", "attack"], [], ""),
    (battle, ["agenda", -1, "battle", "hits"], {}, "agenda[5].battle.side_hit"),
    (battle, ["agenda", -1, "battle", "hits"], {"other": 0}, "agenda[5].battle.hits"),
    (battle, ["agenda", -1, "battle", "hits"], {"magic": 1}, "agenda[5].battle.hits"),
    (battle, ["agenda", -1, "battle", "side_hit"], "both", "agenda[5].battle.side_hit"),
    (battle, ["agenda", -1, "battle", "asked"], [], "agenda[5].battle.hits"),
    (battle, ["agenda", -1, "battle", "attack", 0, "count"], 500, "agenda[5].battle"),
    (battle, ["agenda", -1, "battle"], None, "agenda[5]"),
]


@pytest.mark.parametrize(("whole", "path", "value", "field"), BROKEN)
def test_broken_states_are_refused_with_the_place(
    whole: Any, path: list[Any], value: Any, field: str
) -> None:
    data = at = whole()
    for key in path[:-1]:
        at = at[key]
    if isinstance(at, list) and path[-1] == len(at):
        at.append(value)
    else:
        at[path[-1]] = value
    if not field:
        state_from_json(data)
        return
    with pytest.raises(NotationError) as error:
        state_from_json(data)
    assert error.value.field == field


@pytest.mark.parametrize("kind", [None, [], 7, "state", {}, True, {1: 2}, NESTED])
def test_what_is_no_state_is_refused(kind: Any) -> None:
    with pytest.raises(NotationError):
        state_from_json(kind)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[" * 2_000_000,
        '{"a":' * 200_000,
        "[" * 6_000_000,
        "NaN",
        '{"format": Infinity}',
        '{"format":1,"format":2}',
        "9" * 100_000,
        "٣",
        "\x00",
        format_state(STATES[0])[:-1],
        format_state(STATES[0]) + "]",
    ],
)
def test_hostile_texts_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_state(text)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every value inside some data, as its container and key."""
    found: list[tuple[Any, Any]] = []
    entries = list(data.items()) if isinstance(data, dict) else list(enumerate(data))
    for key, value in entries:
        found.append((data, key))
        if isinstance(value, dict | list):
            found += places(value)
    return found


def tampered(state: State, rng: random.Random) -> Any:
    """The data of a state with some of its values changed, moved or taken away."""
    data = json.loads(format_state(state))
    for _ in range(rng.randint(1, 3)):
        container, key = rng.choice(places(data))
        value, other = container[key], rng.choice(places(data))
        deed = rng.randrange(5)
        if deed == 0:
            del container[key]
        elif deed == 1:
            container[key] = json.loads(json.dumps(other[0][other[1]]))
        elif isinstance(value, bool):
            container[key] = not value
        elif isinstance(value, int):
            container[key] = value + rng.choice([-1, 1, 2])
        elif isinstance(value, str):
            container[key] = rng.choice([*EDITION.power_index, *EDITION.board.index, "", "battle"])
        elif isinstance(value, list) and value:
            value.append(rng.choice(value))
        else:
            container[key] = rng.choice([None, [], {}, 0, 1, ""])
    return data


@given(seed=st.integers(0, 2**32))
@settings(max_examples=150)
def test_play_goes_on_from_whatever_is_let_in(seed: int) -> None:
    rng = random.Random(seed)
    try:
        state = state_from_json(tampered(rng.choice(STATES + IN_BATTLE * 2), rng))
    except NotationError:
        return
    assert parse_state(format_state(state)) == state
    if state.roll is not None:
        dice = tuple(rng.randint(1, 6) for _ in range(state.roll.size))
        state, _ = machine.roll(state, dice)
        if state.roll is not None:
            return
    game = Game(state.match, state, SeededDice(seed))
    for _ in range(20):
        if not game.pending:
            break
        decision = rng.choice(game.pending)
        if decision.kind in ("combat-move", "noncombat-move"):
            accepted(game, decision.power, some_move(game, rng))
            if rng.random() < 0.3:
                accepted(game, decision.power, End())
            continue
        for answer in list(likely(game, rng, decision))[:5]:
            if accepted(game, decision.power, answer):
                break
