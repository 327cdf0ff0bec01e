"""What is special about a kind of unit, in short phrases."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.rules.edition import Edition
from sandtable.rules.units import UnitType
from sandtable.words.english import counted, joined, plural

NUMBERS = ("no", "one", "two", "three", "four")


def unit_notes(edition: Edition, unit: UnitType) -> list[str]:
    """The abilities of a unit that its numbers do not show."""
    return list(notes(edition, unit))


def notes(edition: Edition, unit: UnitType) -> Iterator[str]:
    names = [kind.name.lower() for kind in edition.units]
    if unit.blitzes:
        yield "blitzes through undefended territories"
    for other, better in unit.supports:
        yield f"lets one {names[other]} each hit on {better} in attack"
    if unit.hits > 1:
        yield f"takes {NUMBERS[unit.hits] if unit.hits < len(NUMBERS) else unit.hits} hits"
    if unit.attack_dice > 1:
        yield f"rolls {unit.attack_dice} dice in attack"
    if unit.best_of > 1:
        yield f"rolls {unit.best_of} dice, the best counts"
    if unit.strikes_first:
        yield "fires first"
    if unit.submerges:
        yield "can submerge"
    if unit.evades:
        yield "passes enemy ships"
    if unit.spares:
        yield f"cannot hit {joined(sorted(NAMES_OF_DOMAINS[d] for d in unit.spares))}"
    if unit.cancels:
        yield "hunts submarines"
    yield from carrying(edition, unit)
    if unit.bombards:
        yield "bombards the shore before a landing"
    if unit.raids:
        yield "can bomb factories"
    if unit.antiair:
        yield "fires at aircraft"
    if unit.bystander:
        yield "takes no part in battles"
    if not unit.combat_moves:
        yield "does not move in the combat move"
    if unit.last_casualty:
        yield "is lost last"
    if unit.air:
        yield "cannot take territory"
    if unit.air and edition.deck_plane[unit.index]:
        yield "lands on carriers"
    if unit.produces:
        yield "new units are placed here"


NAMES_OF_DOMAINS = {"air": "aircraft", "land": "land units", "sea": "ships"}


def carrying(edition: Edition, unit: UnitType) -> Iterator[str]:
    """What a ship takes aboard."""
    if not unit.loads:
        return
    kinds = {kind for load in unit.loads for kind, _ in load}
    if all(edition.units[kind].land for kind in kinds):
        yield f"carries {NUMBERS[min(capacity(unit), 4)]} land units"
        return
    names = sorted(edition.units[kind].name.lower() for kind in kinds)
    most = capacity(unit)
    yield (
        f"carries {counted(most, names[0])}"
        if len(names) == 1
        else (f"carries {most} {joined(map(plural, names), 'or')}")
    )


def capacity(unit: UnitType) -> int:
    """The most units that a ship takes."""
    return max((sum(n for _, n in load) for load in unit.loads), default=0)
