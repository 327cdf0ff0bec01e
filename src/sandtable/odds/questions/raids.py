"""Exact odds of strategic raids and rockets."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import comb, prod, sqrt
from typing import Any, Unpack

from sandtable.game import flak
from sandtable.game.notation.names import space_named
from sandtable.odds import staging
from sandtable.odds.engine import walk
from sandtable.odds.engine.pending import Pending
from sandtable.odds.lineup import chance_of
from sandtable.odds.naming import row_names
from sandtable.odds.questions.terms import Conditions, Terms, edition_of, terms_of
from sandtable.rules import raids
from sandtable.rules.edition import Edition
from sandtable.rules.position import Token
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.units import UnitType

SIDES = 6
MOST_RAIDERS = 60

Chances = dict[int, float]
"""By a number: of IPCs, or of raiders."""
Ends = dict[tuple[tuple[int, ...], int], float]
"""By raiders lost of each kind, and IPCs."""


@dataclass(frozen=True, slots=True)
class Raid:
    """What a raid or a rocket comes to."""

    units: tuple[str, ...]
    """The kinds of raiders."""
    ends: Ends
    """Chances by raiders lost of each kind and IPCs paid."""
    prices: tuple[float, ...]
    """What one raider of each kind is worth."""

    @property
    def damage(self) -> Chances:
        """Chances by IPCs paid."""
        found: Chances = {}
        for (_, paid), chance in self.ends.items():
            found[paid] = found.get(paid, 0.0) + chance
        return dict(sorted(found.items()))

    @property
    def lost(self) -> Chances:
        """Chances by number of raiders lost."""
        found: Chances = {}
        for (gone, _), chance in self.ends.items():
            found[sum(gone)] = found.get(sum(gone), 0.0) + chance
        return dict(sorted(found.items()))

    @property
    def paid(self) -> float:
        """IPCs paid on average."""
        return sum(paid * chance for (_, paid), chance in self.ends.items())

    @property
    def cost(self) -> float:
        """The worth of the raiders lost on average."""
        return sum(self._worth(gone) * chance for (gone, _), chance in self.ends.items())

    @property
    def swing(self) -> float:
        """What the victim loses more than the raider on average."""
        return self.paid - self.cost

    @property
    def deviation(self) -> float:
        """The standard deviation of the swing."""
        mean = self.swing
        return sqrt(
            sum(
                (paid - self._worth(gone) - mean) ** 2 * chance
                for (gone, paid), chance in self.ends.items()
            )
        )

    def _worth(self, gone: tuple[int, ...]) -> float:
        return sum(price * n for price, n in zip(self.prices, gone, strict=True))

    def to_json(self) -> dict[str, Any]:
        return {
            "paid": self.paid,
            "cost": self.cost,
            "swing": self.swing,
            "deviation": self.deviation,
            "damage": {str(paid): chance for paid, chance in self.damage.items()},
            "lost": {str(lost): chance for lost, chance in self.lost.items()},
            "exact": True,
            "ends": [
                {
                    "lost": dict(zip(self.units, gone, strict=True)),
                    "paid": paid,
                    "chance": chance,
                }
                for (gone, paid), chance in sorted(self.ends.items())
            ],
        }


def raid(
    edition: Edition | str,
    raiders: str,
    *,
    value: int | None = None,
    gun: bool = True,
    overflown: int = 0,
    treasury: int | None = None,
    damaged: int = 0,
    **given: Unpack[Conditions],
) -> Raid:
    """A raid on the complex of a territory (`at`), or of one of some value.

    `gun`: an antiaircraft gun stands there; `overflown`: how many others fire at the raiders on
    their way; `treasury`: what the victim has, if that may limit what it pays; `damaged`: what
    the complex has suffered this turn already.
    """
    ed = edition_of(edition)
    if "raid" not in ed.rules.programs:
        raise InvalidAnswer(f"{ed.name} has no raids")
    worth = value_of(ed, given.get("at"), value)
    checked("overflown", overflown)
    on_land: Conditions = {**given, "sea": False}
    terms = terms_of(ed, (raiders,), (), **on_land)
    force = terms.attackers(raiders)
    if not force:
        raise InvalidAnswer("nobody raids")
    if sum(n for _, n in force) > MOST_RAIDERS:
        raise InvalidAnswer(f"more than {MOST_RAIDERS} raiders are not reckoned with")
    found: Ends = {((), 0): 1.0}
    for token, count in force:
        unit = terms.field.kinds[token.power][token.unit]
        if not unit.raids:
            raise InvalidAnswer(f"{unit.id} cannot raid")
        down = shot_down(terms, token, gun, overflown)
        found = joined(found, of_kind(unit, count, down, worth))
    return Raid(
        tuple(ed.units[token.unit].id for token, _ in force),
        payments(ed, found, worth, treasury, damaged),
        tuple(terms.prices[token.unit] for token, _ in force),
    )


def raid_of(battle: Pending, prices: tuple[float, ...] | None = None) -> Raid:
    """A raid that is pending in a game, as the engine plays it."""
    side = battle.sides(prices).attack
    sent = [int(count) for count in side.counts]
    ends = {
        (tuple(n - left for n, left in zip(sent, there, strict=True)), paid): chance
        for (there, paid), chance in walk.raid(battle.state).items()
    }
    names = row_names(battle.state.match.edition, side)
    return Raid(tuple(names), ends, tuple(float(cost) for cost in side.costs))


def rocket(
    edition: Edition | str,
    *,
    at: str | None = None,
    value: int | None = None,
    treasury: int | None = None,
    damaged: int = 0,
) -> Raid:
    """A rocket at the complex of a territory, or of one of some value."""
    ed = edition_of(edition)
    if ed.rules.rockets == "none":
        raise InvalidAnswer(f"{ed.name} has no rockets")
    worth = value_of(ed, at, value)
    found: Ends = {}
    for die in range(1, SIDES + 1):
        key = (), raids.rocket_caused(die, worth)
        found[key] = found.get(key, 0.0) + 1 / SIDES
    return Raid((), payments(ed, found, worth, treasury, damaged), ())


def value_of(ed: Edition, at: str | None, value: int | None) -> int:
    """What the territory of the complex is worth."""
    if value is not None:
        return checked("value", value)
    if at is None:
        raise InvalidAnswer("say where the complex is, or what its territory is worth")
    space = space_named(ed, at)
    if ed.board.sea[space]:
        raise InvalidAnswer(f"{ed.board.spaces[space].name} is no territory")
    return ed.values[space]


def checked(name: str, number: int) -> int:
    if type(number) is not int or number < 0:
        raise InvalidAnswer(f"{name} is a number from 0 on, not {number!r}")
    return number


def payments(ed: Edition, found: Ends, value: int, treasury: int | None, damaged: int) -> Ends:
    """Chances by what is paid, from those by what the dice cause."""
    checked("damaged", damaged)
    limit = ed.rules.raid_limit
    if limit == "complex" and damaged > value:
        raise InvalidAnswer(f"a complex suffers at most {value} here, not {damaged}")
    ends: Ends = {}
    for (gone, damage), chance in found.items():
        paid = raids.counted(limit, damage, value, damaged)
        if treasury is not None:
            paid = raids.paid(paid, checked("treasury", treasury))
        ends[gone, paid] = ends.get((gone, paid), 0.0) + chance
    return ends


def shot_down(terms: Terms, token: Token, gun: bool, overflown: int) -> float:
    """The chance that guns bring one raider down."""
    ed = terms.edition
    kind = next((unit for unit in ed.units if unit.antiair), None)
    if kind is None:
        return 0.0
    here = ((Token(terms.defender, kind.index), 1),) if gun else ()
    shots = [shot for _, shot in staging.flak(terms.field, "raid", ((token, 1),), here)]
    plane = terms.field.kinds[token.power][token.unit]
    on_way = flak.dice_at(ed, plane, 1, kind.antiair, "")
    missed = prod(1.0 - chance_of(shot) for shot in shots)
    if on_way is not None:
        missed *= (1.0 - chance_of(on_way)) ** overflown
    return 1.0 - missed


def of_kind(unit: UnitType, count: int, down: float, value: int) -> Ends:
    """Chances by raiders of one kind lost and damage caused by the rest."""
    each: Chances = {}
    dice = raids.dice_of(unit)
    for thrown in product(range(1, SIDES + 1), repeat=dice):
        damage = raids.caused(unit, thrown, value)
        each[damage] = each.get(damage, 0.0) + 1 / SIDES**dice
    ends: Ends = {}
    caused: Chances = {0: 1.0}
    for through in range(count + 1):
        lost = count - through
        chance = comb(count, lost) * down**lost * (1.0 - down) ** through
        if chance:
            ends |= {((lost,), damage): chance * p for damage, p in caused.items()}
        caused = added(caused, each)
    return ends


def added(some: Chances, others: Chances) -> Chances:
    """Chances of a sum."""
    found: Chances = {}
    for a, p in some.items():
        for b, q in others.items():
            found[a + b] = found.get(a + b, 0.0) + p * q
    return found


def joined(some: Ends, others: Ends) -> Ends:
    found: Ends = {}
    for (gone, a), p in some.items():
        for (lost, b), q in others.items():
            key = (*gone, *lost), a + b
            found[key] = found.get(key, 0.0) + p * q
    return found
