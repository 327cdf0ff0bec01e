"""The ways units can go, and why they cannot go others."""

from __future__ import annotations

import itertools

from sandtable.board.graph import bits
from sandtable.game.answers import Move, UnitSpec
from sandtable.game.draft import Draft, one
from sandtable.game.picking import Reason, commanded, select
from sandtable.game.queries import (
    defended,
    enemy_submerged,
    hostile_land,
    hostile_zone,
    passage_open,
    points,
    stops,
    unwilling_host,
)
from sandtable.rules.position import Token


def near_by_sea(d: Draft, zone: int, steps: int) -> int:
    """Zones within so many sea steps, enemies and canals left aside, as a mask."""
    board = d.ed.board
    reach = 1 << zone
    for _ in range(steps):
        for near in bits(reach):
            reach |= board.neighbor_masks[near] & board.sea_mask
    return reach


def check_borders(d: Draft, path: tuple[int, ...], *, flying: bool) -> None:
    """Every step of a path crosses a border, and none enters closed ground."""
    board = d.ed.board
    for a, b in itertools.pairwise(path):
        if board.spaces[b].impassable:
            verb = "fly over" if flying else "enter"
            d.ed.refuse(
                "neutral/impassable",
                f"no unit may {verb} {d.space_name(b)}, which is neutral",
                space=d.space_id(b),
            )
        if not board.adjacent(a, b):
            d.ed.refuse(
                "board/adjacency",
                f"{d.space_name(a)} and {d.space_name(b)} do not share a border",
                **{"from": d.space_id(a), "to": d.space_id(b)},
            )


def check_on_land(d: Draft, unit: str, path: tuple[int, ...]) -> None:
    """A land unit goes by land; into a sea zone only by loading, which is its whole move."""
    if not any(d.ed.board.sea[s] for s in path):
        return
    if len(path) > 2:
        d.ed.refuse(
            "transport/loading-uses-whole-land-move",
            "a land unit does not move before loading or after going ashore",
            unit=unit,
        )
    d.ed.refuse(
        "board/land-units-stay-on-land",
        "a land unit enters a sea zone only aboard a transport",
        unit=unit,
    )


def check_ship_named(d: Draft, move: Move) -> None:
    """Only land units go aboard a ship that is named for them."""
    if move.ship is not None and d.carries[d.power][move.ship.unit]:
        unit = d.ed.units[move.units[0].unit]
        d.ed.refuse(
            "transport/land-units-only",
            f"transports carry land units only, not {one(unit.id)}",
            unit=unit.id,
        )


def too_far(d: Draft, token: Token, steps: int) -> Reason | None:
    """Why a unit cannot make so many steps."""
    left = points(d, token)
    if steps <= left:
        return None
    unit = d.ed.units[token.unit]
    return (
        "air/movement-budget-per-turn" if unit.air else "combat-move/move-value-limit",
        f"the {unit.id} has {left} movement point{'' if left == 1 else 's'}, "
        f"this way takes {steps}",
    )


def check_range(d: Draft, token: Token, steps: int) -> None:
    reason = too_far(d, token, steps)
    if reason is not None:
        unit = d.ed.units[token.unit].id
        d.ed.refuse(reason[0], reason[1], unit=unit, points=points(d, token), steps=steps)


def check_passages(d: Draft, path: tuple[int, ...], unit: int) -> None:
    """A ship crosses canals and straits only where its side may."""
    for a, b in itertools.pairwise(path):
        if not passage_open(d, d.power, a, b, unit):
            passage = d.ed.board.passages[a, b]
            if passage.closed:
                d.ed.refuse(
                    passage.rule, f"the {passage.name} are closed to all ships", passage=passage.id
                )
            now_held = all(
                d.owners[s] >= 0 and not d.at_war[d.power][d.owners[s]]
                for s in passage.controlled_by
            )
            slug = "board/canal-start-of-turn" if now_held else passage.rule
            d.ed.refuse(
                slug,
                f"the {passage.name} is open only to a side that controlled "
                + " and ".join(d.space_name(s) for s in passage.controlled_by)
                + " when the turn began",
                passage=passage.id,
            )


