"""The states that one side of a battle can come to, and how hits lead from one to another.

A state is what is present of each row, and what is safe: submerged, or gone with a retreat. Losses
follow an order, so only few of all combinations can come up; these are found, numbered so that
every change leads to a higher number, and linked.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.compiling import inner
from sandtable.odds.fight import IndexArray, IntArray
from sandtable.odds.kernels.opening import take_hit
from sandtable.rules import reckoning

MOST_GROUPS = 3
"""Kinds of hits that reach the same units make a group; more of them are not reckoned with."""
CONFLICT = -1
"""In place of a stage: hits reach units crosswise and are given out together."""


# What the course of a battle asks about a state: columns of a table of marks, after the summary of
# `rules.reckoning`.
CANCELS = reckoning.SUMMARY
STRIKES = CANCELS + 1
"""Whether anybody present strikes first."""
SHIELDS = CANCELS + 2
BOUND = CANCELS + 3
"""Whether anybody present needs a space to retreat to."""
FLIES = CANCELS + 4
"""Whether aircraft are present."""
DIVED = CANCELS + 5
"""The state when all that can have submerged."""
GONE = CANCELS + 6
"""The state when all that can have retreated."""
SUNK = CANCELS + 7
"""The state when those that cannot fire have been sunk."""
MARKS = CANCELS + 8


class Reach(NamedTuple):
    """What the hits of one side can fall on."""

    group_of: IntArray
    """(kinds,) the group of hits of each kind; -1: nobody scores such hits."""
    classes: IntArray
    """(classes,) rows that hits can fall on, as masks."""
    of_group: IntArray
    """(2, groups) the class of each group, under cover and without."""
    patterns: IntArray
    """(rows,) groups of hits that reach a row under cover, as a mask."""
    pattern_class: IntArray
    """(8,) the class of the rows of each pattern, where hits can reach crosswise."""


class Force(NamedTuple):
    """The states of one side (S of them)."""

    states: IntArray
    """(S, 2 * rows) units present, then units safe."""
    paths: IndexArray
    """(classes, S, hits + 1) the states after hits of a class, from the state itself on."""
    lengths: IntArray
    """(classes, S) how many hits of a class can be taken."""
    stages: IntArray
    """(2, S, 6) how hits are given out, under cover and without: groups (a mask) and class, three
    times."""
    marks: IntArray
    """(S, MARKS)"""


@inner
def place(known: IntArray, used: int, slots: IntArray) -> int:
    """The number of the state written at `known[used]`: an equal one before it, or its own."""
    key = np.int64(1469598103934665603)
    width = known.shape[1]
    for i in range(width):
        key = (key ^ known[used, i]) * np.int64(1099511628211)
    mask = len(slots) - 1
    slot = (key ^ (key >> 29)) & mask
    while slots[slot] >= 0:
        other: int = slots[slot]
        same = True
        for i in range(width):
            if known[other, i] != known[used, i]:
                same = False
                break
        if same:
            return other
        slot = (slot + 1) & mask
    slots[slot] = used
    return used


@inner
def explore(
    starts: IntArray,
    table: IntArray,
    order: IntArray,
    keeps: IntArray,
    classes: IntArray,
    dives: bool,
    leaves: bool,
    sinks: bool,
    limit: int,
) -> tuple[IntArray, IntArray]:
    """All states, and for each what every change leads to: hits of the classes, then the rest.

    Gives no states at all if there are more than the limit.
    """
    rows = len(table)
    changes = len(classes) + 3
    size = 256
    while size < 2 * len(starts):
        size *= 2
    known = np.zeros((size, 2 * rows), np.int64)
    links = np.full((size, changes), -1, np.int64)
    slots = np.full(4 * size, -1, np.int64)
    used = 0
    for k in range(len(starts)):
        known[used, :rows] = starts[k]
        known[used, rows:] = 0
        if place(known, used, slots) == used:
            used += 1
    at = 0
    while at < used:
        if used + changes >= size:
            if size > limit:
                return known[:0], links[:0]
            wider = np.zeros((2 * size, 2 * rows), np.int64)
            wider[:size] = known
            known = wider
            more = np.full((2 * size, changes), -1, np.int64)
            more[:size] = links
            links = more
            size *= 2
            slots = np.full(4 * size, -1, np.int64)
            for s in range(used):
                place(known, s, slots)
        for c in range(changes):
            known[used] = known[at]
            changed = False
            if c < len(classes):
                changed = take_hit(known[used, :rows], table, order, keeps, classes[c])
            else:
                for i in range(rows):
                    here = known[used, i]
                    if here == 0:
                        continue
                    which = c - len(classes)
                    if (
                        (which == 0 and dives and table[i, f.DIVES])
                        or (which == 1 and leaves and not table[i, f.STAYS])
                        or (which == 2 and sinks and not table[i, f.ARMED])
                    ):
                        known[used, i] = 0
                        if which != 2:
                            known[used, rows + i] += here
                        changed = True
            if changed:
                links[at, c] = place(known, used, slots)
                if links[at, c] == used:
                    used += 1
        at += 1
    return known[:used], links[:used]


@inner
def strength(state: IntArray, table: IntArray) -> int:
    """Hits that what is present can take."""
    total = 0
    for i in range(len(table)):
        row = i
        while row >= 0:
            total += state[i]
            row = table[row, f.WOUNDED]
    return total


@inner
def stage_plan(
    present: int, classes: IntArray, of_group: IntArray, cover: int, plan: IntArray
) -> None:
    """The order in which groups of hits are given out to some rows: the most restricted first.

    Groups that reach the same of these rows are given out together.
    """
    groups = of_group.shape[1]
    plan[:] = 0
    done = 0
    stage = 0
    before = 0
    while done != (1 << groups) - 1:
        best = -1
        size = 0
        for g in range(groups):
            if done >> g & 1:
                continue
            rows = classes[of_group[cover, g]] & present
            n = 0
            for i in range(63):
                n += rows >> i & 1
            if best < 0 or n < size:
                best, size = g, n
        rows = classes[of_group[cover, best]] & present
        if before & ~rows:
            plan[0] = CONFLICT
            return
        together = 0
        for g in range(groups):
            if not done >> g & 1 and classes[of_group[cover, g]] & present == rows:
                together |= 1 << g
        done |= together
        if rows:
            plan[2 * stage] = together
            plan[2 * stage + 1] = of_group[cover, best]
            stage += 1
            before = rows


@inner
def mark(state: IntArray, table: IntArray, marks: IntArray) -> int:
    """Fill in what a state's units give; gives the rows present, as a mask."""
    present = 0
    for i in range(len(table)):
        if state[i] == 0:
            continue
        present |= 1 << i
        marks[reckoning.PRESENT] = 1
        marks[reckoning.TAKES] |= table[i, f.TAKES]
        marks[reckoning.BARE] |= table[i, f.BARE]
        if table[i, f.ARMED]:
            marks[reckoning.KINDS] |= 1 << table[i, f.KIND]
            marks[reckoning.ARMED_TAKES] |= table[i, f.TAKES]
            marks[reckoning.ARMED_BARE] |= table[i, f.BARE]
        marks[CANCELS] |= table[i, f.CANCELS]
        marks[STRIKES] |= table[i, f.FIRST]
        marks[SHIELDS] |= table[i, f.SHIELDS]
        marks[BOUND] |= table[i, f.BOUND]
        marks[FLIES] |= table[i, f.AIR]
    if marks[CANCELS] & f.COVER:
        marks[reckoning.UNCOVERS] = 1
    return present


