"""Legal moves of the acting power's units."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.board.graph import bits
from sandtable.game.answers import Answer, Attack, End, Move, UnitSpec
from sandtable.game.cargo import without
from sandtable.game.decks import friends_room, guests_aboard, new_decks
from sandtable.game.landing import aloft, conceivable, landing_ground
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
from sandtable.rules.position import ATTACKS, FRESH, Token
from sandtable.rules.refusal import InvalidAnswer, Refusal


def from_space(d: Draft, space: int, *, combat: bool, unit: int = -1) -> Iterator[Answer]:
    """Every legal order for units that are in a space, singly and all together."""
    seen = with_guests_aloft(d, space) if d.ed.board.sea[space] else d
    for token, count in list(seen.own(space)):
        if unit in (-1, token.unit):
            for move in of_token(seen, space, token, combat=combat):
                if seen is not d and not accepted(d, move, combat=combat):
                    continue
                yield move
                most = most_together(d, move, count, combat=combat, guests=seen is not d)
                if most > 1:
                    yield with_number(move, most)
    if d.ed.board.sea[space]:
        yield from going_ashore(d, space, combat=combat, unit=unit)
        if combat:
            yield from attacks(d, space)


def with_number(answer: Move | Attack, number: int) -> Move | Attack:
    (spec,) = answer.units
    return answer._replace(units=(spec._replace(number=number),))


def most_together(
    d: Draft, move: Move | Attack, count: int, *, combat: bool, guests: bool = False
) -> int:
    """How many equal units can make a move together that one of them can make.

    `guests`: some of them may have to take off from friends' decks for it.
    """
    if count == 1 or (isinstance(move, Attack) and not guests):
        return count
    if isinstance(move, Move) and not guests:
        unit = d.ed.units[move.units[0].unit]
        loads = unit.land and d.ed.board.sea[move.path[-1]]
        lands = not combat and (
            d.ed.deck_room[unit.index] > 0 or (unit.air and d.ed.board.sea[move.path[-1]])
        )
        if not loads and not lands:
            return count
    while count > 1 and not accepted(d, with_number(move, count), combat=combat):
        count -= 1
    return count


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


def of_token(d: Draft, space: int, token: Token, *, combat: bool) -> Iterator[Move | Attack]:
    """Orders for one token, with number 1."""
    unit = d.ed.units[token.unit]
    specs = (spec_of(d, space, token),)
    if unit.air:
        if combat:
            yield from attack_flights(d, space, token, specs)
        else:
            for end in landing_places(d, space, token):
                yield Move(specs, d.ed.board.flight(space, end))
    elif unit.sea:
        yield from voyages(d, space, token, specs, combat=combat)
    elif unit.land and token.mark == FRESH:
        for path in marches(d, space, token, combat=combat):
            yield Move(specs, path)
        yield from loading(d, space, token, specs, combat=combat)


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
    for steps in range(1, budget + 1):
        ring = board.within(space, steps) & ~board.within(space, steps - 1) & ~closed
        for end in bits(ring):
            if board.sea[end]:
                if not stacks[end] or not enemy_ships(d, d.power, end):
                    continue
            elif not hostile_land(d, d.power, end):
                continue
            if conceivable(d, token, end, budget - steps):
                yield Move(specs, board.flight(space, end))
    if board.sea[space] and enemy_ships(d, d.power, space):
        yield Attack(space, specs)


def landing_places(d: Draft, space: int, token: Token) -> Iterator[int]:
    """Where an air unit may fly in the Noncombat Move phase without being lost."""
    board = d.ed.board
    budget = points(d, token)
    ground = landing_ground(d)
    reach = board.within(space, budget) & ~(1 << space)
    for end in bits(reach & ground):
        if sharing(d, end):
            yield end
    if not d.ed.deck_plane[token.unit]:
        return
    decks = has_decks(d)
    specs = (spec_of(d, space, token),)
    for steps in range(1, budget + 1):
        ring = board.within(space, steps) & ~board.within(space, steps - 1) & board.sea_mask
        for end in bits(ring):
            own_deck = any(d.ed.deck_room[t.unit] for t, _ in d.own(end))
            if (board.within(end, budget - steps) & ground and not own_deck) or (
                decks and accepted(d, Move(specs, board.flight(space, end)), combat=False)
            ):
                yield end


def has_decks(d: Draft) -> bool:
    """Whether any deck could take an aircraft of the acting power at all."""
    for zone in d.ed.board.zones:
        for token, _ in d.stacks[zone]:
            if d.ed.deck_room[token.unit] and (
                token.power == d.power or friends_room(d, zone) > 0 or guests_aboard(d, token)
            ):
                return True
    return bool(new_decks(d))


def voyages(
    d: Draft, space: int, token: Token, specs: tuple[UnitSpec, ...], *, combat: bool
) -> Iterator[Move]:
    """Moves of a ship."""
    if combat:
        if combat_move.why_not_sail(d, space)(token) is not None:
            return
    elif noncombat.why_not_sail(d, space, token) is not None:
        return
    budget = points(d, token)
    ways = sea_ways(d, token, space, budget, combat=combat)
    if not combat:
        watched = d.ed.deck_room[token.unit] > 0 and needs_watching(d)
        for end, path in ways.items():
            if end != space and sharing(d, end):
                move = Move(specs, path)
                if not watched or accepted(d, move, combat=False):
                    yield move
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
