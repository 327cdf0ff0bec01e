"""Opening fire: what it leaves of a force, and how likely each of these remains is."""

from __future__ import annotations

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.compiling import inner
from sandtable.odds.fight import FloatArray, IntArray
from sandtable.odds.kernels.dice import FACES, binomial


@inner
def take_hit(
    counts: IntArray, table: IntArray, order: IntArray, keeps: IntArray, rows: int
) -> bool:
    """The next loss in an order among some rows (a mask); False if nobody can take the hit."""
    for i in range(len(order)):
        row = order[i]
        if rows >> row & 1 and counts[row] > keeps[i]:
            counts[row] -= 1
            if table[row, f.WOUNDED] >= 0:
                counts[table[row, f.WOUNDED]] += 1
            return True
    return False


@inner
def after_flak(counts: IntArray, flak: FloatArray) -> tuple[IntArray, FloatArray]:
    """What antiaircraft fire may leave, and the chance of each."""
    rows = len(counts)
    outcomes = 1
    most = 0
    for i in range(rows):
        if flak[i] > 0.0:
            outcomes *= counts[i] + 1
            most = max(most, counts[i])
    left = np.empty((outcomes, rows), np.int64)
    chances = np.ones(outcomes)
    left[:] = counts
    fallen = np.empty(most + 1)
    block = outcomes
    for i in range(rows):
        if flak[i] <= 0.0 or counts[i] == 0:
            continue
        binomial(counts[i], flak[i], fallen)
        block //= counts[i] + 1
        for k in range(outcomes):
            shot = k // block % (counts[i] + 1)
            left[k, i] -= shot
            chances[k] *= fallen[shot]
    return left, chances


@inner
def likely(left: IntArray, chances: FloatArray, least: float) -> tuple[IntArray, FloatArray]:
    """Remains of equally many units as the likeliest of these alone, and none at all for numbers
    that are less likely than `least`."""
    whole = left[0].sum()
    found = np.zeros(whole + 1)
    best = np.zeros(whole + 1, np.int64)
    for k in range(len(chances)):
        gone = whole - left[k].sum()
        if found[gone] == 0.0 or chances[k] > chances[best[gone]]:
            best[gone] = k
        found[gone] += chances[k]
    kept = 0
    total = 0.0
    for gone in range(whole + 1):
        if found[gone] >= least:
            found[kept] = found[gone]
            best[kept] = best[gone]
            total += found[gone]
            kept += 1
    remains = np.empty((kept, left.shape[1]), np.int64)
    for k in range(kept):
        remains[k] = left[best[k]]
    return remains, found[:kept] / total


@inner
def after_bombardment(
    counts: IntArray, table: IntArray, order: IntArray, keeps: IntArray, bombard: IntArray
) -> tuple[IntArray, FloatArray]:
    """What bombardment may leave, and the chance of each."""
    shots = 0
    kind = 0
    for i in range(len(bombard)):
        shots += bombard[i, 1]
        kind = bombard[i, 3]
    chances = np.zeros(shots + 1)
    chances[0] = 1.0
    more = np.empty(shots + 1)
    done = 0
    for i in range(len(bombard)):
        n = bombard[i, 1]
        hit = min(bombard[i, 0], FACES) / FACES
        binomial(n, 1.0 - (1.0 - hit) ** bombard[i, 2], more)
        for k in range(done + n, -1, -1):
            total = 0.0
            for j in range(max(0, k - done), min(n, k) + 1):
                total += more[j] * chances[k - j]
            chances[k] = total
        done += n
    rows = 0
    for i in range(len(counts)):
        if table[i, f.TAKES] >> kind & 1:
            rows |= 1 << i
    left = np.empty((shots + 1, len(counts)), np.int64)
    left[0] = counts
    found = 0
    for k in range(1, shots + 1):
        left[found + 1] = left[found]
        if take_hit(left[found + 1], table, order, keeps, rows):
            found += 1
            chances[found] = chances[k]
        else:
            chances[found] += chances[k]
    return left[: found + 1], chances[: found + 1]
