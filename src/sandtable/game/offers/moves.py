"""Legal moves of the acting power's units."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from sandtable.board.graph import bits
from sandtable.game.answers import Answer, Attack, End, Move, UnitSpec
from sandtable.game.cargo import without
from sandtable.game.landing import (
    Prospects,
    aloft,
    best_plan,
    landing_ground,
    outlook,
    prospects,
    refuges,
)
from sandtable.game.picking import launch_guests
from sandtable.game.queries import (
    enemy_ships,
    hostile_land,
    hostile_zone,
    own_attacker,
    points,
    unwilling_host,
)
from sandtable.game.state import Draft
from sandtable.game.steps import attacking, combat_duties, combat_move, noncombat, noncombat_duties
from sandtable.game.ways import can_blitz, sea_ways
from sandtable.rules.landing import Planes
from sandtable.rules.position import ATTACKS, FRESH, Token
from sandtable.rules.refusal import InvalidAnswer, Refusal


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


def with_number(answer: Move | Attack, number: int) -> Move | Attack:
    (spec,) = answer.units
    if spec.number == number:
        return answer
    units = (UnitSpec(number, *spec[1:]),)
    if isinstance(answer, Move):
        return Move(units, answer.path, answer.ship, answer.attack)
    return Attack(answer.space, units)


def most_together(d: Draft, move: Move | Attack, count: int, *, combat: bool) -> int:
    """How many equal units, of so many, can make a move together, by trying."""
    low = 0
    while low < count:
        half = (low + count + 1) // 2
        if accepted(d, with_number(move, half), combat=combat):
            low = half
        else:
            count = half - 1
    return low


def with_guests_aloft(d: Draft, space: int) -> Draft:
    """The same board with own aircraft on friends' decks made visible as units."""
    planes = [
        (item, n)
        for t, n in d.stacks[space]
        if t.power != d.power
        for item in t.cargo
        if item[0] == d.power and d.ed.deck_plane[item[1]]
    ]
    if planes:
        copy = d.copy()
        for (_, unit), _ in planes:
            launch_guests(copy, space, unit, 99)
        return copy
    return d


def spec_of(d: Draft, space: int, token: Token) -> UnitSpec:
    """A spec that means just this token, told apart only as far as needed."""
    cargo = token.cargo if token.cargo else None
    left = -1
    for other, _ in d.own(space):
        if other.unit == token.unit and other != token:
            cargo = token.cargo if d.ed.units[token.unit].loads else None
            if other.mark != token.mark:
                left = points(d, token)
    return UnitSpec(1, token.unit, -1, cargo, left)


def of_token(
    d: Draft, space: int, token: Token, count: int, *, combat: bool
) -> Iterator[tuple[Move | Attack, int | None]]:
    """Orders for one of some equal units, and how many can take part (None: to be tried)."""
    unit = d.ed.units[token.unit]
    specs = (spec_of(d, space, token),)
    if unit.air:
        if combat:
            for flight in attack_flights(d, space, token, specs):
                yield flight, count
        else:
            for end, most in landing_places(d, space, token, count):
                yield Move(specs, d.ed.board.flight(space, end)), most
    elif unit.sea:
        watched = not combat and d.ed.deck_room[token.unit] > 0 and needs_watching(d)
        for voyage in voyages(d, space, token, specs, combat=combat):
            most = most_together(d, voyage, count, combat=combat) if watched else count
            if most:
                yield voyage, most
    elif unit.land and token.mark == FRESH:
        for path in marches(d, space, token, combat=combat):
            yield Move(specs, path), count
        for boarding in loading(d, space, token, specs, combat=combat):
            yield boarding, 1 if count == 1 else None


def marches(d: Draft, space: int, token: Token, *, combat: bool) -> Iterator[tuple[int, ...]]:
    """Ways of a land unit that are legal orders, each end by its shortest way or ways."""
    near = d.ed.board.land_neighbors
    impassable = d.ed.board.impassable_mask
    seen: set[tuple[int, bool]] = {(space, False)}
    edge: list[tuple[tuple[int, ...], bool]] = [((space,), False)]
    for _ in range(d.ed.units[token.unit].move):
        grown = []
        for path, blitzed in edge:
            at = path[-1]
            if len(path) > 1 and hostile_land(d, d.power, at):
                if not combat or not can_blitz(d, token.unit, at):
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


def sharing(d: Draft, space: int) -> bool:
    """Whether nobody minds the acting power's units there."""
    return unwilling_host(d, space) < 0


def loading(
    d: Draft, space: int, token: Token, specs: tuple[UnitSpec, ...], *, combat: bool
) -> Iterator[Move]:
    """Going aboard own and, outside combat moves, friends' transports."""
    for zone in d.ed.board.sea_neighbors[space]:
        hosts = [d.power] if combat else [d.power, *d.ed.friends[d.power]]
        if not d.stacks[zone] or hostile_zone(d, d.power, zone):
            continue
        for host in hosts:
            ship = next(
                (t for t, _ in d.stacks[zone] if t.power == host and d.ed.transports[t.unit]),
                None,
            )
            if ship is None:
                continue
            wanted = None if host == d.power else UnitSpec(1, ship.unit, host)
            move = Move(specs, (space, zone), wanted)
            if accepted(d, move, combat=combat):
                yield move


