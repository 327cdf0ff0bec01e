"""What to buy, and where it comes on the board."""

from __future__ import annotations

import random

from sandtable.game.answers import Answer, Buy, Place, UnitSpec
from sandtable.game.draft import Draft
from sandtable.game.offers import placing
from sandtable.game.queries import hostile_zone
from sandtable.game.state import Decision
from sandtable.players.plain.chances import Heap
from sandtable.players.plain.outlook import FAR, Outlook
from sandtable.players.random_player import RandomPlayer
from sandtable.rules.units import UnitType

MOST_TRANSPORTS = 5
PER_UNIT = 7.0
"""With more money than this for each unit that can be placed, aircraft are bought."""


def purchase(d: Draft, power: int, dice: random.Random) -> Buy:
    """A mix for the money and the factories: transports where only the sea leads to the enemy,
    infantry with something stronger behind it, only infantry for a capital in danger."""
    look = Outlook(d, power)
    money = d.treasuries[power]
    room = sum(capacity for _, capacity in d.production_sites())
    sale = [unit for unit in d.kinds[power] if unit.cost and unit.domain != "facility"]
    bought: dict[int, int] = {}

    def take(unit: UnitType | None) -> bool:
        nonlocal money, room
        if unit is None or unit.cost is None or unit.cost > money or room <= 0:
            return False
        bought[unit.index] = bought.get(unit.index, 0) + 1
        money -= unit.cost
        room -= 1
        return True

    walkers = [unit for unit in sale if unit.land and unit.captures]
    if not walkers:
        return Buy(())
    cheap = min(walkers, key=lambda unit: (unit.cost, unit.index))
    strong = max(walkers, key=lambda unit: (unit.attack, -unit.index))
    helper = next((unit for unit in walkers if unit.supports), strong)
    if in_danger(look, money // (cheap.cost or 1), cheap):
        while take(cheap):
            pass
        return answer(bought)
    need: int | None = 0
    overseas = all(look.campaign[c] == FAR for c in look.capitals)
    if overseas:
        transport = next((unit for unit in sale if d.carries[power][unit.index]), None)
        escort = next((unit for unit in sale if unit.sea and "submerge" in unit.cancels), None)
        have, wanted = fleet(look)
        need = escorts(look, escort)
        if need is not None:
            for _ in range(need):
                take(escort)
            for _ in range(min(2, wanted - have) if need < 2 else 0):
                take(transport)
    plane = max((u for u in sale if u.air), key=lambda u: (u.defense, -u.index), default=None)
    rich = room > 0 and money / room > PER_UNIT
    if plane is not None and (rich or (overseas and need is None)):
        take(plane)
    pattern = [cheap, helper, cheap, strong]
    at = dice.randrange(len(pattern))
    while room > 0 and money >= (cheap.cost or 1):
        crowded = money / room > ((cheap.cost or 0) + (strong.cost or 0)) / 2
        wanted_unit = strong if crowded else pattern[at % len(pattern)]
        at += 1
        if not take(wanted_unit) and not take(cheap):
            break
    return answer(bought)


def answer(bought: dict[int, int]) -> Buy:
    return Buy(tuple(UnitSpec(n, unit) for unit, n in sorted(bought.items())))


def in_danger(look: Outlook, number: int, cheap: UnitType) -> bool:
    """Whether a capital may fall even with a third of the money spent on its defense."""
    more = [0] * len(look.ed.units)
    more[cheap.index] = number // 3
    return any(look.danger(c, tuple(more)).takes > 0.15 for c in look.capitals)


def fleet(look: Outlook) -> tuple[int, int]:
    """Transports that there are, and that would be wanted for the units that wait for them."""
    have = waiting = 0
    for space, stack in enumerate(look.d.stacks):
        for token, count in stack:
            if token.power != look.power:
                continue
            if look.d.carries[look.power][token.unit]:
                have += count
            elif look.ed.lands[token.unit] and look.campaign[space] == FAR:
                waiting += count
    return have, min(MOST_TRANSPORTS, max(1, 1 + waiting // 3))


def escorts(look: Outlook, escort: UnitType | None) -> int | None:
    """How many escorts it takes to keep ships at home from being sunk; None if two are too few."""
    port = home_port(look, [site for site, _ in look.d.production_sites()])
    if escort is None or port is None:
        return None
    for number in range(3):
        more = [0] * len(look.ed.units)
        more[escort.index] = number
        if look.danger(port, tuple(more)).wins < 0.4:
            return number
    return None


def home_port(look: Outlook, sites: list[int]) -> int | None:
    """The zone at one of some sites where ships are safest: no enemy's, and most of one's own."""
    zones = {zone for site in sites for zone in look.board.sea_neighbors[site]}

    def rank(zone: int) -> tuple[bool, float, int, int]:
        hostile = hostile_zone(look.d, look.power, zone)
        return hostile, round(look.danger(zone).wins, 1), -look.strength(zone), zone

    return min(zones, key=rank, default=None)


def placement(d: Draft, asked: Decision, seed: str) -> Answer:
    """New units near the front, or in a capital that needs them; ships beside others."""
    look = Outlook(d, asked.power)
    left = dict(d.production_sites())
    places: dict[int, dict[int, int]] = {}
    pieces = [unit for unit, number in enumerate(d.turn.bought) for _ in range(number)]
    pieces.sort(key=lambda unit: (not look.ed.ships[unit], -look.ed.units[unit].attack))
    coming: Heap = tuple(d.turn.bought)
    for unit in pieces:
        ship = look.ed.ships[unit]
        port = home_port(look, [site for site, room in left.items() if room > 0]) if ship else None
        site = best_site(look, left, port, coming)
        if site is None or (ship and port is None):
            continue
        left[site] -= 1
        space = site if port is None else port
        units = places.setdefault(space, {})
        units[unit] = units.get(unit, 0) + 1
    found = Place(
        tuple(
            (space, tuple(UnitSpec(n, unit) for unit, n in sorted(units.items())))
            for space, units in sorted(places.items())
        )
    )
    if placing.placeable(d, asked.power, found):
        return found
    return RandomPlayer(seed).placement(d, asked)


def best_site(look: Outlook, left: dict[int, int], port: int | None, coming: Heap) -> int | None:
    """The site for a unit: beside the port of a ship, else nearest to the front or in danger."""
    near = set(look.board.land_neighbors[port]) if port is not None else set(left)
    sites = [site for site, room in left.items() if room > 0 and site in near]

    def rank(site: int) -> tuple[bool, bool, int, int]:
        weak = site in look.capitals and look.danger(site).takes > 0.15
        lost = not weak and not look.tenable(site, coming)
        return not weak, lost, look.march[site], site

    return min(sites, key=rank, default=None)
