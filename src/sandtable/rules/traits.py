"""Traits: what a power has besides its units. Developments and national advantages are traits.

A trait is data: changes to the profile of units, bonuses in battle under named conditions, and
parameters for the module that plays it, if it needs one (`game/advantages`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sandtable.rules.units import UnitType

TECHNOLOGY, ADVANTAGE = "technology", "advantage"


@dataclass(frozen=True, slots=True)
class Bonus:
    """A better number for some units while all conditions hold.

    `value` is the least that they hit on; `add` is added to their own number.
    """

    units: frozenset[int]
    attacking: bool
    value: int = 0
    add: int = 0
    when: tuple[str, ...] = ()
    sworn: bool = False
    """Only for units that give themselves up."""
    better: str = ""
    """A trait with which `value` is one more."""


@dataclass(frozen=True, slots=True)
class Trait:
    """A development or a national advantage."""

    id: str
    name: str
    kind: str
    number: int
    """The number on the die that gives it."""
    power: int = -1
    """Whose advantage it is; -1: anybody's."""
    profiles: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    """Changes of fields of a unit, by unit."""
    bonuses: tuple[Bonus, ...] = ()
    module: str = ""
    rule: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    """Parameters of its module."""

    def __hash__(self) -> int:
        return hash(self.id)


def changed_units(units: tuple[UnitType, ...], traits: tuple[Trait, ...]) -> tuple[UnitType, ...]:
    """The units of a power that has some traits."""
    found = list(units)
    for trait in traits:
        for unit, changes in trait.profiles.items():
            found[unit] = replace(found[unit], **changes)
    return tuple(found)
