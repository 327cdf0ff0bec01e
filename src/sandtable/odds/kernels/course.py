"""The course of a battle between its dice: who leaves, who submerges, when it is over."""

from __future__ import annotations

import numpy as np

from sandtable.odds.compiling import inner
from sandtable.odds.fight import STAY, SUBMERGE, Fight, IntArray
from sandtable.odds.kernels.states import BOUND, CANCELS, DIVED, FLIES, GONE, SUNK
from sandtable.rules import reckoning

# Steps, as `fight.STEPS` numbers them.
STRIKE_ATTACKER, STRIKE_DEFENDER, REMOVE_STRUCK = 0, 1, 2
FIRE_ATTACKER, FIRE_DEFENDER, REMOVE = 3, 4, 5
DIVE_ATTACKER, DIVE_DEFENDER, PRESS = 6, 7, 8

# The rules of a battle, as a row: these, then the steps of a cycle.
SEA, NO_WAY_TO_HIT, EXIT, DIVES_A, DIVES_D = 0, 1, 2, 3, 4
STRIKES_A, STRIKES_D, SHIELDED, CLOSING = 5, 6, 7, 8
"""Whether there are first strikes, whether units can shield their victims, and the first step after
the last dice."""
FIRST_STEP = 9

# Where a pair of states goes between two cycles.
ON, FOUGHT, LEFT = 0, 1, 2


def rules_of(fight: Fight, dives_a: bool, dives_d: bool) -> IntArray:
    """The rules of a battle as a row."""
    steps = [int(step) for step in fight.steps]
    last = max(i for i, step in enumerate(steps) if step == REMOVE)
    return np.array(
        [
            fight.sea,
            fight.no_way_to_hit,
            fight.exit,
            dives_a,
            dives_d,
            STRIKE_ATTACKER in steps,
            STRIKE_DEFENDER in steps,
            REMOVE_STRUCK in steps,
            FIRST_STEP + last + 1,
            *steps,
        ],
        dtype=np.int64,
    )


@inner
def look(
    rules: IntArray, marks_a: IntArray, marks_d: IntArray, a: int, d: int, at_start: bool
) -> tuple[int, int, int]:
    """Whether a battle is over because nobody is left or can hit; gives the pair that is left."""
    if not marks_a[a, reckoning.PRESENT] or not marks_d[d, reckoning.PRESENT]:
        return FOUGHT, a, d
    if not rules[SEA]:
        return ON, a, d
    exit = rules[EXIT] != 0 and marks_a[a, BOUND] != 0
    if rules[NO_WAY_TO_HIT] == STAY:
        found = reckoning.stay_if_harmless(marks_a[a], marks_d[d], False, exit, at_start)
    else:
        found = reckoning.sink_defenseless(marks_a[a], marks_d[d], exit, at_start)
    if found & reckoning.SINK_DEFENDERS:
        d = marks_d[d, SUNK]
    if found & reckoning.SINK_ATTACKERS:
        a = marks_a[a, SUNK]
    return (ON if found & reckoning.ENDING == reckoning.GO_ON else FOUGHT), a, d


@inner
def may_leave(rules: IntArray, marks_a: IntArray, a: int) -> bool:
    """Whether the attackers can retreat, or aircraft without others break off."""
    bound, air = marks_a[a, BOUND] != 0, marks_a[a, FLIES] != 0
    return reckoning.may_retreat(bound, air, rules[EXIT] != 0)


@inner
def may_dive(enemies: IntArray, enemy: int) -> bool:
    """Whether the enemy lets submarines submerge."""
    return reckoning.may_submerge(True, enemies[enemy, CANCELS] & SUBMERGE != 0)


@inner
def dive(
    rules: IntArray, marks_a: IntArray, marks_d: IntArray, step: int, a: int, d: int
) -> tuple[int, int, int]:
    """A step in which submarines of one side may submerge."""
    if step == DIVE_ATTACKER and rules[DIVES_A] and may_dive(marks_d, d):
        a = marks_a[a, DIVED]
    if step == DIVE_DEFENDER and rules[DIVES_D] and may_dive(marks_a, a):
        d = marks_d[d, DIVED]
    gone = not marks_a[a, reckoning.PRESENT] or not marks_d[d, reckoning.PRESENT]
    return (FOUGHT if gone else ON), a, d


@inner
def press(
    rules: IntArray, marks_a: IntArray, marks_d: IntArray, a: int, d: int, leave: bool
) -> tuple[int, int, int]:
    """The attackers go on or leave, if anybody can still be hit."""
    where, a, d = look(rules, marks_a, marks_d, a, d, False)
    if where != ON:
        return where, a, d
    if leave and may_leave(rules, marks_a, a):
        stay = marks_a[a, GONE]
        return (ON if stay != a and marks_a[stay, reckoning.PRESENT] else LEFT), stay, d
    stay = rules[NO_WAY_TO_HIT] == STAY
    return (FOUGHT if reckoning.standoff(marks_a[a], marks_d[d], stay) else ON), a, d


@inner
def between(
    rules: IntArray, marks_a: IntArray, marks_d: IntArray, a: int, d: int, leave: bool
) -> tuple[int, int, int]:
    """What happens from the end of a cycle to the dice of the next."""
    if not marks_a[a, reckoning.PRESENT] or not marks_d[d, reckoning.PRESENT]:
        return FOUGHT, a, d
    decides = leave or rules[DIVES_A] or rules[DIVES_D]
    if not decides and marks_a[a, reckoning.KINDS] & marks_d[d, reckoning.ARMED_TAKES]:
        # Somebody who can fire can hit another who can: by no rule is the battle over.
        return ON, a, d
    for i in range(rules[CLOSING], len(rules)):
        if rules[i] == PRESS:
            where, a, d = press(rules, marks_a, marks_d, a, d, leave)
        else:
            where, a, d = dive(rules, marks_a, marks_d, rules[i], a, d)
        if where != ON:
            return where, a, d
    return before(rules, marks_a, marks_d, a, d)


@inner
def before(
    rules: IntArray, marks_a: IntArray, marks_d: IntArray, a: int, d: int
) -> tuple[int, int, int]:
    """The steps of a cycle ahead of its dice."""
    for i in range(FIRST_STEP, len(rules)):
        if rules[i] < DIVE_ATTACKER:
            return ON, a, d
        where, a, d = dive(rules, marks_a, marks_d, rules[i], a, d)
        if where != ON:
            return where, a, d
    return ON, a, d
