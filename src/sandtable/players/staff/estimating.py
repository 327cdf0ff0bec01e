"""A rough guess at a battle, for the minute in which the kernels of the odds are still compiled.

Both sides score what is to be expected, cycle by cycle, and lose their cheapest units first. The
chance to win follows from what is left and from how far the dice may stray.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import erf, sqrt
from typing import NamedTuple

from sandtable.rules.edition import Edition

CYCLES = 12


class Guess(NamedTuple):
    wins: float
    attacker_loss: float
    defender_loss: float


class Rank(NamedTuple):
    """Equal units of a side, the first to be lost first."""

    chance: float
    """Of each to hit."""
    cost: int
    """Of all of them."""
    hits: float
    """How many hits they take together."""


def ranks(edition: Edition, heap: Sequence[int], *, attacking: bool) -> list[Rank]:
    helped = dict.fromkeys(range(len(heap)), 0)
    better: dict[int, int] = {}
    if attacking:
        for unit, count in enumerate(heap):
            for other, number in edition.units[unit].supports if count else ():
                helped[other] = min(heap[other], helped[other] + count)
                better[other] = number
    found: list[tuple[tuple[bool, int, int], Rank]] = []
    for unit, count in enumerate(heap):
        kind = edition.units[unit]
        if not count or kind.bystander or kind.domain == "facility":
            continue
        strength = kind.attack if attacking else kind.defense
        fire = strength * (count - helped[unit]) + better.get(unit, 0) * helped[unit]
        cost = kind.cost or 0
        place = (kind.last_casualty, cost, strength)
        found.append((place, Rank(fire / 6 / count, cost * count, float(count * kind.hits))))
    return [rank for _, rank in sorted(found)]


@lru_cache(maxsize=65536)
def guess(edition: Edition, attack: tuple[int, ...], defend: tuple[int, ...]) -> Guess:
    """What a battle will come to, about."""
    one, other = (
        ranks(edition, attack, attacking=True),
        ranks(edition, defend, attacking=False),
    )
    sides = [[rank.hits for rank in one], [rank.hits for rank in other]]
    of = [one, other]
    stray = 0.0
    for _ in range(CYCLES):
        if sum(sides[0]) <= 0 or sum(sides[1]) <= 0:
            break
        scored = []
        for side in (0, 1):
            fire = [(r.chance, left) for r, left in zip(of[side], sides[side], strict=True)]
            scored.append(sum(chance * left for chance, left in fire))
            stray += sum(chance * (1 - chance) * left for chance, left in fire)
        if not any(scored):
            break
        sides = [suffered(sides[0], scored[1]), suffered(sides[1], scored[0])]
    margin = sum(sides[0]) - sum(sides[1])
    wins = 0.5 * (1 + erf(margin / sqrt(2 * stray))) if stray > 0 else float(margin > 0)
    if not any(rank.chance for rank in one):
        wins = 0.0
    losses = [
        sum(rank.cost * (1 - left / rank.hits) for rank, left in zip(of[side], left_, strict=True))
        for side, left_ in enumerate(sides)
    ]
    return Guess(wins, losses[0], losses[1])


def suffered(left: list[float], hits: float) -> list[float]:
    """What is left after so many hits, the first ranks first."""
    found = []
    for number in left:
        taken = min(number, hits)
        hits -= taken
        found.append(number - taken)
    return found
