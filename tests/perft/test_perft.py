"""Counts of what is legal at fixed positions: a change in any of them is a change of the rules.

`positions.json` holds the positions, as scenarios write them, with the decisions that lead to the
place and the counts. When a rule was meant to change, put in the numbers that the failure prints.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sandtable.conformance.positions import begin_scenario
from sandtable.game import machine
from sandtable.game.dice import ScriptedDice
from sandtable.game.library import load_edition
from sandtable.game.offers import offers
from sandtable.game.state import State

CASES = json.loads((Path(__file__).parent / "positions.json").read_text(encoding="utf-8"))


def after_each(state: State) -> list[State]:
    """The states that the offered answers lead to, before any dice."""
    if state.roll is not None or state.winner >= 0:
        return []
    return [machine.answer(state, power, answer)[0] for power, answer in offers(state)]


def counts(case: dict[str, Any]) -> dict[str, int]:
    edition = load_edition(case.get("edition", "1941"))
    game = begin_scenario(edition, case, ScriptedDice(case.get("dice", ())))
    for line in case.get("play", ()):
        power, _, answer = line.partition(": ")
        game.decide(power, answer)
    first = after_each(game.state)
    found = {"answers": len(first), "states": len(set(first))}
    if "second states" in case["counts"]:
        found["second states"] = len(
            {second for state in set(first) for second in after_each(state)}
        )
    return found


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_counts(case: dict[str, Any]) -> None:
    assert counts(case) == case["counts"]
