"""Every state that one side can come to, and where hits and decisions lead from each.

States are numbered so that every change leads to a lower number: 0 is what the least is left in.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.compiling import compiled
from sandtable.odds.fight import FloatArray, IntArray
from sandtable.odds.kernels.solving_losses import by_order, room_of, ways
from sandtable.rules import reckoning

STAY, ALL, ANY = 0, 1, 2
"""Who submerges: nobody, all that can, or as many as seems best."""

# What is noted of a state; the facts of `reckoning` come first.
CANCELS = reckoning.SUMMARY
UNITS = CANCELS + 1
DIVES = CANCELS + 2
STRIKES = CANCELS + 3
SHIELDS = CANCELS + 4
BOUND = CANCELS + 5
FLIES = CANCELS + 6
HOLDS = CANCELS + 7
"""Whether anybody can take the ground."""
GONE = CANCELS + 8
"""The state in which all have left but those that must stay."""
SUNK = CANCELS + 9
"""The state in which those that cannot fire are sunk."""
DIVE_BEGIN = CANCELS + 10
"""Where in `dive_to` the states begin to which submerging leads."""
DIVE_END = CANCELS + 11
ROOM = CANCELS + 12
"""Hits that the units can take; states are sorted by it."""
DICE = CANCELS + 13
"""Shots of all units."""
NOTES = CANCELS + 14

# What some hits do to a state.
BEGIN = 0
"""Where in `to` the states begin that they can leave."""
END = 1
REDUCED = 2
"""The fewest hits that do the same."""
IDLE = 3
"""Whether they do nothing."""


class Army(NamedTuple):
    """The states of one side (S), and what it depends on which of them it is in.

    Hits are written as one number (H): digits by class of hits, the first class lowest.
    """

    states: IntArray
    """(S, rows)"""
    worth: FloatArray
    """(S,) IPCs of the units present."""
    notes: IntArray
    """(S, NOTES)"""
    losses: IntArray
    """(covers, S, H, 4)"""
    to: IntArray
    dive_to: IntArray


@compiled
def grown(array: IntArray, size: int) -> IntArray:
    """The same array with room for more."""
    longer = np.empty(size, np.int64)
    longer[: len(array)] = array
    return longer


@compiled
def split(code: int, most: IntArray, hits: IntArray) -> None:
    """Hits by class from one number."""
    for k in range(len(most)):
        hits[k] = code % (most[k] + 1)
        code //= most[k] + 1


@compiled
def slot_of(code: int, codes: IntArray, slots: IntArray) -> int:
    """Where a state is in a table of hashes, or would be."""
    mask = len(slots) - 1
    slot = ((code * 2654435761) ^ (code >> 17)) & mask
    while slots[slot] >= 0 and codes[slots[slot]] != code:
        slot = (slot + 1) & mask
    return slot


@compiled
def code_of(counts: IntArray, stride: IntArray) -> int:
    code = 0
    for i in range(len(counts)):
        code += counts[i] * stride[i]
    return code


@compiled
def strides(starts: IntArray, table: IntArray) -> IntArray:
    """What each row counts in the number that tells a state."""
    rows = len(table)
    top = np.zeros(rows, np.int64)
    for s in range(len(starts)):
        for i in range(rows):
            top[i] = max(top[i], starts[s, i])
    wide = top.copy()
    for i in range(rows):
        row = table[i, f.WOUNDED]
        while row >= 0:
            wide[row] += top[i]
            row = table[row, f.WOUNDED]
    stride = np.ones(rows, np.int64)
    for i in range(1, rows):
        stride[i] = stride[i - 1] * (wide[i - 1] + 1)
    return stride


@compiled
def kept(counts: IntArray, table: IntArray, column: int) -> IntArray:
    """The units of a force of which a column of the table is true."""
    left = counts.copy()
    for i in range(len(counts)):
        if not table[i, column]:
            left[i] = 0
    return left


@compiled
def submerged(counts: IntArray, table: IntArray, dives: int) -> IntArray:
    """What may be left when units submerge, some at least: all that can come last."""
    rows = len(counts)
    total = 1
    for i in range(rows):
        if table[i, f.DIVES]:
            total *= counts[i] + 1
    if dives == STAY or total == 1:
        return np.empty((0, rows), np.int64)
    left = np.empty((total - 1, rows), np.int64)
    for w in range(1, total):
        rest = w
        left[w - 1] = counts
        for i in range(rows):
            if table[i, f.DIVES]:
                left[w - 1, i] -= rest % (counts[i] + 1)
                rest //= counts[i] + 1
    return left if dives == ANY else left[total - 2 :]


@compiled
def next_states(
    counts: IntArray,
    table: IntArray,
    order: IntArray,
    keeps: IntArray,
    free: bool,
    reach: IntArray,
    most: IntArray,
    dives: int,
) -> IntArray:
    """States to which something may lead from a state, further ones by way of them."""
    rows = len(counts)
    width = 1
    for k in range(len(most)):
        width *= most[k] + 1
    below = submerged(counts, table, dives)
    hit = rows if free else width * len(reach)
    left = np.empty((2 + len(below) + hit, rows), np.int64)
    left[0] = kept(counts, table, f.STAYS)
    left[1] = kept(counts, table, f.ARMED)
    left[2 : 2 + len(below)] = below
    used = 2 + len(below)
    hits = np.zeros(len(most), np.int64)
    if free:
        for i in range(rows):
            if counts[i] > 0:
                left[used] = counts
                left[used, i] -= 1
                if table[i, f.WOUNDED] >= 0:
                    left[used, table[i, f.WOUNDED]] += 1
                used += 1
    else:
        for cover in range(len(reach)):
            for code in range(1, width):
                split(code, most, hits)
                left[used] = by_order(counts, table, order, keeps, reach[cover], hits)
                used += 1
    return left[:used]


@compiled
def explore(
    starts: IntArray,
    table: IntArray,
    order: IntArray,
    keeps: IntArray,
    free: bool,
    reach: IntArray,
    most: IntArray,
    dives: int,
    limit: int,
) -> IntArray:
    """All states that some forces can come to; none if there are more than the limit."""
    rows = len(table)
    stride = strides(starts, table)
    size = 64
    known = np.zeros((size, rows), np.int64)
    codes = np.zeros(size, np.int64)
    slots = np.full(4 * size, -1, np.int64)
    used = 0
    at = -1
    while at < used:
        if at < 0:
            found = starts.copy()
        else:
            found = next_states(known[at].copy(), table, order, keeps, free, reach, most, dives)
        for w in range(len(found)):
            code = code_of(found[w], stride)
            slot = slot_of(code, codes, slots)
            if slots[slot] >= 0:
                continue
            if used == limit:
                return known[:0].copy()
            known[used] = found[w]
            codes[used] = code
            slots[slot] = used
            used += 1
            if used == size:
                size *= 2
                more = np.zeros((size, rows), np.int64)
                more[:used] = known
                known = more
                codes = grown(codes, size)
                slots = np.full(4 * size, -1, np.int64)
                for s in range(used):
                    slots[slot_of(codes[s], codes, slots)] = s
        at += 1
    return known[:used].copy()


@compiled
def links(
    states: IntArray,
    stride: IntArray,
    table: IntArray,
    order: IntArray,
    keeps: IntArray,
    free: bool,
    reach: IntArray,
    most: IntArray,
    dives: int,
    limit: int,
    notes: IntArray,
) -> tuple[IntArray, IntArray, IntArray]:
    """Where hits and decisions lead: `losses`, `to`, `dive_to`; the rest is noted.

    Gives nothing in `to` if there are more entries than the limit.
    """
    count, rows = states.shape
    width = 1
    for k in range(len(most)):
        width *= most[k] + 1
    codes = np.empty(count, np.int64)
    size = 64
    while size < 4 * count:
        size *= 2
    slots = np.full(size, -1, np.int64)
    for s in range(count):
        codes[s] = code_of(states[s], stride)
        slots[slot_of(codes[s], codes, slots)] = s
    losses = np.zeros((len(reach), count, width, 4), np.int64)
    to = np.empty(1024, np.int64)
    dive_to = np.empty(64, np.int64)
    filled = dived = 0
    hits = np.zeros(len(most), np.int64)
    for s in range(count):
        counts = states[s]
        room = room_of(counts, table)
        notes[s, ROOM] = room.sum()
        for cover in range(len(reach)):
            for code in range(width):
                split(code, most, hits)
                few = 0
                step = 1
                for k in range(len(most)):
                    able = 0
                    for i in range(rows):
                        if reach[cover, i] >> k & 1:
                            able += room[i]
                    few += min(hits[k], able) * step
                    step *= most[k] + 1
                entry = losses[cover, s, code]
                if few != code:
                    entry[:] = losses[cover, s, few]
                    continue
                left = ways(counts, table, order, keeps, reach[cover], hits, free)
                if filled + len(left) > len(to):
                    if filled + len(left) > limit:
                        return losses, to[:0], dive_to[:0]
                    to = grown(to, 2 * (filled + len(left)))
                entry[BEGIN] = filled
                for w in range(len(left)):
                    to[filled] = slots[slot_of(code_of(left[w], stride), codes, slots)]
                    filled += 1
                entry[END] = filled
                entry[REDUCED] = few
                entry[IDLE] = len(left) == 1 and to[filled - 1] == s
        gone = code_of(kept(counts, table, f.STAYS), stride)
        notes[s, GONE] = slots[slot_of(gone, codes, slots)]
        sunk = code_of(kept(counts, table, f.ARMED), stride)
        notes[s, SUNK] = slots[slot_of(sunk, codes, slots)]
        left = submerged(counts, table, dives)
        if dived + len(left) > len(dive_to):
            dive_to = grown(dive_to, 2 * (dived + len(left)))
        notes[s, DIVE_BEGIN] = dived
        for w in range(len(left)):
            dive_to[dived] = slots[slot_of(code_of(left[w], stride), codes, slots)]
            dived += 1
        notes[s, DIVE_END] = dived
    return losses, to[:filled].copy(), dive_to[:dived].copy()
