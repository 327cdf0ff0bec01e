"""Whether what was played fits what was reckoned: Pearson's test, small cells put together."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import TypeVar

SMALLEST = 5.0
"""Plays that a cell is expected to have at least."""

K = TypeVar("K", bound=Hashable)


def fit(expected: Mapping[K, float], seen: Mapping[K, float], plays: int) -> tuple[float, int]:
    """Chi-square of what was seen in some plays, both as chances, and its degrees of freedom.

    An end that could not come up is infinitely far off.
    """
    if any(not expected.get(end) for end, share in seen.items() if share):
        return math.inf, 1
    cells: list[tuple[float, float]] = []
    rest = [0.0, 0.0]
    for end, chance in expected.items():
        cell = chance * plays, seen.get(end, 0.0) * plays
        if cell[0] >= SMALLEST:
            cells.append(cell)
        else:
            rest[0] += cell[0]
            rest[1] += cell[1]
    if rest[0] >= SMALLEST or not cells:
        cells.append((rest[0], rest[1]))
    elif rest[0]:
        least = min(range(len(cells)), key=cells.__getitem__)
        cells[least] = cells[least][0] + rest[0], cells[least][1] + rest[1]
    return sum((n - e) ** 2 / e for e, n in cells), len(cells) - 1


def tail(chi_square: float, freedom: int) -> float:
    """The chance that chi-square is as large as this, or larger."""
    if freedom == 0:
        return 0.0 if chi_square > 1e-6 else 1.0
    if math.isinf(chi_square):
        return 0.0
    a, x = freedom / 2, chi_square / 2
    front = math.exp(a * math.log(x) - x - math.lgamma(a)) if x else 0.0
    if x < a + 1:
        # The series of the lower incomplete gamma function.
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - front * total)
    # The continued fraction of the upper one.
    b = x + 1 - a
    c, d = 1e300, 1 / b
    h = d
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * h
