"""What a solved battle says about the decision that is open now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sandtable.odds.fight import IntArray
from sandtable.odds.kernels import solving_course as course
from sandtable.odds.kernels import solving_ends as ends
from sandtable.odds.kernels.solving_choices import CLOSE, best_dive
from sandtable.odds.kernels.solving_desk import answer, cycle_of, new_slots
from sandtable.odds.kernels.solving_states import Army
from sandtable.odds.solving.setting import Target
from sandtable.odds.solving.solved import Solution

Counts = Sequence[int] | IntArray
"""Units by row of the fight."""


class Leaving(NamedTuple):
    """What to press on and to retreat are worth, in IPCs from now on; None: there is no retreat."""

    press: float
    retreat: float | None

    @property
    def retreats(self) -> bool:
        """Whether it is better to retreat."""
        return self.retreat is not None and self.retreat > self.press + CLOSE


def number_of(army: Army, counts: Counts, name: str) -> int:
    """The number of a state."""
    found = np.flatnonzero((army.states == np.asarray(counts)).all(axis=1))
    if not len(found):
        raise ValueError(f"the {name} cannot come to {list(counts)}")
    return int(found[0])


def hits_number(target: Target, hits: Mapping[int, int]) -> int:
    """Hits by kind (an index into the fight's kinds) as the kernels write them."""
    by_class = np.zeros_like(target.most)
    for kind, number in hits.items():
        if target.group_of[kind] >= 0:
            by_class[target.group_of[kind]] += number
    by_class = np.minimum(by_class, target.most)
    return int((by_class * np.cumprod(np.concatenate(([1], target.most[:-1] + 1)))).sum())


class Advisor:
    """Asks a solution about states of the fight that it was made for.

    States are units by row. `cycle` is the cycle that is fought, or was fought last: it matters
    only where numbers or the policy change with it.
    """

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.setting = solution.setting

    def numbers(self, attack: Counts, defend: Counts) -> tuple[int, int]:
        return (
            number_of(self.setting.attack, attack, "attackers"),
            number_of(self.setting.defend, defend, "defenders"),
        )

    def leaving(self, attack: Counts, defend: Counts, cycle: int = 2) -> Leaving:
        """At the end of a cycle: whether to press on or to retreat."""
        setting = self.setting
        a, d = self.numbers(attack, defend)
        forces = setting.attack, setting.defend
        k = setting.course.stages.tolist().index(ends.PRESS)
        after = self.solution.table(cycle).values[k + 1]
        here = float(setting.attack.worth[a] - setting.defend.worth[d])
        press = float(after[a, d])
        if ends.standoff(a, d, *forces, setting.course):
            press = ends.owned(a, d, *forces, setting.course.ground)
        retreat = None
        if ends.can_leave(a, setting.attack, setting.course):
            retreat = ends.left_behind(a, d, *forces, setting.course, after) - here
        return Leaving(press - here, retreat)

    def submerging(self, side: str, attack: Counts, defend: Counts, cycle: int = 2) -> list[int]:
        """How many of each row of a side (`attacker`, `defender`) should submerge now."""
        setting = self.setting
        a, d = self.numbers(attack, defend)
        attacking = side == "attacker"
        stage = ends.ATTACK_SUBMERGES if attacking else ends.DEFEND_SUBMERGES
        k = setting.course.stages.tolist().index(stage)
        # The stages before the fire of a cycle are decided with the values of the one before it.
        table = self.solution.table(cycle - (k >= setting.before))
        to = best_dive(a, d, setting.attack, setting.defend, setting.course, k, table.values)
        mine = setting.attack if attacking else setting.defend
        left = mine.states[to]
        return [int(n) for n in mine.states[a if attacking else d] - left]

    def best_losses(
        self,
        side: str,
        attack: Counts,
        defend: Counts,
        hits: Mapping[int, int],
        *,
        step: str = "fire",
        begun: tuple[Counts, Counts] | None = None,
        cycle: int = 2,
    ) -> list[int]:
        """What should be left of a side that takes some hits, by row.

        The states are those of units not hit so far; `begun` are those with which the cycle began,
        if units were hit in it. The `step` is `strike`, `fire` or `bombard`.
        """
        setting, solution = self.setting, self.solution
        ours, theirs = setting.attack, setting.defend
        a, d = self.numbers(attack, defend)
        if step == "bombard":
            found = solution.bombarded(a, min(sum(hits.values()), len(setting.opening.hits) - 1))
            return [int(n) for n in theirs.states[found]]
        whole = self.numbers(*begun) if begun else (a, d)
        now = cycle_of(*whole, ours, theirs, setting.course)
        table = solution.table(cycle)
        values, desk = table.values, table.desk
        first = cycle == 1 and solution.fight.round == 1
        fire_a, fire_d = setting.volleys[0 if first else 1]
        new_slots(desk)
        if not setting.slots:
            for other in range(len(theirs.worth)):
                answer(a, other, 0, ours, values, desk.answers, False)
                answer(a, other, 0, ours, values, desk.answers, True)
        rules = setting.course
        if side == "attacker":
            number = hits_number(setting.on_attack, hits)
            if step == "fire":
                to = course.attackers_lose(a, d, number, now.bare_a, ours, values)
            else:
                to = course.struck_attackers_lose(
                    d, number, now, ours, theirs, rules, fire_a, fire_d, desk
                )
            return [int(n) for n in ours.states[to]]
        number = hits_number(setting.on_defend, hits)
        if step == "fire":
            to = course.defenders_lose(a, d, number, now, theirs, fire_d, desk)
        else:
            to = course.struck_defenders_lose(
                number, now, ours, theirs, rules, fire_a, fire_d, desk
            )
        return [int(n) for n in theirs.states[to]]
