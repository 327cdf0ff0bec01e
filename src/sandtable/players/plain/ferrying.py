"""Transports: what they can bring to a coast this turn, and where they go otherwise."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

from sandtable.game.answers import Move, UnitSpec
from sandtable.game.queries import hostile_zone, points
from sandtable.game.ways import sea_ways
from sandtable.players.plain.chances import Heap
from sandtable.players.plain.outlook import FAR, Outlook
from sandtable.rules.position import FRESH, Cargo, Token

Free = dict[tuple[int, Token], int]
"""How many equal units in a space may still be sent somewhere."""


class Sent(NamedTuple):
    """Units that can join in somewhere, and the orders that bring them there."""

    heap: Heap
    orders: tuple[Move, ...]
    uses: tuple[tuple[int, Token], ...]
    seaborne: bool = False


def shiploads(look: Outlook, free: Free, territory: int, *, combat: bool) -> Iterator[Sent]:
    """Loads that transports can put ashore in a territory, each transport's best, none twice."""
    left = dict(free)
    for (zone, ship), count in free.items():
        if not look.d.carries[ship.power][ship.unit] or ship.mark != FRESH:
            continue
        for _ in range(count):
            found = shipload(look, left, zone, ship, territory, combat=combat)
            if found is None:
                break
            yield found
            for use in found.uses:
                left[use] -= 1


def shipload(
    look: Outlook, free: Free, zone: int, ship: Token, territory: int, *, combat: bool
) -> Sent | None:
    """What one transport can bring: its cargo, or the strongest load on the way."""
    d = look.d
    coast = [z for z in look.board.sea_neighbors[territory] if not hostile_zone(d, d.power, z)]
    if not coast or (ship.cargo and any(power != ship.power for power, _ in ship.cargo)):
        return None
    budget = points(d, ship)
    ways = sea_ways(d, ship, zone, budget, combat=combat)
    near = [z for z in coast if z in ways]
    if ship.cargo:
        if not near:
            return None
        end = min(near, key=lambda z: len(ways[z]))
        return sent(look, zone, ship, (), ship.cargo, [ways[end]], territory)
    best: tuple[int, int, Sent] | None = None
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
            cargo = tuple(sorted((token.power, token.unit) for token in load))
            power = sum(look.ed.units[unit].attack for _, unit in cargo)
            steps = len(first) + len(rest[end])
            if best is None or (power, -steps) > best[:2]:
                uses = tuple((start, token) for token in load)
                found = sent(look, zone, ship, uses, cargo, [first, rest[end]], territory)
                best = (power, -steps, found)
    return best[2] if best else None


def best_load(look: Outlook, free: Free, start: int, ship: Token) -> tuple[Token, ...]:
    """The strongest units in a territory that fit aboard together."""
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
    fitting = [load for load in loads if kind.holds(tuple(t.unit for t in load))]
    return max(fitting, key=value, default=())


def sent(
    look: Outlook,
    zone: int,
    ship: Token,
    uses: tuple[tuple[int, Token], ...],
    cargo: Cargo,
    ways: list[tuple[int, ...]],
    territory: int,
) -> Sent:
    """The orders of a voyage: sail, load, sail on, go ashore."""
    orders: list[Move] = []
    aboard = ship.cargo
    for at, way in enumerate(ways):
        if len(way) > 1:
            orders.append(Move((UnitSpec(1, ship.unit, -1, aboard),), way))
        if at == 0 and uses:
            orders += boarding(ship, cargo, uses[0][0], way[-1])
            aboard = cargo
    whole = UnitSpec(1, ship.unit, ship.power, cargo)
    orders.append(Move(specs(cargo), (ways[-1][-1], territory), whole))
    heap = [0] * len(look.ed.units)
    for _, unit in cargo:
        heap[unit] += 1
    return Sent(tuple(heap), tuple(orders), ((zone, ship), *uses), seaborne=True)


def boarding(ship: Token, cargo: Cargo, territory: int, zone: int) -> list[Move]:
    """Units go aboard an empty transport one after the other."""
    return [
        Move(
            (UnitSpec(1, unit),),
            (territory, zone),
            UnitSpec(1, ship.unit, ship.power, tuple(sorted(cargo[:at]))),
        )
        for at, (_, unit) in enumerate(cargo)
    ]


def specs(cargo: Cargo) -> tuple[UnitSpec, ...]:
    kinds = sorted({unit for _, unit in cargo})
    return tuple(UnitSpec(sum(u == unit for _, u in cargo), unit) for unit in kinds)


def sea_distance(look: Outlook, goals: list[int]) -> list[int]:
    """Steps by sea from each zone to the nearest of some zones."""
    found = [FAR] * len(look.board)
    for goal in goals:
        found[goal] = 0
    edge = deque(goals)
    while edge:
        at = edge.popleft()
        for near in look.board.sea_neighbors[at]:
            if found[near] == FAR:
                found[near] = found[at] + 1
                edge.append(near)
    return found


def towards(look: Outlook, zone: int, ship: Token, distance: list[int]) -> Move | None:
    """A voyage that brings a ship nearer, through zones that are not hostile, and not from a safe
    one into danger."""
    d, one = look.d, tuple(int(unit == ship.unit) for unit in range(len(look.ed.units)))
    ways = sea_ways(d, ship, zone, points(d, ship), combat=False)
    open_ = [z for z in ways if z != zone and not hostile_zone(d, d.power, z)]
    if look.danger(zone).wins < 0.5:
        open_ = [z for z in open_ if look.danger(z, one).wins < 0.5]
    best = min(open_, key=lambda z: (distance[z], -look.strength(z), z), default=None)
    if best is None or distance[best] >= distance[zone]:
        return None
    return Move((UnitSpec(1, ship.unit, -1, ship.cargo),), ways[best])
