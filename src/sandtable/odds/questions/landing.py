"""An amphibious assault from plain forces: the battle at sea first, then the one ashore."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Unpack

from sandtable.game.draft import one
from sandtable.odds.policy import Policy
from sandtable.odds.questions.fights import Fights, fights_back
from sandtable.odds.questions.terms import Conditions, Terms, edition_of, groups_of, named, terms_of
from sandtable.odds.questions.weights import CERTAIN, Weight, total
from sandtable.rules.edition import Edition
from sandtable.rules.position import FRESH, SEABORNE, Stack, Token, stack_of
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.units import UnitType

Counts = tuple[tuple[int, int], ...]
"""(unit, count)"""


@dataclass(frozen=True, slots=True)
class Assault:
    """A battle ashore that may come, after what happened at sea."""

    chance: float
    landed: str
    """What goes ashore."""
    takes: float
    """The chance that this takes the territory."""

    def to_json(self) -> dict[str, Any]:
        return {"chance": self.chance, "landed": self.landed, "takes": self.takes}


@dataclass(frozen=True, slots=True)
class Landing:
    """What an amphibious assault comes to."""

    cleared: float
    """The chance that the landing can take place: no enemy contests the zone any more."""
    takes: float
    """The chance that the territory is taken."""
    attacker_lost: float
    """IPCs lost at sea and ashore on average."""
    defender_lost: float
    swing: float
    """What the defender loses more, and the worth of the ground if it is taken."""
    deviation: float
    """The standard deviation of the swing, the ground left out."""
    assaults: tuple[Assault, ...]
    """The battles ashore that may come, the likeliest first."""
    samples: int
    dropped: float

    @property
    def exact(self) -> bool:
        return not self.samples

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            name: getattr(self, name) for name in self.__slots__ if name != "assaults"
        }
        found["exact"] = self.exact
        found["assaults"] = [assault.to_json() for assault in self.assaults]
        return found


class Ashore(NamedTuple):
    """What goes ashore, and which ships bombard for it."""

    landed: Stack
    ships: Stack


def assault(
    edition: Edition | str,
    fleet: str,
    sea_defend: str,
    land_defend: str,
    *,
    landed: str = "",
    with_: str = "",
    bombard: str = "",
    sea_policy: Policy | None = None,
    **given: Unpack[Conditions],
) -> Landing:
    """An assault from a zone on a territory.

    What the transports of the `fleet` carry is written with them, `transport(infantry+tank)`, or
    put aboard empty ones from `landed`. `with_` attacks by land and air, `bombard` are ships that
    lie elsewhere; ships of the fleet bombard if there is nobody to fight at sea.
    """
    ed = edition_of(edition)
    on_land: Conditions = {**given, "sea": False}
    terms = terms_of(ed, (with_,), (land_defend,), **on_land)
    at_sea = sea_terms(terms, fleet, sea_defend, given, sea_policy)
    ships = loaded(at_sea, at_sea.attackers(fleet), landed)
    if not any(t.cargo for t, _ in ships):
        raise InvalidAnswer("no transport carries anybody to land")
    zone, shore = Fights(at_sea), Fights(terms)
    enemies = at_sea.defenders(sea_defend)
    chances: dict[Ashore, Weight] = {}
    cleared = 0.0
    others = terms.ships(bombard)
    fresh = () if fights_back(at_sea, enemies) else bombarders(at_sea, ships)
    for end in zone.ends(ships, enemies):
        cleared += end.chance * end.cleared
        ashore = going_ashore(ed, end.attack) if end.cleared else ()
        key = Ashore(ashore, stack_of((*others, *fresh)) if ashore else ())
        weight = CERTAIN.then(
            end.chance,
            at_sea.worth(ships) - at_sea.worth(end.attack) - at_sea.worth(end.away),
            at_sea.worth(enemies) - at_sea.worth(end.defend),
        )
        chances[key] = chances[key].plus(weight) if key in chances else weight
    overland = terms.attackers(with_)
    garrison = terms.defenders(land_defend)
    whole: list[Weight] = []
    assaults: list[Assault] = []
    for key, weight in chances.items():
        attack = stack_of((*overland, *key.landed))
        hold = 0.0
        for end in shore.ends(attack, garrison, key.ships):
            hold += end.chance * end.held
            lost = terms.worth(attack) - terms.worth(end.attack) - terms.worth(end.away)
            taken = terms.worth(garrison) - terms.worth(end.defend)
            whole.append(weight.then(end.chance, lost, taken))
        assaults.append(Assault(weight.chance, named(ed, key.landed), hold))
    assaults.sort(key=lambda assault: -assault.chance)
    sum_ = total(whole)
    hold = sum(assault.chance * assault.takes for assault in assaults)
    return Landing(
        cleared,
        hold,
        sum_.attacker_lost,
        sum_.defender_lost,
        sum_.swing + terms.ground * hold,
        sum_.deviation,
        tuple(assaults),
        min(filter(None, (zone.samples, shore.samples)), default=0),
        zone.dropped + shore.dropped,
    )


def sea_terms(
    terms: Terms, fleet: str, enemies: str, given: Conditions, policy: Policy | None
) -> Terms:
    """The terms at sea before a landing: the same powers in a plain zone."""
    ed = terms.edition
    usual: Conditions = {
        **given,
        "sea": True,
        "at": None,
        "attacker": ed.powers[terms.attacker].id,
        "defender": ed.powers[terms.defender].id,
        "policy": policy or terms.policy,
    }
    return terms_of(ed, (fleet,), (enemies,), **usual)


def going_ashore(ed: Edition, fleet: Stack) -> Stack:
    """The land units aboard, as they are when they have landed."""
    mark = FRESH._replace(flags=SEABORNE)
    return stack_of(
        (Token(power, unit, 0, (), mark), count)
        for ship, count in fleet
        for power, unit in ship.cargo
        if ed.lands[unit]
    )


def bombarders(terms: Terms, fleet: Stack) -> Stack:
    kinds = terms.field.kinds
    return tuple((t, n) for t, n in fleet if kinds[t.power][t.unit].bombards)


# --- loading


def loaded(terms: Terms, fleet: Stack, landed: str) -> Stack:
    """The fleet with an army put aboard its empty ships, if there is a way."""
    ed, kinds = terms.edition, terms.field.kinds
    army = [(group.unit, group.count) for group in groups_of(ed, landed)]
    if not army:
        return fleet
    empty = [(t, n) for t, n in fleet if not t.cargo and any(kinds[t.power][t.unit].loads)]
    ships = tuple(t for t, n in empty for _ in range(n))
    for unit, _ in army:
        if not ed.lands[unit] or not any(kinds[t.power][t.unit].room(unit) for t in ships):
            raise InvalidAnswer(f"no empty ship can carry {one(ed.units[unit].id)}")
    cargo = aboard(tuple(kinds[t.power][t.unit] for t in ships), tuple(army))
    if cargo is None:
        raise InvalidAnswer("there are not enough empty ships for all who are to land")
    full = [
        (ship._replace(cargo=tuple((ship.power, unit) for unit in sorted(units))), 1)
        for ship, units in zip(ships, cargo, strict=True)
    ]
    return stack_of((*((t, n) for t, n in fleet if (t, n) not in empty), *full))


@lru_cache(maxsize=1024)
def aboard(ships: tuple[UnitType, ...], army: Counts) -> tuple[tuple[int, ...], ...] | None:
    """Who goes aboard which ship; None if there is not room for all."""
    if not ships:
        return () if not any(n for _, n in army) else None
    for load in ships[0].loads or ((),):
        room = dict(load)
        # The scarcest room first: as many as fit of every kind.
        taken = [min(n, room.get(unit, 0)) for unit, n in army]
        rest = tuple((unit, n - t) for (unit, n), t in zip(army, taken, strict=True))
        behind = aboard(ships[1:], rest)
        if behind is not None:
            units = tuple(u for (u, _), t in zip(army, taken, strict=True) for _ in range(t))
            return (units, *behind)
    return None
