"""Battles of the scenarios, in the middle of a game and of all kinds, by kernels and by engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.conformance.runner import run_files
from sandtable.game.game import Game
from sandtable.game.state import State
from sandtable.odds.engine import walk
from sandtable.odds.engine.ends import ends_of
from sandtable.odds.engine.pending import Pending, pending
from sandtable.odds.policy import AT_ONCE, KEEP_GROUND, Policy

CONFORMANCE = Path(__file__).parents[2] / "conformance"
FILES = ("lhtr/amphibious", "lhtr/advantage-japanese", "1941/submarine", "1941/carrier")
POLICIES = (Policy(), Policy(KEEP_GROUND, KEEP_GROUND, 1, AT_ONCE, AT_ONCE))
MOST_UNITS = 5
COMBAT = ("combat-move", "conduct-combat", "engage", "battle", "advantage")


def states_of(name: str, monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """The states in combat that a file of scenarios comes to."""
    found: list[State] = []
    decide = Game.decide

    def watched(self: Game, power: str | int, answer: object) -> object:
        events = decide(self, power, answer)  # type: ignore[arg-type]
        if self.state.agenda and self.state.agenda[-1].name in COMBAT:
            found.append(self.state)
        return events

    monkeypatch.setattr(Game, "decide", watched)
    assert all(result.passed for result in run_files([CONFORMANCE / f"{name}.yaml"]))
    return found


def small(battle: Pending) -> bool:
    sides = battle.sides()
    return int(sides.attack.counts.sum() + sides.defend.counts.sum()) <= MOST_UNITS


@pytest.mark.parametrize("name", FILES)
def test_battles_of_the_scenarios(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    for state in states_of(name, monkeypatch)[::3]:
        for battle in pending(state):
            if not small(battle):
                continue
            looked += 1
            for policy in POLICIES:
                found = ends_of(battle.outcomes(policy))
                assert sum(found.values()) == pytest.approx(1.0, abs=1e-12)
                if not battle.first:
                    expected = ends_of(walk.outcomes(battle.state, policy))
                    for end in {*found, *expected}:
                        assert found.get(end, 0.0) == pytest.approx(
                            expected.get(end, 0.0), abs=1e-11
                        ), (battle.name, policy)
    assert looked > 10
