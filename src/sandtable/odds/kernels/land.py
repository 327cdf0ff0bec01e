"""The whole of a battle in which each side is a chain of states, from counts to chances."""

from __future__ import annotations

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.compiling import compiled, inner
from sandtable.odds.fight import BoolArray, FloatArray, IntArray
from sandtable.odds.kernels.chain import all_cycles, one_cycle, win_chances
from sandtable.odds.kernels.dice import (
    FACES,
    MOST_DICE,
    TINY,
    count_dice,
    dice_of,
    throw,
    throw_more,
)
from sandtable.odds.kernels.opening import after_bombardment, after_flak, likely, take_hit
from sandtable.odds.kernels.states import strength

FOREVER = -1
"""In place of a number of cycles: the attackers do not leave after any."""
GONE = 1e-17
"""A battle that is less likely than this to go on is over."""


@inner
def chains(
    starts: IntArray, table: IntArray, order: IntArray, keeps: IntArray
) -> tuple[IntArray, IntArray, IntArray]:
    """States of a side along its chains, the last one of each state's chain, and the starts.

    A start that lies on the first chain needs no chain of its own.
    """
    size = 1
    for k in range(len(starts)):
        size += strength(starts[k], table) + 1
    rows = starts.shape[1]
    states = np.empty((size, rows), np.int64)
    last = np.empty(size, np.int64)
    at = np.empty(len(starts), np.int64)
    everybody = (1 << rows) - 1
    used = first = 0
    for k in range(len(starts)):
        at[k] = -1
        for s in range(first):
            same = 0
            while same < rows and states[s, same] == starts[k, same]:
                same += 1
            if same == rows:
                at[k] = s
                break
        if at[k] >= 0:
            continue
        begin = used
        at[k] = used
        states[used] = starts[k]
        used += 1
        while True:
            states[used] = states[used - 1]
            if not take_hit(states[used], table, order, keeps, everybody):
                break
            used += 1
        last[begin:used] = used - 1
        if k == 0:
            first = used
    return states[:used], last[:used], at


@inner
def fire(
    states: IntArray,
    table: IntArray,
    helps: IntArray,
    pools: IntArray,
    cycle: int,
    floor: float,
) -> tuple[FloatArray, IntArray, FloatArray]:
    """Chances of hits from every state, the most hits, and the chance of so many or more.

    From the last state of a chain to its first there are ever more dice.
    """
    size, rows = states.shape
    dice = 0
    for s in range(size):
        here = 0
        for i in range(rows):
            here += states[s, i] * table[i, f.SHOTS]
        dice = max(dice, here)
    hits = np.zeros((size, dice + 2))
    tail = np.zeros((size, dice + 2))
    most = np.zeros(size, np.int64)
    parts = np.empty((rows * (len(pools) + 1), 3), np.int64)
    scratch = np.empty((2, dice + 2))
    thrown = np.zeros((2, MOST_DICE + 1, FACES + 1), np.int64)
    out = np.zeros(dice + 2)
    out[0] = 1.0
    n = 0
    for s in range(size - 1, -1, -1):
        now, before = thrown[s & 1], thrown[~s & 1]
        now[:] = 0
        for i in range(dice_of(table, helps, pools, states[s], cycle, parts)):
            count_dice(table, parts[i], now)
        n = throw_more(before, now, out, n)
        if n < 0:
            n = throw(now, out, scratch)
        last = n
        while last > 0 and out[last] < max(floor, TINY):
            last -= 1
        most[s] = last
        total = 0.0
        for k in range(last, -1, -1):
            hits[s, k] = out[k]
            total += out[k]
            tail[s, k] = total
    return hits, most, tail


@inner
def cycles_differ(table: IntArray) -> bool:
    """Whether anybody hits on another number in the first cycle."""
    for i in range(len(table)):
        if (
            table[i, f.NUMBER_1] != table[i, f.NUMBER_2]
            or table[i, f.PACKED_1] != table[i, f.PACKED_2]
        ):
            return True
    return False


