"""Random positions in which everything that can meet does meet."""

from __future__ import annotations

import random

from sandtable.game.advantages.loaded import MODULES
from sandtable.game.setup import make_match, starting_position
from sandtable.rules.edition import Edition
from sandtable.rules.position import Position, Token, stack_of

PHASES = ("purchase", "combat-move", "noncombat-move", "mobilize")
FIRST_PHASES = ("research", "purchase")
SHIPS = ("battleship", "carrier", "destroyer", "submarine", "transport")


def scattered(edition: Edition, rng: random.Random, *, traits: bool = False) -> Position:
    """A lawful position with units all over the board.

    With traits the powers have some developments and advantages, and a few more complexes stand
    about.
    """
    position = starting_position(make_match(edition))
    board = edition.board
    powers = [power.index for power in edition.powers]
    owners = list(position.owners)
    flips = rng.choice((0, 4, 12))
    for space in range(len(board)):
        passable = not board.sea[space] and not board.spaces[space].impassable
        if passable and owners[space] >= 0 and rng.random() * 40 < flips:
            owners[space] = rng.choice(powers)
    crowd = rng.choice((0.2, 0.5, 0.8))
    stacks: list[list[tuple[Token, int]]] = [[] for _ in range(len(board))]
    for space, stack in enumerate(stacks):
        if board.sea[space]:
            while rng.random() < crowd:
                stack += fleet(edition, rng, rng.choice(powers))
        elif owners[space] >= 0 and rng.random() < crowd + 0.2:
            stack += garrison(edition, rng, owners[space])
            friends = edition.friends[owners[space]]
            if rng.random() < 0.2:
                stack += garrison(edition, rng, rng.choice(friends))
    if traits:
        position = position._replace(traits=some_traits(edition, rng))
        position = position._replace(facilities=some_complexes(edition, rng, position))
        ride_destroyers(edition, rng, position, stacks)
    return position._replace(
        round=rng.randint(1, 9),
        turn=rng.choice(powers),
        phase=edition.turn.index(rng.choice(PHASES)),
        owners=tuple(owners),
        stacks=tuple(stack_of(stack) for stack in stacks),
        treasuries=tuple(rng.randint(0, 40) for _ in powers),
    )


def garrison(edition: Edition, rng: random.Random, power: int) -> list[tuple[Token, int]]:
    unit = edition.unit_index
    counts = {
        "infantry": rng.choice((0, 1, 1, 2, 3)),
        "tank": rng.choice((0, 0, 1, 2)),
        "fighter": rng.choice((0, 0, 0, 1, 2)),
        "bomber": rng.choice((0, 0, 0, 0, 1)),
    }
    if "artillery" in unit:
        counts["artillery"] = rng.choice((0, 0, 1, 2))
        counts["aa-gun"] = rng.choice((0, 0, 0, 1, 2))
    return [(Token(power, unit[name]), count) for name, count in counts.items() if count]


def fleet(edition: Edition, rng: random.Random, power: int) -> list[tuple[Token, int]]:
    unit = edition.unit_index
    friends = (power, *edition.friends[power])
    found: list[tuple[Token, int]] = []
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice(SHIPS)
        cargo: list[tuple[int, int]] = []
        if kind == "transport":
            load = rng.choice(loads_of(edition))
            cargo = [(rng.choice((power, power, *friends)), unit[name]) for name in load]
        elif kind == "carrier":
            guests = rng.choice((0, 0, 1, 2))
            cargo = [(rng.choice(friends[1:]), unit["fighter"]) for _ in range(guests)]
            own = rng.randint(0, 2 - guests)
            if own:
                found.append((Token(power, unit["fighter"]), own))
        found.append((Token(power, unit[kind], 0, tuple(sorted(cargo))), 1))
    return found


SHIPLOAD = ("infantry", "tank")
LOADS: tuple[tuple[str, ...], ...] = (
    (),
    ("infantry",),
    ("tank",),
    ("infantry", "infantry"),
    SHIPLOAD,
)
MORE_LOADS = (("artillery",), ("infantry", "artillery"), ("infantry", "aa-gun"), ("aa-gun",))


def loads_of(edition: Edition) -> tuple[tuple[str, ...], ...]:
    return LOADS + MORE_LOADS if "artillery" in edition.unit_index else LOADS


def some_traits(edition: Edition, rng: random.Random) -> tuple[tuple[str, ...], ...]:
    """Developments and advantages of each power, some of them used up."""
    found = []
    for power in edition.powers:
        traits = set()
        for trait in edition.traits.values():
            if trait.power not in (-1, power.index) or not (
                trait.module == "" or trait.module in MODULES
            ):
                continue
            if trait.number and rng.random() < 0.5:
                traits.add(trait.id)
                if trait.module in MODULES and MODULES[trait.module].once and rng.random() < 0.1:
                    traits.add(f"used:{trait.id}")
        found.append(tuple(sorted(traits)))
    return tuple(found) if any(found) else ()


def some_complexes(
    edition: Edition, rng: random.Random, position: Position
) -> tuple[tuple[int, ...], ...]:
    facilities = list(position.facilities)
    works = edition.unit_index["industrial-complex"]
    for space, owner in enumerate(position.owners):
        if owner >= 0 and edition.values[space] and not facilities[space] and rng.random() < 0.05:
            facilities[space] = (works,)
    return tuple(facilities)


def ride_destroyers(
    edition: Edition,
    rng: random.Random,
    position: Position,
    stacks: list[list[tuple[Token, int]]],
) -> None:
    """Some infantry goes aboard the destroyers of powers whose destroyers carry it."""
    unit = edition.unit_index
    carries = edition.everything(position.traits)[1]
    for stack in stacks:
        for i, (token, count) in enumerate(stack):
            destroyer = token.unit == unit["destroyer"]
            if destroyer and carries[token.power][token.unit] and rng.random() < 0.5:
                cargo = ((token.power, unit["infantry"]),)
                stack[i] = token._replace(cargo=cargo), count


def some_bought(edition: Edition, rng: random.Random, position: Position) -> tuple[int, ...] | None:
    """Units that wait to be mobilized, if the acting power can have bought some."""
    capital = edition.powers[position.turn].capitals[0]
    lost = edition.is_enemy[position.turn][position.owners[capital]]
    if lost or edition.turn[position.phase] in FIRST_PHASES:
        return None
    return tuple(
        rng.choice((0, 0, 0, 1, 2)) if unit.cost is not None else 0 for unit in edition.units
    )
