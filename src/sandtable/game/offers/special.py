"""Orders that not every edition or power has: rockets, carriers with their fighters, complexes."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.game.advantages.movement import held
from sandtable.game.answers import Answer, Launch, Move, UnitSpec
from sandtable.game.draft import Draft
from sandtable.game.offers.flights import with_guests_aloft
from sandtable.game.offers.trying import accepted, sharing
from sandtable.game.queries import hostile_land, points
from sandtable.game.rocketry import strikes
from sandtable.game.ways import sea_ways
from sandtable.rules.position import FRESH, Token


def orders(d: Draft, space: int, *, combat: bool, unit: int = -1) -> Iterator[Answer]:
    """What else may begin in a space."""
    if combat:
        if d.ed.rules.rockets == "combat-move" and unit < 0:
            yield from launches(d, space)
        if d.ed.rules.own_deck_cargo and d.ed.board.sea[space]:
            yield from carriers_laden(d, space, unit)
    elif d.facilities[space]:
        yield from removals(d, space, unit)


def launches(d: Draft, space: int) -> Iterator[Launch]:
    """Rocket strikes from a territory."""
    for origin, target in strikes(d):
        if origin == space:
            yield Launch(origin, target)


def carriers_laden(d: Draft, zone: int, unit: int) -> Iterator[Move]:
    """One carrier sails with some of its power's fighters aboard."""
    own = [(t, n) for t, n in with_guests_aloft(d, zone).own(zone) if t.mark == FRESH]
    carriers = {t.unit: t for t, _ in own if d.ed.deck_room[t.unit]}
    planes = {t.unit: n for t, n in own if d.ed.deck_plane[t.unit]}
    for kind, ship in carriers.items():
        for plane, number in planes.items():
            if unit not in (-1, kind, plane):
                continue
            for path in sea_ways(d, ship, zone, points(d, ship), combat=True).values():
                for aboard in range(1, min(number, d.ed.deck_room[kind]) + 1):
                    move = Move((UnitSpec(1, kind), UnitSpec(aboard, plane)), path)
                    if len(path) > 1 and accepted(d, move, combat=True):
                        yield move


def removals(d: Draft, space: int, unit: int) -> Iterator[Move]:
    """Complexes that move, where a power may do that."""
    if held(d, "mobile-industry") is None:
        return
    for facility in d.facilities[space]:
        for end in d.ed.board.land_neighbors[space]:
            move = Move((UnitSpec(1, facility),), (space, end))
            if unit in (-1, facility) and accepted(d, move, combat=False):
                yield move


def rail_ways(d: Draft, space: int, token: Token) -> Iterator[tuple[int, ...]]:
    """Ways by rail that lead farther than a unit goes otherwise."""
    trait = held(d, "trans-siberian-railway")
    if trait is None or d.ed.units[token.unit].id not in trait.data["units"]:
        return
    line = {d.ed.board.index[name] for name in trait.data["spaces"]}
    ways: dict[int, tuple[int, ...]] = {space: (space,)}
    edge = [space] if space in line else []
    for steps in range(1, trait.data["move"] + 1):
        grown = []
        for at in edge:
            for end in d.ed.board.land_neighbors[at]:
                if end in line and end not in ways and not hostile_land(d, d.power, end):
                    ways[end] = (*ways[at], end)
                    grown.append(end)
                    if steps > d.kind(token).move and sharing(d, end):
                        yield ways[end]
        edge = grown
