"""Best play of battles with first strikes: the value of every pair of states.

The same as in `solving`, with two more volleys and choices of losses in a cycle. What defenders do
in general fire depends on the attackers that first strikes left, and on who still fires; it is kept
for one state of the defenders at a time, to be looked up for all stronger attackers.
"""

from __future__ import annotations

import numpy as np

from sandtable.odds.compiling import compiled, lean
from sandtable.odds.fight import FloatArray
from sandtable.odds.kernels.dice import ALL, REGULAR, STRIKING
from sandtable.odds.kernels.solving_army import Volley
from sandtable.odds.kernels.solving_desk import (
    ANSWERED,
    ASKED,
    COUNTED,
    ERA,
    QUESTION,
    SLOT,
    STRUCK,
    USED,
    WEIGHED,
    Cycle,
    Desk,
    answer,
    cycle_of,
    new_slots,
    returned,
)
from sandtable.odds.kernels.solving_ends import Course, over_at_once, owned, settle
from sandtable.odds.kernels.solving_states import BEGIN, END, IDLE, REDUCED, UNITS, Army


@lean
def least(
    a: int,
    d: int,
    hits: int,
    shooter: int,
    firing: int,
    cycle: Cycle,
    defend: Army,
    fire_d: Volley,
    desk: Desk,
) -> float:
    """The best losses of the defenders, who fire back, for some hits."""
    best = np.inf
    question = desk.counters[QUESTION]
    for i in range(
        defend.losses[cycle.bare_d, d, hits, BEGIN], defend.losses[cycle.bare_d, d, hits, END]
    ):
        to = defend.to[i]
        if desk.marks[ASKED, to] != question:
            desk.marks[ASKED, to] = question
            desk.found[ANSWERED, to] = returned(a, to, shooter, firing, cycle.bare_a, fire_d, desk)
        best = min(best, desk.found[ANSWERED, to])
    return best


@lean
def exchange(
    cycle: Cycle, attack: Army, defend: Army, fire_a: Volley, fire_d: Volley, desk: Desk
) -> tuple[float, float]:
    """The value of general fire between the states of the cycle, and the chance of no change."""
    a, d = cycle.a, cycle.d
    firing_a = REGULAR if cycle.strikes_a else ALL
    firing_d = REGULAR if cycle.strikes_d else ALL
    back = nothing = 0.0
    idle = attack.losses[cycle.bare_a, a]
    into = desk.answers[cycle.bare_a, d, a]
    for j in range(fire_d.at[firing_d, d, 0], fire_d.at[firing_d, d, 1]):
        if idle[fire_d.hits[j], IDLE]:
            nothing += fire_d.chances[j]
        else:
            back += fire_d.chances[j] * into[fire_d.hits[j]]
    value = again = 0.0
    desk.counters[QUESTION] += 1
    for j in range(fire_a.at[firing_a, a, 0], fire_a.at[firing_a, a, 1]):
        hits, chance = fire_a.hits[j], fire_a.chances[j]
        if defend.losses[cycle.bare_d, d, hits, IDLE]:
            value += chance * back
            again += chance * nothing
        else:
            value += chance * least(a, d, hits, d, firing_d, cycle, defend, fire_d, desk)
    return value, again


@lean
def fill_replies(
    a: int, d: int, slot: int, version: int, cycle: Cycle, defend: Army, fire_d: Volley, desk: Desk
) -> None:
    """The value for every number of hits that the defenders may take in general fire."""
    desk.replied[version, a, slot] = desk.counters[ERA]
    into = desk.replies[version, a, slot]
    firing = REGULAR if cycle.strikes_d else ALL
    shooter = cycle.d if cycle.keeps_d else d
    desk.counters[QUESTION] += 1
    for hits in range(len(into)):
        few = defend.losses[cycle.bare_d, d, hits, REDUCED]
        if few != hits:
            into[hits] = into[few]
        else:
            into[hits] = least(a, d, hits, shooter, firing, cycle, defend, fire_d, desk)


@lean
def ends_struck(
    a: int, d: int, cycle: Cycle, attack: Army, defend: Army, course: Course
) -> tuple[bool, int, int]:
    """Whether a battle is over when the victims of first strikes have left, and how."""
    lost_a = attack.notes[a, UNITS] < attack.notes[cycle.a, UNITS]
    lost_d = defend.notes[d, UNITS] < defend.notes[cycle.d, UNITS]
    waits_a = lost_a and cycle.keeps_a
    waits_d = lost_d and cycle.keeps_d
    if waits_a or waits_d:
        gone_a = attack.notes[a, UNITS] == 0 and not waits_a
        gone_d = defend.notes[d, UNITS] == 0 and not waits_d
        return gone_a or gone_d, a, d
    if lost_a or lost_d:
        return over_at_once(a, d, attack, defend, course)
    return False, a, d


