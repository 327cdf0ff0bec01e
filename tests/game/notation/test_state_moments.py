"""States at the moments that Revised and its tournament rules add, and tampered ones."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sandtable.conformance.positions import begin_scenario
from sandtable.conformance.runner import read_scenarios
from sandtable.game import machine
from sandtable.game.answers import End
from sandtable.game.dice import ScriptedDice, SeededDice
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.notation import NotationError, format_state, parse_state, state_from_json
from sandtable.game.state import State
from sandtable.rules.refusal import InvalidAnswer, Refusal

SCENARIOS = Path(__file__).parents[3] / "conformance"
FILES = (
    *("revised/antiair", "revised/bombardment", "revised/faq", "revised/mobilize"),
    *("revised/raid", "revised/research", "revised/rocket", "revised/advantage-japanese"),
    *("lhtr/advantage-japanese", "lhtr/rocket", "revised/advantage-soviet-german"),
    *("revised/advantage-british", "revised/setup", "lhtr/setup"),
)


def moments_of(scenario: dict[str, Any]) -> Iterator[State]:
    """Every state that a scenario comes through, those that wait for dice included."""
    game = begin_scenario(load_edition(scenario["edition"]), scenario, ScriptedDice(()))
    yield game.state
    for step in scenario["play"]:
        answers = {k: v for k, v in step.items() if k not in ("dice", "events")}
        if any(key in step for key in ("expect", "refused", "invalid")):
            continue
        game.dice = ScriptedDice(step.get("dice") or ())
        before = game.state
        for power, answer in answers.items():
            game.decide(str(power), str(answer))
        entry = game.history[-1]
        state, _, _ = machine.answer(before, entry.power, entry.answer)
        yield state
        for dice in entry.rolls:
            state, _ = machine.roll(state, dice)
            yield state


def kind_of(state: State) -> str:
    """What is special about a moment: the step, and what is asked (?) or rolled (!) in it."""
    if not state.agenda:
        return ""
    top = state.agenda[-1]
    asked = "-".join(sorted({decision.kind for decision in machine.pending(state)}))
    return f"{top.name}!{state.roll.purpose}" if state.roll else f"{top.name}?{asked}"


@cache
def found() -> dict[str, list[State]]:
    """A few states of each kind of moment."""
    states: dict[str, list[State]] = {}
    for name in FILES:
        for scenario in read_scenarios(SCENARIOS / f"{name}.yaml"):
            if "play" in scenario:
                for state in moments_of(scenario):
                    of_kind = states.setdefault(kind_of(state), [])
                    if len(of_kind) < 12:
                        of_kind.append(state)
    return states


KINDS = (
    *("advantages?advantages", "advantages!advantages", "bid?bid", "research!research"),
    *("engage!antiair", "engage!rocket", "overflight!antiair", "new-carriers?new-carriers"),
    *("battle!antiair", "battle!bombard", "battle!raid", "battle!kamikaze", "battle!strike"),
    *("battle?bombard", "advantage?salvage", "advantage?colonial-garrison"),
    *("advantage?enigma-decoded", "advantage?kaiten-torpedoes"),
)


@pytest.mark.parametrize("kind", KINDS)
def test_the_new_moments_come_back_as_they_went(kind: str) -> None:
    assert found()[kind]
    for state in found()[kind]:
        assert parse_state(format_state(state)) == state


def test_every_moment_comes_back_as_it_went() -> None:
    for states in found().values():
        for state in states[:4]:
            assert parse_state(format_state(state)) == state


def step(**changes: Any) -> dict[str, Any]:
    return {"step": "advantage", "begun": False, "battle": None, **changes}


ASKED = {"power": "germany", "about": "wolf-packs", "space": None}
BROKEN: list[tuple[str, list[Any], Any, str]] = [
    ("advantages?advantages", ["agenda", 0, "step"], "collect-income", "agenda"),
    ("advantages?advantages", ["agenda", 1, "step"], "advantages", "agenda"),
    ("advantages?advantages", ["position", "round"], 2, "agenda"),
    ("advantages?advantages", ["agenda", 3], step(**ASKED), "agenda[3].about"),
    ("advantages!advantages", ["roll", "power"], "japan", "roll.power"),
    ("advantages!advantages", ["roll", "power"], "nobody", "roll.power"),
    ("bid?bid", ["agenda", 1, "about"], "sz-5 atlantis", "agenda[1].about"),
    ("bid?bid", ["agenda", 1, "begun"], False, "agenda"),
    ("research!research", ["roll", "purpose"], "fire", "roll"),
    ("research!research", ["roll", "shots", 0, "target"], 3, "roll.shots"),
    ("research!research", ["agenda", 7, "about"], "wolf-packs", "roll"),
    ("research!research", ["roll"], None, "agenda[7]"),
    ("engage!antiair", ["roll", "shots", 0, "count"], 7, "roll"),
    ("engage!antiair", ["roll"], None, "agenda"),
    ("engage!antiair", ["agenda", -1, "about"], "tea", "agenda[5].about"),
    ("engage!antiair", ["agenda", -1, "about"], "rocket", "agenda[5].space"),
    ("engage!antiair", ["agenda", -2, "begun"], False, "agenda"),
    ("engage!rocket", ["turn", "rockets"], [], "agenda[5].space"),
    ("battle!raid", ["roll", "shots", 0, "count"], 9, "roll"),
    ("battle!raid", ["roll", "purpose"], "rocket", "roll"),
    ("battle!bombard", ["roll", "purpose"], "raid", "roll"),
    ("battle!kamikaze", ["agenda", -1, "battle", "step_done"], 9, "roll"),
    (
        "battle?bombard",
        ["agenda", -1, "battle", "asked"],
        ["soviet-union"],
        "agenda[5].battle.asked",
    ),
    ("overflight!antiair", ["agenda", -1, "space"], None, "agenda[3].space"),
    ("new-carriers?new-carriers", ["agenda", -1, "space"], "japan", "agenda[1].space"),
    ("advantage?salvage", ["agenda", -1, "about"], "lend-lease", ""),
    ("advantage?salvage", ["agenda", -1, "power"], "germany", ""),
]


@pytest.mark.parametrize(("kind", "path", "value", "field"), BROKEN)
def test_nonsense_is_refused(kind: str, path: list[Any], value: Any, field: str) -> None:
    at = data = json.loads(format_state(found()[kind][0]))
    for key in path[:-1]:
        at = at[key]
    if isinstance(at, list) and path[-1] == len(at):
        at.append(value)
    else:
        at[path[-1]] = value
    with pytest.raises(NotationError) as error:
        state_from_json(data)
    assert not field or error.value.field == field


def tampered(state: State, rng: random.Random) -> Any:
    """The data of a state with something in its agenda, turn or dice changed."""
    data = json.loads(format_state(state))
    places: list[tuple[Any, Any]] = []
    left = [data["agenda"], data["turn"], data["roll"], data["position"]["traits"]]
    while left:
        value = left.pop()
        for key in value if isinstance(value, dict) else range(len(value or ())):
            places.append((value, key))
            if isinstance(value[key], dict | list):
                left.append(value[key])
    for _ in range(rng.randint(1, 2)):
        container, key = rng.choice(places)
        other, place = rng.choice(places)
        words: list[Any] = [
            "",
            "battle",
            "raid",
            "rocket",
            "sz-5",
            "japan",
            "wolf-packs",
            "6",
            None,
            0,
            1,
            [],
        ]
        try:
            container[key] = json.loads(json.dumps(rng.choice([other[place], rng.choice(words)])))
        except (IndexError, KeyError):
            continue
    return data


@pytest.mark.parametrize("seed", range(6))
def test_play_goes_on_from_whatever_is_let_in(seed: int) -> None:
    rng = random.Random(seed)
    states = [state for kind, of_kind in found().items() if kind for state in of_kind]
    for number in range(80):
        state = rng.choice(states)
        data = tampered(state, rng)
        try:
            state = state_from_json(data, state.match.edition)
        except NotationError:
            continue
        try:
            go_on(state, rng)
        except Exception as error:
            raise AssertionError(f"seed {seed}, state {number}: {error!r}") from error


def go_on(state: State, rng: random.Random) -> None:
    waits = state.roll
    while waits is not None:
        state, _ = machine.roll(state, tuple(rng.choices(range(1, 7), k=waits.size)))
        waits = state.roll
    game = Game(state.match, state, SeededDice(rng.randrange(10**6)))
    for _ in range(8):
        if not game.pending:
            return
        asked = game.pending[0]
        if asked.kind in ("combat-move", "noncombat-move", "purchase"):
            try:
                game.decide(asked.power, End())
            except (Refusal, InvalidAnswer):
                return
            continue
        lines = list(islice(game.legal(), 20))
        if not lines:
            return
        game.play(rng.choice(lines))
