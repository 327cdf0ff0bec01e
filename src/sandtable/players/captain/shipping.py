"""Which ships to buy: transports for the armies that wait, and escorts that keep them afloat."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import ceil
from typing import TYPE_CHECKING

from sandtable.players.staff.chances import Heap, plus, worth
from sandtable.players.staff.heading import main_aim
from sandtable.players.staff.outlook import FAR, Outlook
from sandtable.rules.units import UnitType

if TYPE_CHECKING:
    from sandtable.players.captain.building import Cart

MOST_NEW = 2
"""Transports bought in one turn."""
MOST_ESCORTS = 3
NEAR = 3
"""Zones from which a transport is soon back at the port."""
CROWD = 6
"""Units waiting in vain from which all of the money may go into ships."""


def ships(cart: Cart) -> None:
    """Transports as far as they are wanted and can be kept, with what keeps them."""
    look = cart.look
    transport = min(
        (u for u in cart.sale if look.d.carries[look.power][u.index]),
        key=lambda u: (u.cost or 0, u.index),
        default=None,
    )
    port = home_port(cart)
    if transport is None or port is None:
        return
    present = gathered(look, port)
    have, waiting = at_hand(look, port), passengers(look)
    missing = min(MOST_NEW, wanted(cart, waiting) - have)
    crowd = waiting - 2 * have
    limit = cart.money if crowd >= CROWD else int(cart.doctrine.ship_share * cart.money)
    if crowd > 0:
        limit = max(limit, min(cart.money, transport.cost or 0))
    zones = (port, crossing(cart, port))
    for number in range(max(0, missing), -1, -1):
        fleet = add(present, transport, number)
        rest = limit - number * (transport.cost or 0)
        escorts, risk = best_escorts(cart, zones, fleet, rest)
        if risk <= cart.doctrine.fleet_risk or (not number and crowd >= CROWD):
            for kind in escorts:
                cart.take(kind)
            cart.take(transport, number)
            return


def transports(cart: Cart) -> int:
    """Transports that there are or will be."""
    carries = cart.look.d.carries[cart.look.power]
    return own_transports(cart.look) + sum(n for u, n in cart.bought.items() if carries[u])


def at_hand(look: Outlook, port: int) -> int:
    """Own transports, of those that are far away or laden only half."""
    distance = look.voyage([port])
    found = 0.0
    for zone in look.board.zones:
        for token, count in look.d.stacks[zone]:
            if token.power == look.power and look.d.carries[token.power][token.unit]:
                found += count if distance[zone] <= NEAR and not token.cargo else count / 2
    return int(found)


def own_transports(look: Outlook) -> int:
    return sum(
        count
        for zone in look.board.zones
        for token, count in look.d.stacks[zone]
        if token.power == look.power and look.d.carries[token.power][token.unit]
    )


def passengers(look: Outlook) -> int:
    """Own land units that can get at an enemy capital only by ship."""
    return sum(
        count
        for space, stack in enumerate(look.d.stacks)
        for token, count in stack
        if token.power == look.power and look.ed.lands[token.unit]
        if not look.ed.units[token.unit].bystander and look.campaign[space] == FAR
    )


def wanted(cart: Cart, waiting: int) -> int:
    """Transports for the units that wait at home and those that will be bought."""
    income = cart.look.d.production(cart.look.power)
    flow = min(cart.room, income // 4)
    number = ceil((waiting / 1.5 + flow) / 2)
    aim = main_aim(cart.look)
    if aim >= 0 and not any(by_land(cart.look, aim)):
        assault = min(income // 2, ceil(cart.doctrine.assault * sum(cart.look.enemies_at(aim))))
        return max(1, assault, min(number, income // 3))
    return max(1, min(number, income // 3))


def by_land(look: Outlook, aim: int) -> list[int]:
    """Friendly territories from which there is a way by land to a capital."""
    steps = look.steps([aim])
    return [
        s
        for s, n in enumerate(steps)
        if n < FAR and s != aim and look.d.owners[s] >= 0 and not look.enemy[look.d.owners[s]]
    ]


def gathered(look: Outlook, port: int) -> Heap:
    """Friends in a zone, and own ships that can come there, with their planes."""
    found = look.friends_at(port)
    distance = look.voyage([port])
    for zone in look.board.zones:
        if zone != port and distance[zone] <= 2:
            own = [0] * len(look.ed.units)
            for token, count in look.d.stacks[zone]:
                if token.power == look.power:
                    own[token.unit] += count
            found = plus(found, tuple(own))
    return found


def crossing(cart: Cart, port: int) -> int:
    """The zone that a fleet from a port would be in next on its way to the enemy."""
    distance = cart.look.voyage([port])
    near = [
        z for z in cart.look.board.zones if distance[z] <= 2 and not any(cart.look.enemies_at(z))
    ]
    return min(near, key=lambda z: (cart.head[z], z), default=port)


def best_escorts(
    cart: Cart, zones: tuple[int, ...], fleet: Heap, limit: int
) -> tuple[tuple[UnitType, ...], float]:
    """The cheapest warships that keep a fleet in some zones, or those that help most; and the
    part of the fleet that the enemy would still win."""
    ed = cart.look.ed
    if not any(fleet):
        return (), 0.0
    kinds = [
        u
        for u in cart.sale
        if u.sea and u.defense and u.attack and not cart.look.d.carries[cart.look.power][u.index]
    ]
    every = [
        escorts
        for count in range(MOST_ESCORTS + 1)
        for escorts in combinations_with_replacement(kinds, count)
        if price(escorts) <= limit
    ]
    every.sort(key=lambda escorts: (price(escorts), [u.index for u in escorts]))
    best: tuple[tuple[UnitType, ...], float] = ((), 1.0)
    for escorts in every:
        heap = fleet
        for kind in escorts:
            heap = add(heap, kind, 1)
        room = sum(ed.deck_room[kind.index] for kind in escorts)
        if room:
            heap = plus(heap, deck_planes(cart.look, zones[0], room))
        risk = max(cart.standing.loss(zone, heap) for zone in zones) / max(1, worth(ed, heap))
        if risk < best[1]:
            best = escorts, risk
        if risk <= cart.doctrine.fleet_risk:
            break
    return best


def price(units: tuple[UnitType, ...]) -> int:
    return sum(unit.cost or 0 for unit in units)


def deck_planes(look: Outlook, port: int, room: int) -> Heap:
    """Own planes on the coast of a zone that would go aboard new carriers."""
    found = [0] * len(look.ed.units)
    for space in look.board.land_neighbors[port]:
        for token, count in look.d.stacks[space]:
            if token.power == look.power and look.ed.deck_plane[token.unit]:
                found[token.unit] += min(count, room)
                room -= min(count, room)
    return tuple(found)


def add(heap: Heap, kind: UnitType, count: int) -> Heap:
    return (*heap[: kind.index], heap[kind.index] + count, *heap[kind.index + 1 :])


def home_port(cart: Cart) -> int | None:
    """The zone for new ships: where the fleet can be, safe, and near to where it is wanted."""
    look = cart.look
    sites = [s for s, room in cart.sites.items() if room > 0]
    zones = {zone for site in sites for zone in look.board.sea_neighbors[site]}
    zones = {z for z in zones if not any(look.enemies_at(z))}

    def rank(zone: int) -> tuple[float, float, int]:
        heap = gathered(look, zone)
        risk = cart.standing.loss(zone, heap) / max(8, worth(look.ed, heap))
        return round(risk, 1), cart.head[zone], zone

    return min(zones, key=rank, default=None)
