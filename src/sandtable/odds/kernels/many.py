"""Thousands of battles in one call, each summed up in a few figures."""

from __future__ import annotations

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.compiling import compiled, inner, lean
from sandtable.odds.fight import FloatArray, IntArray
from sandtable.odds.kernels import land, sea
from sandtable.odds.kernels.chain import FLOOR
from sandtable.odds.kernels.opening import after_flak, likely

on_land, at_sea = land.fight_out, sea.fight_out

# Columns of the figures of a battle.
WINS = 0
"""Chance that only attackers are left in the battle."""
TAKES = 1
"""Chance that one of these can take the ground."""
BOTH_GONE = 2
DEFENDED = 3
"""Chance that only defenders are left."""
STANDSTILL = 4
LEAVES = 5
"""Chance that the attackers retreat."""
ATTACK_LOSS = 6
"""Expected losses of the attackers in IPCs."""
DEFEND_LOSS = 7
SWING = 8
"""Expected losses of the defenders less those of the attackers."""
DEVIATION = 9
"""Standard deviation of that; its expected square while a battle is summed up."""
CYCLES = 10
FIGURES = 11


@lean
def all_within(counts: IntArray, most: int) -> bool:
    """Whether all rows of counts have 0 to so many units."""
    for k in range(len(counts)):
        total = 0
        for i in range(counts.shape[1]):
            if counts[k, i] < 0 or counts[k, i] > most:
                return False
            total += counts[k, i]
        if total > most:
            return False
    return True


@inner
def place(units: IntArray, rows: IntArray, counts: IntArray) -> int:
    """Counts of units as counts of rows; gives how many guns are among them, which have none."""
    guns = 0
    counts[:] = 0
    for i in range(len(units)):
        if rows[i] >= 0:
            counts[rows[i]] = units[i]
        else:
            guns += units[i]
    return guns


@inner
def keep_ground(
    counts: IntArray, table: IntArray, usual: IntArray, order: IntArray, keeps: IntArray
) -> None:
    """The usual order of losses, but one unit that can take the ground is lost last of all."""
    kept = -1
    for i in range(len(usual)):
        if counts[usual[i]] > 0 and table[usual[i], f.CAPTURES] != 0:
            kept = usual[i]
    for i in range(len(usual)):
        order[i] = usual[i]
        keeps[i] = usual[i] == kept
    order[len(usual)] = usual[0] if kept < 0 else kept
    keeps[len(usual)] = 0


@inner
def worth(counts: IntArray, costs: FloatArray) -> float:
    total = 0.0
    for i in range(len(costs)):
        total += counts[i] * costs[i]
    return total


@inner
def sum_up(
    states_a: IntArray,
    states_d: IntArray,
    fought: FloatArray,
    left: FloatArray,
    table_a: IntArray,
    costs_a: FloatArray,
    costs_d: FloatArray,
    whole_a: float,
    whole_d: float,
    out: FloatArray,
) -> None:
    """The figures of a battle from its ends. States have what is present, then what is safe."""
    rows_a, rows_d = len(costs_a), len(costs_d)
    lost_d = np.empty(len(states_d))
    here_d = np.zeros(len(states_d), np.bool_)
    for d in range(len(states_d)):
        lost_d[d] = whole_d - worth(states_d[d], costs_d)
        for i in range(rows_d):
            here_d[d] |= states_d[d, i] > 0
        if states_d.shape[1] > rows_d:
            lost_d[d] -= worth(states_d[d, rows_d:], costs_d)
    for a in range(len(states_a)):
        lost_a = whole_a - worth(states_a[a], costs_a)
        if states_a.shape[1] > rows_a:
            lost_a -= worth(states_a[a, rows_a:], costs_a)
        here_a = holds = False
        for i in range(rows_a):
            if states_a[a, i] > 0:
                here_a = True
                holds |= table_a[i, f.CAPTURES] != 0
        for d in range(len(states_d)):
            gone = left[a, d] if len(left) > 0 else 0.0
            chance = fought[a, d]
            both = chance + gone
            if both == 0.0:
                continue
            swing = lost_d[d] - lost_a
            out[ATTACK_LOSS] += both * lost_a
            out[DEFEND_LOSS] += both * lost_d[d]
            out[DEVIATION] += both * swing * swing
            out[LEAVES] += gone
            if here_a and not here_d[d]:
                out[WINS] += chance
                if holds:
                    out[TAKES] += chance
            elif here_a:
                out[STANDSTILL] += chance
            elif here_d[d]:
                out[DEFENDED] += chance
            else:
                out[BOTH_GONE] += chance
    out[SWING] = out[DEFEND_LOSS] - out[ATTACK_LOSS]
    out[DEVIATION] = np.sqrt(max(out[DEVIATION] - out[SWING] ** 2, 0.0))


@inner
def make_whole(out: FloatArray) -> None:
    """Let what was reckoned with stand for what was left out."""
    total = out[WINS] + out[BOTH_GONE] + out[DEFENDED] + out[STANDSTILL] + out[LEAVES]
    for i in range(CYCLES):
        out[i] /= total


