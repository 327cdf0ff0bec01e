"""Legal placements of new units."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from sandtable.game.answers import Answer, Place, UnitSpec
from sandtable.game.draft import Draft
from sandtable.game.state import Decision
from sandtable.game.steps import mobilize
from sandtable.rules.refusal import InvalidAnswer, Refusal
from sandtable.rules.units import FACILITY

Chosen = tuple[tuple[int, int], ...]
"""A space (-1: returned) for each unit so far."""


def placements(d: Draft, asked: Decision) -> Iterator[Answer]:
    """Every lawful way to mobilize what was bought."""
    for built in new_facilities(d):
        for chosen in new_units(d):
            answer = placing((*built, *chosen))
            if placeable(d, asked.power, answer):
                yield answer


def new_facilities(d: Draft) -> Iterator[Chosen]:
    """Where the complexes that were bought may be built: all of them, or some if that is free."""
    kinds = [u.index for u in d.ed.units if u.domain == FACILITY and d.turn.bought[u.index]]
    if not kinds:
        yield ()
        return
    options = []
    for unit in kinds:
        sites = [
            (space, unit)
            for space in range(len(d.stacks))
            if mobilize.why_not_build(d, space, unit) is None
        ]
        most = min(d.turn.bought[unit], len(sites))
        least = most if d.ed.rules.must_place else 0
        options.append([c for n in range(most, least - 1, -1) for c in combinations(sites, n)])
    for choice in product(*options):
        yield tuple(place for places in choice for place in places)


def new_units(d: Draft) -> Iterator[Chosen]:
    """Ways to spread the other units over complexes and zones within the limits."""
    pieces = [
        unit
        for unit, n in enumerate(d.turn.bought)
        for _ in range(n)
        if d.ed.units[unit].domain != FACILITY
    ]
    pieces.sort(key=lambda unit: not d.ed.ships[unit])
    limits = dict(d.production_sites())
    sites = list(limits)
    zones = sorted({z for s in sites for z in d.ed.board.sea_neighbors[s]})
    surplus = len(pieces)
    if d.ed.rules.must_place:
        surplus -= mobilize.most_placeable(d, limits)

    def choices(chosen: Chosen, surplus: int) -> Iterator[Chosen]:
        """Ways to go on; a way that breaks the limits or returns too much is not followed."""
        at = len(chosen)
        if at == len(pieces):
            yield tuple(place for place in chosen if place[0] >= 0)
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

    yield from choices((), surplus)


def placing(chosen: Chosen) -> Place:
    """The answer that puts each unit into its space."""
    places: dict[int, dict[int, int]] = {}
    for space, unit in chosen:
        units = places.setdefault(space, {})
        units[unit] = units.get(unit, 0) + 1
    return Place(
        tuple(
            (space, tuple(UnitSpec(n, unit) for unit, n in sorted(units.items())))
            for space, units in sorted(places.items())
        )
    )


def placeable(d: Draft, power: int, answer: Place) -> bool:
    """Whether a placement is lawful, by trying it."""
    trial = d.copy()
    try:
        mobilize.answer(trial, power, answer)
    except (Refusal, InvalidAnswer):
        return False
    return True
