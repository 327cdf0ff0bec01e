"""What the states of one side are like: who is there, and what hits they score."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.compiling import compiled
from sandtable.odds.fight import FloatArray, IntArray
from sandtable.odds.kernels.dice import dice_of, hit_chances
from sandtable.odds.kernels.solving_states import (
    BOUND,
    CANCELS,
    DICE,
    DIVES,
    FLIES,
    HOLDS,
    NOTES,
    SHIELDS,
    STRIKES,
    UNITS,
    grown,
)
from sandtable.rules import reckoning


class Volley(NamedTuple):
    """The chances of hits by one side, for its states and for who fires: see `dice`."""

    at: IntArray
    """(3, S, 2) where the hits of a state begin and end in the other two."""
    hits: IntArray
    chances: FloatArray


@compiled
def look(states: IntArray, table: IntArray, costs: FloatArray) -> tuple[FloatArray, IntArray]:
    """What the units of each state are worth, and what they are and can do."""
    count, rows = states.shape
    worth = np.zeros(count)
    notes = np.zeros((count, NOTES), np.int64)
    for s in range(count):
        note = notes[s]
        for i in range(rows):
            if states[s, i] == 0:
                continue
            row = table[i]
            worth[s] += states[s, i] * costs[i]
            note[reckoning.PRESENT] = 1
            note[reckoning.TAKES] |= row[f.TAKES]
            note[reckoning.BARE] |= row[f.BARE]
            if row[f.ARMED]:
                note[reckoning.KINDS] |= 1 << row[f.KIND]
                note[reckoning.ARMED_TAKES] |= row[f.TAKES]
                note[reckoning.ARMED_BARE] |= row[f.BARE]
            note[CANCELS] |= row[f.CANCELS]
            note[UNITS] += states[s, i]
            note[DICE] += states[s, i] * row[f.SHOTS]
            note[DIVES] |= row[f.DIVES]
            note[STRIKES] |= row[f.FIRST]
            note[SHIELDS] |= row[f.SHIELDS]
            note[BOUND] |= row[f.BOUND]
            note[FLIES] |= row[f.AIR]
            note[HOLDS] |= row[f.CAPTURES]
        note[reckoning.UNCOVERS] = note[CANCELS] & f.COVER
    return worth, notes


@compiled
def volleys(
    states: IntArray,
    table: IntArray,
    helps: IntArray,
    pools: IntArray,
    group_of: IntArray,
    most: IntArray,
    cycle: int,
) -> Volley:
    """The chances of hits from all states; hits beyond the most of a class count as so many."""
    count, rows = states.shape
    kinds = len(most)
    width = 1
    for k in range(kinds):
        width *= most[k] + 1
    dice = 1
    for s in range(count):
        here = 0
        for i in range(rows):
            here += states[s, i] * table[i, f.SHOTS]
        dice = max(dice, here)
    at = np.zeros((3, count, 2), np.int64)
    hits = np.empty(256, np.int64)
    chances = np.empty(256)
    used = 0
    parts = np.empty((rows * (len(pools) + 1), 3), np.int64)
    single = np.empty((kinds, dice + 2))
    scratch = np.empty((2, dice + 2))
    far = np.zeros(kinds, np.int64)
    for s in range(count):
        found = dice_of(table, helps, pools, states[s], cycle, parts)
        for firing in range(3):
            total = 1
            for k in range(kinds):
                n = hit_chances(table, parts, found, firing, group_of, k, single[k], scratch)
                for j in range(most[k] + 1, n + 1):
                    single[k, most[k]] += single[k, j]
                far[k] = min(n, most[k])
                total *= far[k] + 1
            if used + total > len(hits):
                hits = grown(hits, 2 * (used + total))
                longer = np.empty(len(hits))
                longer[:used] = chances[:used]
                chances = longer
            at[firing, s, 0] = used
            for w in range(total):
                rest = w
                code = 0
                step = 1
                chance = 1.0
                for k in range(kinds):
                    digit = rest % (far[k] + 1)
                    rest //= far[k] + 1
                    code += digit * step
                    step *= most[k] + 1
                    chance *= single[k, digit]
                hits[used] = code
                chances[used] = chance
                used += 1
            at[firing, s, 1] = used
    return Volley(at, hits[:used].copy(), chances[:used].copy())
