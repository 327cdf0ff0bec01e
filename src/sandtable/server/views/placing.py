"""Where new units may be placed, and a sensible way to do it."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from sandtable.board.graph import bits
from sandtable.game.answers import Place
from sandtable.game.draft import Draft
from sandtable.game.notation.answers_json import answer_to_json
from sandtable.game.offers.placing import placeable, placements, placing
from sandtable.game.queries import hostile_zone
from sandtable.game.state import Decision, State
from sandtable.game.steps import mobilize
from sandtable.rules.units import FACILITY
from sandtable.server.schemas.options import MobilizeOptions, SiteView


def mobilize_options(state: State, asked: Decision) -> MobilizeOptions:
    d = Draft(state)
    waiting = [unit.index for unit in d.ed.units if d.turn.bought[unit.index]]
    return MobilizeOptions(
        units={d.ed.units[unit].id: d.turn.bought[unit] for unit in waiting},
        sites=sites_for(d, waiting),
        proposed=answer_to_json(d.ed, proposed(d, asked)),
        refund=d.ed.rules.surplus == "refund",
    )


def sites_for(d: Draft, units: list[int]) -> list[SiteView]:
    """Factories, and where factories themselves may be built, for some kinds of units."""
    board, spaces = d.ed.board, d.ed.board.spaces
    found = []
    for site, capacity in d.production_sites():
        zones = board.sea_neighbors[site]
        able = [
            d.ed.units[unit].id
            for unit in units
            if d.ed.units[unit].domain != FACILITY and (zones or not d.ed.ships[unit])
        ]
        found.append(
            SiteView(
                space=spaces[site].id,
                capacity=capacity,
                zones=[spaces[zone].id for zone in zones],
                units=able,
                afloat=afloat(d, zones, units) if zones else [],
            )
        )
    facilities = [unit for unit in units if d.ed.units[unit].domain == FACILITY]
    for space in bits(board.land_mask) if facilities else ():
        able = [
            d.ed.units[unit].id
            for unit in facilities
            if mobilize.why_not_build(d, space, unit) is None
        ]
        if able:
            found.append(SiteView(space=spaces[space].id, capacity=1, zones=[], units=able))
    return found


def afloat(d: Draft, zones: Collection[int], units: list[int]) -> list[str]:
    """Which units may be placed in a site's zones: ships, and planes if a deck may be there."""
    decks = any(d.ed.deck_room[unit] for unit in units) or any(
        d.ed.deck_room[token.unit] for zone in zones for token, _ in d.own(zone)
    )
    return [
        d.ed.units[unit].id
        for unit in units
        if d.ed.ships[unit] or (decks and d.ed.deck_plane[unit])
    ]


def proposed(d: Draft, asked: Decision) -> Place:
    """Ships where they are safe, carriers where fighters wait for one, the rest to the front."""
    chosen: list[tuple[int, int]] = []
    left = dict(d.production_sites())
    pieces = [unit for unit, n in enumerate(d.turn.bought) for _ in range(n)]
    # Ships go first, as only they need a coast; then the dearest, lest they find no room.
    for unit in sorted(pieces, key=lambda u: (not d.ed.ships[u], -(d.ed.units[u].cost or 0))):
        if d.ed.units[unit].domain == FACILITY:
            lots = [
                space
                for space in bits(d.ed.board.land_mask)
                if mobilize.why_not_build(d, space, unit) is None and (space, unit) not in chosen
            ]
            if lots:
                chosen.append((max(lots, key=lambda space: d.ed.values[space]), unit))
            continue
        if d.ed.ships[unit]:
            berths = [
                (berth(d, unit, zone), -room, site, zone)
                for site, room in left.items()
                if room
                for zone in d.ed.board.sea_neighbors[site]
            ]
            if berths:
                _, _, site, zone = min(berths)
                left[site] -= 1
                chosen.append((zone, unit))
            continue
        open_ = [site for site, room in left.items() if room]
        if open_:
            site = min(open_, key=lambda site: (distance_to_enemy(d, site), -left[site], site))
            left[site] -= 1
            chosen.append((site, unit))
    answer = placing(tuple(chosen))
    if placeable(d, asked.power, answer):
        return answer
    found = list(islice(placements(d, asked), 1))
    first = found[0] if found else Place(())
    assert isinstance(first, Place)
    return first


def berth(d: Draft, unit: int, zone: int) -> tuple[int, ...]:
    """How good a zone is for a new ship: the lower the better."""
    own = sum(n for t, n in d.own(zone) if d.ed.ships[t.unit])
    waiting = sum(n for t, n in d.own(zone) if d.ed.air[t.unit])
    needed = waiting if d.ed.deck_room[unit] else 0
    return (-needed, int(hostile_zone(d, d.power, zone)), threats(d, zone), -own)


def threats(d: Draft, zone: int) -> int:
    """Enemy ships next to a zone."""
    enemy = d.at_war[d.power]
    return sum(
        n
        for near in d.ed.board.sea_neighbors[zone]
        for t, n in d.stacks[near]
        if enemy[t.power] and d.ed.ships[t.unit] and d.kind(t).attack
    )


def distance_to_enemy(d: Draft, site: int) -> int:
    """Steps over land to the nearest enemy territory; many if there is no way."""
    near, enemy = d.ed.board.land_neighbors, d.at_war[d.power]
    seen, edge, steps = {site}, [site], 0
    while edge:
        if any(enemy[d.owners[space]] for space in edge):
            return steps
        grown = {
            n
            for s in edge
            for n in near[s]
            if n not in seen and not d.ed.board.spaces[n].impassable
        }
        seen |= grown
        edge = sorted(grown)
        steps += 1
    return 99
