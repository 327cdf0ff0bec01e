"""What is shown in a space and how large: plans from roomy to tight, and the blocks they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sandtable.maps import pieces
from sandtable.maps.lettering import broken, shortened
from sandtable.maps.pieces import Block
from sandtable.maps.room import Box
from sandtable.maps.scene import NEUTRAL, Place

LARGEST, READABLE = 0.19, 17.0
"""The height of a chip at most, as a part of what a space is across on average, and in pixels the
height that it may have even so."""

SMALLEST, FARTHEST = 9.5, 0.35
"""The size of a name in pixels, and which part of a space it may take for names to make sense."""

NARROW = 800.0
"""The width in pixels below which empty spaces have no names out at sea."""

SEA_ZONE = "Sea Zone "
BRIEF = {
    "Northern": "N.",
    "Southern": "S.",
    "Eastern": "E.",
    "Western": "W.",
    "Central": "C.",
    "Islands": "Is.",
    "Island": "I.",
}
WIDEST = 40.0
"""What is shown of a name, in units of its size."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted on the map. `unit` is the size of a pixel in map units."""

    unit: float
    view: Box
    across: float
    """How wide a space of the board is on average, in map units."""
    units: str = "kinds"
    names: bool = True


class Plan(NamedTuple):
    """Heights in pixels of a space's chips, name and badges; 0 leaves them out."""

    kinds: bool
    chip: float
    name: float
    badge: float
    short: bool = False
    coin: bool = True
    plain: bool = False
    """Nothing but the number of units."""

    @property
    def largest(self) -> float:
        """The height of a chip that goes with a name of this size."""
        return max(self.chip, 1.6 * self.name)


KINDS: tuple[Plan, ...] = (
    Plan(True, 30, 19, 23),
    Plan(True, 24, 15, 18),
    Plan(True, 20, 12, 15),
    Plan(True, 17, 9.5, 13),
    Plan(True, 15, 9.5, 13),
    Plan(True, 15, 9.5, 13, short=True),
    Plan(True, 14, 9.5, 11.5, short=True),
    Plan(True, 15, 9.5, 13, short=True, coin=False),
)
TOTALS: tuple[Plan, ...] = (
    Plan(False, 30, 19, 23),
    Plan(False, 24, 15, 18),
    Plan(False, 20, 12, 15),
    Plan(False, 17, 9.5, 13),
    Plan(False, 15, 9.5, 13, short=True),
    Plan(False, 14, 9.5, 11.5, short=True),
    Plan(False, 15, 9.5, 13, short=True, coin=False),
    Plan(False, 15, 9.5, 0, short=True),
    Plan(False, 15, 0, 13, coin=False),
    Plan(False, 14, 0, 0),
    Plan(False, 12, 0, 0, plain=True),
)
BARE: tuple[Plan, ...] = (
    Plan(False, 0, 19, 23),
    Plan(False, 0, 15, 18),
    Plan(False, 0, 12, 15),
    Plan(False, 0, 9.5, 13),
    Plan(False, 0, 9.5, 13, short=True),
    Plan(False, 0, 9.5, 13, short=True, coin=False),
    Plan(False, 0, 9.5, 0, short=True),
    Plan(False, 0, 0, 13, coin=False),
)
FAR = (*TOTALS[-2:], Plan(False, 0, 0, 0))
"""Seen from afar: numbers of units and nothing else."""


ASIDE: tuple[Plan, ...] = (
    Plan(True, 17, 9.5, 13),
    Plan(True, 15, 9.5, 13, short=True),
    Plan(True, 15, 9.5, 13, short=True, coin=False),
    Plan(False, 17, 9.5, 13),
    Plan(False, 15, 0, 13, coin=False),
)
"""What to try out at sea."""


class Parts(NamedTuple):
    """The blocks of a space, each in the ways it can be arranged; an empty one if there is none."""

    chips: list[Block]
    badges: list[Block]
    names: list[Block]


class Round(NamedTuple):
    """Plans to try in turn, in the space itself or in the sea beside it."""

    plans: tuple[Plan, ...]
    aside: bool = False
    far: bool = False
    """Whether it may be far from the space."""


