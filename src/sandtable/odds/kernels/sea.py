"""The whole of a battle of the general kind, from counts to chances."""

from __future__ import annotations

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.compiling import compiled, inner
from sandtable.odds.fight import FloatArray, IntArray
from sandtable.odds.kernels.course import DIVES_A, DIVES_D, NO_WAY_TO_HIT, ON, SEA, before, look
from sandtable.odds.kernels.firing import Side
from sandtable.odds.kernels.fleet import Flow, close_cycle, flow_on, make_flow, put
from sandtable.odds.kernels.land import GONE, cycles_differ
from sandtable.odds.kernels.opening import after_bombardment, after_flak
from sandtable.odds.kernels.prospects import win_chances
from sandtable.odds.kernels.reaching import reach_of
from sandtable.odds.kernels.states import make_force
from sandtable.odds.kernels.volley import make_falls, make_guns

MOST_STATES = 1 << 17
"""States of one side."""


@inner
def striking_groups(table: IntArray, group_of: IntArray) -> int:
    """Groups of hits that first strikes score, as a mask."""
    found = 0
    for i in range(len(table)):
        if table[i, f.FIRST]:
            found |= 1 << group_of[table[i, f.KIND]]
    return found


@inner
def start(
    rules: IntArray,
    marks_a: IntArray,
    marks_d: IntArray,
    flow: Flow,
    at_a: IntArray,
    chances_a: FloatArray,
    at_d: IntArray,
    chances_d: FloatArray,
    cycle: int,
) -> None:
    """Put both forces where their battle begins."""
    for i in range(len(at_a)):
        for j in range(len(at_d)):
            where, a, d = ON, at_a[i], at_d[j]
            if cycle == 1:
                where, a, d = look(rules, marks_a, marks_d, a, d, True)
            if where == ON:
                where, a, d = before(rules, marks_a, marks_d, a, d)
            put(flow.ready, flow.fought, flow.left, where, a, d, chances_a[i] * chances_d[j])


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
    kinds: int,
    rules: IntArray,
    leave_after: int,
    leave_below: float,
    by_cycle: bool,
    limit: int,
) -> tuple[IntArray, IntArray, FloatArray, FloatArray, FloatArray, float, float]:
    """The same as `land.fight_out`; states have what is present, then what is safe.

    No states at all if there are more pairs of them than the limit.
    """
    reach_d = reach_of(table_d, table_a, kinds)
    reach_a = reach_of(table_a, table_d, kinds)
    starts_a, chances_a = after_flak(counts_a, flak)
    starts_d, chances_d = after_bombardment(counts_d, table_d, order_d, keeps_d, bombard)
    sinks = rules[SEA] != 0 and rules[NO_WAY_TO_HIT] == f.SINK_DEFENSELESS
    leaves = leave_after >= 0 or leave_below > 0.0
    most = min(limit, MOST_STATES)
    force_a, at_a = make_force(
        starts_a, table_a, order_a, keeps_a, reach_a, rules[DIVES_A] != 0, leaves, sinks, most
    )
    force_d, at_d = make_force(
        starts_d, table_d, order_d, keeps_d, reach_d, rules[DIVES_D] != 0, False, sinks, most
    )
    size_a, size_d = len(force_a.states), len(force_d.states)
    lengths = np.zeros(64)
    if size_a == 0 or size_d == 0 or size_a * size_d > limit:
        none = np.zeros((0, 0))
        return force_a.states[:0], force_d.states[:0], none, none, lengths, 0.0, 0.0
    flow = make_flow(rules, force_a.marks, force_d.marks)
    group_a, group_d = reach_d.group_of, reach_a.group_of
    side_a = Side(
        force_a,
        make_guns(force_a, table_a, helps_a, pools_a, group_a, force_d.stages, 2),
        make_falls(size_a, len(table_a)),
        reach_a,
        table_a,
        order_a,
        keeps_a,
        striking_groups(table_a, group_a),
    )
    side_d = Side(
        force_d,
        make_guns(force_d, table_d, helps_d, pools_d, group_d, force_a.stages, 2),
        make_falls(size_d, len(table_d)),
        reach_d,
        table_d,
        order_d,
        keeps_d,
        striking_groups(table_d, group_d),
    )
    quits = np.zeros((0, 0), np.bool_)
    if leave_below > 0.0:
        quits = win_chances(rules, side_a, side_d, flow.plan) < leave_below
    start(rules, force_a.marks, force_d.marks, flow, at_a, chances_a, at_d, chances_d, cycle)
    expected = dropped = 0.0
    done = 0
    differs = cycle == 1 and (cycles_differ(table_a) or cycles_differ(table_d))
    while by_cycle or differs or leave_after > done:
        now_a, now_d = side_a, side_d
        if differs:
            differs = False
            now_a = Side(
                force_a,
                make_guns(force_a, table_a, helps_a, pools_a, group_a, force_d.stages, 1),
                side_a.falls,
                reach_a,
                table_a,
                order_a,
                keeps_a,
                side_a.striking,
            )
            now_d = Side(
                force_d,
                make_guns(force_d, table_d, helps_d, pools_d, group_d, force_a.stages, 1),
                side_d.falls,
                reach_d,
                table_d,
                order_d,
                keeps_d,
                side_d.striking,
            )
        fought, lost = flow_on(rules, now_a, now_d, flow, quits, False)
        dropped += lost
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
        leave = leave_after >= 0 and done >= leave_after
        close_cycle(rules, force_a.marks, force_d.marks, flow, quits, leave)
    if not by_cycle:
        if leave_after >= 0:
            # Who could not leave by now does as soon as it can.
            quits = np.ones((size_a, size_d), np.bool_)
        more, lost = flow_on(rules, side_a, side_d, flow, quits, True)
        expected += more
        dropped += lost
    return (
        force_a.states,
        force_d.states,
        flow.fought,
        flow.left,
        lengths[:done],
        expected,
        dropped,
    )