@lean
def after_strikes(
    a: int,
    d: int,
    cycle: Cycle,
    attack: Army,
    defend: Army,
    course: Course,
    fire_a: Volley,
    fire_d: Volley,
    desk: Desk,
) -> float:
    """The value when first strikes have left other states than those of the cycle."""
    over, a_left, d_left = ends_struck(a, d, cycle, attack, defend, course)
    if over:
        return owned(a_left, d_left, attack, defend, course.ground)
    slot = desk.marks[SLOT, d]
    if slot < 0:
        slot = desk.counters[COUNTED]
        desk.marks[SLOT, d] = slot
        desk.marks[USED, slot] = d
        desk.counters[COUNTED] += 1
    version = 2 * cycle.bare_d + int(cycle.strikes_d)
    if desk.replied[version, a, slot] != desk.counters[ERA]:
        fill_replies(a, d, slot, version, cycle, defend, fire_d, desk)
    into = desk.replies[version, a, slot]
    firing = REGULAR if cycle.strikes_a else ALL
    shooter = cycle.a if cycle.keeps_a else a
    total = 0.0
    for j in range(fire_a.at[firing, shooter, 0], fire_a.at[firing, shooter, 1]):
        total += fire_a.chances[j] * into[fire_a.hits[j]]
    return total


@lean
def counterstrike(
    d: int,
    cycle: Cycle,
    attack: Army,
    defend: Army,
    course: Course,
    fire_a: Volley,
    fire_d: Volley,
    desk: Desk,
) -> tuple[float, float]:
    """The value when the defenders were struck and strike, and the chance of no change yet."""
    a = cycle.a
    whole = d == cycle.d
    if not cycle.strikes_d:
        if whole:
            return 0.0, 1.0
        return (
            after_strikes(a, d, cycle, attack, defend, course, fire_a, fire_d, desk),
            0.0,
        )
    value = again = 0.0
    for j in range(fire_d.at[STRIKING, cycle.d, 0], fire_d.at[STRIKING, cycle.d, 1]):
        hits, chance = fire_d.hits[j], fire_d.chances[j]
        if whole and attack.losses[cycle.bare_a, a, hits, IDLE]:
            again += chance
            continue
        best = -np.inf
        for i in range(
            attack.losses[cycle.bare_a, a, hits, BEGIN], attack.losses[cycle.bare_a, a, hits, END]
        ):
            best = max(
                best,
                after_strikes(attack.to[i], d, cycle, attack, defend, course, fire_a, fire_d, desk),
            )
        value += chance * best
    return value, again


@lean
def fire_of_cycle(
    cycle: Cycle,
    attack: Army,
    defend: Army,
    course: Course,
    fire_a: Volley,
    fire_d: Volley,
    desk: Desk,
) -> tuple[float, float]:
    """The value of a cycle's fire, and the chance that it changes nothing."""
    value, again = exchange(cycle, attack, defend, fire_a, fire_d, desk)
    if not cycle.strikes_a and not cycle.strikes_d:
        return value, again
    a, d = cycle.a, cycle.d
    struck = 0.0
    rest = 0.0
    if not cycle.strikes_a:
        struck, rest = counterstrike(d, cycle, attack, defend, course, fire_a, fire_d, desk)
        return struck + rest * value, rest * again
    begin, end = fire_a.at[STRIKING, a, 0], fire_a.at[STRIKING, a, 1]
    mark = cycle.a
    for j in range(begin, end):
        hits, chance = fire_a.hits[j], fire_a.chances[j]
        if defend.losses[cycle.bare_d, d, hits, IDLE]:
            back, unhurt = counterstrike(d, cycle, attack, defend, course, fire_a, fire_d, desk)
            struck += chance * back
            rest += chance * unhurt
            continue
        best = np.inf
        for i in range(
            defend.losses[cycle.bare_d, d, hits, BEGIN], defend.losses[cycle.bare_d, d, hits, END]
        ):
            to = defend.to[i]
            if desk.marks[WEIGHED, to] != mark:
                desk.marks[WEIGHED, to] = mark
                desk.found[STRUCK, to], _ = counterstrike(
                    to, cycle, attack, defend, course, fire_a, fire_d, desk
                )
            best = min(best, desk.found[STRUCK, to])
        struck += chance * best
    return struck + rest * value, rest * again


@compiled
def with_strikes(
    attack: Army,
    defend: Army,
    course: Course,
    fire_a: Volley,
    fire_d: Volley,
    desk: Desk,
    leaving: int,
    values: FloatArray,
    fires: FloatArray,
) -> None:
    """Values of all pairs of states.

    With `fires` empty, `values` (stages and the fire, D, A) is found for battles in which every
    cycle is like the next. Otherwise `values` are those after the cycle, and `fires` (D, A) becomes
    the values of its fire.
    """
    last = len(course.stages)
    low = np.empty(last + 1)
    high = np.empty(last + 1)
    one = len(fires) > 0
    for d in range(len(defend.worth)):
        new_slots(desk)
        desk.marks[WEIGHED, :] = -1
        for a in range(len(attack.worth)):
            answer(a, d, a, attack, values, desk.answers, False)
            if attack.notes[a, UNITS] == 0 or defend.notes[d, UNITS] == 0:
                value = owned(a, d, attack, defend, course.ground)
                if one:
                    fires[a, d] = value
                else:
                    for k in range(last + 1):
                        values[k, a, d] = value
            else:
                cycle = cycle_of(a, d, attack, defend, course)
                known, again = fire_of_cycle(cycle, attack, defend, course, fire_a, fire_d, desk)
                if one:
                    fires[a, d] = known + again * values[0, a, d]
                else:
                    settle(a, d, attack, defend, course, leaving, known, again, values, low, high)
            answer(a, d, a, attack, values, desk.answers, True)