def rounds_for(place: Place, wish: Wish) -> tuple[Round, ...]:
    """What to try, the best first. What comes after the first round waits for its neighbours."""
    empty = not place.forces or wish.units == "none"
    if SMALLEST * wish.unit > FARTHEST * wish.across:
        return (Round(FAR[-1:] if empty else FAR[:-1]),)
    most = max(READABLE, LARGEST * wish.across / wish.unit)

    def fitting(plans: tuple[Plan, ...]) -> Round:
        return Round(tuple(plan for plan in plans if plan.largest <= most))

    if empty:
        if wish.view.width < NARROW * wish.unit:
            return fitting(BARE[:4]), Round(BARE[4:])
        return fitting(BARE[:4]), Round(ASIDE[:1], aside=True), Round(BARE[4:])
    if wish.units == "totals":
        return (fitting(TOTALS),)
    return (
        fitting(KINDS[:7]),
        Round(ASIDE[:2], aside=True),
        Round(KINDS[7:]),
        Round(ASIDE[2:3], aside=True),
        Round(TOTALS[3:6]),
        Round(ASIDE[3:4], aside=True),
        Round(TOTALS[6:8]),
        Round(ASIDE[:4], aside=True, far=True),
        Round(TOTALS[8:9]),
        Round(ASIDE[4:], aside=True, far=True),
        Round(TOTALS[9:]),
    )


def parts_of(place: Place, plan: Plan, wish: Wish, short: str) -> Parts:
    """The blocks of a space by a plan."""
    gap = 2 * wish.unit
    return Parts(
        pieces.arrangements(chips(place, plan, wish), gap),
        pieces.arrangements(badges(place, plan, wish), gap, 4),
        names(place, plan, wish, short),
    )


def chips(place: Place, plan: Plan, wish: Wish) -> list[Block]:
    """The units: a chip for each kind, with the power's emblem in front unless it is at home."""
    if not plan.chip or wish.units == "none":
        return []
    height = plan.chip * wish.unit
    found = []
    for force in place.forces:
        if plan.plain:
            found.append(pieces.tally(force.power, force.total, height))
            continue
        if not plan.kinds:
            found.append(pieces.chip(force.power, "", force.total, height))
            continue
        if force.power != NEUTRAL and (place.sea or force.power != place.owner):
            found.append(pieces.emblem(force.power, height))
        found += [
            pieces.chip(force.power, u.kind, u.count, height, u.damaged, bool(u.aboard))
            for u in force.units
        ]
    return found


def badges(place: Place, plan: Plan, wish: Wish) -> list[Block]:
    """Everything else that a space has."""
    if not plan.badge:
        return []
    height = plan.badge * wish.unit
    found = [pieces.badge("battle", height * 1.3)] if place.battle else []
    if place.value and plan.coin:
        found.append(pieces.badge(pieces.VALUE, height, str(place.value), place.owner))
    if place.capital_of:
        found.append(pieces.badge("capital", height, power=place.capital_of))
    elif place.city:
        found.append(pieces.badge("victory-city", height, power=place.owner))
    for facility in place.facilities:
        damage = str(facility.damage) if facility.damage else ""
        found.append(pieces.badge(facility.kind, height, damage, place.owner))
    if place.convoy:
        found.append(pieces.badge("convoy", height, power=place.owner))
    if place.kamikaze:
        found.append(pieces.badge("kamikaze", height))
    return found


def names(place: Place, plan: Plan, wish: Wish, short: str) -> list[Block]:
    """The name in one line, two or three."""
    if not plan.name or not wish.names:
        return [Block(0.0, 0.0, ())]
    name = place.name
    if place.sea and name.startswith(SEA_ZONE):
        name = name.removeprefix(SEA_ZONE)
    elif plan.short:
        name = short or abbreviated(name)
    name = shortened(name, WIDEST)
    lines = dict.fromkeys(broken(name, count) for count in (1, 2, 3))
    return [pieces.label(found, plan.name * wish.unit) for found in lines]


def abbreviated(name: str) -> str:
    """A name whose common words are cut short, for spaces that have no short name of their own."""
    return " ".join(BRIEF.get(word, word) for word in name.split())