def accepted(d: Draft, given: Move | Attack, *, combat: bool) -> bool:
    """Whether an order would be carried out, by trying it."""
    trial = d.copy()
    try:
        if isinstance(given, Attack):
            attacking.declare_attack(trial, given)
        else:
            (combat_move if combat else noncombat).order(trial, given)
    except (Refusal, InvalidAnswer):
        return False
    return True


def attack_flights(
    d: Draft, space: int, token: Token, specs: tuple[UnitSpec, ...]
) -> Iterator[Move | Attack]:
    """Combat moves of an air unit: hostile territories and enemy ships it can attack and leave."""
    if token.mark.flags & ATTACKS:
        return
    board = d.ed.board
    budget = points(d, token)
    stacks = d.stacks
    closed = d.turn.landing | board.impassable_mask
    refuge = refuges(d, token.unit)
    for steps in range(1, budget + 1):
        ring = board.within(space, steps) & ~board.within(space, steps - 1) & ~closed
        for end in bits(ring):
            if board.sea[end]:
                if not stacks[end] or not enemy_ships(d, d.power, end):
                    continue
            elif not hostile_land(d, d.power, end):
                continue
            if board.within(end, budget - steps) & refuge:
                yield Move(specs, board.flight(space, end))
    if board.sea[space] and enemy_ships(d, d.power, space):
        yield Attack(space, specs)


def landing_places(d: Draft, space: int, token: Token, count: int) -> Iterator[tuple[int, int]]:
    """Where air units may fly in the Noncombat Move phase without loss, and how many at once."""
    board = d.ed.board
    reach = board.within(space, points(d, token)) & ~(1 << space)
    for end in bits(reach & landing_ground(d)):
        if sharing(d, end):
            yield end, count
    if d.ed.deck_plane[token.unit]:
        yield from hovering_places(d, space, token, count)


def hovering_places(d: Draft, space: int, token: Token, count: int) -> Iterator[tuple[int, int]]:
    """Sea zones where aircraft may end a flight: land is still in range, or decks will do."""
    board = d.ed.board
    budget, ground = points(d, token), landing_ground(d)
    most_in = decks_for(d, space, token, count)
    for steps in range(1, budget + 1):
        ring = board.within(space, steps) & ~board.within(space, steps - 1) & board.sea_mask
        for end in bits(ring):
            reach = board.within(end, budget - steps)
            if any(d.ed.deck_room[t.unit] and t.mark != FRESH for t, _ in d.own(end)):
                # Coming aboard may bind a carrier that has moved: the order itself is tried.
                move = Move((spec_of(d, space, token),), board.flight(space, end))
                most = most_together(d, move, count, combat=False)
            else:
                most = count if reach & ground else most_in(reach & board.sea_mask)
            if most:
                yield end, most


def decks_for(d: Draft, space: int, token: Token, count: int) -> Callable[[int], int]:
    """How many of some aircraft find decks, if they reach just these zones, at nobody's cost."""
    now = outlook(d)
    lost_now = now.total - now.saved
    also = d.ed.board.within(space, points(d, token)) & d.ed.board.sea_mask

    @cache
    def without(number: int) -> tuple[Draft, Prospects]:
        rest = d.copy()
        rest.remove(space, token, number)
        return rest, prospects(rest, also=also)

    @cache
    def most(zones: int) -> int:
        for number in range(count, 0, -1):
            rest, others = without(number)
            plan = best_plan(rest, others, Planes(zones, number))
            if others.total + number - others.safe - plan.saved <= lost_now:
                return number
        return 0

    return most


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
            if end != space and sharing(d, end):
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
            yield Move(specs, path, attack=True)


def needs_watching(d: Draft) -> bool:
    """Whether a carrier's move might cost an aircraft or break a promise."""
    return bool(d.turn.promises) or bool(aloft(d, flying=True))


def going_ashore(d: Draft, zone: int, *, combat: bool, unit: int = -1) -> Iterator[Move]:
    """Landings of the acting power's cargo, unit by unit and a whole shipload together."""
    for ship, _ in d.stacks[zone]:
        if d.at_war[d.power][ship.power] or not d.ed.transports[ship.unit]:
            continue
        aboard = [u for p, u in without(ship.cargo, ship.mark.ashore) if p == d.power]
        if not aboard:
            continue
        wanted = UnitSpec(1, ship.unit, ship.power, ship.cargo)
        loads = {(u,) for u in aboard} | {tuple(sorted(aboard))}
        for territory in d.ed.board.land_neighbors[zone]:
            if combat != hostile_land(d, d.power, territory):
                continue
            for load in sorted(loads):
                if unit >= 0 and unit not in load:
                    continue
                specs = tuple(UnitSpec(load.count(u), u) for u in sorted(set(load)))
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
