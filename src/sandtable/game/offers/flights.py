"""Legal flights of the acting power's aircraft."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from sandtable.board.graph import bits
from sandtable.game.advantages.movement import held
from sandtable.game.answers import Attack, Move, UnitSpec
from sandtable.game.bombing import bombed_power
from sandtable.game.draft import Draft
from sandtable.game.flights import air_board, flight, reach, rings
from sandtable.game.landing import (
    Prospects,
    best_plan,
    landing_ground,
    outlook,
    prospects,
    refuges,
)
from sandtable.game.offers.trying import accepted, largest, most_together, sharing, spec_of
from sandtable.game.picking import launch_guests
from sandtable.game.queries import enemy_ships, hostile_land, points
from sandtable.game.steps.combat_flights import out_of_sight
from sandtable.rules.landing import Planes
from sandtable.rules.position import ATTACKS, FRESH, Token


def with_guests_aloft(d: Draft, space: int) -> Draft:
    """The same board with own aircraft on friends' decks made visible as units."""
    planes = [
        (item, n)
        for t, n in d.stacks[space]
        for item in t.cargo
        if t.power != item[0] and d.commands(item[0]) and d.ed.deck_plane[item[1]]
    ]
    if planes:
        copy = d.copy()
        for plane, _ in planes:
            launch_guests(copy, space, plane, 99)
        return copy
    return d


def attack_flights(
    d: Draft, space: int, token: Token, specs: tuple[UnitSpec, ...]
) -> Iterator[Move | Attack]:
    """Combat moves of an air unit: hostile territories and enemy ships it can attack and leave."""
    if token.mark.flags & ATTACKS:
        return
    board, stacks = d.ed.board, d.stacks
    skies = air_board(d, token.power)
    budget = points(d, token)
    closed = d.turn.landing | board.impassable_mask
    refuge = refuges(d, token.unit)
    raids, sworn = d.kind(token).raids, held(d, "kamikaze-attacks")
    for steps, ring in rings(d, space, budget, token.power):
        for end in bits(ring & ~closed):
            sea = board.sea[end]
            if sea:
                if not stacks[end] or not enemy_ships(d, d.power, end):
                    continue
            elif not hostile_land(d, d.power, end):
                continue
            if sea and out_of_sight(d, token.unit, end):
                continue
            if skies.within(end, budget - steps) & refuge:
                path = skies.flight(space, end)
                yield Move(specs, path)
                if raids and not sea and bombed_power(d, end) >= 0:
                    yield Move(specs, path, manner="raid")
            if sworn and sea:
                dive = Move(specs, skies.flight(space, end), manner="kamikaze")
                if accepted(d, dive, combat=True):
                    yield dive
    if board.sea[space] and enemy_ships(d, d.power, space):
        yield Attack(space, specs)


def landing_places(d: Draft, space: int, token: Token, count: int) -> Iterator[tuple[int, int]]:
    """Where air units may fly in the Noncombat Move phase without loss, and how many at once."""
    range_ = reach(d, space, points(d, token), token.power) & ~(1 << space)
    for end in bits(range_ & landing_ground(d)):
        if sharing(d, end):
            yield end, count
    if d.ed.deck_plane[token.unit]:
        yield from hovering_places(d, space, token, count)


def hovering_places(d: Draft, space: int, token: Token, count: int) -> Iterator[tuple[int, int]]:
    """Sea zones where aircraft may end a flight: land is still in range, or decks will do."""
    board = d.ed.board
    budget, ground = points(d, token), landing_ground(d)
    most_in = decks_for(d, space, token, count)
    for steps, ring in rings(d, space, budget, token.power):
        for end in bits(ring & board.sea_mask):
            near = reach(d, end, budget - steps, token.power)
            if any(d.ed.deck_room[t.unit] and t.mark != FRESH for t, _ in d.own(end)):
                # Coming aboard may bind a carrier that has moved: the order itself is tried.
                move = Move((spec_of(d, space, token),), flight(d, space, end, token.power))
                most = most_together(d, move, count, combat=False)
            else:
                most = count if near & ground else most_in(near & board.sea_mask)
            if most:
                yield end, most


def decks_for(d: Draft, space: int, token: Token, count: int) -> Callable[[int], int]:
    """How many of some aircraft find decks, if they reach just these zones, at nobody's cost."""
    now = outlook(d)
    lost_now = now.total - now.saved
    also = reach(d, space, points(d, token), token.power) & d.ed.board.sea_mask

    @cache
    def without(number: int) -> tuple[Draft, Prospects]:
        rest = d.copy()
        rest.remove(space, token, number)
        return rest, prospects(rest, also=also)

    havens = without(1)[1].havens

    @cache
    def fits(zones: int, number: int) -> bool:
        rest, others = without(number)
        plan = best_plan(rest, others, Planes(zones, number))
        return others.total + number - others.safe - plan.saved <= lost_now

    def most(zones: int) -> int:
        return largest(count, lambda number: fits(zones & havens, number))

    return most
