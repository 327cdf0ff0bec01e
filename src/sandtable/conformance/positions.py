"""The position that a scenario begins with."""

from __future__ import annotations

from typing import Any

from sandtable.game.game import Game
from sandtable.game.notation.names import (
    parse_unit,
    power_named,
    space_named,
    unit_named,
)
from sandtable.game.setup import make_match, starting_position
from sandtable.rules.edition import Edition
from sandtable.rules.position import Position, Token, stack_of
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import InvalidAnswer

KEYS = (
    "clear",
    "owners",
    "units",
    "add",
    "facilities",
    "treasury",
    "technologies",
    "advantages",
    "used",
    "round",
    "turn",
    "phase",
    "bought",
)


def token_of(edition: Edition, power: int, text: str) -> Token:
    """A unit with its cargo, as scenarios write it."""
    spec = parse_unit(edition, text, power)
    return Token(power, spec.unit, max(spec.damage, 0), spec.cargo or ())


def stacked(edition: Edition, by_power: Any) -> list[tuple[Token, int]]:
    found = []
    for name, units in (by_power or {}).items():
        power = power_named(edition, str(name))
        for text, count in (units or {}).items():
            if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count < 1000:
                raise InvalidAnswer(f"{count!r} {text} is no count of units")
            found.append((token_of(edition, power, str(text)), count))
    return found


def changed(edition: Edition, position: Position, changes: dict[str, Any]) -> Position:
    """A position with a scenario's changes."""
    for key in changes:
        if key not in KEYS:
            raise InvalidAnswer(f"unknown key {key!r} in position{nearest(key, KEYS)}")
    stacks = list(position.stacks)
    clear = changes.get("clear", [])
    spaces = range(len(stacks)) if clear == "all" else [space_named(edition, str(s)) for s in clear]
    for space in spaces:
        stacks[space] = ()
    for name, units in (changes.get("units") or {}).items():
        stacks[space_named(edition, str(name))] = stack_of(stacked(edition, units))
    for name, units in (changes.get("add") or {}).items():
        space = space_named(edition, str(name))
        stacks[space] = stack_of([*stacks[space], *stacked(edition, units)])
    owners = list(position.owners)
    for name, power in (changes.get("owners") or {}).items():
        owners[space_named(edition, str(name))] = (
            -1 if power in (None, "none") else power_named(edition, str(power))
        )
    treasuries = list(position.treasuries)
    for name, amount in (changes.get("treasury") or {}).items():
        treasuries[power_named(edition, str(name))] = int(amount)
    facilities = list(position.facilities)
    for name, listed in (changes.get("facilities") or {}).items():
        found = tuple(unit_named(edition, str(unit)) for unit in listed)
        facilities[space_named(edition, str(name))] = found
    phase = str(changes.get("phase", edition.turn[position.phase]))
    if phase not in edition.turn:
        raise InvalidAnswer(f"unknown phase {phase!r}{nearest(phase, edition.turn)}")
    return position._replace(
        stacks=tuple(stacks),
        owners=tuple(owners),
        treasuries=tuple(treasuries),
        facilities=tuple(facilities),
        traits=traits_of(edition, changes) or position.traits,
        round=int(changes.get("round", position.round)),
        turn=power_named(edition, str(changes["turn"])) if "turn" in changes else position.turn,
        phase=edition.turn.index(phase),
    )


def traits_of(edition: Edition, changes: dict[str, Any]) -> tuple[tuple[str, ...], ...]:
    """Developments and advantages that a scenario gives to powers."""
    found: list[set[str]] = [set() for _ in edition.powers]
    for key, before in (("technologies", ""), ("advantages", ""), ("used", "used:")):
        for name, listed in (changes.get(key) or {}).items():
            power = power_named(edition, str(name))
            for trait in listed:
                if trait not in edition.traits:
                    raise InvalidAnswer(f"unknown {trait!r}{nearest(str(trait), edition.traits)}")
                found[power].add(f"{before}{trait}")
    return tuple(tuple(sorted(traits)) for traits in found) if any(found) else ()


def begin_scenario(edition: Edition, scenario: dict[str, Any], dice: Any) -> Game:
    """A game at the place where a scenario begins."""
    options = {str(k): str(v) for k, v in (scenario.get("options") or {}).items()}
    seats = scenario.get("seats") or None
    changes = scenario.get("position") or {}
    match = make_match(edition, options, seats)
    position = changed(edition, starting_position(match), changes)
    bought = None
    if changes.get("bought"):
        counts = [0] * len(edition.units)
        for name, count in changes["bought"].items():
            counts[unit_named(edition, str(name))] = int(count)
        bought = tuple(counts)
    return Game.new(
        edition, options=options, seats=seats, dice=dice, position=position, bought=bought
    )
