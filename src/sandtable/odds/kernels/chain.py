"""Battles in which every hit can fall on every unit: each side is a chain of states.

With losses in a fixed order a side is told by the number of hits it took. States of a side are
numbered along its chains, so that a hit leads from one to the next; there are several chains where
opening fire left different units. All cycles are reckoned at once: a state is left for good as soon
as anybody is hit, so each pair of states is looked at once, with the chance that it ever comes up.
"""

from __future__ import annotations

import numpy as np

from sandtable.odds.compiling import inner
from sandtable.odds.fight import BoolArray, FloatArray, IntArray

FLOOR = 1e-24
"""What is less likely than this is left out; all of it together stays below 1e-15."""

# Indices in the innermost loops are unsigned: for signed ones the compiler sees to negative ones,
# and so cannot reckon several at once.


@inner
def spread_out(
    into: FloatArray,
    a: int,
    d: int,
    last_a: int,
    last_d: int,
    weight: float,
    hits_a: FloatArray,
    most_a: int,
    hits_d: FloatArray,
    most_d: int,
    tail_a: FloatArray,
    tail_d: FloatArray,
    floor: float,
) -> None:
    """Add the states that a cycle leads to from one pair of states."""
    room_a = last_a - a
    room_d = last_d - d
    over_d = most_a >= room_d
    steps = room_d if over_d else most_a + 1
    for lost in range(min(room_a, most_d) + 1):
        chance = tail_d[lost] if lost == room_a else hits_d[lost]
        share = weight * chance
        if share < floor:
            continue
        row = np.uint64(a + lost)
        for hit in range(np.uint64(steps)):
            into[row, np.uint64(d) + hit] += share * hits_a[hit]
        if over_d:
            into[a + lost, last_d] += share * tail_a[room_d]


@inner
def all_cycles(
    mass: FloatArray,
    last_a: IntArray,
    last_d: IntArray,
    hits_a: FloatArray,
    most_a: IntArray,
    hits_d: FloatArray,
    most_d: IntArray,
    tail_a: FloatArray,
    tail_d: FloatArray,
    quits: BoolArray,
    floor: float,
) -> tuple[float, float]:
    """Follow all cycles to the end: `mass` becomes the chances of the last states.

    `quits` has the pairs of states in which the attackers leave, or no rows if there are none.
    Gives the expected number of cycles, and the probability that was left out.
    """
    cycles = 0.0
    dropped = 0.0
    for a in range(len(last_a)):
        if a == last_a[a]:
            continue
        for d in range(len(last_d)):
            weight = mass[a, d]
            if weight == 0.0 or d == last_d[d] or (len(quits) > 0 and quits[a, d]):
                continue
            nothing = hits_a[a, 0] * hits_d[d, 0]
            if nothing >= 1.0:
                continue
            mass[a, d] = 0.0
            if weight < floor:
                dropped += weight
                continue
            weight /= 1.0 - nothing
            cycles += weight
            spread_out(
                mass,
                a,
                d,
                last_a[a],
                last_d[d],
                weight,
                hits_a[a],
                most_a[a],
                hits_d[d],
                most_d[d],
                tail_a[a],
                tail_d[d],
                floor,
            )
            mass[a, d] = 0.0
    return cycles, dropped


@inner
def one_cycle(
    mass: FloatArray,
    into: FloatArray,
    last_a: IntArray,
    last_d: IntArray,
    hits_a: FloatArray,
    most_a: IntArray,
    hits_d: FloatArray,
    most_d: IntArray,
    tail_a: FloatArray,
    tail_d: FloatArray,
    floor: float,
) -> tuple[float, float]:
    """One cycle from every pair of states in `mass`, added to `into`.

    Gives the chance that it was fought, and the probability that was left out.
    """
    fought = 0.0
    dropped = 0.0
    for a in range(len(last_a)):
        for d in range(len(last_d)):
            weight = mass[a, d]
            if weight == 0.0:
                continue
            if a == last_a[a] or d == last_d[d] or hits_a[a, 0] * hits_d[d, 0] >= 1.0:
                into[a, d] += weight
                continue
            if weight < floor:
                dropped += weight
                continue
            fought += weight
            spread_out(
                into,
                a,
                d,
                last_a[a],
                last_d[d],
                weight,
                hits_a[a],
                most_a[a],
                hits_d[d],
                most_d[d],
                tail_a[a],
                tail_d[d],
                floor,
            )
    return fought, dropped


@inner
def win_chances(
    last_a: IntArray,
    last_d: IntArray,
    hits_a: FloatArray,
    most_a: IntArray,
    hits_d: FloatArray,
    most_d: IntArray,
    tail_a: FloatArray,
    tail_d: FloatArray,
) -> FloatArray:
    """The chance that the attackers win, fighting to the end, from every pair of states."""
    wins = np.zeros((len(last_a), len(last_d)))
    for a in range(len(last_a) - 1, -1, -1):
        for d in range(len(last_d) - 1, -1, -1):
            if a == last_a[a]:
                continue
            if d == last_d[d]:
                wins[a, d] = 1.0
                continue
            nothing = hits_a[a, 0] * hits_d[d, 0]
            if nothing >= 1.0:
                continue
            room_a = last_a[a] - a
            room_d = last_d[d] - d
            total = 0.0
            for lost in range(min(room_a, most_d[d]) + 1):
                if lost == room_a:
                    continue
                steps = min(room_d, most_a[a] + 1)
                row = wins[a + lost, d : d + steps]
                found = 0.0
                for hit in range(steps):
                    found += hits_a[a, hit] * row[hit]
                if most_a[a] >= room_d:
                    found += tail_a[a, room_d] * wins[a + lost, last_d[d]]
                total += hits_d[d, lost] * found
            wins[a, d] = total / (1.0 - nothing)
    return wins
