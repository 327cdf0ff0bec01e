"""Transports: what they can bring to a coast this turn, and where they go otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

from sandtable.game.answers import Move, UnitSpec
from sandtable.game.queries import hostile_zone, points
from sandtable.game.ways import sea_ways
from sandtable.players.staff.chances import Heap
from sandtable.players.staff.outlook import Outlook
from sandtable.rules.position import FRESH, Cargo, Token

Free = dict[tuple[int, Token], int]
"""How many equal units in a space may still be sent somewhere."""


class Sent(NamedTuple):
    """Units that can join in somewhere, and the orders that bring them there."""

    heap: Heap
    orders: tuple[Move, ...]
    uses: tuple[tuple[int, Token], ...]
    seaborne: bool = False


def shiploads(
    look: Outlook, free: Free, territory: int, *, combat: bool, behind: int = -1
) -> Iterator[Sent]:
    """Loads that transports can put ashore in a territory, each transport's best, none twice.

    With `behind` they land from a zone that has to be won first.
    """
    left = dict(free)
    for (zone, ship), count in free.items():
        if not look.d.carries[ship.power][ship.unit] or ship.mark != FRESH:
            continue
        for _ in range(count):
            found = shipload(look, left, zone, ship, territory, combat=combat, behind=behind)
            if found is None:
                break
            yield found
            for use in found.uses:
                left[use] -= 1


def shipload(
    look: Outlook,
    free: Free,
    zone: int,
    ship: Token,
    territory: int,
    *,
    combat: bool,
    behind: int = -1,
) -> Sent | None:
    """What one transport can bring: its cargo, and the strongest load on the way beside it."""
    d = look.d
    shore = look.board.sea_neighbors[territory]
    coast = [z for z in shore if z == behind or (behind < 0 and not hostile_zone(d, d.power, z))]
    if not coast or (ship.cargo and any(power != ship.power for power, _ in ship.cargo)):
        return None
    budget = points(d, ship)
    ways = sea_ways(d, ship, zone, budget, combat=combat)
    best: tuple[int, int, Sent] | None = None
    near = [z for z in coast if z in ways]
    if ship.cargo and near:
        end = min(near, key=lambda z: len(ways[z]))
        whole = sent(look, zone, ship, (), [ways[end]], territory)
        best = (attack_of(look, ship.cargo), -len(ways[end]), whole)
    for stop, first in ways.items():
        if hostile_zone(d, d.power, stop):
            continue
        rest = sea_ways(d, ship, stop, budget - len(first) + 1, combat=combat)
        ends = [z for z in coast if z in rest]
        if not ends:
            continue
        end = min(ends, key=lambda z: len(rest[z]))
        for start in look.board.land_neighbors[stop]:
            load = best_load(look, free, start, ship) if start != territory else ()
            if not load:
                continue
            new = tuple((token.power, token.unit) for token in load)
            power, steps = attack_of(look, (*ship.cargo, *new)), len(first) + len(rest[end])
            if best is None or (power, -steps) > best[:2]:
                uses = tuple((start, token) for token in load)
                found = sent(look, zone, ship, uses, [first, rest[end]], territory)
                best = (power, -steps, found)
    return best[2] if best else None


def attack_of(look: Outlook, cargo: Cargo) -> int:
    return sum(look.ed.units[unit].attack for _, unit in cargo)


def best_load(look: Outlook, free: Free, start: int, ship: Token) -> tuple[Token, ...]:
    """The strongest units in a territory that fit aboard together, beside what is there."""
    if look.enemy[look.d.owners[start]]:
        return ()
    tokens = [
        token
        for token, _ in look.d.own(start)
        if look.ed.lands[token.unit] and token.mark == FRESH and free.get((start, token), 0) > 0
        if not look.ed.units[token.unit].bystander
    ]
    kind = look.d.kind(ship)

    def value(load: tuple[Token, ...]) -> tuple[int, int]:
        units = [look.ed.units[token.unit] for token in load]
        return sum(u.attack + u.defense for u in units), -sum(u.cost or 0 for u in units)

    loads: list[tuple[Token, ...]] = [(token,) for token in tokens]
    for a, b in combinations_with_replacement(tokens, 2):
        if a != b or free[start, a] > 1:
            loads.append((a, b))
    aboard = tuple(unit for _, unit in ship.cargo)
    fitting = [load for load in loads if kind.holds((*aboard, *(t.unit for t in load)))]
    return max(fitting, key=value, default=())


def sent(
    look: Outlook,
    zone: int,
    ship: Token,
    uses: tuple[tuple[int, Token], ...],
    ways: list[tuple[int, ...]],
    territory: int,
) -> Sent:
    """The orders of a voyage: sail, load, sail on, go ashore."""
    orders: list[Move] = []
    aboard = ship.cargo
    new: Cargo = tuple(sorted((token.power, token.unit) for _, token in uses))
    cargo: Cargo = tuple(sorted((*aboard, *new)))
    for at, way in enumerate(ways):
        if len(way) > 1:
            orders.append(Move((UnitSpec(1, ship.unit, -1, aboard),), way))
        if at == 0 and uses:
            orders += boarding(ship, new, uses[0][0], way[-1], aboard)
            aboard = cargo
    orders.append(unloading(ship, cargo, ways[-1][-1], territory))
    heap = [0] * len(look.ed.units)
    for _, unit in cargo:
        heap[unit] += 1
    return Sent(tuple(heap), tuple(orders), ((zone, ship), *uses), seaborne=True)


def boarding(
    ship: Token, cargo: Cargo, territory: int, zone: int, aboard: Cargo = ()
) -> list[Move]:
    """Units go aboard a transport one after the other, beside what it has aboard."""
    return [
        Move(
            (UnitSpec(1, unit),),
            (territory, zone),
            UnitSpec(1, ship.unit, ship.power, tuple(sorted((*aboard, *cargo[:at])))),
        )
        for at, (_, unit) in enumerate(cargo)
    ]


def unloading(ship: Token, cargo: Cargo, zone: int, territory: int) -> Move:
    """All cargo of a ship goes ashore."""
    whole = UnitSpec(1, ship.unit, ship.power, cargo)
    return Move(specs(cargo), (zone, territory), whole)


def specs(cargo: Cargo) -> tuple[UnitSpec, ...]:
    kinds = sorted({unit for _, unit in cargo})
    return tuple(UnitSpec(sum(u == unit for _, u in cargo), unit) for unit in kinds)
