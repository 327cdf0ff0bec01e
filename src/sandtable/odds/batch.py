"""Thousands of battles in one call, for computer players and for searching among forces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sandtable.game.library import load_edition
from sandtable.odds import fight as f
from sandtable.odds import reckon
from sandtable.odds.ask import DEFAULT, settled_for
from sandtable.odds.fight import FloatArray, IntArray, Side
from sandtable.odds.forces import ForceText, parse_force
from sandtable.odds.kernels import many
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


class Figures(NamedTuple):
    """What becomes of each battle of a batch, as arrays; chances are exact.

    A battle with too many states to be reckoned exactly has `nan` everywhere.
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
        self.attack_rows = rows_of(self.fight.attack, self.edition, self.attack_units)
        self.defend_rows = rows_of(self.fight.defend, self.edition, self.defend_units)

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
        one, other = self.fight.attack, self.fight.defend
        counts_a = spread_out(attacking, self.attack_rows, len(one.tokens))
        counts_d = spread_out(defending, self.defend_rows, len(other.tokens))
        guns = defending[:, self.defend_rows < 0].sum(axis=1)
        units = tuple(self.edition.unit_index)
        sides = (
            counts_a, one.table, one.helps, one.pools, one.costs,
            *orders(one, self.policy.attack_losses, units, counts_a),
            counts_d, other.table, other.helps, other.pools, other.costs,
            *orders(other, self.policy.defend_losses, units, counts_d),
            self.fight.flak, guns,
        )  # fmt: skip
        leaving = reckon.leaving(self.policy)
        if self.chain:
            return figures(many.land_battles(*sides, *leaving))
        dives = self.policy.attack_submerges, self.policy.defend_submerges
        rules = rules_of(self.fight, dives[0] == AT_ONCE, dives[1] == AT_ONCE)
        return figures(
            many.sea_battles(*sides, len(self.fight.kinds), rules, *leaving, reckon.MOST_PAIRS)
        )

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
        if (found < 0).any() or (found.sum(axis=1) > MOST_UNITS).any():
            raise InvalidAnswer(f"{who} are 0 to {MOST_UNITS} units a battle")
        return found.astype(np.int64)


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


def spread_out(counts: IntArray, rows: IntArray, size: int) -> IntArray:
    """Counts of units as counts of rows."""
    found = np.zeros((len(counts), size), dtype=np.int64)
    found[:, rows[rows >= 0]] = counts[:, rows >= 0]
    return found


def orders(
    side: Side, losses: str | tuple[str, ...], units: Sequence[str], counts: IntArray
) -> tuple[IntArray, IntArray]:
    """The order of losses of all battles in a row, or of each in a row of its own."""
    if losses != KEEP_GROUND:
        rows, keeps = order_of(side, losses, units)
        return rows[None, :], keeps[None, :]
    usual, _ = order_of(side, "usual", units)
    able = (counts[:, usual] > 0) & (side.table[usual, f.CAPTURES] != 0)
    last = able.shape[1] - 1 - np.argmax(able[:, ::-1], axis=1)
    kept = np.where(able.any(axis=1), usual[last], -1)
    rows = np.column_stack([np.broadcast_to(usual, able.shape), np.where(kept < 0, usual[0], kept)])
    keeps = np.zeros_like(rows)
    keeps[:, :-1] = rows[:, :-1] == kept[:, None]
    # In the same memory order as above: for another one the kernels would be compiled again.
    return np.ascontiguousarray(rows), np.ascontiguousarray(keeps)


def figures(found: FloatArray) -> Figures:
    found = np.where(found[:, :1] < 0, np.nan, found)
    swing = found[:, many.DEFEND_LOSS] - found[:, many.ATTACK_LOSS]
    spread = np.sqrt(np.maximum(found[:, many.SWING_SQUARED] - swing**2, 0.0))
    return Figures(
        found[:, many.WINS],
        found[:, many.TAKES],
        found[:, many.BOTH_GONE],
        found[:, many.DEFENDED],
        found[:, many.STANDSTILL],
        found[:, many.LEAVES],
        found[:, many.ATTACK_LOSS],
        found[:, many.DEFEND_LOSS],
        swing,
        spread,
        found[:, many.CYCLES],
    )
