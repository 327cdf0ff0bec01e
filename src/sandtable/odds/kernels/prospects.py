"""The chance to win from every pair of states, for attackers who leave when it gets too small.

The same places as in `fleet`, looked at from the last to the first.
"""

from __future__ import annotations

import numpy as np

from sandtable.odds.compiling import inner
from sandtable.odds.fight import FloatArray, IntArray
from sandtable.odds.kernels.course import ON, between
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
    both_fire,
    copy,
    further_volley,
    mask_of,
    volley,
    way,
)
from sandtable.odds.kernels.states import SHIELDS
from sandtable.odds.kernels.volley import FALL, HIGH, LOW, STRUCK
from sandtable.rules import reckoning


@inner
def draw(values: FloatArray, side_a: Side, side_d: Side, slot: int, a: int, d: int) -> float:
    """What is to be expected where the fire of both sides leads, but for the pair it came from."""
    chances_a, range_a = side_a.falls.chances, side_a.falls.range
    chances_d, range_d = side_d.falls.chances, side_d.falls.range
    total = 0.0
    for to_a in range(range_a[slot, LOW], range_a[slot, HIGH] + 1):
        if chances_a[slot, to_a] == 0.0:
            continue
        row = 0.0
        for to_d in range(range_d[slot, LOW], range_d[slot, HIGH] + 1):
            if to_a != a or to_d != d:
                row += chances_d[slot, to_d] * values[to_a, to_d]
        total += chances_a[slot, to_a] * row
    return total


@inner
def draw_shielded(
    values: FloatArray, side_a: Side, side_d: Side, mask: int, a: int, d: int, kept_a: bool
) -> float:
    """The same for a cycle in which the victims of one side still fire, after the strikes."""
    by_a = REGULAR if mask & STRUCK_A else ALL
    by_d = REGULAR if mask & STRUCK_D else ALL
    bare_a, bare_d = (mask & BARE_A) // BARE_A, (mask & BARE_D) // BARE_D
    falls_a, falls_d = side_a.falls, side_d.falls
    gone, range_ = falls_a.chances, falls_a.range
    if kept_a:
        gone, range_ = falls_d.chances, falls_d.range
    total = 0.0
    for state in range(range_[STRUCK, LOW], range_[STRUCK, HIGH] + 1):
        share = gone[STRUCK, state]
        if share == 0.0:
            continue
        if kept_a:
            copy(falls_a.chances, falls_a.range, STRUCK, FALL)
            further_volley(side_d, side_a, state, by_d, bare_a, FALL)
            volley(side_a, side_d, a, by_a, state, bare_d, FALL)
        else:
            copy(falls_d.chances, falls_d.range, STRUCK, FALL)
            further_volley(side_a, side_d, state, by_a, bare_d, FALL)
            volley(side_d, side_a, d, by_d, state, bare_a, FALL)
        total += share * draw(values, side_a, side_d, FALL, a, d)
    return total


@inner
def win_chances(rules: IntArray, side_a: Side, side_d: Side, plan: IntArray) -> FloatArray:
    """The chance that the attackers win if they press on, from the end of a cycle."""
    marks_a, marks_d = side_a.force.marks, side_d.force.marks
    size_a, size_d = len(marks_a), len(marks_d)
    plans = 0
    for k in plan:
        plans = max(plans, k + 1)
    ended = np.zeros((size_a, size_d))
    ready = np.zeros((size_a, size_d))
    middle = np.zeros((plans, size_a, size_d))
    drawn = np.zeros(plans)
    stays = np.zeros(plans)
    for a in range(size_a - 1, -1, -1):
        for d in range(size_d - 1, -1, -1):
            here_a = marks_a[a, reckoning.PRESENT] != 0
            if not here_a or not marks_d[d, reckoning.PRESENT]:
                won = 1.0 if here_a else 0.0
                ended[a, d] = won
                ready[a, d] = won
                middle[:, a, d] = won
                continue
            for mask in range(16):
                if plan[mask] >= 0:
                    both_fire(side_a, side_d, mask, a, d, REGULAR)
                    drawn[plan[mask]] = draw(ended, side_a, side_d, FALL, a, d)
                    stays[plan[mask]] = (
                        side_a.falls.chances[FALL, a] * side_d.falls.chances[FALL, d]
                    )
            mask = mask_of(rules, marks_a, marks_d, a, d)
            course = way(rules, mask, marks_a[a, SHIELDS], marks_d[d, SHIELDS])
            if course == TOGETHER:
                both_fire(side_a, side_d, mask, a, d, ALL)
                unhurt = side_a.falls.chances[FALL, a] * side_d.falls.chances[FALL, d]
                value = draw(ended, side_a, side_d, FALL, a, d)
            else:
                both_fire(side_a, side_d, mask, a, d, STRIKING)
                own = plan[mask]
                spared = side_a.falls.chances[STRUCK, a] * side_d.falls.chances[STRUCK, d]
                unhurt = spared * stays[own]
                if course == IN_TURN:
                    value = draw(middle[own], side_a, side_d, STRUCK, a, d)
                    value += spared * drawn[own]
                else:
                    kept_a = course == ATTACKERS_SHIELDED
                    value = draw_shielded(ended, side_a, side_d, mask, a, d, kept_a)
            where, after_a, after_d = between(rules, marks_a, marks_d, a, d, False)
            if where == ON and after_a == a and after_d == d:
                ready[a, d] = value / (1.0 - unhurt) if unhurt < 1.0 else 0.0
                ended[a, d] = ready[a, d]
            else:
                if where == ON:
                    ended[a, d] = ready[after_a, after_d]
                elif (
                    marks_a[after_a, reckoning.PRESENT] and not marks_d[after_d, reckoning.PRESENT]
                ):
                    ended[a, d] = 1.0
                ready[a, d] = value + unhurt * ended[a, d]
            for k in range(plans):
                middle[k, a, d] = drawn[k] + stays[k] * ended[a, d]
    return ended
