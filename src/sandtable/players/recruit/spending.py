"""What a recruit buys, and where it puts it."""

from __future__ import annotations

import random

from sandtable.game.answers import Answer, Buy, Place, UnitSpec
from sandtable.game.draft import Draft
from sandtable.game.offers import placing
from sandtable.game.state import Decision
from sandtable.players.random_player import RandomPlayer
from sandtable.players.staff.outlook import FAR, Outlook
from sandtable.rules.units import UnitType

FANCY = 0.3
"""How often something else than the cheapest unit is bought."""
FANCY_OVERSEAS = 0.75
"""The same where no enemy can be reached by land: ships and planes look good there."""
MOST_SHIPS = 2


def cheapest(d: Draft, power: int) -> UnitType | None:
    """The cheapest unit that can march and take ground."""
    walkers = [unit for unit in d.kinds[power] if unit.cost and unit.land and unit.captures]
    return min(walkers, key=lambda unit: (unit.cost, unit.index), default=None)


def purchase(d: Draft, asked: Decision, dice: random.Random) -> Answer:
    """Mostly the cheapest unit that can march, now and then whatever looks good."""
    money = d.treasuries[asked.power]
    room = sum(capacity for _, capacity in d.production_sites())
    sale = [unit for unit in d.kinds[asked.power] if unit.cost and unit.domain != "facility"]
    walkers = [unit for unit in sale if unit.land and unit.captures]
    rest = [unit for unit in sale if not unit.bystander and not d.ed.deck_room[unit.index]]
    look = Outlook(d, asked.power)
    overseas = all(look.march[capital] == FAR for capital in look.capitals)
    fancy, plain = (FANCY_OVERSEAS, 0.2) if overseas else (FANCY, 0.7)
    cheap = cheapest(d, asked.power)
    bought: dict[int, int] = {}
    ships = 0
    while room > 0 and cheap:
        choice = cheap
        if dice.random() < fancy:
            choice = dice.choice(walkers if dice.random() < plain else rest)
        if choice.sea and ships >= MOST_SHIPS:
            continue
        if (choice.cost or 0) > money:
            choice = cheap
            if (choice.cost or 0) > money:
                break
        bought[choice.index] = bought.get(choice.index, 0) + 1
        money -= choice.cost or 0
        ships += choice.sea
        room -= 1
    return Buy(tuple(UnitSpec(n, unit) for unit, n in sorted(bought.items())))


def placement(d: Draft, asked: Decision, dice: random.Random) -> Answer:
    """Everything at home, as long as there is room; the rest anywhere."""
    capitals = d.ed.powers[asked.power].capitals
    left = dict(sorted(d.production_sites(), key=lambda site: site[0] not in capitals))
    places: dict[int, dict[int, int]] = {}
    pieces = [unit for unit, number in enumerate(d.turn.bought) for _ in range(number)]
    for unit in sorted(pieces, key=lambda unit: not d.ed.ships[unit]):
        zones = d.ed.board.sea_neighbors
        ship = d.ed.ships[unit]
        site = next((s for s, room in left.items() if room > 0 and (zones[s] or not ship)), None)
        if site is None:
            continue
        left[site] -= 1
        units = places.setdefault(zones[site][0] if ship else site, {})
        units[unit] = units.get(unit, 0) + 1
    found = Place(
        tuple(
            (space, tuple(UnitSpec(n, unit) for unit, n in sorted(units.items())))
            for space, units in sorted(places.items())
        )
    )
    if placing.placeable(d, asked.power, found):
        return found
    return RandomPlayer(str(dice.random())).placement(d, asked)
