"""Who fights whom in a battle set up from plain forces, where, and with which traits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from sandtable.game.draft import one
from sandtable.game.notation.errors import shown
from sandtable.game.notation.names import plain, power_named
from sandtable.odds.forces import Group
from sandtable.rules.battle import Field
from sandtable.rules.edition import Edition
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import InvalidAnswer

Names = str | Iterable[str]
"""Names with commas between them, or a list of them."""


def is_sea(edition: Edition, sea: bool | None, space: int, groups: Iterable[Group]) -> bool:
    """Whether it is a battle at sea: as said, as the space says, or as the units do."""
    if space >= 0:
        here = edition.board.spaces[space]
        if here.impassable:
            raise InvalidAnswer(f"no unit may enter {here.name}")
        if sea is not None and sea != here.sea:
            raise InvalidAnswer(f"{here.name} is {'a sea zone' if here.sea else 'land'}")
        return here.sea
    if sea is not None:
        return bool(sea)
    units = [edition.units[group.unit] for group in groups]
    ship = next((unit for unit in units if unit.sea), None)
    soldier = next((unit for unit in units if unit.land), None)
    if ship is not None and soldier is not None:
        raise InvalidAnswer(
            f"{one(ship.id)} fights at sea and {one(soldier.id)} on land, not in one battle"
        )
    return ship is not None


def traits_named(edition: Edition, names: Names) -> tuple[str, ...]:
    """Developments and advantages by name, with those that come of using them."""
    if not isinstance(names, Iterable):
        raise InvalidAnswer(f"developments and advantages are names, not {shown(names)}")
    parts = [str(part).strip() for part in (names.split(",") if isinstance(names, str) else names)]
    found: set[str] = set()
    for part in filter(None, parts):
        known = spelled(edition)
        trait = known.get(plain(part))
        if not known:
            raise InvalidAnswer(f"{edition.name} has no developments or advantages: {part!r}")
        if trait is None:
            hint = nearest(part.casefold(), edition.traits)
            raise InvalidAnswer(f"unknown trait {shown(part)}{hint}")
        found |= {trait, str(edition.traits[trait].data.get("trait", trait))}
    return tuple(sorted(found))


@lru_cache(maxsize=16)
def spelled(edition: Edition) -> Mapping[str, str]:
    """Developments and advantages by their names and ids."""
    every = edition.traits.values()
    return {plain(name): trait.id for trait in every for name in (trait.id, trait.name)}


def powers_of(
    edition: Edition,
    named: tuple[str | None, str | None],
    groups: tuple[tuple[Group, ...], tuple[Group, ...]],
    traits: tuple[tuple[str, ...], tuple[str, ...]],
    space: int,
) -> tuple[int, int]:
    """Who attacks and who defends: as named, or as units, traits and the space tell."""
    found = [-1, -1]
    for side in (0, 1):
        name = named[side]
        if name is not None:
            found[side] = power_named(edition, name)
            continue
        told = [group.power for group in groups[side] if group.power >= 0]
        told += [edition.traits[t].power for t in traits[side] if edition.traits[t].power >= 0]
        if told:
            found[side] = told[0]
    if found[1] < 0 and space >= 0:
        owner = edition.original_owners[space]
        if owner >= 0 and (found[0] < 0 or edition.is_enemy[found[0]][owner]):
            found[1] = owner
    if found[0] < 0:
        found[0] = edition.enemies[found[1]][0] if found[1] >= 0 else 0
    if found[1] < 0:
        found[1] = edition.enemies[found[0]][0]
    attacker, defender = found
    if not edition.is_enemy[attacker][defender]:
        names = [edition.powers[power].name for power in found]
        raise InvalidAnswer(f"{names[0]} and {names[1]} are not enemies")
    return attacker, defender


def field_of(
    edition: Edition,
    powers: tuple[int, int],
    groups: tuple[tuple[Group, ...], tuple[Group, ...]],
    traits: tuple[tuple[str, ...], tuple[str, ...]],
    space: int,
    *,
    sea: bool,
) -> Field:
    """The ground of the battle, each power with its traits.

    Without a space it is one that gives nobody an advantage.
    """
    having: list[set[str]] = [set() for _ in edition.powers]
    for side, power in enumerate(powers):
        fighting = {power, *(owner for group in groups[side] for owner in owners(group))}
        enemies = edition.is_enemy[powers[1 - side]]
        for other in fighting:
            if not enemies[other]:
                name = edition.powers[other].name
                raise InvalidAnswer(
                    f"{name} does not fight on the {'defending' if side else 'attacking'} side"
                )
        if side == 0 and len(fighting) > 1 and not shared_attacks(edition):
            raise InvalidAnswer("the attackers are all of one power")
        for name in traits[side]:
            owner = edition.traits[name].power
            if owner >= 0 and owner not in fighting:
                raise InvalidAnswer(
                    f"{edition.traits[name].name} is an advantage of {edition.powers[owner].name}"
                )
            for other in fighting if owner < 0 else (owner,):
                having[other].add(name)
    every = tuple(tuple(sorted(names)) for names in having) if any(having) else ()
    owner = powers[1] if space >= 0 and not sea else -1
    if space < 0:
        plain_spaces = (
            i
            for i, s in enumerate(edition.board.spaces)
            if s.sea == sea and not s.island and not s.impassable
        )
        space = next(plain_spaces)
    return Field(edition, edition.everything(every)[0], every, space, owner)


def owners(group: Group) -> set[int]:
    """The powers that are named with some units and what is aboard them."""
    return {power for power in (group.power, *(p for p, _ in group.cargo)) if power >= 0}


def shared_attacks(edition: Edition) -> bool:
    """Whether two powers can ever attack together."""
    return any("partner" in trait.data for trait in edition.traits.values())
