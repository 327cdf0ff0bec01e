"""The solved decisions between the fire of two cycles: who submerges, and whether to retreat."""

from __future__ import annotations

import numpy as np

from sandtable.odds.compiling import compiled, lean
from sandtable.odds.fight import FloatArray, IntArray
from sandtable.odds.kernels.solving_ends import (
    ATTACK_SUBMERGES,
    MUST,
    NEVER,
    PRESS,
    Course,
    can_leave,
    dived,
    ending,
    left_behind,
    may_dive,
    over_at_once,
    owned,
    standoff,
)
from sandtable.odds.kernels.solving_states import ALL, DIVE_BEGIN, DIVE_END, GONE, UNITS, Army
from sandtable.rules import reckoning

CLOSE = 1e-9
"""Values that differ by less are the same: then the usual choice is made."""

ON, OVER, LEFT = 0, 1, 2
"""How a battle goes on between two cycles: it does, it is over, or the attackers have left."""


@lean
def best_dive(
    a: int, d: int, attack: Army, defend: Army, course: Course, k: int, values: FloatArray
) -> int:
    """The state in which a side is when it has decided who submerges."""
    stage = course.stages[k]
    attacking = stage == ATTACK_SUBMERGES
    mine = attack if attacking else defend
    how = course.attack_dives if attacking else course.defend_dives
    s = a if attacking else d
    begin, end = mine.notes[s, DIVE_BEGIN], mine.notes[s, DIVE_END]
    if begin == end or not may_dive(a, d, attack, defend, stage):
        return s
    if how == ALL:
        last: int = mine.dive_to[end - 1]
        return last
    after = values[k + 1]
    best = s
    sign = 1.0 if attacking else -1.0
    high = sign * dived(a, d, attack, defend, course, stage, after)
    for i in range(begin, end):
        to: int = mine.dive_to[i]
        value = mine.worth[s] - mine.worth[to]
        if attacking:
            value += dived(to, d, attack, defend, course, stage, after)
        else:
            value -= dived(a, to, attack, defend, course, stage, after)
        if value > high + CLOSE:
            high = value
            best = to
    return best


@lean
def leaves(
    a: int,
    d: int,
    attack: Army,
    defend: Army,
    course: Course,
    leaving: int,
    k: int,
    values: FloatArray,
) -> bool:
    """Whether the attackers retreat."""
    if leaving == NEVER or not can_leave(a, attack, course):
        return False
    if leaving == MUST:
        return True
    value = left_behind(a, d, attack, defend, course, values[k + 1])
    press = values[k + 1, a, d]
    if standoff(a, d, attack, defend, course):
        press = owned(a, d, attack, defend, course.ground)
    return bool(value > press + CLOSE)


@lean
def save(army: Army, before: int, after: int, safe: IntArray) -> None:
    """Count those that left a state among the safe ones."""
    for i in range(len(safe)):
        safe[i] += army.states[before, i] - army.states[after, i]


@lean
def passage(
    a: int,
    d: int,
    first: int,
    attack: Army,
    defend: Army,
    course: Course,
    leaving: int,
    values: FloatArray,
    safe_a: IntArray,
    safe_d: IntArray,
) -> tuple[int, int, int]:
    """Go through the stages from one of them on: what comes of it, and who is still there.

    Units that submerge or leave others behind are added to the safe ones.
    """
    for k in range(first, len(course.stages)):
        stage = course.stages[k]
        if attack.notes[a, UNITS] == 0 or defend.notes[d, UNITS] == 0:
            return OVER, a, d
        if stage == PRESS:
            found, a, d = ending(a, d, attack, defend, course, False)
            if found != reckoning.GO_ON:
                return OVER, a, d
            if leaves(a, d, attack, defend, course, leaving, k, values):
                stays = attack.notes[a, GONE]
                save(attack, a, stays, safe_a)
                a = stays
                if attack.notes[a, UNITS] == 0:
                    return LEFT, a, d
            elif standoff(a, d, attack, defend, course):
                return OVER, a, d
            continue
        asked = may_dive(a, d, attack, defend, stage)
        to = best_dive(a, d, attack, defend, course, k, values)
        if stage == ATTACK_SUBMERGES:
            save(attack, a, to, safe_a)
            a = to
        else:
            save(defend, d, to, safe_d)
            d = to
            if asked:
                over, a, d = over_at_once(a, d, attack, defend, course)
                if over:
                    return OVER, a, d
    if attack.notes[a, UNITS] == 0 or defend.notes[d, UNITS] == 0:
        return OVER, a, d
    return ON, a, d


@compiled
def passages(
    pairs: IntArray,
    first: int,
    attack: Army,
    defend: Army,
    course: Course,
    leaving: int,
    values: FloatArray,
) -> tuple[IntArray, IntArray, IntArray]:
    """The same for many pairs of states: (what, attackers, defenders), and who was saved."""
    found = np.empty((len(pairs), 3), np.int64)
    safe_a = np.zeros((len(pairs), attack.states.shape[1]), np.int64)
    safe_d = np.zeros((len(pairs), defend.states.shape[1]), np.int64)
    for n in range(len(pairs)):
        what, a, d = passage(
            pairs[n, 0],
            pairs[n, 1],
            first,
            attack,
            defend,
            course,
            leaving,
            values,
            safe_a[n],
            safe_d[n],
        )
        found[n, 0] = what
        found[n, 1] = a
        found[n, 2] = d
    return found, safe_a, safe_d
