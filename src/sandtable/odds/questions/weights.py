"""Chances that carry what was lost along: exact means and spreads where cases are merged."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple


class Weight(NamedTuple):
    """The chance of something, and sums over it that add up when equal cases are merged."""

    chance: float
    attacker_lost: float
    defender_lost: float
    square: float
    """Of the swing."""

    def plus(self, other: Weight) -> Weight:
        return Weight(*(a + b for a, b in zip(self, other, strict=True)))

    def then(self, chance: float, attacker_lost: float, defender_lost: float) -> Weight:
        """This, and then something with a chance of its own that costs so much more."""
        more = defender_lost - attacker_lost
        return Weight(
            chance * self.chance,
            chance * (self.attacker_lost + self.chance * attacker_lost),
            chance * (self.defender_lost + self.chance * defender_lost),
            chance * (self.square + 2 * more * self.swing + more * more * self.chance),
        )

    @property
    def swing(self) -> float:
        return self.defender_lost - self.attacker_lost

    @property
    def deviation(self) -> float:
        """The standard deviation of the swing, if this is all that may be."""
        return sqrt(max(0.0, self.square - self.swing**2))


CERTAIN = Weight(1.0, 0.0, 0.0, 0.0)


def total(weights: Iterable[Weight]) -> Weight:
    found = Weight(0.0, 0.0, 0.0, 0.0)
    for weight in weights:
        found = found.plus(weight)
    return found
