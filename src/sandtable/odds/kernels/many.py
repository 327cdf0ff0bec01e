"""Thousands of battles in one call, each summed up in a few figures."""

from __future__ import annotations

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.compiling import compiled, inner
from sandtable.odds.fight import FloatArray, IntArray
from sandtable.odds.kernels import land, sea

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
SWING_SQUARED = 8
"""Expected square of the defenders' losses less the attackers'."""
CYCLES = 9
FIGURES = 10


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
            out[SWING_SQUARED] += both * swing * swing
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


@compiled
def land_battles(
    counts_a: IntArray,
    table_a: IntArray,
    helps_a: IntArray,
    pools_a: IntArray,
    costs_a: FloatArray,
    order_a: IntArray,
    keeps_a: IntArray,
    counts_d: IntArray,
    table_d: IntArray,
    helps_d: IntArray,
    pools_d: IntArray,
    costs_d: FloatArray,
    order_d: IntArray,
    keeps_d: IntArray,
    flak: FloatArray,
    guns: IntArray,
    leave_after: int,
    leave_below: float,
) -> FloatArray:
    """Figures of battles of which each side is a chain of states; `guns` says where guns fire."""
    out = np.zeros((len(counts_a), FIGURES))
    nobody = np.zeros(len(flak))
    silent = np.zeros((0, 4), np.int64)
    for k in range(len(counts_a)):
        states_a, states_d, fought, left, _, cycles, _ = on_land(
            counts_a[k], table_a, helps_a, pools_a, order_a[k % len(order_a)],
            keeps_a[k % len(keeps_a)], counts_d[k], table_d, helps_d, pools_d,
            order_d[k % len(order_d)], keeps_d[k % len(keeps_d)],
            flak if guns[k] else nobody, silent, 1, leave_after, leave_below, False,
        )  # fmt: skip
        sum_up(
            states_a, states_d, fought, left, table_a, costs_a, costs_d,
            worth(counts_a[k], costs_a), worth(counts_d[k], costs_d), out[k],
        )  # fmt: skip
        out[k, CYCLES] = cycles
    return out


@compiled
def sea_battles(
    counts_a: IntArray,
    table_a: IntArray,
    helps_a: IntArray,
    pools_a: IntArray,
    costs_a: FloatArray,
    order_a: IntArray,
    keeps_a: IntArray,
    counts_d: IntArray,
    table_d: IntArray,
    helps_d: IntArray,
    pools_d: IntArray,
    costs_d: FloatArray,
    order_d: IntArray,
    keeps_d: IntArray,
    flak: FloatArray,
    guns: IntArray,
    kinds: int,
    rules: IntArray,
    leave_after: int,
    leave_below: float,
    limit: int,
) -> FloatArray:
    """The same for battles of the general kind; figures of -1 for those that are too large."""
    out = np.zeros((len(counts_a), FIGURES))
    nobody = np.zeros(len(flak))
    silent = np.zeros((0, 4), np.int64)
    for k in range(len(counts_a)):
        states_a, states_d, fought, left, _, cycles, _ = at_sea(
            counts_a[k], table_a, helps_a, pools_a, order_a[k % len(order_a)],
            keeps_a[k % len(keeps_a)], counts_d[k], table_d, helps_d, pools_d,
            order_d[k % len(order_d)], keeps_d[k % len(keeps_d)],
            flak if guns[k] else nobody, silent, 1, kinds, rules, leave_after, leave_below,
            False, limit,
        )  # fmt: skip
        if len(states_a) == 0:
            out[k] = -1.0
            continue
        sum_up(
            states_a, states_d, fought, left, table_a, costs_a, costs_d,
            worth(counts_a[k], costs_a), worth(counts_d[k], costs_d), out[k],
        )  # fmt: skip
        out[k, CYCLES] = cycles
    return out