@inner
def withdraw(
    mass: FloatArray, left: FloatArray, last_a: IntArray, last_d: IntArray, quits: BoolArray
) -> None:
    """The attackers leave, everywhere or where they said so."""
    for a in range(len(last_a)):
        for d in range(len(last_d)):
            if a != last_a[a] and d != last_d[d] and (len(quits) == 0 or quits[a, d]):
                left[a, d] += mass[a, d]
                mass[a, d] = 0.0


@compiled
def fight_out(
    counts_a: IntArray,
    table_a: IntArray,
    helps_a: IntArray,
    pools_a: IntArray,
    order_a: IntArray,
    keeps_a: IntArray,
    counts_d: IntArray,
    table_d: IntArray,
    helps_d: IntArray,
    pools_d: IntArray,
    order_d: IntArray,
    keeps_d: IntArray,
    flak: FloatArray,
    bombard: IntArray,
    cycle: int,
    leave_after: int,
    leave_below: float,
    by_cycle: bool,
    floor: float,
    least: float,
) -> tuple[IntArray, IntArray, FloatArray, FloatArray, FloatArray, float, float]:
    """Both sides' states, chances of ends fought out and by retreat, cycles and what was left out.

    What is less likely than `floor` is left out, and with `least` remains after flak that hardly
    matter (see `likely`). Of the cycles there are the chances that so many are fought (of all if
    `by_cycle`), and their expected number.
    """
    starts_a, chances_a = after_flak(counts_a, flak)
    if least > 0.0 and len(starts_a) > 1:
        starts_a, chances_a = likely(starts_a, chances_a, least)
    starts_d, chances_d = after_bombardment(counts_d, table_d, order_d, keeps_d, bombard)
    states_a, last_a, at_a = chains(starts_a, table_a, order_a, keeps_a)
    states_d, last_d, at_d = chains(starts_d, table_d, order_d, keeps_d)
    mass = np.zeros((len(last_a), len(last_d)))
    for i in range(len(at_a)):
        for j in range(len(at_d)):
            mass[at_a[i], at_d[j]] += chances_a[i] * chances_d[j]
    hits_a, most_a, tail_a = fire(states_a, table_a, helps_a, pools_a, 2, floor)
    hits_d, most_d, tail_d = fire(states_d, table_d, helps_d, pools_d, 2, floor)
    left = np.zeros(mass.shape if leave_below > 0.0 or leave_after >= 0 else (0, 0))
    quits = np.zeros((0, 0), np.bool_)
    if leave_below > 0.0:
        wins = win_chances(last_a, last_d, hits_a, most_a, hits_d, most_d, tail_a, tail_d)
        quits = wins < leave_below
    expected = dropped = 0.0
    lengths = np.zeros(64)
    done = 0
    differs = cycle == 1 and (cycles_differ(table_a) or cycles_differ(table_d))
    # Nobody leaves before the first cycle, so that is fought by itself.
    while by_cycle or differs or leave_after > done or (leave_below > 0.0 and done == 0):
        into = np.zeros(mass.shape)
        if differs:
            differs = False
            first_a, most_first_a, tail_first_a = fire(
                states_a, table_a, helps_a, pools_a, 1, floor
            )
            first_d, most_first_d, tail_first_d = fire(
                states_d, table_d, helps_d, pools_d, 1, floor
            )
            fought, lost = one_cycle(
                mass, into, last_a, last_d,
                first_a, most_first_a, first_d, most_first_d, tail_first_a, tail_first_d, floor,
            )  # fmt: skip
        else:
            fought, lost = one_cycle(
                mass, into, last_a, last_d, hits_a, most_a, hits_d, most_d, tail_a, tail_d, floor
            )
        dropped += lost
        mass = into
        if fought <= GONE:
            dropped += fought
            break
        if done == len(lengths):
            longer = np.zeros(2 * done)
            longer[:done] = lengths
            lengths = longer
        lengths[done] = fought
        done += 1
        expected += fought
        if leave_after == done or leave_below > 0.0:
            withdraw(mass, left, last_a, last_d, quits)
    if not by_cycle:
        more, lost = all_cycles(
            mass, last_a, last_d, hits_a, most_a, hits_d, most_d, tail_a, tail_d, quits, floor
        )
        expected += more
        dropped += lost
        if leave_below > 0.0:
            withdraw(mass, left, last_a, last_d, quits)
    return states_a, states_d, mass, left, lengths[:done], expected, dropped
