"""One side fires at the other: which states the fire may leave, and how likely each is.

Where fire leads is written to a slot: a chance for each state, and the range of states that may
have one. A side has the same few slots for all its volleys.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.compiling import inner
from sandtable.odds.fight import FloatArray, IndexArray, IntArray
from sandtable.odds.kernels.dice import ALL, combine, dice_of, hit_chances
from sandtable.odds.kernels.states import CONFLICT, MOST_GROUPS, STRIKES, Force, Reach

SUBSETS = 1 << MOST_GROUPS

# Slots; each has another behind it for what it held before.
FALL, STRUCK, SPARE = 0, 2, 4
SLOTS = 6
# Rows of `Falls.notes`.
MOST, HITS, COUNTS, TAKEN = 0, 1, 2, 3
LOW, HIGH = 0, 1
"""The first and the last state that a slot may have a chance for."""


class Guns(NamedTuple):
    """The fire of one side. A row for those that fire, for groups of hits, and for each state.

    States come last so that what is never asked for lies together and is never touched.
    """

    chances: FloatArray
    """(3 * 8 * S, hits) chance of each number of hits."""
    tails: FloatArray
    """(3 * 8 * S, hits) chance of so many or more."""
    most: IntArray
    """(3 * 8 * S,) the most hits."""


class Falls(NamedTuple):
    """Slots for where fire at one side leads."""

    chances: FloatArray
    """(SLOTS, S) all zero outside the range of a slot."""
    range: IntArray
    """(SLOTS, 2)"""
    notes: IntArray
    """(4, rows or more) scratch: nothing may be allocated where fire is reckoned."""


@inner
def make_guns(
    force: Force,
    table: IntArray,
    helps: IntArray,
    pools: IntArray,
    group_of: IntArray,
    stages: IntArray,
    cycle: int,
) -> Guns:
    """The fire of all states of a side at another, whose `stages` say what is counted together."""
    rows = len(table)
    size = len(force.states)
    dice = 1
    for s in range(size):
        here = 0
        for i in range(rows):
            here += force.states[s, i] * table[i, f.SHOTS]
        dice = max(dice, here)
    wanted = np.zeros(SUBSETS, np.bool_)
    for cover in range(2):
        for t in range(stages.shape[1]):
            if stages[cover, t, 0] == CONFLICT:
                for g in range(MOST_GROUPS):
                    wanted[1 << g] = True
                continue
            for k in range(0, 6, 2):
                wanted[stages[cover, t, k]] = True
    groups = 0
    for k in range(len(group_of)):
        groups = max(groups, group_of[k] + 1)
    chances = np.empty((size * 3 * SUBSETS, dice + 2))
    tails = np.empty((size * 3 * SUBSETS, dice + 2))
    most = np.zeros(size * 3 * SUBSETS, np.int64)
    parts = np.empty((rows * (len(pools) + 1), 3), np.int64)
    scratch = np.empty((2, dice + 2))
    for s in range(size):
        found = dice_of(table, helps, pools, force.states[s, :rows], cycle, parts)
        for firing in range(3):
            if firing != ALL and not force.marks[s, STRIKES]:
                continue
            base = firing * SUBSETS * size + s
            for g in range(groups):
                row = base + (1 << g) * size
                most[row] = hit_chances(
                    table, parts, found, firing, group_of, g, chances[row], scratch
                )
            for subset in range(1, 1 << groups):
                lowest = subset & -subset
                if subset == lowest or not wanted[subset]:
                    continue
                out = chances[base + subset * size]
                out[0] = 1.0
                n = 0
                for g in range(groups):
                    if subset >> g & 1:
                        row = base + (1 << g) * size
                        n = combine(out, n, chances[row], most[row], scratch[0])
                most[base + subset * size] = n
            for subset in range(1, 1 << groups):
                if not wanted[subset] and subset & (subset - 1):
                    continue
                row = base + subset * size
                total = 0.0
                for k in range(most[row], -1, -1):
                    total += chances[row, k]
                    tails[row, k] = total
    return Guns(chances, tails, most)


@inner
def make_falls(states: int, rows: int) -> Falls:
    return Falls(
        np.zeros((SLOTS, states)),
        np.zeros((SLOTS, 2), np.int64),
        np.zeros((4, max(rows, SUBSETS)), np.int64),
    )


@inner
def clear(chances: FloatArray, range_: IntArray, slot: int) -> None:
    for state in range(np.uint64(range_[slot, LOW]), np.uint64(range_[slot, HIGH] + 1)):
        chances[slot, state] = 0.0


@inner
def begin(chances: FloatArray, range_: IntArray, slot: int, state: int) -> None:
    """Nobody has fired yet: one state, for certain."""
    clear(chances, range_, slot)
    chances[slot, state] = 1.0
    range_[slot, LOW] = state
    range_[slot, HIGH] = state


@inner
def move(chances: FloatArray, range_: IntArray, slot: int, to: int) -> None:
    """Empty a slot into another."""
    clear(chances, range_, to)
    for state in range(np.uint64(range_[slot, LOW]), np.uint64(range_[slot, HIGH] + 1)):
        chances[to, state] = chances[slot, state]
        chances[slot, state] = 0.0
    range_[to, LOW] = range_[slot, LOW]
    range_[to, HIGH] = range_[slot, HIGH]


@inner
def give_out(
    paths: IndexArray,
    lengths: IntArray,
    class_: int,
    hits: FloatArray,
    tails: FloatArray,
    row: int,
    most: int,
    state: int,
    weight: float,
    chances: FloatArray,
    slot: int,
) -> int:
    """Give out hits that can fall on the rows of a class, from one state; gives the last state."""
    n = min(most, lengths[class_, state])
    for k in range(n):
        chances[slot, paths[class_, state, k]] += weight * hits[row, k]
    last = paths[class_, state, n]
    chances[slot, last] += weight * tails[row, n]
    return int(last)


@inner
def shoot(
    paths: IndexArray,
    lengths: IntArray,
    stages: IntArray,
    hits: FloatArray,
    tails: FloatArray,
    most: IntArray,
    base: int,
    step: int,
    target: int,
    bare: int,
    chances: FloatArray,
    range_: IntArray,
    slot: int,
) -> None:
    """The states that a volley may leave.

    `base` is the row of those that fire, in `hits`, and `step` the way from one group of hits to
    the next.

    Groups of hits are given out stage by stage: the states after the hits of one stage lie on a
    path, and from each of them the next stage goes on.
    """
    clear(chances, range_, slot)
    groups = stages[bare, target, 0]
    if groups == 0:
        begin(chances, range_, slot, target)
        return
    first, class_1 = base + groups * step, stages[bare, target, 1]
    second, class_2 = base + stages[bare, target, 2] * step, stages[bare, target, 3]
    third, class_3 = base + stages[bare, target, 4] * step, stages[bare, target, 5]
    top = target
    if second == base:
        top = give_out(
            paths, lengths, class_1, hits, tails, first, most[first], target, 1.0, chances, slot
        )
    else:
        n = min(most[first], lengths[class_1, target])
        for k in range(n + 1):
            state = int(paths[class_1, target, k])
            weight = hits[first, k] if k < n else tails[first, n]
            if third == base:
                last = give_out(
                    paths, lengths, class_2, hits, tails, second, most[second],
                    state, weight, chances, slot,
                )  # fmt: skip
                top = max(top, last)
                continue
            m = min(most[second], lengths[class_2, state])
            for i in range(m + 1):
                share = weight * (hits[second, i] if i < m else tails[second, m])
                last = give_out(
                    paths, lengths, class_3, hits, tails, third, most[third],
                    int(paths[class_2, state, i]), share, chances, slot,
                )  # fmt: skip
                top = max(top, last)
    range_[slot, LOW] = target
    range_[slot, HIGH] = top


@inner
def after_crosswise(
    force: Force,
    table: IntArray,
    order: IntArray,
    keeps: IntArray,
    reach: Reach,
    target: int,
    notes: IntArray,
) -> int:
    """The state after hits of several groups, as many of them taken as can be.

    The order of losses is followed as far as the hits can be shared out: of the units that only
    some groups reach no more can be lost than these groups have hits.
    """
    groups = reach.of_group.shape[1]
    hits, counts, taken = notes[HITS], notes[COUNTS], notes[TAKEN]
    taken[:] = 0
    for row in range(len(table)):
        counts[row] = force.states[target, row]
    for i in range(len(order)):
        row = order[i]
        by = reach.patterns[row]
        room = counts[row] - keeps[i]
        if room <= 0 or by == 0:
            continue
        for within in range(1 << groups):
            if by & ~within:
                continue
            free = 0
            for g in range(groups):
                if within >> g & 1:
                    free += hits[g]
            for other in range(1, 1 << groups):
                if not other & ~within:
                    free -= taken[other]
            room = min(room, free)
        if room > 0:
            taken[by] += room
            counts[row] -= room
            if table[row, f.WOUNDED] >= 0:
                counts[table[row, f.WOUNDED]] += room
    state = target
    for by in range(1, 1 << groups):
        for _ in range(taken[by]):
            state = int(force.paths[reach.pattern_class[by], state, 1])
    return state


@inner
def shoot_crosswise(
    force: Force,
    table: IntArray,
    order: IntArray,
    keeps: IntArray,
    reach: Reach,
    guns: Guns,
    base: int,
    step: int,
    target: int,
    falls: Falls,
    slot: int,
) -> None:
    """A volley of groups of hits of which none reaches all that another does."""
    groups = reach.of_group.shape[1]
    most, hits = falls.notes[MOST], falls.notes[HITS]
    for g in range(MOST_GROUPS):
        most[g] = guns.most[base + (1 << g) * step] if g < groups else 0
    clear(falls.chances, falls.range, slot)
    falls.range[slot, LOW] = target
    falls.range[slot, HIGH] = target
    for total in range((most[0] + 1) * (most[1] + 1) * (most[2] + 1)):
        hits[0] = total % (most[0] + 1)
        hits[1] = total // (most[0] + 1) % (most[1] + 1)
        hits[2] = total // ((most[0] + 1) * (most[1] + 1))
        chance = 1.0
        for g in range(groups):
            chance *= guns.chances[base + (1 << g) * step, hits[g]]
        state = after_crosswise(force, table, order, keeps, reach, target, falls.notes)
        falls.chances[slot, state] += chance
        falls.range[slot, HIGH] = max(falls.range[slot, HIGH], state)