@inner
def make_force(
    starts: IntArray,
    table: IntArray,
    order: IntArray,
    keeps: IntArray,
    reach: Reach,
    dives: bool,
    leaves: bool,
    sinks: bool,
    limit: int,
) -> tuple[Force, IntArray]:
    """The states that some forces can come to, and the numbers of these forces."""
    rows = len(table)
    classes = len(reach.classes)
    known, links = explore(starts, table, order, keeps, reach.classes, dives, leaves, sinks, limit)
    size = len(known)
    rank = np.empty(size, np.int64)
    for s in range(size):
        rank[s] = -strength(known[s], table)
    by_rank = np.argsort(rank, kind="mergesort")
    number = np.empty(size, np.int64)
    for new in range(size):
        number[by_rank[new]] = new
    states = np.empty((size, 2 * rows), np.int64)
    onward = np.full((classes, size), -1, np.int64)
    lengths = np.zeros((classes, size), np.int64)
    longest = strength(known[by_rank[0]], table) if size > 0 else 0
    paths = np.zeros((classes, size, longest + 1), np.uint32)
    stages = np.zeros((2, size, 6), np.int64)
    marks = np.zeros((size, MARKS), np.int64)
    for new in range(size):
        old = by_rank[new]
        states[new] = known[old]
        for c in range(classes):
            if links[old, c] >= 0:
                onward[c, new] = number[links[old, c]]
        for c in range(3):
            to = links[old, classes + c]
            marks[new, DIVED + c] = number[to] if to >= 0 else new
        present = mark(known[old], table, marks[new])
        for cover in range(2):
            stage_plan(present, reach.classes, reach.of_group, cover, stages[cover, new])
    for c in range(classes):
        for state in range(size - 1, -1, -1):
            paths[c, state, 0] = state
            after = onward[c, state]
            if after >= 0:
                lengths[c, state] = lengths[c, after] + 1
                for k in range(lengths[c, state]):
                    paths[c, state, k + 1] = paths[c, after, k]
    at = np.empty(len(starts), np.int64)
    for k in range(len(starts)):
        # Starts were explored first, in their order; equal ones once.
        at[k] = -1
        for s in range(min(len(starts), size)):
            if np.all(known[s, :rows] == starts[k]):
                at[k] = number[s]
                break
    return Force(states, paths, lengths, stages, marks), at
