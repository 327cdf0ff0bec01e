"""Legal moves of the acting power's units."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.game.answers import Answer, Attack, End, Move, UnitSpec
from sandtable.game.cargo import without
from sandtable.game.draft import Draft
from sandtable.game.flights import flight
from sandtable.game.landing import aloft
from sandtable.game.offers import special
from sandtable.game.offers.flights import attack_flights, landing_places, with_guests_aloft
from sandtable.game.offers.trying import accepted, most_together, sharing, spec_of, with_number
from sandtable.game.queries import (
    enemy_ships,
    hostile_land,
    hostile_zone,
    own_attacker,
    points,
)
from sandtable.game.steps import combat_duties, combat_move, noncombat, noncombat_duties
from sandtable.game.ways import can_blitz, sea_ways
from sandtable.rules.position import EXTRA_MOVE, FRESH, Token
from sandtable.rules.refusal import Refusal


def from_space(d: Draft, space: int, *, combat: bool, unit: int = -1) -> Iterator[Answer]:
    """Every legal order for units that are in a space, singly and all together."""
    seen = with_guests_aloft(d, space) if d.ed.board.sea[space] else d
    for token, count in seen.own(space):
        if unit in (-1, token.unit):
            for move, most in of_token(seen, space, token, count, combat=combat):
                if most is None or seen is not d:
                    most = most_together(d, move, most or count, combat=combat)
                if most:
                    yield move
                if most > 1:
                    yield with_number(move, most)
    if d.ed.board.sea[space]:
        yield from going_ashore(d, space, combat=combat, unit=unit)
        if combat:
            yield from attacks(d, space)
    yield from special.orders(d, space, combat=combat, unit=unit)


def of_token(
    d: Draft, space: int, token: Token, count: int, *, combat: bool
) -> Iterator[tuple[Move | Attack, int | None]]:
    """Orders for one of some equal units, and how many can take part (None: to be tried)."""
    unit = d.ed.units[token.unit]
    specs = (spec_of(d, space, token),)
    if unit.air:
        if combat:
            for sortie in attack_flights(d, space, token, specs):
                yield sortie, count
        else:
            for end, most in landing_places(d, space, token, count):
                yield Move(specs, flight(d, space, end, token.power)), most
    elif unit.sea:
        watched = not combat and d.ed.deck_room[token.unit] > 0 and needs_watching(d)
        for voyage in voyages(d, space, token, specs, combat=combat):
            most = most_together(d, voyage, count, combat=combat) if watched else count
            if most:
                yield voyage, most
    elif token.mark == FRESH:
        if unit.combat_moves or not combat:
            for path in marches(d, space, token, combat=combat):
                yield Move(specs, path), count
            for boarding in loading(d, space, token, specs, combat=combat):
                yield boarding, 1 if count == 1 else None
    elif token.mark.flags & EXTRA_MOVE and not combat:
        for path in marches(d, space, token, combat=False):
            if len(path) == 2:
                yield Move(specs, path), count


def marches(d: Draft, space: int, token: Token, *, combat: bool) -> Iterator[tuple[int, ...]]:
    """Ways of a land unit that are legal orders, each end by its shortest way or ways."""
    near = d.ed.board.land_neighbors
    impassable = d.ed.board.impassable_mask
    seen: set[tuple[int, bool]] = {(space, False)}
    edge: list[tuple[tuple[int, ...], bool]] = [((space,), False)]
    for _ in range(d.kind(token).move):
        grown = []
        for path, blitzed in edge:
            at = path[-1]
            if len(path) > 1 and hostile_land(d, d.power, at):
                if not combat or not can_blitz(d, token, at):
                    continue
                blitzed = True
            for end in near[at]:
                if impassable >> end & 1 or (end, blitzed) in seen:
                    continue
                enemy = hostile_land(d, d.power, end)
                if enemy and not combat:
                    continue
                seen.add((end, blitzed))
                way = (*path, end)
                grown.append((way, blitzed))
                if combat:
                    if enemy or (blitzed and (end == space or sharing(d, end))):
                        yield way
                elif sharing(d, end):
                    yield way
        edge = grown
    if not combat and token.mark == FRESH:
        yield from special.rail_ways(d, space, token)


def loading(
    d: Draft, space: int, token: Token, specs: tuple[UnitSpec, ...], *, combat: bool
) -> Iterator[Move]:
    """Going aboard own and, outside combat moves, friends' transports."""
    for zone in d.ed.board.sea_neighbors[space]:
        own = token.power
        hosts = [own] if combat and d.turn.joint < 0 else [own, *d.ed.friends[own]]
        if not d.stacks[zone] or hostile_zone(d, d.power, zone):
            continue
        for host in hosts:
            kinds = {
                t.unit for t, _ in d.stacks[zone] if t.power == host and d.carries[host][t.unit]
            }
            for kind in sorted(kinds):
                named = host != own or len(kinds) > 1
                move = Move(specs, (space, zone), UnitSpec(1, kind, host) if named else None)
                if accepted(d, move, combat=combat):
                    yield move


