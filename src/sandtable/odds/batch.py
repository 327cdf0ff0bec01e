"""Thousands of battles in one call, for computer players and for searching among forces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sandtable.game.library import load_edition
from sandtable.odds import reckon
from sandtable.odds.ask import DEFAULT, settled_for
from sandtable.odds.fight import FloatArray, IntArray, Side
from sandtable.odds.forces import ForceText, parse_force
from sandtable.odds.kernels import many
from sandtable.odds.kernels.chain import FLOOR
from sandtable.odds.kernels.course import rules_of
from sandtable.odds.orders import order_of
from sandtable.odds.policy import AT_ONCE, KEEP_GROUND, Policy
from sandtable.odds.sides import Names
from sandtable.odds.staging import Staged, stage
from sandtable.rules.conditions import LASTING
from sandtable.rules.edition import Edition
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.units import FACILITY

MOST_UNITS = 2_000
"""Units of a side in one battle of a batch."""
COARSE_FLOOR, LEAST = 1e-7, 1e-3
"""If it need not be exact, what is less likely is left out: states, and remains after flak."""

Entry = tuple[IntArray, IntArray, IntArray, IntArray, FloatArray, IntArray, IntArray, bool]
"""A side as the kernels take it: rows of units, their table, who helps whom, costs, losses."""


class Figures(NamedTuple):
    """What becomes of each battle of a batch, as arrays; chances are exact if the arena is.

    A battle with too many states to be reckoned has `nan` everywhere.
    """

    wins: FloatArray
    """Chance that only attackers are left in the battle."""
    takes: FloatArray
    """Chance that one of these takes the ground, if it is a battle on land."""
    both_gone: FloatArray
    defended: FloatArray
    """Chance that only defenders are left."""
    standstill: FloatArray
    retreats: FloatArray
    attacker_loss: FloatArray
    """Expected losses of the attackers in IPCs."""
    defender_loss: FloatArray
    swing: FloatArray
    """Expected losses of the defenders less those of the attackers."""
    deviation: FloatArray
    """Standard deviation of that."""
    cycles: FloatArray


class Arena:
    """Battles between the units of two powers, all by the same rules and policies.

    >>> arena = Arena("revised")
    >>> arena.attack_units
    ('infantry', 'artillery', 'tank', 'fighter', 'bomber')
    >>> figures = arena.reckon([[5, 0, 2, 1, 0]], [[3, 0, 0, 1, 1, 0]])
    >>> round(float(figures.wins[0]), 4)
    0.9763

    If they need not be `exact`, large battles on land are reckoned two to four times as fast:
    what hardly ever happens is left out, and of equally many planes that antiaircraft fire may
    shoot down the likeliest stand for all.
    """

    def __init__(
        self,
        edition: Edition | str,
        *,
        sea: bool = False,
        attacker: str | None = None,
        defender: str | None = None,
        attacker_has: Names = (),
        defender_has: Names = (),
        at: str | None = None,
        exit: bool = True,
        policy: Policy = DEFAULT,
        prices: Mapping[str, float] | None = None,
        exact: bool = True,
    ) -> None:
        self.edition = load_edition(edition) if isinstance(edition, str) else edition
        self.attack_units = self.fit(sea, attacking=True)
        self.defend_units = self.fit(sea, attacking=False)
        staged = stage(
            self.edition,
            dict.fromkeys(self.attack_units, 1),
            dict.fromkeys(self.defend_units, 1),
            sea=sea,
            attacker=attacker,
            defender=defender,
            attacker_has=attacker_has,
            defender_has=defender_has,
            at=at,
            exit=exit,
            prices=prices,
        )
        check_traits(staged)
        if policy.optimal:
            raise InvalidAnswer("the battles of a batch follow fixed policies, not optimal ones")
        self.fight = staged.fight
        self.policy = settled_for(
            policy, self.edition, self.fight.attack.tokens, self.fight.defend.tokens
        )
        self.chain = reckon.is_chain(self.fight, self.policy)
        units = tuple(self.edition.unit_index)
        one, other = self.fight.attack, self.fight.defend
        self.attack = in_battle(
            one, rows_of(one, self.edition, self.attack_units), self.policy.attack_losses, units
        )
        self.defend = in_battle(
            other, rows_of(other, self.edition, self.defend_units), self.policy.defend_losses, units
        )
        dives = self.policy.attack_submerges, self.policy.defend_submerges
        self.rules = rules_of(self.fight, dives[0] == AT_ONCE, dives[1] == AT_ONCE)
        self.limits = (FLOOR, 0.0) if exact else (COARSE_FLOOR, LEAST)

    def fit(self, sea: bool, *, attacking: bool) -> tuple[str, ...]:
        """Units that can take part, in the edition's order; guns among the defenders."""
        found = []
        for unit in self.edition.units:
            if unit.domain == FACILITY or (unit.land if sea else unit.sea):
                continue
            idle = unit.bystander or not unit.combat_moves
            afloat = not sea or unit.sea or self.edition.deck_plane[unit.index]
            if (attacking and not idle) or (not attacking and afloat):
                found.append(unit.id)
        return tuple(found)

    def reckon(
        self, attack: Sequence[Sequence[int]] | IntArray, defend: Sequence[Sequence[int]] | IntArray
    ) -> Figures:
        """The figures of battles, given as units by `attack_units` and `defend_units`."""
        attacking = self.counts(attack, self.attack_units, "attackers")
        defending = self.counts(defend, self.defend_units, "defenders")
        if len(attacking) != len(defending):
            raise InvalidAnswer(
                f"{len(attacking)} attacks and {len(defending)} defenses make no battles"
            )
        leaving = reckon.leaving(self.policy)
        sides = (attacking, *self.attack, defending, *self.defend, self.fight.flak)
        if self.chain:
            return Figures(*many.land_battles(*sides, *leaving, *self.limits).T)
        kinds = len(self.fight.kinds)
        return Figures(*many.sea_battles(*sides, kinds, self.rules, *leaving, reckon.MOST_PAIRS).T)

    def counts(
        self, given: Sequence[Sequence[int]] | IntArray, units: tuple[str, ...], who: str
    ) -> IntArray:
        """Counts of units as an array, or what is wrong with them."""
        try:
            found = np.asarray(given)
        except ValueError:
            found = np.zeros(0)
        if found.ndim != 2 or found.shape[1] != len(units) or found.dtype.kind not in "iu":
            raise InvalidAnswer(
                f"{who} of a batch are rows of {len(units)} whole numbers: {', '.join(units)}"
            )
        found = np.ascontiguousarray(found, dtype=np.int64)
        if not many.all_within(found, MOST_UNITS):
            raise InvalidAnswer(f"{who} are 0 to {MOST_UNITS} units a battle")
        return found


