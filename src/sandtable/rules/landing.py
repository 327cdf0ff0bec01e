"""Which aircraft can all come down together: an exact answer, not a guess.

Aircraft that have no territory in range need a deck in a zone they reach. A deck lies still, or
may go to one of several zones. The search tries the decks' choices (few of which differ in what
they can save) and settles the rest as a flow; a flow in which a deck could serve all its zones at
once bounds what a choice can still save, so that hopeless ones are left early.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Planes(NamedTuple):
    """So many aircraft that can all reach the same zones (a mask)."""

    zones: int
    number: int


class Deck(NamedTuple):
    """A deck that may go to any of several zones; the first is where it is (-1: nowhere yet)."""

    options: tuple[int, ...]
    room: int


class Plan(NamedTuple):
    """The most aircraft that can be saved, where each deck goes and who lands where."""

    saved: int
    zones: tuple[int, ...]
    seats: tuple[dict[int, int], ...] = ()


Place = tuple[int, int]
"""The zones (a mask) in which some room can be offered, and how much."""


def seating(planes: Sequence[Planes], places: Sequence[Place]) -> list[dict[int, int]]:
    """Which places (by index) each group of aircraft takes, as many as possible: a flow."""
    free = [room for _, room in places]
    seated: list[dict[int, int]] = [{} for _ in planes]

    def seat(group: int, seen: set[int]) -> bool:
        for place, (zones, _) in enumerate(places):
            if place in seen or not planes[group].zones & zones:
                continue
            seen.add(place)
            if free[place] > 0:
                free[place] -= 1
            else:
                for other, taken in enumerate(seated):
                    if taken.get(place) and seat(other, seen):
                        taken[place] -= 1
                        break
                else:
                    continue
            seated[group][place] = seated[group].get(place, 0) + 1
            return True
        return False

    for group, (_, number) in enumerate(planes):
        for _ in range(number):
            if not seat(group, set()):
                break
    return seated


def most_seated(planes: Sequence[Planes], places: Sequence[Place]) -> int:
    return sum(sum(taken.values()) for taken in seating(planes, places))


def served_in(planes: Sequence[Planes], zone: int, room: int) -> int:
    """How many aircraft a deck could take in a zone, if it had the zone to itself."""
    return min(room, sum(n for zones, n in planes if zone >= 0 and zones >> zone & 1))


def useful_options(deck: Deck, planes: Sequence[Planes]) -> tuple[int, ...]:
    """A deck's choices without those that save no more than another: its own zone first."""

    def served(zone: int) -> int:
        return sum(
            1 << i for i, group in enumerate(planes) if zone >= 0 and group.zones >> zone & 1
        )

    if deck.options[0] < 0:
        # Where new decks may go depends on where others go: no zone stands for another.
        return (-1, *(zone for zone in deck.options[1:] if served(zone)))
    kept: list[tuple[int, int]] = []
    for zone in deck.options[1:]:
        serves = served(zone)
        if not serves or any(serves | other == other for _, other in kept):
            continue
        kept = [(z, other) for z, other in kept if serves | other != serves]
        kept.append((zone, serves))
    home = served(deck.options[0])
    return (deck.options[0], *(z for z, serves in kept if serves | home != home))


def best_landing(
    planes: Sequence[Planes],
    fixed: dict[int, int],
    decks: Sequence[Deck],
    allowed: Callable[[Sequence[int]], bool] = lambda _: True,
) -> Plan:
    """The plan that saves most aircraft; among equal ones, one found with decks staying put."""
    choices = [useful_options(deck, planes) for deck in decks]
    reach = [sum(1 << zone for zone in found if zone >= 0) for found in choices]
    standing = [(1 << zone, room) for zone, room in fixed.items()]

    def places(zones: Sequence[int]) -> list[Place]:
        """Room in the zones chosen so far; decks not yet placed offer theirs everywhere."""
        placed = [
            (1 << zone, deck.room) for deck, zone in zip(decks, zones, strict=False) if zone >= 0
        ]
        later = [(reach[i], decks[i].room) for i in range(len(zones), len(decks))]
        return standing + placed + later

    def plan_with(zones: Sequence[int]) -> Plan:
        offered = places(zones)
        seats: list[dict[int, int]] = []
        for taken in seating(planes, offered):
            by_zone: dict[int, int] = {}
            for place, number in taken.items():
                zone = offered[place][0].bit_length() - 1
                by_zone[zone] = by_zone.get(zone, 0) + number
            seats.append(by_zone)
        return Plan(sum(sum(s.values()) for s in seats), tuple(zones), tuple(seats))

    best = plan_with([deck.options[0] for deck in decks])
    if best.saved == sum(group.number for group in planes):
        return best
    gains = [
        max((served_in(planes, zone, deck.room) for zone in found), default=0)
        for deck, found in zip(decks, choices, strict=True)
    ]

    def bound(zones: Sequence[int]) -> int:
        """No more than this can be saved once some decks have been placed."""
        placed = places(zones)[: len(places(zones)) - (len(decks) - len(zones))]
        alone = most_seated(planes, placed) + sum(gains[len(zones) :])
        return min(alone, most_seated(planes, places(zones)))

    limit = bound(())

    def search(chosen: list[int], best: Plan) -> Plan:
        at = len(chosen)
        if at == len(decks):
            if not allowed(chosen):
                return best
            found = plan_with(chosen)
            return found if found.saved > best.saved else best
        start = 0
        if at and decks[at] == decks[at - 1]:
            start = choices[at].index(chosen[-1])
        for zone in choices[at][start:]:
            if best.saved == limit:
                break
            if bound([*chosen, zone]) > best.saved:
                best = search([*chosen, zone], best)
        return best

    return best if best.saved == limit else search([], best)
