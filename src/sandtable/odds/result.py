"""Odds: what players ask about how a battle may end. Nothing is worked out before it is asked."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from sandtable.odds.fight import CAPTURES, FloatArray, IntArray, Side
from sandtable.odds.forces import unit_called
from sandtable.odds.naming import Counts, counts_of, named_stack, row_names, units_text
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.parties import (
    ATTACKER,
    DEFENDER,
    NOBODY,
    RETREAT,
    STANDSTILL,
    End,
    Parties,
    Survival,
)
from sandtable.odds.policy import Policy
from sandtable.odds.spread import Spread, spread_of
from sandtable.rules.edition import Edition
from sandtable.rules.position import Stack
from sandtable.rules.refusal import InvalidAnswer


class Odds:
    """The odds of a battle.

    Chances are fractions of 1; money is in IPCs, at the prices of the edition unless others were
    given. If `samples` is not 0 everything is an estimate from so many battles that were played,
    and `error` gives the standard error of a chance.
    """

    def __init__(
        self,
        edition: Edition,
        fight: Parties,
        outcomes: Outcomes,
        policy: Policy = Policy(),  # noqa: B008  # frozen
        *,
        by: str = "kernel",
        ground: float = 0.0,
        guns: Stack = (),
        ships: Stack = (),
        lengths: Callable[[], FloatArray | None] = lambda: None,
    ) -> None:
        self.edition = edition
        self.fight = fight
        self.outcomes = outcomes
        self.policy = policy
        self.by = by
        """What reckoned it: `kernel`, compiled, or `engine`, the game's own code."""
        self.ground = ground
        """What taking the ground is worth, in IPCs; part of the swing."""
        self._guns = guns
        self._ships = ships
        self._again = lengths

    def __repr__(self) -> str:
        forces = f"{units_text(self.attackers)} against {units_text(self.defenders)}"
        return f"<Odds {self.edition.id}: {forces}: attacker wins {self.percent(self.wins)}>"

    # --- how it was reckoned

    @property
    def method(self) -> str:
        """`exact` or `sampled`."""
        return "sampled" if self.samples else "exact"

    @property
    def samples(self) -> int:
        return self.outcomes.samples

    @property
    def dropped(self) -> float:
        """Probability left out of account because it was too small."""
        return self.outcomes.dropped

    def error(self, chance: float) -> float:
        """The standard error of a chance; 0 if it is exact.

        By Laplace's estimate, so that what never happened in a sample is not taken for impossible.
        """
        if not self.samples:
            return 0.0
        guess = (chance * self.samples + 1) / (self.samples + 2)
        return math.sqrt(guess * (1 - guess) / self.samples)

    def percent(self, chance: float) -> str:
        """`62.3%`; of a sample `62.3% ±0.2`."""
        text = f"{100 * chance:.1f}%"
        if 0 < chance < 0.0005:
            text = "<0.1%"
        elif 0.9995 < chance < 1 - max(self.dropped, 1e-15):
            text = ">99.9%"
        if not self.samples:
            return text
        error = 100 * self.error(chance)
        return f"{text} ±{error:.1f}" if error >= 0.05 else f"{text} ±{error:.1g}"

    # --- who wins

    @cached_property
    def ends(self) -> dict[str, float]:
        """The chance of each end by its name in `ENDS`; together they are 1."""
        o = self.outcomes
        here, there = o.attack_present, o.defend_present
        by_row = np.stack((o.fought @ ~there, o.fought @ there))
        found = np.stack((by_row @ ~here, by_row @ here))
        return {
            ATTACKER: float(found[1, 0]),
            DEFENDER: float(found[0, 1]),
            NOBODY: float(found[0, 0]),
            STANDSTILL: float(found[1, 1]),
            RETREAT: float(o.left.sum()),
        }

    @property
    def wins(self) -> float:
        """The chance that only attackers are left."""
        return self.ends[ATTACKER]

    @property
    def defended(self) -> float:
        """The chance that only defenders are left."""
        return self.ends[DEFENDER]

    @property
    def both_gone(self) -> float:
        """The chance that nobody is left."""
        return self.ends[NOBODY]

    @property
    def standstill(self) -> float:
        """The chance that both sides are left and nobody can hit any more."""
        return self.ends[STANDSTILL]

    @property
    def retreats(self) -> float:
        """The chance that the attackers leave the battle."""
        return self.ends[RETREAT]

    @cached_property
    def takes(self) -> float:
        """The chance that the attackers take the ground; at sea that they clear the zone."""
        return float(self._taken.sum())

    @property
    def holds(self) -> float:
        """The chance that they do not."""
        return sum(self.ends.values()) - self.takes

    @property
    def can_take(self) -> bool:
        """Whether there is an attacker that could take the ground at all."""
        side = self.fight.attack
        return self.fight.sea or bool(side.table[side.counts > 0, CAPTURES].any())

    @cached_property
    def _taken(self) -> FloatArray:
        """(A, D) the chance of ends in which the ground is taken."""
        o = self.outcomes
        holds = o.attack_present if self.fight.sea else o.attack_holds
        return o.fought * np.outer(holds, ~o.defend_present)

    # --- what is left

    @cached_property
    def attackers(self) -> dict[str, int]:
        """The attacking force by name."""
        return self._force(self.fight.attack)

    @cached_property
    def defenders(self) -> dict[str, int]:
        return self._force(self.fight.defend)

    @cached_property
    def guns(self) -> dict[str, int]:
        """Antiaircraft guns that fire at the attackers before the battle."""
        return named_stack(self.edition, self._guns)

    @cached_property
    def ships(self) -> dict[str, int]:
        """Ships that bombard before the battle."""
        return named_stack(self.edition, self._ships)

    @cached_property
    def attackers_left(self) -> dict[str, float]:
        """How many of each are left on average. Units that retreated are left, too."""
        return self._average(ATTACKER)

    @cached_property
    def defenders_left(self) -> dict[str, float]:
        return self._average(DEFENDER)

    def attack_ends(self) -> list[tuple[Counts, float]]:
        """What may be left of the attackers, with its chance, likeliest first."""
        return self._marginal(ATTACKER)

    def defend_ends(self) -> list[tuple[Counts, float]]:
        return self._marginal(DEFENDER)

    def joint(self, most: int | None = None) -> list[End]:
        """How the battle may end, likeliest first: what is left of both sides together."""
        o = self.outcomes
        attack, names_a, at_a = self._named(ATTACKER)
        defend, names_d, at_d = self._named(DEFENDER)
        here, there = o.attack_present, o.defend_present
        found: list[tuple[float, str, int, int]] = []
        ends = (
            (ATTACKER, o.fought, here, ~there),
            (DEFENDER, o.fought, ~here, there),
            (NOBODY, o.fought, ~here, ~there),
            (STANDSTILL, o.fought, here, there),
            (RETREAT, o.left, np.ones_like(here), np.ones_like(there)),
        )
        for how, chances, rows, columns in ends:
            small = chances[np.ix_(rows, columns)]
            if not small.any():
                continue
            merged = np.zeros((len(attack), len(defend)))
            np.add.at(merged, np.ix_(at_a[rows], at_d[columns]), small)
            flat = merged.ravel()
            where = np.flatnonzero(flat)
            if most is not None and len(where) > most:
                where = where[np.argpartition(-flat[where], most)[:most]]
            for i in where:
                found.append((float(flat[i]), how, *divmod(int(i), len(defend))))
        found.sort(key=lambda end: (-end[0], end[1:]))
        return [
            End(counts_of(names_a, attack[i]), counts_of(names_d, defend[j]), how, chance)
            for chance, how, i, j in found[:most]
        ]

    def units_left(self, side: str) -> FloatArray:
        """The chance that so many units of a side are left, by number."""
        had = int(self._side(side).counts.sum())
        left = self._states(side).sum(axis=1)
        found: FloatArray = np.bincount(left, self._chances(side), had + 1).astype(np.float64)
        return found

    def survives(self, unit: str, side: str | None = None) -> Survival:
        """What becomes of a kind of unit; the side is that which has it, the attackers first."""
        index = unit_called(self.edition, unit)
        sides = [ATTACKER, DEFENDER] if side is None else [side]
        if side not in (None, ATTACKER, DEFENDER):
            raise InvalidAnswer(f"a side is {ATTACKER} or {DEFENDER}, not {side!r}")
        for name in sides:
            rows = self._side(name)
            mine = np.array([token.unit == index for token in rows.tokens])
            had = int(rows.counts[mine].sum())
            if had:
                break
        else:
            raise InvalidAnswer(f"there is no {self.edition.units[index].id} to survive")
        states, chances = self._states(name), self._chances(name)
        counts = np.bincount(states[:, mine].sum(axis=1), weights=chances, minlength=had + 1)
        hurt = np.array([token.damage > 0 for token in rows.tokens]) & mine
        return Survival(
            unit=self.edition.units[index].id,
            side=name,
            any=float(counts[1:].sum()),
            all=float(counts[had]),
            expected=float(counts @ np.arange(len(counts))),
            damaged=float(chances @ states[:, hurt].sum(axis=1)),
            counts=tuple(map(float, counts)),
        )

    # --- money and time

    @cached_property
    def attacker_loss(self) -> Spread:
        """What the attackers lose, in IPCs."""
        return spread_of(*self._losses(ATTACKER), self.samples)

    @cached_property
    def defender_loss(self) -> Spread:
        return spread_of(*self._losses(DEFENDER), self.samples)

    @cached_property
    def swing(self) -> Spread:
        """What the defenders lose more than the attackers, in IPCs, and the ground's worth."""
        lost_a, at_a = np.unique(self._loss(ATTACKER), return_inverse=True)
        lost_d, at_d = np.unique(self._loss(DEFENDER), return_inverse=True)
        difference = np.subtract.outer(-lost_a, -lost_d).ravel()

        def merged(chances: FloatArray) -> FloatArray:
            by_row = np.zeros((len(lost_a), chances.shape[1]))
            np.add.at(by_row, at_a, chances)
            both = np.zeros((len(lost_d), len(lost_a)))
            np.add.at(both, at_d, by_row.T)
            return both.T.ravel()

        if not self.ground:
            return spread_of(difference, merged(self._all), self.samples)
        taken = merged(self._taken)
        return spread_of(
            np.concatenate((difference, difference + self.ground)),
            np.concatenate((np.maximum(merged(self._all) - taken, 0.0), taken)),
            self.samples,
        )

    @property
    def cycles(self) -> float:
        """How many cycles the battle takes on average."""
        return self.rounds.mean if self.outcomes.rounds is not None else self.outcomes.cycles

    @cached_property
    def rounds(self) -> Spread:
        """How many cycles the battle takes; worked out anew if that was left out."""
        chances = self.outcomes.rounds
        if chances is None:
            chances = self._lengths()
        return spread_of(np.arange(len(chances), dtype=np.float64), chances, self.samples)

    # --- for programs

    def to_json(self, most: int = 20) -> dict[str, Any]:
        """Everything as plain data; of joint ends the likeliest ones. See docs/odds.md."""
        from sandtable.odds.telling import odds_data

        return odds_data(self, most)

    # --- inner workings

    def _lengths(self) -> FloatArray:
        found = self._again()
        if found is None:
            raise InvalidAnswer("how many cycles the battle takes was not worked out")
        return found

    def _side(self, name: str) -> Side:
        return self.fight.attack if name == ATTACKER else self.fight.defend

    def _states(self, name: str) -> IntArray:
        return self.outcomes.attack_states if name == ATTACKER else self.outcomes.defend_states

    @cached_property
    def _all(self) -> FloatArray:
        return self.outcomes.fought + self.outcomes.left

    def _chances(self, name: str) -> FloatArray:
        """The chance of each state of one side."""
        axis = 1 if name == ATTACKER else 0
        found: FloatArray = self.outcomes.fought.sum(axis) + self.outcomes.left.sum(axis)
        return found

    def _loss(self, name: str) -> FloatArray:
        """(states,) IPCs lost."""
        side = self._side(name)
        found: FloatArray = np.round((side.counts - self._states(name)) @ side.costs, 6)
        return found

    def _losses(self, name: str) -> tuple[FloatArray, FloatArray]:
        return self._loss(name), self._chances(name)

    def _force(self, side: Side) -> dict[str, int]:
        found: dict[str, int] = {}
        for name, count in zip(row_names(self.edition, side), side.counts, strict=True):
            if count:
                found[name] = found.get(name, 0) + int(count)
        return found

    def _average(self, name: str) -> dict[str, float]:
        mean = self._chances(name) @ self._states(name)
        found: dict[str, float] = {}
        for unit, count in zip(row_names(self.edition, self._side(name)), mean, strict=True):
            found[unit] = found.get(unit, 0.0) + float(count)
        return found

    def _named(self, name: str) -> tuple[IntArray, list[str], IntArray]:
        """States by unit name, the names, and which of these each state of the outcomes is."""
        rows = row_names(self.edition, self._side(name))
        names = list(dict.fromkeys(rows))
        gather = np.zeros((len(rows), len(names)), dtype=np.int64)
        for i, row in enumerate(rows):
            gather[i, names.index(row)] = 1
        states, at = np.unique(self._states(name) @ gather, axis=0, return_inverse=True)
        return states, names, at.ravel()

    def _marginal(self, name: str) -> list[tuple[Counts, float]]:
        states, names, at = self._named(name)
        chances = np.bincount(at, weights=self._chances(name), minlength=len(states))
        order = np.argsort(-chances, kind="stable")
        return [(counts_of(names, states[i]), float(chances[i])) for i in order if chances[i] > 0]