def batch(
    edition: Edition | str,
    battles: Iterable[tuple[ForceText, ForceText]],
    *,
    sea: bool = False,
    attacker: str | None = None,
    defender: str | None = None,
    attacker_has: Names = (),
    defender_has: Names = (),
    at: str | None = None,
    exit: bool = True,
    policy: Policy = DEFAULT,
    prices: Mapping[str, float] | None = None,
) -> Figures:
    """The figures of many battles, each two forces as `battle` takes them.

    To reckon arrays of counts again and again, make an `Arena` of them.
    """
    arena = Arena(
        edition,
        sea=sea,
        attacker=attacker,
        defender=defender,
        attacker_has=attacker_has,
        defender_has=defender_has,
        at=at,
        exit=exit,
        policy=policy,
        prices=prices,
    )
    rows: tuple[list[list[int]], list[list[int]]] = ([], [])
    for forces in battles:
        for side, text in enumerate(forces):
            units = (arena.attack_units, arena.defend_units)[side]
            rows[side].append(counted(arena.edition, text, units))
    if not rows[0]:
        raise InvalidAnswer("no battles")
    return arena.reckon(rows[0], rows[1])


def counted(edition: Edition, text: ForceText, units: tuple[str, ...]) -> list[int]:
    """A force as counts of some units."""
    found = [0] * len(units)
    for group in parse_force(edition, text):
        name = edition.units[group.unit].id
        if name not in units or group.cargo or group.damage or group.power >= 0:
            raise InvalidAnswer(f"a force of a batch has whole units of {', '.join(units)}")
        found[units.index(name)] += group.count
    return found


def check_traits(staged: Staged) -> None:
    """Refuse traits that ask who is there when a battle begins: that differs within a batch."""
    for name in {name for names in staged.field.traits for name in names}:
        trait = staged.edition.traits.get(name)
        for bonus in trait.bonuses if trait is not None else ():
            if LASTING.intersection(bonus.when):
                raise InvalidAnswer(f"{name} depends on the forces: ask for such battles singly")


def rows_of(side: Side, edition: Edition, units: tuple[str, ...]) -> IntArray:
    """The row of each unit; -1 for guns, which take no part."""
    at = {t.unit: row for row, t in enumerate(side.tokens) if not t.damage}
    return np.array([at.get(edition.unit_index[name], -1) for name in units], dtype=np.int64)


def in_battle(side: Side, rows: IntArray, losses: str | tuple[str, ...], units: Names) -> Entry:
    """A side as the kernels take it, without counts."""
    order, keeps = order_of(side, "usual" if losses == KEEP_GROUND else losses, tuple(units))
    if losses == KEEP_GROUND:
        # Which unit is kept to the last depends on who is there: here is room for it.
        order, keeps = np.append(order, order[:1]), np.append(keeps, 0)
    return (
        rows, side.table, side.helps, side.pools, side.costs, order, keeps, losses == KEEP_GROUND
    )  # fmt: skip
