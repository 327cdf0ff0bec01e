"""Several good plans for one combat move, for players who compare them by playing on.

The first is what the captain would do. The others are really different: the same without its
greatest attack, bolder and more cautious choices, and no attack at all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from sandtable.game.answers import Answer, End
from sandtable.game.draft import Draft
from sandtable.game.state import State
from sandtable.players.captain import bombing
from sandtable.players.captain.attacking import carry_out
from sandtable.players.captain.candidates import Candidate, Temper, calm
from sandtable.players.captain.choosing import Field, surveyed
from sandtable.players.staff.doctrine import CAPTAIN, Doctrine
from sandtable.players.trial import Choice, DiceWanted, Trial
from sandtable.rules.refusal import SandtableError
from sandtable.words.reasons import Reason

CAUTIOUS = Temper(least_chance=0.75, least_gain=2.0, fear=1.2)
BOLD = Temper(least_chance=0.4, least_gain=0.3, fear=0.2)


def candidate_plans(
    state: State, power: int, rng: random.Random, doctrine: Doctrine = CAPTAIN
) -> Iterator[list[Choice]]:
    """Different plans for the combat move that is open, the captain's own first.

    Each has all answers of the phase up to its end. There is none if even the end is refused.
    """
    field = surveyed(Draft(state), power, doctrine)
    seen: set[tuple[Answer, ...]] = set()
    for temper, banned in variants(state, power, field, rng):
        plan = carried_out(state, power, field, temper, banned)
        key = tuple(choice.answer for choice in plan)
        if plan and key not in seen:
            seen.add(key)
            yield plan


def variants(
    state: State, power: int, field: Field, rng: random.Random
) -> Iterator[tuple[Temper, frozenset[int]]]:
    """Ways to choose attacks, the most promising first: how, and without which targets."""
    usual = calm(field.look.doctrine)
    yield usual, frozenset()
    best = attacks_of(state, power, field)
    by_gain = sorted(best, key=lambda each: (-each.gain, each.target))
    yield BOLD, frozenset()
    yield CAUTIOUS, frozenset()
    for each in by_gain[:3]:
        yield usual, frozenset({each.target})
    yield usual, frozenset(each.target for each in field.means)
    for _ in range(20):
        some = frozenset(each.target for each in by_gain if rng.random() < 0.4)
        fear = rng.uniform(0.2, 1.2)
        yield Temper(rng.uniform(0.4, 0.75), rng.uniform(0.3, 2.0), fear), some


def attacks_of(state: State, power: int, field: Field) -> list[Candidate]:
    return carry_out(Trial(state), power, field, calm(field.look.doctrine))


def carried_out(
    state: State, power: int, field: Field, temper: Temper, banned: frozenset[int]
) -> list[Choice]:
    trial = Trial(state)
    try:
        carry_out(trial, power, field, temper, banned)
        bombing.raid(trial, power)
        bombing.launch(trial, power)
        trial.decide(power, End(), Reason("enough"))
    except DiceWanted:
        pass
    except SandtableError:
        return []
    return trial.choices()
