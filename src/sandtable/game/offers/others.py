"""Legal answers to decisions other than moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sandtable.game import casualties, concluding
from sandtable.game.answers import (
    Answer,
    Buy,
    Fight,
    Land,
    Place,
    Press,
    Retreat,
    Submerge,
    Units,
    UnitSpec,
)
from sandtable.game.state import Decision, Draft
from sandtable.game.steps import conduct_combat, mobilize, stranded
from sandtable.rules.refusal import InvalidAnswer, Refusal

Chosen = tuple[tuple[int, int], ...]
"""A space (-1: returned) for each unit so far."""


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


def battles(d: Draft, asked: Decision) -> Iterator[Answer]:
    for space in conduct_combat.COMBAT_ORDERS[d.ed.rules.combat_order](d):
        yield Fight(space)


def submerging(d: Draft, asked: Decision) -> Iterator[Answer]:
    battle = d.battle
    force = battle.attack if asked.power == d.power else battle.defend
    have = sum(n for t, n in force if t.power == asked.power and d.ed.units[t.unit].submerges)
    for number in range(have + 1):
        yield Submerge(number)


def losses(d: Draft, asked: Decision) -> Iterator[Answer]:
    for loss in casualties.choices(d):
        yield casualties.to_answer(d, loss)


def retreats(d: Draft, asked: Decision) -> Iterator[Answer]:
    yield Press()
    battle = d.battle
    options = concluding.retreat_options(d, battle)
    for space in options:
        yield Retreat(space)
    if concluding.may_break_off(d, battle):
        yield Retreat()


def landings(d: Draft, asked: Decision) -> Iterator[Answer]:
    zone, power, unit, _ = d.turn.stranded[0]
    for space in stranded.places(d, zone, power, unit):
        yield Land(space)


def placements(d: Draft, asked: Decision) -> Iterator[Answer]:
    """Every lawful way to mobilize what was bought."""
    pieces = [unit for unit, n in enumerate(d.turn.bought) for _ in range(n)]
    pieces.sort(key=lambda unit: not d.ed.ships[unit])
    limits = dict(d.production_sites())
    sites = list(limits)
    zones = sorted({z for s in sites for z in d.ed.board.sea_neighbors[s]})
    surplus = len(pieces) - mobilize.most_placeable(d, limits)

    def choices(chosen: tuple[tuple[int, int], ...], surplus: int) -> Iterator[Chosen]:
        """Ways to go on; a way that breaks the limits or returns too much is not followed."""
        at = len(chosen)
        if at == len(pieces):
            yield chosen
            return
        kind = d.ed.units[pieces[at]]
        spaces = [
            *(sites if not kind.sea else ()),
            *(zones if kind.sea or d.ed.deck_plane[kind.index] else ()),
            -1,
        ]
        same = at > 0 and chosen[-1][1] == pieces[at]
        start = spaces.index(chosen[-1][0]) if same else 0
        for space in spaces[start:]:
            longer = (*chosen, (space, pieces[at]))
            if space < 0:
                if surplus:
                    yield from choices(longer, surplus - 1)
            elif mobilize.within_limits(d, limits, [(s, u, 1) for s, u in longer if s >= 0]):
                yield from choices(longer, surplus)

    for chosen in choices((), surplus):
        places: dict[int, dict[int, int]] = {}
        for space, unit in chosen:
            if space >= 0:
                units = places.setdefault(space, {})
                units[unit] = units.get(unit, 0) + 1
        answer = Place(
            tuple(
                (space, tuple(UnitSpec(n, unit) for unit, n in sorted(units.items())))
                for space, units in sorted(places.items())
            )
        )
        if placeable(d, asked.power, answer):
            yield answer


def placeable(d: Draft, power: int, answer: Place) -> bool:
    """Whether a placement is lawful, by trying it."""
    trial = d.copy()
    try:
        mobilize.answer(trial, power, answer)
    except (Refusal, InvalidAnswer):
        return False
    return True


ANSWERS: dict[str, Callable[[Draft, Decision], Iterator[Answer]]] = {
    "purchase": purchases,
    "battle": battles,
    "submerge": submerging,
    "casualties": losses,
    "retreat": retreats,
    "land": landings,
    "mobilize": placements,
}
