"""Random positions in which everything that can meet does meet."""

from __future__ import annotations

import random

from sandtable.game.setup import make_match, starting_position
from sandtable.rules.edition import Edition
from sandtable.rules.position import Position, Token, stack_of

PHASES = ("purchase", "combat-move", "noncombat-move", "mobilize")
SHIPS = ("battleship", "carrier", "destroyer", "submarine", "transport")


def scattered(edition: Edition, rng: random.Random) -> Position:
    """A lawful position with units all over the board."""
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
    return [(Token(power, unit[name]), count) for name, count in counts.items() if count]


def fleet(edition: Edition, rng: random.Random, power: int) -> list[tuple[Token, int]]:
    unit = edition.unit_index
    friends = (power, *edition.friends[power])
    found: list[tuple[Token, int]] = []
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice(SHIPS)
        cargo: list[tuple[int, int]] = []
        if kind == "transport":
            load = rng.choice(((), ("infantry",), ("tank",), ("infantry", "infantry"), SHIPLOAD))
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


def some_bought(edition: Edition, rng: random.Random, position: Position) -> tuple[int, ...] | None:
    """Units that wait to be mobilized, if the acting power can have bought some."""
    capital = edition.powers[position.turn].capitals[0]
    lost = edition.is_enemy[position.turn][position.owners[capital]]
    if lost or edition.turn[position.phase] == "purchase":
        return None
    return tuple(
        rng.choice((0, 0, 0, 1, 2)) if unit.cost is not None else 0 for unit in edition.units
    )
