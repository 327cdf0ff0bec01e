"""The decisions between the fire of two cycles, and the ends of a battle.

Values are what both sides own in the end: the attackers' units that are left, less the defenders',
and the ground if it is taken. So losses need no account of their own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.compiling import lean
from sandtable.odds.fight import FloatArray, IntArray
from sandtable.odds.kernels.solving_states import (
    ALL,
    ANY,
    BOUND,
    CANCELS,
    DIVE_BEGIN,
    DIVE_END,
    DIVES,
    FLIES,
    GONE,
    HOLDS,
    SUNK,
    UNITS,
    Army,
)
from sandtable.rules import reckoning

ATTACK_SUBMERGES, DEFEND_SUBMERGES, PRESS = 0, 1, 2
"""Stages between the fire of two cycles."""
NEVER, MUST, MAY = 0, 1, 2
"""Whether the attackers retreat where they can."""


class Course(NamedTuple):
    """How a battle is fought, and what is decided in it."""

    stages: IntArray
    strikes: bool
    """Whether there are steps of first strikes."""
    shielding: bool
    """Whether victims of first strikes fire if a unit of their side lets them."""
    sea: bool
    no_way_to_hit: int
    exit: bool
    ground: float
    attack_dives: int
    defend_dives: int


@lean
def owned(a: int, d: int, attack: Army, defend: Army, ground: float) -> float:
    """What a battle that ends so is worth."""
    value: float = attack.worth[a] - defend.worth[d]
    if defend.notes[d, UNITS] == 0 and attack.notes[a, HOLDS]:
        value += ground
    return value


@lean
def ending(
    a: int, d: int, attack: Army, defend: Army, course: Course, at_start: bool
) -> tuple[int, int, int]:
    """How a look at two forces ends, and what is left of both."""
    if defend.notes[d, UNITS] == 0:
        return reckoning.ATTACKER if attack.notes[a, UNITS] > 0 else reckoning.NOBODY, a, d
    if attack.notes[a, UNITS] == 0:
        return reckoning.DEFENDER, a, d
    if not course.sea:
        return reckoning.GO_ON, a, d
    leaves = course.exit and attack.notes[a, BOUND]
    if course.no_way_to_hit == f.STAY:
        found = reckoning.stay_if_harmless(
            attack.notes[a], defend.notes[d], False, leaves, at_start
        )
    else:
        found = reckoning.sink_defenseless(attack.notes[a], defend.notes[d], leaves, at_start)
    if found & reckoning.SINK_DEFENDERS:
        d = defend.notes[d, SUNK]
    if found & reckoning.SINK_ATTACKERS:
        a = attack.notes[a, SUNK]
    return found & reckoning.ENDING, a, d


@lean
def over_at_once(
    a: int, d: int, attack: Army, defend: Army, course: Course
) -> tuple[bool, int, int]:
    """Whether a battle ends within a cycle, both forces without any that were hit, and how."""
    if attack.notes[a, UNITS] > 0 and defend.notes[d, UNITS] > 0:
        if course.no_way_to_hit == f.STAY or not course.sea:
            return False, a, d
        if defend.notes[d, reckoning.KINDS] or not attack.notes[a, reckoning.KINDS]:
            return False, a, d
    found, a, d = ending(a, d, attack, defend, course, False)
    return found != reckoning.GO_ON, a, d


@lean
def standoff(a: int, d: int, attack: Army, defend: Army, course: Course) -> bool:
    """Whether only units that cannot fire, or hit, are left on both sides."""
    if course.no_way_to_hit == f.STAY:
        return bool(reckoning.nobody_can_hit(attack.notes[a], defend.notes[d]))
    return not attack.notes[a, reckoning.KINDS] and not defend.notes[d, reckoning.KINDS]


@lean
def can_leave(a: int, attack: Army, course: Course) -> bool:
    """Whether the attackers may retreat: to a space, or in the air if only aircraft can."""
    return bool(course.exit if attack.notes[a, BOUND] else attack.notes[a, FLIES])


@lean
def left_behind(
    a: int, d: int, attack: Army, defend: Army, course: Course, after: FloatArray
) -> float:
    """What a retreat is worth; those that must stay fight on."""
    stays = attack.notes[a, GONE]
    if attack.notes[stays, UNITS] == 0:
        return owned(a, d, attack, defend, 0.0)
    value: float = attack.worth[a] - attack.worth[stays] + after[stays, d]
    return value


@lean
def dived(
    a: int, d: int, attack: Army, defend: Army, course: Course, stage: int, after: FloatArray
) -> float:
    """What is to come when a side has decided who submerges, the submerged not counted."""
    if attack.notes[a, UNITS] == 0 or defend.notes[d, UNITS] == 0:
        return owned(a, d, attack, defend, course.ground)
    if stage == DEFEND_SUBMERGES:
        over, a_left, d_left = over_at_once(a, d, attack, defend, course)
        if over:
            return owned(a_left, d_left, attack, defend, course.ground)
    value: float = after[a, d]
    return value


@lean
def may_dive(a: int, d: int, attack: Army, defend: Army, stage: int) -> bool:
    if stage == ATTACK_SUBMERGES:
        return bool(attack.notes[a, DIVES]) and not defend.notes[d, CANCELS] & f.SUBMERGE
    return bool(defend.notes[d, DIVES]) and not attack.notes[a, CANCELS] & f.SUBMERGE


@lean
def bounds(
    a: int,
    d: int,
    attack: Army,
    defend: Army,
    course: Course,
    leaving: int,
    values: FloatArray,
    low: FloatArray,
    high: FloatArray,
) -> None:
    """For every stage, between what limits its value follows that of the fire to come.

    Each decision has one alternative that goes on with all units; the others lead to states of
    which the values are known. Lower and upper limits therefore say all about a chain of decisions.
    """
    last = len(course.stages)
    low[last] = -np.inf
    high[last] = np.inf
    for k in range(last - 1, -1, -1):
        stage = course.stages[k]
        low[k] = low[k + 1]
        high[k] = high[k + 1]
        after = values[k + 1]
        if attack.notes[a, UNITS] == 0 or defend.notes[d, UNITS] == 0:
            low[k] = high[k] = owned(a, d, attack, defend, course.ground)
        elif stage == PRESS:
            found, a_left, d_left = ending(a, d, attack, defend, course, False)
            if found != reckoning.GO_ON:
                low[k] = high[k] = owned(a_left, d_left, attack, defend, course.ground)
                continue
            if a_left != a or d_left != d:
                low[k] = high[k] = values[k, a_left, d_left]
                continue
            if standoff(a, d, attack, defend, course):
                low[k] = high[k] = owned(a, d, attack, defend, course.ground)
            if leaving != NEVER and can_leave(a, attack, course):
                value = left_behind(a, d, attack, defend, course, after)
                low[k] = max(low[k], value) if leaving == MAY else value
                high[k] = max(high[k], value) if leaving == MAY else value
        elif may_dive(a, d, attack, defend, stage):
            if stage == DEFEND_SUBMERGES:
                over, a_left, d_left = over_at_once(a, d, attack, defend, course)
                if over:
                    low[k] = high[k] = owned(a_left, d_left, attack, defend, course.ground)
            mine = attack if stage == ATTACK_SUBMERGES else defend
            how = course.attack_dives if stage == ATTACK_SUBMERGES else course.defend_dives
            s = a if stage == ATTACK_SUBMERGES else d
            for i in range(mine.notes[s, DIVE_BEGIN], mine.notes[s, DIVE_END]):
                to = mine.dive_to[i]
                safe = mine.worth[s] - mine.worth[to]
                if stage == ATTACK_SUBMERGES:
                    value = safe + dived(to, d, attack, defend, course, stage, after)
                    if how == ANY:
                        low[k] = max(low[k], value)
                        high[k] = max(high[k], value)
                else:
                    value = dived(a, to, attack, defend, course, stage, after) - safe
                    if how == ANY:
                        low[k] = min(low[k], value)
                        high[k] = min(high[k], value)
                if how == ALL:
                    low[k] = high[k] = value


@lean
def settle(
    a: int,
    d: int,
    attack: Army,
    defend: Army,
    course: Course,
    leaving: int,
    known: float,
    again: float,
    values: FloatArray,
    low: FloatArray,
    high: FloatArray,
) -> None:
    """Find the values of a pair of states: that of the fire is `known + again * end of the cycle`.

    A fire that changes nothing for ever leaves both sides what they have.
    """
    bounds(a, d, attack, defend, course, leaving, values, low, high)
    last = len(course.stages)
    if again < 1.0:
        end = min(max(known / (1.0 - again), low[0]), high[0])
        fire = known + again * end
    else:
        fire = owned(a, d, attack, defend, course.ground)
    values[last, a, d] = fire
    for k in range(last):
        values[k, a, d] = min(max(fire, low[k]), high[k])