@inner
def mend_loss(
    counts: IntArray, flak: FloatArray, costs: FloatArray, least: float, out: FloatArray
) -> None:
    """Put right what the likeliest remains after flak alone tell of its costs, as far as the
    planes would not have been lost anyway."""
    lost = 0.0
    for i in range(len(counts)):
        lost += counts[i] * flak[i] * costs[i]
    starts, chances = after_flak(counts, flak)
    starts, chances = likely(starts, chances, least)
    whole = worth(counts, costs)
    for k in range(len(starts)):
        lost -= chances[k] * (whole - worth(starts[k], costs))
    out[ATTACK_LOSS] += lost * out[WINS]
    out[SWING] -= lost * out[WINS]


@compiled
def land_battles(
    units_a: IntArray,
    rows_a: IntArray,
    table_a: IntArray,
    helps_a: IntArray,
    pools_a: IntArray,
    costs_a: FloatArray,
    order_a: IntArray,
    keeps_a: IntArray,
    ground_a: bool,
    units_d: IntArray,
    rows_d: IntArray,
    table_d: IntArray,
    helps_d: IntArray,
    pools_d: IntArray,
    costs_d: FloatArray,
    order_d: IntArray,
    keeps_d: IntArray,
    ground_d: bool,
    flak: FloatArray,
    leave_after: int,
    leave_below: float,
    floor: float,
    least: float,
) -> FloatArray:
    """Figures of battles of which each side is a chain of states.

    With `ground` an order of losses has room at its end for the unit that is lost last.
    """
    out = np.zeros((len(units_a), FIGURES))
    nobody = np.zeros(len(flak))
    silent = np.zeros((0, 4), np.int64)
    counts_a, counts_d = np.empty(len(table_a), np.int64), np.empty(len(table_d), np.int64)
    last_a, kept_a = order_a.copy(), keeps_a.copy()
    last_d, kept_d = order_d.copy(), keeps_d.copy()
    for k in range(len(units_a)):
        place(units_a[k], rows_a, counts_a)
        guns = place(units_d[k], rows_d, counts_d)
        if ground_a:
            keep_ground(counts_a, table_a, order_a[:-1], last_a, kept_a)
        if ground_d:
            keep_ground(counts_d, table_d, order_d[:-1], last_d, kept_d)
        states_a, states_d, fought, left, _, cycles, _ = on_land(
            counts_a, table_a, helps_a, pools_a, last_a, kept_a,
            counts_d, table_d, helps_d, pools_d, last_d, kept_d,
            flak if guns else nobody, silent, 1, leave_after, leave_below, False, floor, least,
        )  # fmt: skip
        sum_up(
            states_a, states_d, fought, left, table_a, costs_a, costs_d,
            worth(counts_a, costs_a), worth(counts_d, costs_d), out[k],
        )  # fmt: skip
        out[k, CYCLES] = cycles
        if floor > FLOOR:
            make_whole(out[k])
            if guns:
                mend_loss(counts_a, flak, costs_a, least, out[k])
    return out


@compiled
def sea_battles(
    units_a: IntArray,
    rows_a: IntArray,
    table_a: IntArray,
    helps_a: IntArray,
    pools_a: IntArray,
    costs_a: FloatArray,
    order_a: IntArray,
    keeps_a: IntArray,
    ground_a: bool,
    units_d: IntArray,
    rows_d: IntArray,
    table_d: IntArray,
    helps_d: IntArray,
    pools_d: IntArray,
    costs_d: FloatArray,
    order_d: IntArray,
    keeps_d: IntArray,
    ground_d: bool,
    flak: FloatArray,
    kinds: int,
    rules: IntArray,
    leave_after: int,
    leave_below: float,
    limit: int,
) -> FloatArray:
    """The same for battles of the general kind; `nan` for those that are too large."""
    out = np.zeros((len(units_a), FIGURES))
    nobody = np.zeros(len(flak))
    silent = np.zeros((0, 4), np.int64)
    counts_a, counts_d = np.empty(len(table_a), np.int64), np.empty(len(table_d), np.int64)
    last_a, kept_a = order_a.copy(), keeps_a.copy()
    last_d, kept_d = order_d.copy(), keeps_d.copy()
    for k in range(len(units_a)):
        place(units_a[k], rows_a, counts_a)
        guns = place(units_d[k], rows_d, counts_d)
        if ground_a:
            keep_ground(counts_a, table_a, order_a[:-1], last_a, kept_a)
        if ground_d:
            keep_ground(counts_d, table_d, order_d[:-1], last_d, kept_d)
        states_a, states_d, fought, left, _, cycles, _ = at_sea(
            counts_a, table_a, helps_a, pools_a, last_a, kept_a,
            counts_d, table_d, helps_d, pools_d, last_d, kept_d,
            flak if guns else nobody, silent, 1, kinds, rules, leave_after, leave_below,
            False, limit,
        )  # fmt: skip
        if len(states_a) == 0:
            out[k] = np.nan
            continue
        sum_up(
            states_a, states_d, fought, left, table_a, costs_a, costs_d,
            worth(counts_a, costs_a), worth(counts_d, costs_d), out[k],
        )  # fmt: skip
        out[k, CYCLES] = cycles
    return out