def voyages(
    d: Draft, space: int, token: Token, specs: tuple[UnitSpec, ...], *, combat: bool
) -> Iterator[Move]:
    """Moves of a ship; a carrier's noncombat moves are still to be tried for its fighters' sake."""
    if combat:
        if combat_move.why_not_sail(d, space)(token) is not None:
            return
    elif noncombat.why_not_sail(d, space, token) is not None:
        return
    budget = points(d, token)
    ways = sea_ways(d, token, space, budget, combat=combat)
    if not combat:
        for end, path in ways.items():
            if end != space and sharing(d, end) and noncombat.may_end(d, token.unit, end):
                yield Move(specs, path)
        return
    armed = d.ed.units[token.unit].attack > 0
    escaped = combat_move.flees(d, token, space)
    for end, path in ways.items():
        if end == space:
            continue
        left = budget - (len(path) - 1)
        if combat_move.sea_target(d, token, end, left, attack=False, escaped=escaped):
            yield Move(specs, path)
        if (
            d.stacks[end]
            and not d.turn.attacked >> end & 1
            and enemy_ships(d, d.power, end)
            and not hostile_zone(d, d.power, end)
            and (armed or own_attacker(d, end))
        ):
            yield Move(specs, path, manner="attack")


def needs_watching(d: Draft) -> bool:
    """Whether a carrier's move might cost an aircraft or break a promise."""
    return bool(d.turn.promises) or bool(aloft(d, flying=True))


def going_ashore(d: Draft, zone: int, *, combat: bool, unit: int = -1) -> Iterator[Move]:
    """Landings of the acting power's cargo, unit by unit and a whole shipload together."""
    for ship, _ in d.stacks[zone]:
        if d.at_war[d.power][ship.power] or not d.carries[ship.power][ship.unit]:
            continue
        aboard = [(p, u) for p, u in without(ship.cargo, ship.mark.ashore) if d.commands(p)]
        if not aboard:
            continue
        wanted = UnitSpec(1, ship.unit, ship.power, ship.cargo)
        loads = {(item,) for item in aboard} | {tuple(sorted(aboard))}
        for territory in d.ed.board.land_neighbors[zone]:
            if combat != hostile_land(d, d.power, territory):
                continue
            for load in sorted(loads):
                if unit >= 0 and all(u != unit for _, u in load):
                    continue
                specs = tuple(
                    UnitSpec(load.count((p, u)), u, -1 if p == d.power else p)
                    for p, u in sorted(set(load))
                )
                move = Move(specs, (zone, territory), wanted)
                if accepted(d, move, combat=combat):
                    yield move


def attacks(d: Draft, zone: int) -> Iterator[Attack]:
    """Declaring an attack on submarines and transports in a zone."""
    if (
        d.stacks[zone]
        and not d.turn.attacked >> zone & 1
        and not hostile_zone(d, d.power, zone)
        and enemy_ships(d, d.power, zone)
        and own_attacker(d, zone)
    ):
        yield Attack(zone)


def endings(d: Draft, *, combat: bool) -> Iterator[End]:
    """Ending the phase, if no duty is open."""
    trial = d.copy()
    try:
        if combat:
            combat_duties.check(trial, End())
        else:
            noncombat_duties.close(trial)
    except Refusal:
        return
    yield End()
