"""A solved battle played through, cycle by cycle: the chance of every end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.fight import Fight, FloatArray, IntArray
from sandtable.odds.kernels.solving_choices import LEFT, ON, OVER, passages
from sandtable.odds.kernels.solving_course import Sheet, follow
from sandtable.odds.kernels.solving_states import UNITS
from sandtable.odds.outcomes import Outcomes

if TYPE_CHECKING:
    from sandtable.odds.solving.solved import Solution, Table

TINY = 1e-24
"""What is less likely than this is left out."""
ENOUGH = 1e-16
"""The battle is not followed when it is less likely than this to go on."""
MOST_CYCLES = 10_000


class Saved:
    """Units of a side that are safe, as numbers of a list; number 0 is nobody."""

    def __init__(self, rows: int) -> None:
        self.units: list[tuple[int, ...]] = []
        self.numbers: dict[tuple[int, ...], int] = {}
        self.number((0,) * rows)

    def number(self, units: tuple[int, ...]) -> int:
        """The number of some units."""
        found = self.numbers.setdefault(units, len(self.units))
        if found == len(self.units):
            self.units.append(units)
        return found

    def joined(self, first: IntArray, second: IntArray) -> IntArray:
        """Numbers of two lists of saved units taken together."""
        if not first.any():
            return second
        if not second.any():
            return first
        pairs, back = np.unique(np.stack((first, second), axis=1), axis=0, return_inverse=True)
        together = [
            self.number(tuple(x + y for x, y in zip(self.units[i], self.units[j], strict=True)))
            for i, j in pairs.tolist()
        ]
        return np.array(together, dtype=np.int64)[back.reshape(-1)]


class Links(NamedTuple):
    """What one cycle leads to: from places, to places, with chances."""

    source: IntArray
    target: IntArray
    chance: FloatArray


class Places:
    """The places that a battle comes to.

    A place is (what, attackers, defenders, saved attackers, saved defenders): a pair of states with
    which a cycle begins, or an end.
    """

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        setting = solution.setting
        pairs = len(setting.defend.worth), len(setting.attack.worth)
        self.sheet = Sheet(
            np.zeros((2, *pairs)),
            np.zeros(2 * pairs[0] * pairs[1], dtype=np.int64),
            np.zeros(1, dtype=np.int64),
        )
        self.attack = Saved(setting.attack.states.shape[1])
        self.defend = Saved(setting.defend.states.shape[1])
        self.places: list[tuple[int, ...]] = []
        self.numbers: dict[tuple[int, ...], int] = {}

    def place(self, place: tuple[int, ...]) -> int:
        """The number of a place."""
        found = self.numbers.setdefault(place, len(self.places))
        if found == len(self.places):
            self.places.append(place)
        return found

    def passed(
        self, pairs: IntArray, first: int, table: Table
    ) -> tuple[IntArray, IntArray, IntArray]:
        """What becomes of pairs of states in the decisions from a stage on, and who is saved."""
        setting = self.solution.setting
        found, safe_a, safe_d = passages(
            pairs,
            first,
            setting.attack,
            setting.defend,
            setting.course,
            table.leaving,
            table.values,
        )
        saved = []
        for side, safe in ((self.attack, safe_a), (self.defend, safe_d)):
            numbers = np.zeros(len(pairs), dtype=np.int64)
            for i in np.flatnonzero(safe.any(axis=1)):
                numbers[i] = side.number(tuple(safe[i].tolist()))
            saved.append(numbers)
        return found, saved[0], saved[1]

    def numbered(self, rows: IntArray) -> IntArray:
        """Numbers of some places."""
        code = np.zeros(len(rows), dtype=np.int64)
        for column in rows.T:
            code = code * (int(column.max(initial=0)) + 1) + column
        _, first, back = np.unique(code, return_index=True, return_inverse=True)
        numbers = [self.place(tuple(row)) for row in rows[first].tolist()]
        return np.array(numbers, dtype=np.int64)[back]

    def links(self, places: list[int], cycle: int) -> Links:
        """What a cycle leads to from some places."""
        setting, table = self.solution.setting, self.solution.table(cycle)
        begun = np.array([self.places[place] for place in places], dtype=np.int64)
        pairs, which = np.unique(begun[:, 1:3], axis=0, return_inverse=True)
        early = cycle == 1 and self.solution.fight.round == 1
        source, target, chance = follow(
            pairs,
            setting.attack,
            setting.defend,
            setting.course,
            *setting.volleys[0 if early else 1],
            table.desk,
            table.values,
            self.sheet,
        )
        seen = np.zeros(self.sheet.chances.size, dtype=np.int64)
        seen[target] = 1
        codes = np.flatnonzero(seen)
        seen[codes] = np.arange(len(codes))
        code = seen[target]
        attackers = len(setting.attack.worth)
        over, rest = np.divmod(codes, self.sheet.chances[0].size)
        ends = np.stack((rest % attackers, rest // attackers), axis=1)
        found, safe_a, safe_d = self.passed(ends, 0, table)
        within = over > 0
        found[within, 0] = OVER
        found[within, 1:] = ends[within]
        safe_a[within] = safe_d[within] = 0
        if len(pairs) == len(begun) and not begun[:, 3:].any():
            rows = np.concatenate((found, np.stack((safe_a, safe_d), axis=1)), axis=1)
            at = np.argsort(which.reshape(-1))
            return Links(
                np.array(places, dtype=np.int64)[at[source]], self.numbered(rows)[code], chance
            )
        # The same cycle may begin with different units saved: from pairs of states to places.
        order = np.argsort(which.reshape(-1), kind="stable")
        spread = np.bincount(which.reshape(-1), minlength=len(pairs))
        first = np.concatenate(([0], np.cumsum(spread)))
        times = spread[source]
        entry = np.repeat(np.arange(len(source)), times)
        offset = np.arange(len(entry)) - np.repeat(np.cumsum(times) - times, times)
        at = order[first[source[entry]] + offset]
        reached = code[entry]
        rows = np.stack(
            (
                *found[reached].T,
                self.attack.joined(begun[at, 3], safe_a[reached]),
                self.defend.joined(begun[at, 4], safe_d[reached]),
            ),
            axis=1,
        )
        return Links(np.array(places, dtype=np.int64)[at], self.numbered(rows), chance[entry])


def play(solution: Solution) -> Outcomes:
    """The chance of every end when both sides decide as was solved."""
    places = Places(solution)
    mass = opened(solution, places)
    rounds: list[float] = []
    dropped = 0.0
    ends = np.zeros(0)
    known = np.zeros(0, dtype=bool)
    links: list[Links] = []
    last = len(solution.tables) - 1
    for cycle in range(1, MOST_CYCLES):
        goes_on = np.array([place[0] == ON for place in places.places])
        ended = np.where(goes_on, 0.0, mass)
        ends = np.pad(ends, (0, len(mass) - len(ends))) + ended
        rounds.append(float(ended.sum()))
        mass = np.where(goes_on, mass, 0.0)
        small = mass < TINY
        dropped += float(mass[small].sum())
        mass[small] = 0.0
        if mass.sum() < ENOUGH:
            dropped += float(mass.sum())
            break
        if cycle <= last + 1:
            links = []
            known = np.zeros(len(mass), dtype=bool)
        known = np.pad(known, (0, len(mass) - len(known)))
        new = np.flatnonzero((mass > 0.0) & ~known)
        if len(new):
            links.append(places.links(new.tolist(), cycle))
            known[new] = True
        after = np.zeros(len(places.places))
        for source, target, chance in links:
            after += np.bincount(target, mass[source] * chance, len(after))
        mass = after
    else:
        dropped += float(mass.sum())
    return gathered(solution.fight, solution, places, ends, rounds, dropped)


def opened(solution: Solution, places: Places) -> FloatArray:
    """Chances of the places with which the first cycle begins, or of ends before it."""
    setting, opening = solution.setting, solution.setting.opening
    pairs: dict[tuple[int, int, bool], float] = {}
    for a, chance in zip(opening.attackers.tolist(), opening.chances.tolist(), strict=True):
        for hits, share in enumerate(opening.hits.tolist()):
            over, a_left, d_left = solution.start(a, solution.bombarded(a, hits))
            key = (int(a_left), int(d_left), over)
            pairs[key] = pairs.get(key, 0.0) + chance * share
    rows = np.array(list(pairs), dtype=np.int64)
    found, safe_a, safe_d = places.passed(rows[:, :2], setting.before, solution.table(0))
    at_once = rows[:, 2] > 0
    found[at_once, 0] = OVER
    found[at_once, 1:] = rows[at_once, :2]
    safe_a[at_once] = safe_d[at_once] = 0
    numbers = places.numbered(np.concatenate((found, np.stack((safe_a, safe_d), axis=1)), axis=1))
    chances = np.array(list(pairs.values()))
    return np.asarray(np.bincount(numbers, chances, len(places.places)), np.float64)


def gathered(
    fight: Fight,
    solution: Solution,
    places: Places,
    ends: FloatArray,
    rounds: list[float],
    dropped: float,
) -> Outcomes:
    """The ends as states of both sides."""
    setting = solution.setting
    holding = fight.attack.table[:, f.CAPTURES] > 0
    attackers: dict[tuple[tuple[int, ...], bool, bool], int] = {}
    defenders: dict[tuple[tuple[int, ...], bool], int] = {}
    cells: list[tuple[int, int, int, float]] = []
    for number in np.flatnonzero(ends):
        what, a, d, safe_a, safe_d = places.places[number]
        here_a, here_d = setting.attack.states[a], setting.defend.states[d]
        left_a = tuple((here_a + places.attack.units[safe_a]).tolist())
        left_d = tuple((here_d + places.defend.units[safe_d]).tolist())
        key = left_a, bool(setting.attack.notes[a, UNITS]), bool(here_a[holding].any())
        row = attackers.setdefault(key, len(attackers))
        column = defenders.setdefault(
            (left_d, bool(setting.defend.notes[d, UNITS])), len(defenders)
        )
        cells.append((what, row, column, float(ends[number])))
    fought = np.zeros((len(attackers), len(defenders)))
    left = np.zeros_like(fought)
    for what, row, column, chance in cells:
        (left if what == LEFT else fought)[row, column] += chance
    return Outcomes(
        np.array([key[0] for key in attackers], dtype=np.int64),
        np.array([key[1] for key in attackers]),
        np.array([key[2] for key in attackers]),
        np.array([key[0] for key in defenders], dtype=np.int64),
        np.array([key[1] for key in defenders]),
        fought,
        left,
        np.array(rounds),
        dropped,
    )
