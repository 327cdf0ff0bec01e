"""Lawful losses: every way in which a force can take some hits, the one of an order first."""

from __future__ import annotations

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.compiling import compiled
from sandtable.odds.fight import IntArray
from sandtable.rules import reckoning


@compiled
def hits_of_one(table: IntArray, row: int) -> int:
    """Hits that one unit of a row can take."""
    total = 0
    while row >= 0:
        total += 1
        row = table[row, f.WOUNDED]
    return total


@compiled
def room_of(counts: IntArray, table: IntArray) -> IntArray:
    """Hits that the units of each row can take."""
    room = np.empty(len(counts), np.int64)
    for i in range(len(counts)):
        room[i] = counts[i] * hits_of_one(table, i)
    return room


@compiled
def by_order(
    counts: IntArray,
    table: IntArray,
    order: IntArray,
    keeps: IntArray,
    reach: IntArray,
    hits: IntArray,
) -> IntArray:
    """What is left when hits are taken in an order, as many of them as possible."""
    left = counts.copy()
    taken = np.zeros(len(counts), np.int64)
    total = hits.sum()
    done = 0
    for i in range(len(order)):
        row = order[i]
        if reach[row] == 0:
            continue
        most = min(left[row] - keeps[i], total - done)
        while most > 0:
            taken[row] += most
            if reckoning.most_taken(hits, reach, taken) == done + most:
                break
            taken[row] -= most
            most -= 1
        if most > 0:
            done += most
            left[row] -= most
            if table[row, f.WOUNDED] >= 0:
                left[table[row, f.WOUNDED]] += most
    return left


@compiled
def all_ways(
    counts: IntArray, table: IntArray, order: IntArray, reach: IntArray, hits: IntArray
) -> IntArray:
    """What may be left when hits are taken in any lawful way; first comes that of the order.

    As many hits as possible are taken, and rows that are lost last take what nobody else can. Equal
    whole ships are all damaged before one of them is hit again, so the damaged form of a ship can
    take more than those that were damaged before only if no whole ones are left.
    """
    rows = len(counts)
    found = np.empty((16, rows), np.int64)
    used = 0
    live = 0
    for k in range(len(hits)):
        if hits[k] > 0:
            live |= 1 << k
    room = room_of(counts, table)
    total = reckoning.most_taken(hits, reach, room)
    if total == 0:
        found[0] = counts
        return found[:1]
    early = room.copy()
    for i in range(rows):
        if table[i, f.LAST]:
            early[i] = 0
    need = np.zeros(2, np.int64)
    need[0] = reckoning.most_taken(hits, reach, early)
    need[1] = total - need[0]
    parent = np.full(rows, -1, np.int64)
    for i in range(rows):
        if table[i, f.WOUNDED] >= 0:
            parent[table[i, f.WOUNDED]] = i
    # Most that the rows from each place of the order on can take: early ones, and late ones.
    rest = np.zeros((rows + 1, 2), np.int64)
    cap = np.zeros(rows, np.int64)
    for i in range(rows):
        row = order[i]
        if reach[row] & live:
            up = row
            while up >= 0:
                cap[row] += counts[up]
                up = parent[up]
    for i in range(rows - 1, -1, -1):
        row = order[i]
        rest[i] = rest[i + 1]
        rest[i, table[row, f.LAST]] += cap[row]
    taken = np.zeros(rows, np.int64)
    trial = np.zeros(rows, np.int64)
    mixed = live & (live - 1) != 0
    at = 0
    fresh = True
    while at >= 0:
        row = order[at]
        late = table[row, f.LAST]
        if fresh:
            most = counts[row]
            if parent[row] >= 0 and taken[parent[row]] >= counts[parent[row]]:
                most += taken[parent[row]]
            taken[row] = min(most, cap[row], need[late])
            need[late] -= taken[row]
            fresh = False
        elif taken[row] == 0:
            at -= 1
            continue
        else:
            taken[row] -= 1
            need[late] += 1
        if need[0] > rest[at + 1, 0] or need[1] > rest[at + 1, 1]:
            need[late] += taken[row]
            taken[row] = 0
            at -= 1
            continue
        if mixed:
            for i in range(rows):
                trial[order[i]] = taken[order[i]] if i <= at else cap[order[i]]
            if reckoning.most_taken(hits, reach, trial) < total:
                need[late] += taken[row]
                taken[row] = 0
                at -= 1
                continue
            done = 0
            for i in range(rows):
                trial[order[i]] = taken[order[i]] if i <= at else 0
                done += trial[order[i]]
            if reckoning.most_taken(hits, reach, trial) < done:
                continue
        if at < rows - 1:
            at += 1
            fresh = True
            continue
        if used == len(found):
            wider = np.empty((2 * used, rows), np.int64)
            wider[:used] = found
            found = wider
        for i in range(rows):
            found[used, i] = counts[i] - taken[i]
            if parent[i] >= 0:
                found[used, i] += taken[parent[i]]
        used += 1
    return found[:used]


@compiled
def ways(
    counts: IntArray,
    table: IntArray,
    order: IntArray,
    keeps: IntArray,
    reach: IntArray,
    hits: IntArray,
    free: bool,
) -> IntArray:
    """What may be left: the one thing that an order leaves, or all that lawful losses leave."""
    if free:
        return all_ways(counts, table, order, reach, hits)
    left = np.empty((1, len(counts)), np.int64)
    left[0] = by_order(counts, table, order, keeps, reach, hits)
    return left
