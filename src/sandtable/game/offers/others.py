"""Legal answers to decisions other than moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from sandtable.game import casualties, opening, retreats
from sandtable.game.answers import (
    Answer,
    Bombard,
    Buy,
    CallOff,
    End,
    Fight,
    Land,
    Launch,
    Move,
    Press,
    Research,
    Retreat,
    Submerge,
    Units,
    UnitSpec,
)
from sandtable.game.draft import Draft
from sandtable.game.offers import before
from sandtable.game.offers.placing import placements
from sandtable.game.rocketry import strikes
from sandtable.game.state import Decision
from sandtable.game.steps import conduct_combat, new_carriers, stranded
from sandtable.rules.traits import TECHNOLOGY


def purchases(d: Draft, asked: Decision) -> Iterator[Answer]:
    """Every affordable order, the cheapest units varying fastest."""
    for_sale = [(u.index, u.cost) for u in d.ed.units if u.cost]

    def orders(at: int, money: int) -> Iterator[Units]:
        if at < 0:
            yield ()
            return
        unit, cost = for_sale[at]
        for number in range(money // cost + 1):
            for rest in orders(at - 1, money - number * cost):
                yield (*rest, UnitSpec(number, unit)) if number else rest

    for units in orders(len(for_sale) - 1, d.treasuries[asked.power]):
        yield Buy(units)


def researching(d: Draft, asked: Decision) -> Iterator[Answer]:
    """Every development that is still to be made, with every number of dice that can be paid."""
    yield Research()
    most = d.treasuries[asked.power] // d.ed.rules.research_cost
    for trait in d.ed.traits.values():
        if trait.kind == TECHNOLOGY and not d.has(asked.power, trait.id):
            for dice in range(1, most + 1):
                yield Research(trait.id, dice)


def clashes(d: Draft, asked: Decision) -> Iterator[Answer]:
    """Battles, raids and rockets that may come next, and landings that may be called off."""
    left = conduct_combat.open_clashes(d)
    for kind, space in left:
        yield Fight(space, "" if kind == "battle" else kind)
    for space in d.turn.battles:
        if conduct_combat.may_call_off(d, space):
            yield CallOff(space)
    if d.ed.rules.rockets == "conduct-combat":
        for origin, target in strikes(d):
            yield Launch(origin, target)
    if not left:
        yield End()


def bombardments(d: Draft, asked: Decision) -> Iterator[Answer]:
    """Every choice among the ships that may bombard."""
    able: dict[tuple[int, int], int] = {}
    for zone, token, count in opening.bombarders(d, d.battle.space):
        able[zone, token.unit] = able.get((zone, token.unit), 0) + count
    for numbers in product(*(range(n + 1) for n in able.values())):
        places: dict[int, Units] = {}
        for (zone, unit), number in zip(able, numbers, strict=True):
            if number:
                places[zone] = (*places.get(zone, ()), UnitSpec(number, unit))
        yield Bombard(tuple(places.items()))


def going_aboard(d: Draft, asked: Decision) -> Iterator[Answer]:
    """Fighters that go aboard a new carrier, of one kind and place at a time."""
    yield End()
    able: dict[tuple[int, int, int], int] = {}
    for site, token, count in new_carriers.candidates(d, d.top):
        key = (site, token.power, token.unit)
        able[key] = able.get(key, 0) + count
    room = new_carriers.room(d, d.top)
    for (site, power, unit), count in able.items():
        owner = -1 if power == asked.power else power
        for number in range(1, min(count, room) + 1):
            yield Move((UnitSpec(number, unit, owner),), (site, asked.space))


def submerging(d: Draft, asked: Decision) -> Iterator[Answer]:
    battle = d.battle
    force = battle.attack if asked.power == d.power else battle.defend
    have = sum(n for t, n in force if t.power == asked.power and d.kind(t).submerges)
    for number in range(have + 1):
        yield Submerge(number)


def losses(d: Draft, asked: Decision) -> Iterator[Answer]:
    for loss in casualties.choices(d):
        yield casualties.to_answer(d, loss)


def leaving(d: Draft, asked: Decision) -> Iterator[Answer]:
    yield Press()
    battle = d.battle
    options = retreats.retreat_options(d, battle)
    for space in options:
        yield Retreat(space)
    if retreats.may_break_off(d, battle):
        yield Retreat()


def landings(d: Draft, asked: Decision) -> Iterator[Answer]:
    zone, power, unit, _ = d.turn.stranded[0]
    for space in stranded.places(d, zone, power, unit):
        yield Land(space)


ANSWERS: dict[str, Callable[[Draft, Decision], Iterator[Answer]]] = {
    "purchase": purchases,
    "research": researching,
    "battle": clashes,
    "bombard": bombardments,
    "new-carriers": going_aboard,
    "submerge": submerging,
    "casualties": losses,
    "retreat": leaving,
    "land": landings,
    "mobilize": placements,
    "advantages": before.advantages,
    "bid": before.bids,
}
