"""Hits that a force scores: its dice, and the chance of every number of hits."""

from __future__ import annotations

import math

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.compiling import inner
from sandtable.odds.fight import FloatArray, IntArray
from sandtable.rules import reckoning

ALL, REGULAR, STRIKING = 0, 1, 2
"""Who fires: everybody, all but those that strike first, or only those."""

FACES = 6
MOST_DICE = 3
"""The most dice of one shot that are reckoned with."""
FEW_DICE = 3
"""So many dice more are thrown one by one."""
TINY = 1e-19
"""Numbers of hits that are less likely than this are left out."""


@inner
def dice_of(
    table: IntArray, helps: IntArray, pools: IntArray, counts: IntArray, cycle: int, parts: IntArray
) -> int:
    """The dice of a force as (row, number, shots) in `parts`; gives how many parts there are."""
    rows = len(counts)
    numbers = np.empty(rows, np.int64)
    for i in range(rows):
        number = table[i, f.NUMBER_1] if cycle == 1 else table[i, f.NUMBER_2]
        if table[i, f.PACK] >= 0:
            together = 0
            for j in range(rows):
                if table[j, f.PACK] == table[i, f.PACK]:
                    together += counts[j]
            if together >= table[i, f.LEAST]:
                number = table[i, f.PACKED_1] if cycle == 1 else table[i, f.PACKED_2]
        numbers[i] = number
    found = 0
    if len(pools) == 0:
        for i in range(rows):
            if counts[i] > 0 and numbers[i] > 0:
                parts[found, 0] = i
                parts[found, 1] = numbers[i]
                parts[found, 2] = counts[i] * table[i, f.SHOTS]
                found += 1
        return found
    supporters = np.zeros(len(pools), np.int64)
    for h in range(len(helps)):
        supporters[helps[h, 1]] += counts[helps[h, 0]]
    helped = np.zeros((rows, len(pools)), np.int64)
    reckoning.share_support(
        table[:, f.UNIT], numbers, counts, pools[:, 0], pools[:, 1], supporters, helped
    )
    for i in range(rows):
        left = counts[i]
        for p in range(len(pools)):
            if helped[i, p] > 0:
                parts[found, 0] = i
                parts[found, 1] = pools[p, 1]
                parts[found, 2] = helped[i, p] * table[i, f.SHOTS]
                found += 1
                left -= helped[i, p]
        if left > 0 and numbers[i] > 0:
            parts[found, 0] = i
            parts[found, 1] = numbers[i]
            parts[found, 2] = left * table[i, f.SHOTS]
            found += 1
    return found


@inner
def binomial(n: int, p: float, out: FloatArray) -> None:
    """Chances of 0 to n hits with n dice that hit with chance p."""
    q = 1.0 - p
    if q <= 0.0:
        out[: n + 1] = 0.0
        out[n] = 1.0
        return
    if n * math.log(q) > -600.0:
        ratio = p / q
        value = q**n
        out[0] = value
        for k in range(1, n + 1):
            value *= ratio * (n - k + 1) / k
            out[k] = value
        return
    # The first term would be too small for a float: begin in the middle.
    middle = min(n, int((n + 1) * p))
    log = math.lgamma(n + 1.0) - math.lgamma(middle + 1.0) - math.lgamma(n - middle + 1.0)
    out[middle] = math.exp(log + middle * math.log(p) + (n - middle) * math.log(q))
    for k in range(middle, n):
        out[k + 1] = out[k] * (p / q) * (n - k) / (k + 1)
    for k in range(middle, 0, -1):
        out[k - 1] = out[k] * (q / p) * k / (n - k + 1)
    total = out[: n + 1].sum()
    for k in range(n + 1):
        out[k] /= total


@inner
def hit_chances(
    table: IntArray,
    parts: IntArray,
    found: int,
    firing: int,
    group_of: IntArray,
    group: int,
    out: FloatArray,
    scratch: FloatArray,
) -> int:
    """Chances of each number of hits by those dice whose kind is in a group; gives the most."""
    dice = np.zeros((MOST_DICE + 1, FACES + 1), np.int64)
    for i in range(found):
        row = parts[i, 0]
        if group_of[table[row, f.KIND]] == group and (
            firing == ALL or (table[row, f.FIRST] != 0) == (firing == STRIKING)
        ):
            count_dice(table, parts[i], dice)
    most = throw(dice, out, scratch)
    while most > 0 and out[most] < TINY:
        most -= 1
    return most


@inner
def count_dice(table: IntArray, part: IntArray, dice: IntArray) -> None:
    """Add the dice of a part to those `dice` that are thrown alike: best of so many, number."""
    dice[min(table[part[0], f.BEST_OF], MOST_DICE), min(part[1], FACES)] += part[2]


@inner
def chance_of(best_of: int, number: int) -> float:
    """Of a shot to hit that is the best of some dice."""
    return 1.0 - (1.0 - number / FACES) ** best_of


@inner
def throw(dice: IntArray, out: FloatArray, scratch: FloatArray) -> int:
    """Chances of each number of hits with some dice; gives the most."""
    most = 0
    out[0] = 1.0
    for best_of in range(1, MOST_DICE + 1):
        for number in range(1, FACES + 1):
            n = dice[best_of, number]
            if n == 0:
                continue
            chance = chance_of(best_of, number)
            if most == 0:
                binomial(n, chance, out)
                most = n
                continue
            binomial(n, chance, scratch[0])
            most = combine(out, most, scratch[0], n, scratch[1])
    return most


@inner
def throw_more(fewer: IntArray, dice: IntArray, out: FloatArray, most: int) -> int:
    """Chances with some dice from those with fewer; gives the most hits, or -1 if that is not
    what they are, or if there are so many more that it is quicker to begin anew."""
    more = 0
    for best_of in range(1, MOST_DICE + 1):
        for number in range(1, FACES + 1):
            less = dice[best_of, number] - fewer[best_of, number]
            if less < 0:
                return -1
            more += less
    if more > FEW_DICE:
        return -1
    for best_of in range(1, MOST_DICE + 1):
        for number in range(1, FACES + 1):
            for _ in range(dice[best_of, number] - fewer[best_of, number]):
                chance = chance_of(best_of, number)
                out[most + 1] = 0.0
                for k in range(most + 1, 0, -1):
                    out[k] += chance * (out[k - 1] - out[k])
                out[0] *= 1.0 - chance
                most += 1
    return most


@inner
def combine(out: FloatArray, most: int, others: FloatArray, n: int, scratch: FloatArray) -> int:
    """Add further hits to the chances of some; gives the most hits then."""
    scratch[: most + n + 1] = 0.0
    for i in range(most + 1):
        weight = out[i]
        for j in range(n + 1):
            scratch[i + j] += weight * others[j]
    out[: most + n + 1] = scratch[: most + n + 1]
    return most + n
