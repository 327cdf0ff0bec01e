"""Dice for comparing plans: the same battle has the same luck in every plan.

A roll depends on the seed, on where, for whom and what for it is made, and on how often that was
done before; not on what else was rolled. So two plans that share a battle share its dice, and their
difference is not drowned by them. Every second sample has the dice of the one before turned over,
which cancels more of the luck.
"""

from __future__ import annotations

from hashlib import blake2b

from sandtable.game.dice.stream import numbers_in
from sandtable.rules.roll import RollRequest


class PairedDice:
    """The dice of one sample, for one course of events: it remembers what was rolled."""

    __slots__ = ("_made", "_seed", "_turned")

    def __init__(self, seed: str, sample: int) -> None:
        self._seed = f"{seed}/{sample // 2}"
        self._turned = sample % 2 == 1
        self._made: dict[tuple[str, str, str], int] = {}

    def roll(self, index: int, request: RollRequest) -> tuple[int, ...]:
        key = (request.purpose, request.power, request.space)
        made = self._made[key] = self._made.get(key, 0) + 1
        name = f"{self._seed}/{'/'.join(key)}/{made}"
        found: list[int] = []
        block = 0
        while len(found) < request.size:
            found += numbers_in(blake2b(f"{name}/{block}".encode()).digest())
            block += 1
        dice = found[: request.size]
        return tuple(7 - die for die in dice) if self._turned else tuple(dice)

    def describe(self) -> dict[str, str]:
        return {"kind": "paired", "seed": self._seed}
