"""Searches through the forces of a pool: the lightest that do, and the most profitable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from time import monotonic

from sandtable.odds.questions.pool import Counts, Pool, Result

SLACK = 1e-12
"""Figures that differ by less are equal."""
MOST_BASES = 50_000
"""More combinations than these of all kinds but one are not gone through."""


class Limit:
    """The time that a search may take."""

    def __init__(self, seconds: float) -> None:
        self.until = monotonic() + seconds
        self.passed = False

    def reached(self) -> bool:
        self.passed = self.passed or monotonic() > self.until
        return self.passed


def weigh(weights: Sequence[float], counts: Counts) -> float:
    return sum(w * n for w, n in zip(weights, counts, strict=True))


def within(part: Counts, whole: Counts) -> bool:
    """Whether a force is another or a part of it."""
    return all(a <= b for a, b in zip(part, whole, strict=True))


def longest(pool: Pool) -> int:
    """The kind of unit of which there are most."""
    return max(range(len(pool.most)), key=lambda i: pool.most[i])


def with_rung(base: Counts, ladder: int, rung: int) -> Counts:
    return (*base[:ladder], rung, *base[ladder + 1 :])


def bases(pool: Pool, ladder: int) -> Iterator[Counts]:
    """Every force without the units of one kind."""
    return product(*(range(n + 1) if i != ladder else (0,) for i, n in enumerate(pool.most)))


def lightest(
    pool: Pool,
    weights: Sequence[float],
    enough: Callable[[Result], bool],
    most: int,
    limit: Limit,
) -> list[Counts]:
    """The lightest forces that are enough and could spare nobody.

    One unit more being never worse, the least number of one kind that is enough beside given
    numbers of the others is found by halving, and parts of a force that is not enough are not
    tried at all.
    """
    if not enough(pool.result(pool.most)):
        return []
    found = reduced(pool, weights, enough, limit)
    ladder = longest(pool)
    if pool.size // (pool.most[ladder] + 1) > MOST_BASES:
        limit.passed = True
        return found
    short: list[Counts] = []

    def fails(counts: Counts) -> bool:
        if any(within(counts, other) for other in short):
            return True
        if enough(pool.result(counts)):
            return False
        short[:] = [other for other in short if not within(other, counts)]
        short.append(counts)
        return True

    for base in sorted(bases(pool, ladder), key=lambda c: (weigh(weights, c), sum(c), c)):
        if limit.reached():
            break
        best = sorted(weigh(weights, counts) for counts in found)[:most]
        least = weigh(weights, base)
        room = pool.most[ladder]
        if len(best) == most:
            if least > best[-1] + SLACK:
                break
            if weights[ladder] > 0:
                room = min(room, int((best[-1] - least + SLACK) / weights[ladder]))
        if fails(with_rung(base, ladder, room)):
            continue
        counts = fewest(lambda c: not fails(c), with_rung(base, ladder, room), ladder)
        if not any(within(other, counts) for other in found):
            found.append(counts)
    return found


def fewest(able: Callable[[Counts], bool], counts: Counts, kind: int) -> Counts:
    """A force that is enough with as few of one kind as are enough beside the others."""
    low, high = -1, counts[kind]
    while high - low > 1:
        middle = (low + high) // 2
        if able(with_rung(counts, kind, middle)):
            high = middle
        else:
            low = middle
    return with_rung(counts, kind, high)


def reduced(
    pool: Pool, weights: Sequence[float], enough: Callable[[Result], bool], limit: Limit
) -> list[Counts]:
    """Some forces that are enough and could spare nobody: all, less what can be spared of each.

    Each kind is once the first to be spared, then the heaviest.
    """
    kinds = range(len(pool.most))
    heavy = sorted(kinds, key=lambda i: -weights[i])
    found: list[Counts] = []
    for first in kinds:
        counts = pool.most
        for kind in (first, *(i for i in heavy if i != first)):
            if limit.reached():
                return [*found, counts]
            counts = fewest(lambda c: enough(pool.result(c)), counts, kind)
        if counts not in found:
            found.append(counts)
    return found


def every_one(pool: Pool, enough: Callable[[Result], bool], limit: Limit) -> list[Counts]:
    """All forces that are enough, each of them tried."""
    found = []
    for counts in pool.every():
        if limit.reached():
            break
        if enough(pool.result(counts)):
            found.append(counts)
    return found


def sparing(found: Sequence[Counts]) -> list[Counts]:
    """Those of some forces, lighter ones first, of which no part is among them."""
    kept: list[Counts] = []
    for counts in found:
        if not any(within(other, counts) for other in kept):
            kept.append(counts)
    return kept


def most_profitable(pool: Pool, most: int, limit: Limit) -> list[Counts]:
    """The forces with the highest swing above nothing, as far as time allows."""

    def swing(counts: Counts) -> float:
        return pool.result(counts).swing

    top: list[Counts] = []
    for counts in climb(pool, limit):
        top = noted(pool, top, counts, most)
    ladder = longest(pool)
    for base in bases(pool, ladder):
        for rung in range(pool.most[ladder], -1, -1):
            if limit.reached():
                return top
            counts = with_rung(base, ladder, rung)
            top = noted(pool, top, counts, most)
            floor = swing(top[-1]) if len(top) == most else 0.0
            gain = swing(counts) + pool.result(counts).attack_lost
            if pool.monotone and gain < floor - SLACK:
                break
    return top


def noted(pool: Pool, top: list[Counts], counts: Counts, most: int) -> list[Counts]:
    """The best forces so far, with one more considered."""
    if counts in top or pool.result(counts).swing <= SLACK:
        return top
    return sorted([*top, counts], key=lambda c: (-round(pool.result(c).swing, 9), pool.cost(c), c))[
        :most
    ]


def climb(pool: Pool, limit: Limit) -> Iterator[Counts]:
    """From all and from nobody, one unit more or less at a time, as long as the swing grows."""
    for start in (pool.most, tuple(min(1, n) for n in pool.most)):
        now = start
        while True:
            yield now
            near = [
                with_rung(now, i, n)
                for i, count in enumerate(now)
                for n in (count - 1, count + 1)
                if 0 <= n <= pool.most[i]
            ]
            if limit.reached():
                return
            best = max(near, key=lambda c: pool.result(c).swing, default=now)
            if pool.result(best).swing <= pool.result(now).swing + SLACK:
                break
            now = best
