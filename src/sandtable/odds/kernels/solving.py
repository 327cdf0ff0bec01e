"""Best play: the value of every pair of states, found from the weakest to the strongest.

The attackers want the value to be high, the defenders low, and each loss is chosen when the dice
that caused it have fallen. A pair of states depends on weaker ones only, and on itself: the dice
may change nothing. That part is kept apart as the chance `again`, and solved for (`settle`).
"""

from __future__ import annotations

import numpy as np

from sandtable.odds.compiling import compiled, lean
from sandtable.odds.fight import FloatArray
from sandtable.odds.kernels.dice import ALL
from sandtable.odds.kernels.solving_army import Volley
from sandtable.odds.kernels.solving_desk import Cycle, cycle_of
from sandtable.odds.kernels.solving_ends import Course, owned, settle
from sandtable.odds.kernels.solving_states import (
    BEGIN,
    DICE,
    END,
    IDLE,
    REDUCED,
    ROOM,
    UNITS,
    Army,
)


@lean
def best_answers(a: int, attack: Army, values: FloatArray, answers: FloatArray) -> None:
    """The best losses of a state of the attackers: (covers, hits, D), idle hits left out."""
    for cover in range(len(attack.losses)):
        for hits in range(attack.losses.shape[2]):
            entry = attack.losses[cover, a, hits]
            into = answers[cover, hits]
            if entry[IDLE]:
                continue
            if entry[REDUCED] != hits:
                same = answers[cover, entry[REDUCED]]
                for d in range(len(into)):
                    into[d] = same[d]
                continue
            for d in range(len(into)):
                into[d] = -np.inf
            for i in range(entry[BEGIN], entry[END]):
                other = values[0, attack.to[i]]
                for d in range(len(into)):
                    into[d] = max(into[d], other[d])


@lean
def returns(d: int, first: int, fire_d: Volley, answers: FloatArray, found: FloatArray) -> None:
    """The value when the defenders fire back, for each weaker state that may be left of them."""
    # Loops that begin with 0 are the ones that the compiler makes wide.
    into = found[first:d]
    for i in range(len(into)):
        into[i] = 0.0
    for j in range(fire_d.at[ALL, d, 0], fire_d.at[ALL, d, 1]):
        chance = fire_d.chances[j]
        row = answers[fire_d.hits[j], first:d]
        for i in range(len(into)):
            into[i] += chance * row[i]


@lean
def exchange(
    cycle: Cycle,
    first: int,
    attack: Army,
    defend: Army,
    fire_a: Volley,
    fire_d: Volley,
    answers: FloatArray,
    found: FloatArray,
) -> tuple[float, float]:
    """The value of the fire of both sides, and the chance that it changes nothing."""
    a, d = cycle.a, cycle.d
    returns(d, first, fire_d, answers[cycle.bare_a], found)
    back = nothing = 0.0
    for j in range(fire_d.at[ALL, d, 0], fire_d.at[ALL, d, 1]):
        hits = fire_d.hits[j]
        if attack.losses[cycle.bare_a, a, hits, IDLE]:
            nothing += fire_d.chances[j]
        else:
            back += fire_d.chances[j] * answers[cycle.bare_a, hits, d]
    value = again = 0.0
    for j in range(fire_a.at[ALL, a, 0], fire_a.at[ALL, a, 1]):
        chance = fire_a.chances[j]
        entry = defend.losses[cycle.bare_d, d, fire_a.hits[j]]
        if entry[IDLE]:
            value += chance * back
            again += chance * nothing
            continue
        least = np.inf
        for i in range(entry[BEGIN], entry[END]):
            least = min(least, found[defend.to[i]])
        value += chance * least
    return value, again


@compiled
def without_strikes(
    attack: Army,
    defend: Army,
    course: Course,
    fire_a: Volley,
    fire_d: Volley,
    leaving: int,
    values: FloatArray,
    fires: FloatArray,
) -> None:
    """Values of all pairs of states.

    With `fires` empty, `values` (stages and the fire, A, D) is found for battles in which every
    cycle is like the next. Otherwise `values` are those after the cycle, and `fires` (A, D) becomes
    the values of its fire.
    """
    last = len(course.stages)
    low = np.empty(last + 1)
    high = np.empty(last + 1)
    one = len(fires) > 0
    covers, _, width, _ = attack.losses.shape
    answers = np.zeros((covers, width, len(defend.worth)))
    found = np.zeros(len(defend.worth))
    rooms = defend.notes[:, ROOM].copy()
    for a in range(len(attack.worth)):
        best_answers(a, attack, values, answers)
        for d in range(len(defend.worth)):
            if attack.notes[a, UNITS] == 0 or defend.notes[d, UNITS] == 0:
                value = owned(a, d, attack, defend, course.ground)
                if one:
                    fires[a, d] = value
                else:
                    for k in range(last + 1):
                        values[k, a, d] = value
            else:
                cycle = cycle_of(a, d, attack, defend, course)
                first = np.searchsorted(rooms, rooms[d] - attack.notes[a, DICE])
                known, again = exchange(
                    cycle, first, attack, defend, fire_a, fire_d, answers, found
                )
                if one:
                    fires[a, d] = known + again * values[0, a, d]
                else:
                    settle(a, d, attack, defend, course, leaving, known, again, values, low, high)
            for cover in range(covers):
                for hits in range(width):
                    if attack.losses[cover, a, hits, IDLE]:
                        answers[cover, hits, d] = values[0, a, d]


@compiled
def decide(attack: Army, defend: Army, course: Course, leaving: int, values: FloatArray) -> None:
    """Values of all decisions from those of the fire that follows them."""
    last = len(course.stages)
    low = np.empty(last + 1)
    high = np.empty(last + 1)
    for a in range(len(attack.worth)):
        for d in range(len(defend.worth)):
            settle(
                a, d, attack, defend, course, leaving, values[last, a, d], 0.0, values, low, high
            )
