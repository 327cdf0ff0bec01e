"""Who should stand where: a search over what groups of units may do, all of them together.

A group is some equal units that have the same courses. A course changes how many stand in some
spaces and has a value of its own. What a space costs depends on all who stand there, so that a
course is good or bad only with those of others: an army may go where one unit of it may not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sandtable.game.answers import Move
from sandtable.game.offers.trying import with_number
from sandtable.players.phases import tried
from sandtable.players.staff.chances import Heap
from sandtable.players.staff.standing import Standing
from sandtable.players.trial import Trial
from sandtable.words.reasons import Reason

ENOUGH = 0.05
"""IPCs that a change has to gain."""
PASSES = 6


class Course(NamedTuple):
    """Something that each unit of a group may do."""

    end: int
    value: float
    """For each unit that does it."""
    changes: tuple[tuple[int, int, int], ...]
    """(space, unit, number) that stand there in addition, for each unit that does it."""
    orders: tuple[Move, ...] = ()
    uses: tuple[tuple[Hashable, int], ...] = ()
    """What each takes along, of which there is only so much."""
    aim: int = -1
    """Another space that it is done for, as the coast for a ship."""


@dataclass(slots=True)
class Group:
    """Equal units with the same courses, the first of which is what they do at first."""

    space: int
    count: int
    courses: list[Course]
    most: dict[int, int] = field(default_factory=dict)
    """How many of them may make a course at most, if not all."""
    now: list[int] = field(default_factory=list)
    """How many make each course."""

    def __post_init__(self) -> None:
        self.now = [self.count, *[0] * (len(self.courses) - 1)]

    def limit(self, course: int) -> int:
        return self.most.get(course, self.count)


Why = Callable[[Group, Course], Reason]
"""Why a unit of a group takes a course."""

Change = tuple[int, int, int, int]
"""(group, from course, to course, number)."""


class Arrangement:
    """Groups and what they do now, which the search makes better."""

    def __init__(
        self,
        standing: Standing,
        fixed: dict[int, Heap],
        groups: list[Group],
        stock: Mapping[Any, int],
    ) -> None:
        self.standing, self.groups = standing, groups
        self.stock: dict[Hashable, int] = dict(stock)
        self.heaps: dict[int, Heap] = dict(fixed)
        for group in groups:
            self.put(self.heaps, group.courses[0].changes, group.count)
        self.goals: dict[int, dict[int, list[int]]] = {}
        """By space: the groups that can go there, and the courses that lead there, best first."""
        for at, group in enumerate(groups):
            for course in sorted(range(len(group.courses)), key=lambda n: -group.courses[n].value):
                for end in {group.courses[course].end, group.courses[course].aim} - {-1}:
                    self.goals.setdefault(end, {}).setdefault(at, []).append(course)

    def put(
        self, heaps: dict[int, Heap], changes: Iterable[tuple[int, int, int]], number: int
    ) -> None:
        for space, unit, each in changes:
            heap = heaps.get(space)
            if heap is None:
                heap = self.heaps.get(space, self.standing.none)
            count = max(0, heap[unit] + each * number)
            heaps[space] = (*heap[:unit], count, *heap[unit + 1 :])

    # --- what a change would bring

    def gain(self, changes: Iterable[Change]) -> float:
        """What is gained if these changes are made together."""
        heaps: dict[int, Heap] = {}
        found = 0.0
        for at, old, new, number in changes:
            was, will = self.groups[at].courses[old], self.groups[at].courses[new]
            found += number * (will.value - was.value)
            self.put(heaps, was.changes, -number)
            self.put(heaps, will.changes, number)
        loss = self.standing.loss
        for space, heap in heaps.items():
            before = self.heaps.get(space, self.standing.none)
            if heap != before:
                found -= loss(space, heap) - loss(space, before)
        return found

    def hopeful(self, change: Change, least: float) -> bool:
        """Whether a change could gain more than this at best: if it left nothing to lose."""
        at, old, new, number = change
        was, will = self.groups[at].courses[old], self.groups[at].courses[new]
        found = number * (will.value - was.value)
        if found > least:
            return True
        none, loss = self.standing.none, self.standing.loss
        for space in {space for space, _, _ in (*was.changes, *will.changes)}:
            found += loss(space, self.heaps.get(space, none))
        return found > least

    def possible(self, change: Change) -> int:
        """How many may really make a change, as far as what they take along goes round."""
        at, old, new, number = change
        group = self.groups[at]
        number = min(number, group.now[old], group.limit(new) - group.now[new])
        for what, each in group.courses[new].uses:
            kept = sum(n for w, n in group.courses[old].uses if w == what)
            if each > kept:
                number = min(number, self.stock.get(what, 0) // (each - kept))
        return max(0, number)

    def make(self, changes: Iterable[Change]) -> None:
        for at, old, new, number in changes:
            group = self.groups[at]
            was, will = group.courses[old], group.courses[new]
            group.now[old] -= number
            group.now[new] += number
            self.put(self.heaps, was.changes, -number)
            self.put(self.heaps, will.changes, number)
            for what, each in was.uses:
                self.stock[what] = self.stock.get(what, 0) + each * number
            for what, each in will.uses:
                self.stock[what] = self.stock.get(what, 0) - each * number

    # --- searching

    def improve(self) -> None:
        """Make changes as long as one gains something: many together, then one after the other."""
        for _ in range(PASSES):
            gathered = self.gather()
            if not self.polish() and not gathered:
                return

    def gather(self) -> bool:
        """Everybody who can goes to one space, if that gains: the best such space, once each."""
        found = False
        for end in sorted(self.goals):
            trial = self.everybody(end)
            if len(trial) < 2:
                continue
            gain = self.gain(trial)
            if gain > ENOUGH:
                self.make(trial)
                found = True
                continue
            snapshot = self.snapshot()
            self.make(trial)
            gain += self.mend({change[0] for change in trial})
            if gain > ENOUGH:
                found = True
            else:
                self.restore(snapshot)
        return found

    def everybody(self, end: int) -> list[Change]:
        """The changes that bring all who can to a space."""
        found: list[Change] = []
        left = dict(self.stock)
        for at, goals in self.goals[end].items():
            group = self.groups[at]
            apart = {
                old: number
                for old, number in enumerate(group.now)
                if number and end not in (group.courses[old].end, group.courses[old].aim)
            }
            for new in goals:
                if not apart:
                    break
                for old, number in list(apart.items()):
                    uses = group.courses[new].uses
                    number = min(number, group.limit(new) - group.now[new])
                    for what, each in uses:
                        number = min(number, left.get(what, 0) // each)
                    if number > 0:
                        del apart[old]
                        found.append((at, old, new, number))
                        for what, each in uses:
                            left[what] -= each * number
        return found

    def mend(self, moved: set[int]) -> float:
        """Let those who moved go back one by one where that is better; what that gains."""
        total = 0.0
        for at in sorted(moved):
            group = self.groups[at]
            for old, number in enumerate(group.now):
                if not number or not old:
                    continue
                for each in (number, 1, 1, 1):
                    if self.possible((at, old, 0, each)) < each or group.now[old] < each:
                        continue
                    change = (at, old, 0, each)
                    gain = self.gain((change,))
                    if gain <= ENOUGH:
                        if each == 1:
                            break
                        continue
                    self.make((change,))
                    total += gain
        return total

    def polish(self) -> bool:
        """Each group in turn does what is best for it, as the others stand."""
        found = False
        for at, group in enumerate(self.groups):
            for old in range(len(group.courses)):
                while group.now[old]:
                    best: Change | None = None
                    most = ENOUGH
                    for new in range(len(group.courses)):
                        if new == old:
                            continue
                        for wanted in {group.now[old], 1, group.now[old] - 1} - {0}:
                            number = self.possible((at, old, new, wanted))
                            change = at, old, new, number
                            if not number or not self.hopeful(change, most):
                                continue
                            gain = self.gain((change,))
                            if gain > most:
                                best, most = change, gain
                    if best is None:
                        break
                    self.make((best,))
                    found = True
        return found

    def snapshot(self) -> tuple[dict[int, Heap], list[list[int]], dict[Hashable, int]]:
        return dict(self.heaps), [g.now[:] for g in self.groups], dict(self.stock)

    def restore(self, kept: tuple[dict[int, Heap], list[list[int]], dict[Hashable, int]]) -> None:
        self.heaps, now, self.stock = kept
        for group, numbers in zip(self.groups, now, strict=True):
            group.now = numbers


def order_all(trial: Trial, power: int, found: Arrangement, why: Why) -> None:
    """Give the orders of an arrangement. What is refused is done in the next best way, or not."""
    for group in found.groups:
        ranks = sorted(range(len(group.courses)), key=lambda n: (-group.now[n], n))
        for at in ranks:
            number = group.now[at]
            if number and not sent(trial, power, group, at, number, why):
                others = sorted(range(1, len(group.courses)), key=lambda n: -group.courses[n].value)
                any(n != at and sent(trial, power, group, n, number, why) for n in others[:3])


def sent(trial: Trial, power: int, group: Group, at: int, number: int, why: Why) -> bool:
    """Whether the orders of a course were accepted; one order is given to all together."""
    course = group.courses[at]
    if not course.orders:
        return True
    reason = why(group, course)
    if len(course.orders) == 1 and len(course.orders[0].units) == 1:
        together = with_number(course.orders[0], number)
        assert isinstance(together, Move)
        return tried(trial, power, together, reason=reason)
    return all(tried(trial, power, *course.orders, reason=reason) for _ in range(number))
