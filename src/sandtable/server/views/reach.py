"""Who can come to a space: in the phase at work, and in the next turn of each power."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from sandtable.game import machine
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.queries import hostile_land, hostile_zone, points
from sandtable.game.state import Match, State
from sandtable.game.ways import sea_ways
from sandtable.rules.position import FRESH, Position, Token
from sandtable.server.schemas.options import ReachView, SpaceCard
from sandtable.server.views.board import state_of
from sandtable.server.views.moving import MOVING, orders_from
from sandtable.server.views.odds import odds_at
from sandtable.server.views.stacks import lots


class Coming(NamedTuple):
    """Units of a power that can come from one space to another."""

    power: int
    start: int
    units: tuple[tuple[int, int], ...]


Reach = dict[int, tuple[Coming, ...]]
"""By the space that is reached."""


def space_card(game: Game, space: int, version: int, *, odds: bool = True) -> SpaceCard:
    """What a player wants to know about a space besides what is in it."""
    ed = game.edition
    return SpaceCard(
        version=version,
        space=ed.board.spaces[space].id,
        reach=reach_of(game, space),
        odds=odds_at(game, space) if odds else None,
    )


def reach_of(game: Game | State, space: int) -> list[ReachView]:
    """Who can come to a space now, and who in the next turn of each power."""
    state = state_of(game)
    found = [(coming, False) for coming in now(state).get(space, ())]
    settled = state.position.settled()
    for power in state.match.edition.powers:
        ahead = next_turn(state.match, settled, power.index)
        found += [(coming, True) for coming in ahead.get(space, ())]
    ed = state.match.edition
    return [
        ReachView(
            power=ed.powers[coming.power].id,
            space=ed.board.spaces[coming.start].id,
            units={ed.units[unit].id: number for unit, number in coming.units},
            next_turn=later,
        )
        for coming, later in found
    ]


@lru_cache(maxsize=64)
def now(state: State) -> Reach:
    """What the open decision lets the power on turn do."""
    for asked in machine.pending(state):
        if asked.kind in MOVING:
            return gathered(Draft(state), (asked.kind == "combat-move",))
    return {}


@lru_cache(maxsize=256)
def next_turn(match: Match, position: Position, power: int) -> Reach:
    """As the board stands, what a power could do if its combat move began now."""
    ed = match.edition
    if "combat-move" not in ed.turn:
        return {}
    phase = ed.turn.index("combat-move")
    ahead = position._replace(turn=power, phase=phase, round=position.round + 1)
    state, _ = machine.begin(match, ahead)
    return gathered(Draft(state), (True, False))


def gathered(d: Draft, phases: tuple[bool, ...]) -> Reach:
    """Every space that units can reach in one order of a combat move or a noncombat move."""
    found: dict[tuple[int, int], dict[int, int]] = {}
    for combat in phases:
        for start, end, unit, number in (*arrivals(d, combat=combat), *by_sea(d, combat=combat)):
            units = found.setdefault((end, start), {})
            units[unit] = max(units.get(unit, 0), number)
    reach: dict[int, list[Coming]] = {}
    for (end, start), units in found.items():
        reach.setdefault(end, []).append(Coming(d.power, start, tuple(sorted(units.items()))))
    return {end: tuple(coming) for end, coming in reach.items()}


def arrivals(d: Draft, *, combat: bool) -> Iterator[tuple[int, int, int, int]]:
    """(from, to, unit, most) of single orders, all units of a kind in a space together."""
    for space, stack in enumerate(d.stacks):
        if not stack:
            continue
        totals: dict[tuple[int, int], dict[str, int]] = {}
        for order in orders_from(d, space, lots(d, space), combat=combat):
            if order.unit != order.move.units[0].unit:
                continue
            by_key = totals.setdefault((order.move.path[-1], order.unit), {})
            by_key[order.key] = max(by_key.get(order.key, 0), order.most)
        for (end, unit), by_key in totals.items():
            yield space, end, unit, sum(by_key.values())


def by_sea(d: Draft, *, combat: bool) -> Iterator[tuple[int, int, int, int]]:
    """The same of land units that transports could take along and put ashore in the same turn.

    Each lot of transports is looked at by itself, as if nobody else used them.
    """
    board = d.ed.board
    for zone in board.zones:
        for ship, ships in d.own(zone):
            if not d.carries[ship.power][ship.unit] or ship.mark != FRESH:
                continue
            for end, way in sea_ways(d, ship, zone, points(d, ship), combat=combat).items():
                shores = [
                    territory
                    for territory in board.land_neighbors[end]
                    if hostile_land(d, d.power, territory) == combat
                    and not board.impassable_mask >> territory & 1
                ]
                if shores:
                    yield from landings(d, ship, ships, zone, way, shores, combat=combat)


def landings(
    d: Draft,
    ship: Token,
    ships: int,
    zone: int,
    way: tuple[int, ...],
    shores: list[int],
    *,
    combat: bool,
) -> Iterator[tuple[int, int, int, int]]:
    """Land units aboard, and those that could board on the way, as far as there is room."""
    near = d.ed.board.land_neighbors
    kind = d.kind(ship)
    aboard = [(zone, u, ship.cargo.count((p, u)) * ships) for p, u in set(ship.cargo)]
    ports = {
        territory
        for at in (way or (zone,))
        if not hostile_zone(d, d.power, at)
        for territory in near[at]
    }
    boarding = [
        (port, token.unit, min(count, kind.room(token.unit) * ships))
        for port in ports
        for token, count in d.own(port)
        if token.mark == FRESH and d.kind(token).land
    ]
    for start, unit, number in (*aboard, *boarding):
        if number and (d.ed.units[unit].combat_moves or not combat):
            for shore in shores:
                if shore != start:
                    yield start, shore, unit, number
