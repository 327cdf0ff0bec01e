"""One battle played with dice: its forces, their fire and their losses.

Both sides are layers of the same arrays: 0 attacks, 1 defends.
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.odds import fight as f
from sandtable.odds.compiling import lean
from sandtable.odds.fight import FloatArray, IntArray
from sandtable.odds.kernels.chance import Words, tally
from sandtable.rules.reckoning import SUMMARY, fires, most_taken, share_support

ATTACK, DEFEND = 0, 1

NOW, ASIDE, OFF = 0, 1, 2
"""Units in the battle, those that were hit and have still to fire, those that left it alive."""

NUMBERS = 7
"""Numbers a shot can hit on, 0 to 6."""

CANCELS, STRUCK, FIRED = range(SUMMARY, SUMMARY + 3)
"""After a side's summary: what it cancels in this cycle, whether its first strikes fell in it, and
whether it threw any dice."""
STANCE = SUMMARY + 3

FORCE, NOTED, PACKS, SUPPORTERS, REACH, ROOM = range(6)
"""Rows to work in."""
WORK = 6


class Plan(NamedTuple):
    """A fight and the decisions of both sides, as arrays of one shape for both."""

    counts: IntArray
    """(2, R)"""
    table: IntArray
    """(2, R, COLUMNS)"""
    lends: IntArray
    """(2, R, P) whether a row supports a pool."""
    pools: IntArray
    """(2, P, 2)"""
    order: IntArray
    """(2, L, 2) losses: rows in order, and how many of each are spared for the time being."""
    steps: IntArray
    flak: FloatArray
    """(R,)"""
    bombard: IntArray
    """(B, 4)"""
    chances: FloatArray
    """(best of x NUMBERS, N + 1, N + 1) chance of at most k hits with n shots."""
    settings: IntArray
    """By the names below."""


SEA, NO_WAY_TO_HIT, EXIT, CYCLE, RETREAT, ATTACK_DIVES, DEFEND_DIVES = range(7)
"""Settings of a plan. RETREAT is the cycle after which the attackers leave, or NEVER."""
NEVER = -1
NOBODY = -1
"""The unit that a pool helps which is there for the other side's sake."""


class Battle(NamedTuple):
    """One play under way, and room to work in."""

    units: IntArray
    """(3, 2, R) NOW, ASIDE and OFF"""
    stance: IntArray
    """(2, STANCE)"""
    work: IntArray
    """(WORK, most of R, P and L)"""
    helped: IntArray
    """(R, P)"""
    volley: IntArray
    """(kinds, best of x NUMBERS) shots."""
    hits: IntArray
    """(kinds,)"""
    stream: Words
    """(1,)"""


@lean
def any_with(units: IntArray, table: IntArray, layer: int, side: int, column: int) -> bool:
    """Whether a side has units of which a column is true."""
    found = False
    for i in range(units.shape[2]):
        found |= units[layer, side, i] != 0 and table[side, i, column] != 0
    return found


@lean
def any_of(units: IntArray, layer: int, side: int) -> bool:
    found = False
    for i in range(units.shape[2]):
        found |= units[layer, side, i] != 0
    return found


@lean
def cancelled_by(units: IntArray, table: IntArray, side: int) -> int:
    found = 0
    for i in range(units.shape[2]):
        if units[NOW, side, i]:
            found |= table[side, i, f.CANCELS]
    return found


@lean
def muster(units: IntArray, table: IntArray, work: IntArray, side: int, first: bool) -> None:
    """The units of one side that may fire, those set aside included, and their numbers."""
    rows = units.shape[2]
    for i in range(rows):
        work[PACKS, i] = 0
    for i in range(rows):
        work[FORCE, i] = units[NOW, side, i] + units[ASIDE, side, i]
        pack = table[side, i, f.PACK]
        if pack >= 0:
            work[PACKS, pack] += work[FORCE, i]
    for i in range(rows):
        pack = table[side, i, f.PACK]
        packed = pack >= 0 and work[PACKS, pack] >= table[side, i, f.LEAST]
        if first:
            work[NOTED, i] = table[side, i, f.PACKED_1 if packed else f.NUMBER_1]
        else:
            work[NOTED, i] = table[side, i, f.PACKED_2 if packed else f.NUMBER_2]