def check_consent(d: Draft, space: int) -> None:
    """Friends share a space only if both agree."""
    host = unwilling_host(d, space)
    if host >= 0:
        d.ed.refuse(
            "multinational/share-spaces",
            f"{d.power_name(host)} does not let {d.power_name(d.power)} "
            f"share {d.space_name(space)}",
            space=d.space_id(space),
            host=d.power_id(host),
        )


Ways = dict[int, tuple[int, ...]]


def sea_ways(
    d: Draft, token: Token, start: int, steps: int, *, combat: bool, cleared: int = 0
) -> Ways:
    """Where a ship can go and by which way. In combat moves hostile zones end the way.

    `cleared` is a mask of zones to be taken as free of enemies.
    """
    power, unit, board = d.power, token.unit, d.ed.board
    evades = d.ed.units[unit].evades
    reveals = not combat and d.ed.rules.reveals_submerged
    reveals = reveals and "submerge" in d.ed.units[unit].cancels
    ways: Ways = {start: (start,)}
    edge = [start]
    for _ in range(steps):
        grown: list[int] = []
        for zone in edge:
            if zone != start and not cleared >> zone & 1 and stops(d, power, unit, zone):
                continue
            if reveals and zone != start and enemy_submerged(d, power, zone):
                continue
            way = ways[zone]
            for near in board.sea_neighbors[zone]:
                if near in ways or not passage_open(d, power, zone, near, unit):
                    continue
                if (
                    not combat
                    and not evades
                    and d.stacks[near]
                    and not cleared >> near & 1
                    and hostile_zone(d, power, near)
                ):
                    continue
                ways[near] = (*way, near)
                grown.append(near)
        edge = grown
    return ways


def land_ways(d: Draft, token: Token, start: int, steps: int, *, combat: bool) -> Ways:
    """Where a land unit can go and by which way; ways that capture nothing are preferred."""
    power, board = d.power, d.ed.board
    ways: Ways = {start: (start,)}
    edge = [start]
    for _ in range(steps):
        grown: list[int] = []
        for space in sorted(edge, key=lambda s: hostile_land(d, power, s)):
            if space != start and hostile_land(d, power, space) and not can_blitz(d, token, space):
                continue
            for near in board.land_neighbors[space]:
                if near in ways or board.spaces[near].impassable:
                    continue
                if not combat and hostile_land(d, power, near):
                    continue
                ways[near] = (*ways[space], near)
                grown.append(near)
        edge = grown
    return ways


def can_blitz(d: Draft, token: Token, territory: int) -> bool:
    """Whether a unit may go on through a hostile territory."""
    return (
        d.kind(token).blitzes
        and not defended(d, d.power, territory)
        and not any(d.ed.units[f].stops_blitz for f in d.facilities[territory])
    )


def complete_path(
    d: Draft, token: Token, path: tuple[int, ...], steps: int, *, combat: bool
) -> tuple[int, ...]:
    """The path with every step: two ends that are no neighbours get a shortest legal way."""
    board = d.ed.board
    if len(path) != 2 or board.adjacent(*path) or path[0] == path[1]:
        return path
    start, end = path
    unit = d.ed.units[token.unit]
    if unit.air:
        return board.flight(start, end) or path
    if board.sea[start] != board.sea[end]:
        return path
    ways = sea_ways if unit.sea else land_ways
    found = ways(d, token, start, steps, combat=combat).get(end)
    return found or plain_way(d, start, end) or path


def voyage(d: Draft, spec: UnitSpec, path: tuple[int, ...], *, combat: bool) -> tuple[int, ...]:
    """The whole path of ships, by the one of them with most points left."""
    ships = [t for t, _ in commanded(d, path[0], spec)]
    if not ships:
        select(d, path[0], spec, lambda _: None)
        return path
    best = max(ships, key=lambda token: points(d, token))
    return complete_path(d, best, path, points(d, best), combat=combat)


def plain_way(d: Draft, start: int, end: int) -> tuple[int, ...]:
    """A shortest way by borders alone, within land or within sea; empty if there is none."""
    board = d.ed.board
    near = board.sea_neighbors if board.sea[start] else board.land_neighbors
    ways: Ways = {start: (start,)}
    edge = [start]
    while edge and end not in ways:
        grown = []
        for space in edge:
            for other in near[space]:
                if other not in ways:
                    ways[other] = (*ways[space], other)
                    grown.append(other)
        edge = grown
    return ways.get(end, ())
