"""The best choice of plans that draw on the same scarce units.

Choosing plans so that no unit is used twice and the sum of gains is greatest is set packing. It is
solved by prices: every unit gets a price that rises while more plans want it than there are, and
plans are taken in the order of what they gain above the prices of their units. The prices also give
a bound that no choice can exceed. Then plans that were left out are forced in one by one, to see
whether the rest fits better around them. See docs/decisions/0015-choosing-attacks-together.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

STEPS = 40
FORCED = 24
Floats = NDArray[np.float64]


class Packing(NamedTuple):
    """Plans that are carried out, what they gain, and what no choice could exceed."""

    chosen: tuple[int, ...]
    gain: float
    bound: float


class Shelf:
    """Plans that want to be chosen, as arrays."""

    def __init__(self, gains: Sequence[float], groups: Sequence[int], uses: Floats, free: Floats):
        order = np.argsort(np.asarray(groups, dtype=np.int64), kind="stable")
        self.order = order
        self.gains = np.asarray(gains, dtype=np.float64)[order]
        self.groups = np.asarray(groups, dtype=np.int64)[order]
        self.uses, self.free = uses[order], free
        self.starts = np.flatnonzero(np.r_[True, self.groups[1:] != self.groups[:-1]])
        self.possible = (self.uses <= free).all(axis=1) & (self.gains > 0)

    def greedy(self, score: Floats, forced: int = -1) -> tuple[float, list[int]]:
        """Take plans in the order of a score, each that still fits and adds to the gain."""
        left, fits = self.free.copy(), self.possible.copy()
        chosen: list[int] = []
        total = 0.0
        score = np.where(fits, score, -np.inf)
        while fits.any():
            at = forced if forced >= 0 and not chosen else int(score.argmax())
            if not fits[at]:
                break
            chosen.append(at)
            total += float(self.gains[at])
            left = left - self.uses[at]
            fits &= (self.groups != self.groups[at]) & (self.uses <= left).all(axis=1)
            score = np.where(fits, score, -np.inf)
        return total, chosen

    def cheapest(self, above: Floats) -> NDArray[np.int64]:
        """Of each group the plan that gains most above the prices, if it gains anything."""
        ends = np.r_[self.starts[1:], len(above)]
        pairs = zip(self.starts, ends, strict=True)
        found = np.array([a + int(above[a:b].argmax()) for a, b in pairs], dtype=np.int64)
        return found[above[found] > 0]


def pack(gains: Sequence[float], groups: Sequence[int], uses: Floats, free: Floats) -> Packing:
    """Choose plans, at most one of a group, that use no more of anything than is free."""
    if not len(gains):
        return Packing((), 0.0, 0.0)
    shelf = Shelf(gains, groups, uses.astype(np.float64), free.astype(np.float64))
    prices = np.zeros(len(free))
    best, chosen, bound, scale, stale = 0.0, list[int](), np.inf, 1.0, 0
    score = shelf.gains
    for step in range(STEPS):
        above = np.where(shelf.possible, shelf.gains - shelf.uses @ prices, -np.inf)
        wanted = shelf.cheapest(above)
        dual = float(above[wanted].sum() + prices @ shelf.free)
        stale = 0 if dual < bound - 1e-9 else stale + 1
        bound = min(bound, dual)
        if stale >= 4:
            scale, stale = scale * 0.6, 0
        if step % 2 == 0:
            total, found = shelf.greedy(above + 1e-3 * shelf.gains)
            if total > best + 1e-9:
                best, chosen, score = total, found, above
        over = shelf.uses[wanted].sum(axis=0) - shelf.free
        over[(over < 0) & (prices <= 0)] = 0.0
        norm = float(over @ over)
        if norm < 1e-9 or bound - best <= 1e-6 * abs(bound):
            break
        prices = np.maximum(0.0, prices + scale * max(dual - best, 0.0) / norm * over)
    best, chosen = with_one_forced(shelf, score, best, chosen, bound)
    return Packing(tuple(sorted(int(shelf.order[at]) for at in chosen)), best, bound)


def with_one_forced(
    shelf: Shelf, score: Floats, best: float, chosen: list[int], bound: float
) -> tuple[float, list[int]]:
    """Try each of the best plans that were left out as the first one."""
    if bound - best <= 1e-6 * abs(bound):
        return best, chosen
    left_out = np.argsort(-shelf.gains, kind="stable")
    for at in left_out[:FORCED]:
        if shelf.possible[at] and int(at) not in chosen:
            total, found = shelf.greedy(score + 1e-3 * shelf.gains, forced=int(at))
            if total > best + 1e-9:
                best, chosen = total, found
    return best, chosen
