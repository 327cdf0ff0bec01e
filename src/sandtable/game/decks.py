"""Decks: room for aircraft at sea, on own, friendly and still unbuilt carriers."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.game.draft import Draft
from sandtable.game.queries import consents
from sandtable.rules.landing import Deck
from sandtable.rules.position import Token


def guests_aboard(d: Draft, host: Token) -> list[tuple[int, int]]:
    """The acting power's aircraft aboard a friend's carrier that lets others take their places."""
    if not d.ed.deck_room[host.unit] or not consents(d, host.power, d.power):
        return []
    return [item for item in host.cargo if d.commands(item[0])]


def places_held(d: Draft, zone: int) -> int:
    """Places on friends' decks in a zone that the acting power's aircraft hold."""
    return sum(
        n * len(guests_aboard(d, t))
        for t, n in d.stacks[zone]
        if t.cargo and not d.commands(t.power)
    )


def friends_room(d: Draft, zone: int) -> int:
    """Free places on friendly powers' decks in a zone."""
    ed = d.ed
    room = 0
    for friend in ed.friends[d.power]:
        if consents(d, friend, d.power) and not d.commands(friend):
            room += max(0, deck_room(d, zone, friend))
    return room


def own_room(d: Draft, zone: int) -> int:
    """Places on the decks in a zone that the acting power commands, less what is there."""
    room = deck_room(d, zone, d.power)
    return room + deck_room(d, zone, d.turn.joint) if d.turn.joint >= 0 else room


def deck_room(d: Draft, zone: int, power: int) -> int:
    """Places on a power's decks in a zone, less guests and its own aircraft there."""
    room = 0
    for token, count in d.stacks[zone]:
        if token.power == power:
            if d.ed.deck_room[token.unit]:
                room += count * (d.ed.deck_room[token.unit] - len(token.cargo))
            elif d.ed.deck_plane[token.unit]:
                room -= count
    return room


def new_decks(d: Draft) -> list[Deck]:
    """Carriers bought this turn, each with the zones where it may be mobilized."""
    ed = d.ed
    if not ed.rules.unbuilt_decks or not any(d.turn.bought[unit] for unit in ed.decks):
        return []
    zones = {zone for site, _ in d.production_sites() for zone in ed.board.sea_neighbors[site]}
    return [
        Deck((-1, *sorted(zones)), ed.deck_room[unit])
        for unit in ed.decks
        for _ in range(d.turn.bought[unit])
    ]


def sites_allow(d: Draft, zones: Sequence[int]) -> bool:
    """Whether new carriers can be mobilized in these zones within the production limits."""
    left = dict(d.production_sites())

    def place(at: int) -> bool:
        if at == len(zones):
            return True
        if zones[at] < 0:
            return place(at + 1)
        for site in left:
            if left[site] and d.ed.board.adjacent(site, zones[at]):
                left[site] -= 1
                if place(at + 1):
                    return True
                left[site] += 1
        return False

    return place(0)


def zones_with_planes(d: Draft, power: int) -> list[int]:
    """Sea zones where a power has aircraft."""
    air, stacks = d.ed.air, d.stacks
    found = []
    for zone in d.ed.board.zones:
        for token, _ in stacks[zone]:
            if air[token[1]] and token[0] == power:
                found.append(zone)
                break
    return found


def seat_aircraft(d: Draft, zone: int, power: int) -> int:
    """Put a power's aircraft without an own deck aboard friends' carriers; how many are left."""
    excess = -deck_room(d, zone, power)
    if excess > 0:
        for token, count in d.stacks[zone]:
            if token.power == power and d.ed.deck_plane[token.unit]:
                for _ in range(min(count, excess)):
                    if board_friend(d, zone, token, welcome=True):
                        excess -= 1
    return excess


def board_friend(
    d: Draft, zone: int, plane: Token, host_power: int = -1, *, welcome: bool = False
) -> bool:
    """Move one aircraft aboard a friendly carrier with room in its zone.

    `welcome`: it was let aboard before, so that nobody is asked again.
    """
    ed = d.ed
    for host, _ in d.stacks[zone]:
        if (
            ed.deck_room[host.unit] > len(host.cargo)
            and host.power != plane.power
            and not d.at_war[plane.power][host.power]
            and (host_power < 0 or host.power == host_power)
            and deck_room(d, zone, host.power) > 0
            and (welcome or consents(d, host.power, plane.power))
        ):
            d.remove(zone, plane, 1)
            cargo = tuple(sorted((*host.cargo, (plane.power, plane.unit))))
            d.change(zone, host, 1, host._replace(cargo=cargo))
            return True
    return False
