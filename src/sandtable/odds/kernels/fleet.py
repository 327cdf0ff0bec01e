"""Battles with first strikes, units that not all can hit, and units that leave: most sea battles.

Chances flow through three kinds of places: pairs of states ready for a cycle, pairs in the middle
of one (after first strikes whose victims are gone), and pairs at its end. Every change leads to a
higher number of a state, so that all cycles are reckoned at once, pair by pair; a cycle without
any loss leads back to its own beginning, which is solved for.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.odds.compiling import inner, lean
from sandtable.odds.fight import BoolArray, FloatArray, IntArray
from sandtable.odds.kernels.chain import FLOOR
from sandtable.odds.kernels.course import FOUGHT, ON, between
from sandtable.odds.kernels.dice import ALL, REGULAR, STRIKING
from sandtable.odds.kernels.firing import (
    ATTACKERS_SHIELDED,
    BARE_A,
    BARE_D,
    IN_TURN,
    STRUCK_A,
    STRUCK_D,
    TOGETHER,
    Side,
    copy,
    fire,
    fire_quickly,
    further_volley,
    mask_of,
    volley,
    way,
)
from sandtable.odds.kernels.states import CANCELS, SHIELDS, STRIKES
from sandtable.odds.kernels.volley import FALL, HIGH, LOW, STRUCK
from sandtable.rules import reckoning


class Flow(NamedTuple):
    """Chances by place, (A, D) each."""

    ready: FloatArray
    middle: FloatArray
    """(plans, A, D) by what holds through the cycle."""
    plan: IntArray
    """(16,) the plan of a mask; -1 if there is none."""
    ended: FloatArray
    fought: FloatArray
    left: FloatArray


@inner
def make_flow(rules: IntArray, marks_a: IntArray, marks_d: IntArray) -> Flow:
    """Empty places for all pairs of states."""
    plan = np.full(16, -1, np.int64)
    plans = 0
    # States with the same units that matter give the same mask: look at one of each.
    seen_a = np.full(16, -1, np.int64)
    seen_d = np.full(16, -1, np.int64)
    for a in range(len(marks_a)):
        seen_a[marks_a[a, CANCELS] & 7 | marks_a[a, STRIKES] << 3] = a
    for d in range(len(marks_d)):
        seen_d[marks_d[d, CANCELS] & 7 | marks_d[d, STRIKES] << 3] = d
    for i in range(16):
        for j in range(16):
            if seen_a[i] >= 0 and seen_d[j] >= 0:
                mask = mask_of(rules, marks_a, marks_d, seen_a[i], seen_d[j])
                if mask & (STRUCK_A | STRUCK_D) and plan[mask] < 0:
                    plan[mask] = plans
                    plans += 1
    shape = (len(marks_a), len(marks_d))
    return Flow(
        np.zeros(shape),
        np.zeros((plans, shape[0], shape[1])),
        plan,
        np.zeros(shape),
        np.zeros(shape),
        np.zeros(shape),
    )


@inner
def pour(
    into: FloatArray,
    weight: float,
    chances_a: FloatArray,
    range_a: IntArray,
    chances_d: FloatArray,
    range_d: IntArray,
    slot: int,
    a: int,
    d: int,
) -> None:
    """Add where the fire of both sides leads, except to the pair that it came from."""
    if weight == 0.0:
        return
    kept = into[a, d]
    low, end = np.uint64(range_d[slot, LOW]), np.uint64(range_d[slot, HIGH] + 1)
    for to in range(np.uint64(range_a[slot, LOW]), np.uint64(range_a[slot, HIGH] + 1)):
        share = weight * chances_a[slot, to]
        if share < FLOOR:
            continue
        for k in range(low, end):
            into[to, k] += share * chances_d[slot, k]
    into[a, d] = kept


@inner
def pour_shielded(
    side_a: Side,
    side_d: Side,
    mask: int,
    a: int,
    d: int,
    kept_a: bool,
    weight: float,
    into: FloatArray,
) -> None:
    """A cycle in which the victims of one side still fire and those of the other are gone."""
    by_a = REGULAR if mask & STRUCK_A else ALL
    by_d = REGULAR if mask & STRUCK_D else ALL
    bare_a, bare_d = (mask & BARE_A) // BARE_A, (mask & BARE_D) // BARE_D
    chances_a, range_a = side_a.falls.chances, side_a.falls.range
    chances_d, range_d = side_d.falls.chances, side_d.falls.range
    gone, range_ = (chances_d, range_d) if kept_a else (chances_a, range_a)
    for state in range(range_[STRUCK, LOW], range_[STRUCK, HIGH] + 1):
        share = weight * gone[STRUCK, state]
        if share < FLOOR:
            continue
        if kept_a:
            copy(chances_a, range_a, STRUCK, FALL)
            further_volley(side_d, side_a, state, by_d, bare_a, FALL)
            volley(side_a, side_d, a, by_a, state, bare_d, FALL)
        else:
            copy(chances_d, range_d, STRUCK, FALL)
            further_volley(side_a, side_d, state, by_a, bare_d, FALL)
            volley(side_d, side_a, d, by_d, state, bare_a, FALL)
        pour(into, share, chances_a, range_a, chances_d, range_d, FALL, a, d)


@inner
def put(
    ready: FloatArray,
    fought: FloatArray,
    left: FloatArray,
    where: int,
    a: int,
    d: int,
    weight: float,
) -> None:
    """Add a chance where a pair goes between two cycles."""
    if where == ON:
        ready[a, d] += weight
    elif where == FOUGHT:
        fought[a, d] += weight
    else:
        left[a, d] += weight


@inner
def pending(ready: FloatArray, ended: FloatArray, middle: FloatArray, a: int, d: int) -> float:
    total: float = ready[a, d] + ended[a, d]
    for k in range(middle.shape[0]):
        total += middle[k, a, d]
    return total


@inner
def take_out(ready: FloatArray, ended: FloatArray, middle: FloatArray, a: int, d: int) -> float:
    """Empty all places of a pair; gives what was there."""
    total = pending(ready, ended, middle, a, d)
    ready[a, d] = 0.0
    ended[a, d] = 0.0
    for k in range(middle.shape[0]):
        middle[k, a, d] = 0.0
    return total


@lean
def flow_on(
    rules: IntArray, side_a: Side, side_d: Side, flow: Flow, quits: BoolArray, to_the_end: bool
) -> tuple[float, float]:
    """Follow the chances to the end of the battle, or of one cycle.

    Gives the expected number of cycles, and the probability that was left out.
    """
    paths_a, lengths_a, stages_a = side_a.force.paths, side_a.force.lengths, side_a.force.stages
    paths_d, lengths_d, stages_d = side_d.force.paths, side_d.force.lengths, side_d.force.stages
    marks_a, marks_d = side_a.force.marks, side_d.force.marks
    hits_a, tails_a, most_a = side_a.guns.chances, side_a.guns.tails, side_a.guns.most
    hits_d, tails_d, most_d = side_d.guns.chances, side_d.guns.tails, side_d.guns.most
    striking_a, striking_d = side_a.striking, side_d.striking
    chances_a, range_a = side_a.falls.chances, side_a.falls.range
    chances_d, range_d = side_d.falls.chances, side_d.falls.range
    ready, ended_at, middle, plan = flow.ready, flow.ended, flow.middle, flow.plan
    fought_at, left_at = flow.fought, flow.left
    plans = middle.shape[0]
    cycles = dropped = 0.0
    for a in range(len(marks_a)):
        for d in range(len(marks_d)):
            here = pending(ready, ended_at, middle, a, d)
            if here == 0.0:
                continue
            if not marks_a[a, reckoning.PRESENT] or not marks_d[d, reckoning.PRESENT]:
                fought_at[a, d] += take_out(ready, ended_at, middle, a, d)
                continue
            if here < FLOOR:
                dropped += take_out(ready, ended_at, middle, a, d)
                continue
            mask = mask_of(rules, marks_a, marks_d, a, d)
            course = way(rules, mask, marks_a[a, SHIELDS], marks_d[d, SHIELDS])
            own = plan[mask] if course == IN_TURN else -1
            begun = ready[a, d]
            ready[a, d] = 0.0
            ended = 0.0
            for other in range(16 if plans > 0 else 0):
                # What comes from the middle of cycles that began with other units about.
                k = plan[other]
                if k < 0 or k == own or middle[k, a, d] == 0.0:
                    continue
                weight = middle[k, a, d]
                middle[k, a, d] = 0.0
                bare_a, bare_d = other >> 2 & 1, other >> 3 & 1
                struck_a, struck_d = other & STRUCK_A != 0, other & STRUCK_D != 0
                if not fire_quickly(
                    paths_d, lengths_d, stages_d, hits_a, tails_a, most_a, marks_a, striking_a,
                    chances_d, range_d, a, d, bare_d, REGULAR, struck_a,
                ):  # fmt: skip
                    fire(side_a, side_d, a, d, bare_d, REGULAR, struck_a)
                if not fire_quickly(
                    paths_a, lengths_a, stages_a, hits_d, tails_d, most_d, marks_d, striking_d,
                    chances_a, range_a, d, a, bare_a, REGULAR, struck_d,
                ):  # fmt: skip
                    fire(side_d, side_a, d, a, bare_a, REGULAR, struck_d)
                ended += weight * chances_a[FALL, a] * chances_d[FALL, d]
                pour(ended_at, weight, chances_a, range_a, chances_d, range_d, FALL, a, d)
            resumed = 0.0
            if own >= 0:
                resumed = middle[own, a, d]
                middle[own, a, d] = 0.0
            where, after_a, after_d = ON, a, d
            loops = False
            if to_the_end:
                ended += ended_at[a, d]
                ended_at[a, d] = 0.0
                leave = len(quits) > 0 and quits[a, d]
                where, after_a, after_d = between(rules, marks_a, marks_d, a, d, leave)
                loops = where == ON and after_a == a and after_d == d
            bare_a, bare_d = mask >> 2 & 1, mask >> 3 & 1
            struck_a, struck_d = mask & STRUCK_A != 0, mask & STRUCK_D != 0
            spared = 1.0
            if course != TOGETHER:
                if not fire_quickly(
                    paths_d, lengths_d, stages_d, hits_a, tails_a, most_a, marks_a, striking_a,
                    chances_d, range_d, a, d, bare_d, STRIKING, struck_a,
                ):  # fmt: skip
                    fire(side_a, side_d, a, d, bare_d, STRIKING, struck_a)
                if not fire_quickly(
                    paths_a, lengths_a, stages_a, hits_d, tails_d, most_d, marks_d, striking_d,
                    chances_a, range_a, d, a, bare_a, STRIKING, struck_d,
                ):  # fmt: skip
                    fire(side_d, side_a, d, a, bare_a, STRIKING, struck_d)
                spared = chances_a[STRUCK, a] * chances_d[STRUCK, d]
            who = ALL if course == TOGETHER else REGULAR
            if not fire_quickly(
                paths_d, lengths_d, stages_d, hits_a, tails_a, most_a, marks_a, striking_a,
                chances_d, range_d, a, d, bare_d, who, struck_a,
            ):  # fmt: skip
                fire(side_a, side_d, a, d, bare_d, who, struck_a)
            if not fire_quickly(
                paths_a, lengths_a, stages_a, hits_d, tails_d, most_d, marks_d, striking_d,
                chances_a, range_a, d, a, bare_a, who, struck_d,
            ):  # fmt: skip
                fire(side_d, side_a, d, a, bare_a, who, struck_d)
            unhurt = chances_a[FALL, a] * chances_d[FALL, d]
            ended += resumed * unhurt
            unhurt *= spared
            if loops:
                if unhurt >= 1.0:
                    fought_at[a, d] += begun + ended
                    continue
                begun = (begun + ended) / (1.0 - unhurt)
            elif to_the_end:
                put(ready, fought_at, left_at, where, after_a, after_d, ended + begun * unhurt)
            else:
                ended_at[a, d] += ended + begun * unhurt
            cycles += begun
            if course <= IN_TURN:
                weight = resumed + begun * spared
                pour(ended_at, weight, chances_a, range_a, chances_d, range_d, FALL, a, d)
            if course == IN_TURN:
                pour(middle[own], begun, chances_a, range_a, chances_d, range_d, STRUCK, a, d)
            elif course != TOGETHER:
                kept_a = course == ATTACKERS_SHIELDED
                pour_shielded(side_a, side_d, mask, a, d, kept_a, begun, ended_at)
    return cycles, dropped


@inner
def close_cycle(
    rules: IntArray, marks_a: IntArray, marks_d: IntArray, flow: Flow, quits: BoolArray, leave: bool
) -> None:
    """Take all pairs from the end of a cycle to the beginning of the next."""
    for a in range(flow.ended.shape[0]):
        for d in range(flow.ended.shape[1]):
            weight = flow.ended[a, d]
            if weight == 0.0:
                continue
            flow.ended[a, d] = 0.0
            goes = leave or (len(quits) > 0 and quits[a, d])
            where, next_a, next_d = between(rules, marks_a, marks_d, a, d, goes)
            put(flow.ready, flow.fought, flow.left, where, next_a, next_d, weight)