@lean
def support(
    table: IntArray,
    lends: IntArray,
    pools: IntArray,
    work: IntArray,
    helped: IntArray,
    side: int,
) -> None:
    """Give out the support of a side that was mustered."""
    rows = table.shape[1]
    for i in range(rows):
        for p in range(pools.shape[1]):
            helped[i, p] = 0
    if not pools.shape[1] or pools[side, 0, 0] == NOBODY:
        return
    for p in range(pools.shape[1]):
        work[SUPPORTERS, p] = 0
        for i in range(rows):
            work[SUPPORTERS, p] += lends[side, i, p] * work[FORCE, i]
    share_support(
        table[side, :, f.UNIT],
        work[NOTED, :rows],
        work[FORCE, :rows],
        pools[side, :, 0],
        pools[side, :, 1],
        work[SUPPORTERS],
        helped,
    )


@lean
def load(
    table: IntArray,
    pools: IntArray,
    work: IntArray,
    helped: IntArray,
    volley: IntArray,
    side: int,
    strike: bool,
    struck: bool,
) -> bool:
    """The shots of a side that was mustered: in a strike those that strike, else the others.

    Says whether there are any.
    """
    fired = False
    for k in range(volley.shape[0]):
        for c in range(volley.shape[1]):
            volley[k, c] = 0
    for i in range(table.shape[1]):
        alone = work[FORCE, i]
        first = table[side, i, f.FIRST] != 0
        if not alone or not fires(first, strike, struck):
            continue
        kind, dice = table[side, i, f.KIND], NUMBERS * (table[side, i, f.BEST_OF] - 1)
        shots = table[side, i, f.SHOTS]
        for p in range(pools.shape[1]):
            volley[kind, dice + min(pools[side, p, 1], 6)] += helped[i, p] * shots
            alone -= helped[i, p]
        volley[kind, dice + min(work[NOTED, i], 6)] += alone * shots
        fired |= work[NOTED, i] > 0 or alone < work[FORCE, i]
    return fired


@lean
def throw(volley: IntArray, chances: FloatArray, hits: IntArray, stream: Words) -> int:
    """Throw the dice of a volley; the number of hits."""
    total = 0
    for k in range(len(hits)):
        hits[k] = 0
        for c in range(volley.shape[1]):
            if volley[k, c] and c % NUMBERS:
                hits[k] += tally(chances, c, volley[k, c], stream)
        total += hits[k]
    return total


@lean
def lose(units: IntArray, table: IntArray, side: int, row: int, hits: int) -> None:
    """Hits fall on a row: its units are damaged, or set aside."""
    units[NOW, side, row] -= hits
    hurt = table[side, row, f.WOUNDED]
    if hurt >= 0:
        units[NOW, side, hurt] += hits
    else:
        units[ASIDE, side, row] += hits


@lean
def all_alike(units: IntArray, table: IntArray, side: int, column: int, live: int) -> bool:
    """Whether all units of a side can take hits of all the kinds that were scored."""
    for i in range(units.shape[2]):
        if units[NOW, side, i] and table[side, i, column] & live != live:
            return False
    return True


@lean
def take(
    units: IntArray,
    table: IntArray,
    order: IntArray,
    work: IntArray,
    hits: IntArray,
    side: int,
    column: int,
) -> None:
    """One side takes the hits: as many as possible, in its order, last-chosen units last."""
    live = total = 0
    for k in range(len(hits)):
        total += hits[k]
        if hits[k]:
            live |= 1 << k
    alike = all_alike(units, table, side, column, live)
    wanted = taken = 0
    for late in range(2):
        for at in range(order.shape[1]):
            i = order[side, at, 0]
            have = units[NOW, side, i] - order[side, at, 1]
            if have <= 0 or taken == total or table[side, i, f.LAST] != late:
                continue
            if alike:
                can = min(have, total - taken)
            else:
                work[REACH, wanted] = table[side, i, column]
                work[ROOM, wanted] = have
                can = -taken + most_taken(hits, work[REACH, : wanted + 1], work[ROOM, : wanted + 1])
                work[ROOM, wanted] = can
                wanted += 1
            taken += can
            lose(units, table, side, i, can)


@lean
def fire(plan: Plan, b: Battle, side: int, first: bool, strike: bool) -> None:
    """One side fires, and the other takes the hits."""
    struck = b.stance[side, STRUCK] != 0
    if (strike and not struck) or not any_of(b.units, NOW, 1 - side):
        return
    muster(b.units, plan.table, b.work, side, first)
    support(plan.table, plan.lends, plan.pools, b.work, b.helped, side)
    if not load(plan.table, plan.pools, b.work, b.helped, b.volley, side, strike, struck):
        return
    b.stance[side, FIRED] = 1
    if throw(b.volley, plan.chances, b.hits, b.stream):
        column = f.BARE if b.stance[side, CANCELS] & f.COVER else f.TAKES
        take(b.units, plan.table, plan.order, b.work, b.hits, 1 - side, column)
