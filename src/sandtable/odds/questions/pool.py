"""Every force that can be made of what is available, and what each comes to in a battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, NamedTuple

from sandtable.odds.lineup import row_of
from sandtable.odds.policy import OPTIMAL
from sandtable.odds.questions.fights import Fights, Summary, fights_back, summary
from sandtable.odds.questions.terms import named
from sandtable.odds.questions.waves import ATTACKER, DEFENDER, Coming, Standing, run
from sandtable.odds.reckon import all_reached
from sandtable.odds.staging import Staged
from sandtable.rules.conditions import LASTING
from sandtable.rules.edition import Edition
from sandtable.rules.position import SEABORNE, Stack

Counts = tuple[int, ...]
"""How many of each kind of unit that is available."""


class Result(NamedTuple):
    """What an attack comes to, with the counter-attacks that follow it."""

    wins: float
    """The chance to win; if counter-attacks follow, to take the ground before they do."""
    takes: float
    """The chance to take the ground and, if counter-attacks follow, to hold it."""
    attack_lost: float
    defend_lost: float
    swing: float
    """What the enemy loses more, and the worth of the ground if it is held."""


class Pool:
    """What could attack a defense."""

    def __init__(
        self,
        fights: Fights,
        available: Stack,
        defend: Stack,
        *,
        ships: Stack = (),
        then: Sequence[Coming] = (),
        reinforce: Stack = (),
    ) -> None:
        self.fights = fights
        self.terms = fights.terms
        self.kinds = tuple(token for token, _ in available)
        self.most: Counts = tuple(count for _, count in available)
        self.defend = defend
        self.ships = ships
        self.then = tuple(then)
        self.reinforce = reinforce
        self.costs = tuple(self.terms.worth(((token, 1),)) for token in self.kinds)
        self._results: dict[Counts, Result] = {}

    @property
    def size(self) -> int:
        """How many forces there are, the empty one included."""
        return prod(count + 1 for count in self.most)

    def every(self) -> Iterator[Counts]:
        return product(*(range(count + 1) for count in self.most))

    def force(self, counts: Counts) -> Stack:
        return tuple((t, n) for t, n in zip(self.kinds, counts, strict=True) if n)

    def cost(self, counts: Counts) -> float:
        return sum(c * n for c, n in zip(self.costs, counts, strict=True))

    @cached_property
    def monotone(self) -> bool:
        """Whether one unit more can only help to win, and to harm the enemy.

        It can if losses are taken in a fixed order, nobody leaves at will or fights better alone,
        and every hit can fall on every unit: a destroyer may lead hits from carriers to the
        cheaper submarines that it finds.
        """
        policies = [self.terms.policy, *(wave.fights.terms.policy for wave in self.then)]
        traits = self.terms.edition.traits
        lasting = any(
            LASTING & set(bonus.when)
            for mine in self.terms.field.traits
            for name in mine
            if name in traits
            for bonus in traits[name].bonuses
        )
        if lasting or any(
            OPTIMAL in (p.attack_losses, p.defend_losses, p.retreat) or isinstance(p.retreat, float)
            for p in policies
        ):
            return False
        return not self.terms.sea or self._all_reached()

    def _all_reached(self) -> bool:
        fight = self._whole.fight
        tables = fight.attack.table, fight.defend.table
        return all_reached(*tables) and all_reached(*tables[::-1])

    @cached_property
    def _whole(self) -> Staged:
        """The battle of all that is available."""
        return self.terms.stage(self.force(self.most), self.defend)

    @cached_property
    def _rows(self) -> list[int]:
        """The row of each kind in that battle."""
        tokens = self._whole.fight.attack.tokens
        return [tokens.index(row_of(token)) for token in self.kinds]

    def result(self, counts: Counts) -> Result:
        """What an attack by so many comes to."""
        if counts not in self._results:
            self._results[counts] = self._reckon(counts)
        return self._results[counts]

    @property
    def tried(self) -> int:
        """How many forces were tried."""
        return len(self._results)

    def _reckon(self, counts: Counts) -> Result:
        terms, force = self.terms, self.force(counts)
        if self.then:
            start = Standing(DEFENDER, (), self.defend)
            ships = self.ships_for(force)
            first = Coming(ATTACKER, force, self.reinforce, self.fights, ships)
            found = run(terms, start, (first, *self.then))
            last = found.after[-1]
            return Result(
                found.after[0].attacker,
                found.hold,
                last.attacker_lost,
                last.defender_lost,
                found.swing,
            )
        brief = self._summary(counts, force)
        swing = brief.swing + terms.ground * brief.takes
        return Result(brief.wins, brief.takes, brief.attack_lost, brief.defend_lost, swing)

    def _summary(self, counts: Counts, force: Stack) -> Summary:
        plain = not self.terms.field.traits and not any(t.mark.flags & SEABORNE for t in self.kinds)
        if not plain or not force or not fights_back(self.terms, self.defend):
            return self.fights.summary(force, self.defend, self.ships_for(force))
        # On plain ground the rows are the same for every force: only the counts differ.
        base = self._whole.fight
        numbers = 0 * base.attack.counts
        numbers[self._rows] = counts
        fight = base._replace(attack=base.attack._replace(counts=numbers))
        staged = self._whole._replace(attack=force, fight=fight)
        return summary(fight, self.fights.reckoned(staged))

    def ships_for(self, force: Stack) -> Stack:
        """Ships bombard only if somebody lands."""
        return self.ships if any(t.mark.flags & SEABORNE for t, _ in force) else ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One force that could be sent, and what its attack comes to."""

    edition: Edition
    force: Stack
    cost: float
    wins: float
    takes: float
    attack_lost: float
    defend_lost: float
    swing: float

    @property
    def text(self) -> str:
        return named(self.edition, self.force)

    @property
    def units(self) -> int:
        return sum(n for _, n in self.force)

    def to_json(self) -> dict[str, Any]:
        return {
            "force": self.text,
            "cost": self.cost,
            "units": self.units,
            "wins": self.wins,
            "takes": self.takes,
            "attack_lost": self.attack_lost,
            "defend_lost": self.defend_lost,
            "swing": self.swing,
        }


def choice(pool: Pool, counts: Counts) -> Choice:
    return Choice(pool.terms.edition, pool.force(counts), pool.cost(counts), *pool.result(counts))
