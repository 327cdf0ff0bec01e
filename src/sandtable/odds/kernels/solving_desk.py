"""What a cycle of a solved battle begins with, and room to work in."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.compiling import lean
from sandtable.odds.fight import FloatArray, IntArray
from sandtable.odds.kernels.solving_army import Volley
from sandtable.odds.kernels.solving_ends import Course
from sandtable.odds.kernels.solving_states import (
    BEGIN,
    CANCELS,
    END,
    IDLE,
    REDUCED,
    SHIELDS,
    STRIKES,
    Army,
)


class Cycle(NamedTuple):
    """What is fixed for a cycle that begins with a pair of states."""

    a: int
    d: int
    bare_a: int
    """Whether the attackers have no cover: which of their lists of losses holds."""
    bare_d: int
    strikes_a: bool
    strikes_d: bool
    keeps_a: bool
    """Whether attackers that a first strike hit still fire."""
    keeps_d: bool


# Rows of `Desk.marks`, each with an entry for every state of the defenders.
ASKED = 0
"""The last question in which the value of these losses was found."""
SLOT = 1
"""The state's slot in `replies`, or -1."""
USED = 2
"""The other way round: states by slot."""
WEIGHED = 3
"""The last state of the attackers for which the value of being struck so was found."""
# Rows of `Desk.found`, likewise.
ANSWERED, STRUCK = 0, 1
# Entries of `Desk.counters`.
QUESTION = 0
COUNTED = 1
"""How many states have a slot."""
ERA = 2
"""How often slots have been given out."""


class Desk(NamedTuple):
    """Room to work in."""

    answers: FloatArray
    """(covers, D, A, hits) the value of each pair when the attackers have taken some hits.

    Without first strikes there is room for one state of the attackers only."""
    replies: FloatArray
    """(versions, A, slots, hits) the value when the defenders take some hits after the strikes."""
    replied: IntArray
    """(versions, A, slots) the era in which those were found."""
    marks: IntArray
    found: FloatArray
    counters: IntArray


@lean
def new_slots(desk: Desk) -> None:
    """Forget what is known for another state of the defenders."""
    for i in range(desk.counters[COUNTED]):
        desk.marks[SLOT, desk.marks[USED, i]] = -1
    desk.counters[COUNTED] = 0
    desk.counters[ERA] += 1


@lean
def cycle_of(a: int, d: int, attack: Army, defend: Army, course: Course) -> Cycle:
    """What a pair of states fixes for the cycle."""
    bare_a = int(len(attack.losses) > 1 and defend.notes[d, CANCELS] & f.COVER != 0)
    bare_d = int(len(defend.losses) > 1 and attack.notes[a, CANCELS] & f.COVER != 0)
    strikes_a = (
        course.strikes and attack.notes[a, STRIKES] and not defend.notes[d, CANCELS] & f.STRIKE
    )
    strikes_d = (
        course.strikes and defend.notes[d, STRIKES] and not attack.notes[a, CANCELS] & f.STRIKE
    )
    return Cycle(
        a,
        d,
        bare_a,
        bare_d,
        bool(strikes_a),
        bool(strikes_d),
        bool(course.shielding and attack.notes[a, SHIELDS]),
        bool(course.shielding and defend.notes[d, SHIELDS]),
    )


@lean
def answer(
    a: int, d: int, at: int, attack: Army, values: FloatArray, answers: FloatArray, idle: bool
) -> None:
    """The best losses of the attackers for every number of hits: idle hits, or all others."""
    for cover in range(len(attack.losses)):
        into = answers[cover, d, at]
        for hits in range(len(into)):
            entry = attack.losses[cover, a, hits]
            if entry[IDLE]:
                if idle:
                    into[hits] = values[0, a, d]
            elif idle:
                continue
            elif entry[REDUCED] != hits:
                into[hits] = into[entry[REDUCED]]
            else:
                best = -np.inf
                for i in range(entry[BEGIN], entry[END]):
                    best = max(best, values[0, attack.to[i], d])
                into[hits] = best


@lean
def returned(
    a: int, d: int, shooter: int, firing: int, bare: int, fire_d: Volley, desk: Desk
) -> float:
    """The value when a state of the defenders fires at the attackers, another being left of it."""
    into = desk.answers[bare, d, a]
    total = 0.0
    for j in range(fire_d.at[firing, shooter, 0], fire_d.at[firing, shooter, 1]):
        total += fire_d.chances[j] * into[fire_d.hits[j]]
    return total
