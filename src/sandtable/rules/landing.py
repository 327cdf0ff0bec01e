"""Which aircraft can all come down together: an exact answer, not a guess.

Aircraft that have no territory in range need a deck in a zone they reach. A deck lies still, or
may go to one of several zones. The search tries the decks' choices (few of which differ in what
they can save) and settles the rest as a flow; it finds the largest number that can be saved.
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


def seating(planes: Sequence[Planes], room: dict[int, int]) -> list[dict[int, int]]:
    """Where each group of aircraft finds places, as many as possible: a maximum flow."""
    free = dict(room)
    seated: list[dict[int, int]] = [{} for _ in planes]

    def seat(group: int, seen: set[int]) -> bool:
        for zone, left in free.items():
            if zone in seen or not planes[group].zones >> zone & 1:
                continue
            seen.add(zone)
            if left > 0:
                free[zone] -= 1
            else:
                for other, places in enumerate(seated):
                    if places.get(zone) and seat(other, seen):
                        places[zone] -= 1
                        break
                else:
                    continue
            seated[group][zone] = seated[group].get(zone, 0) + 1
            return True
        return False

    for group, (_, number) in enumerate(planes):
        for _ in range(number):
            if not seat(group, set()):
                break
    return seated


def useful_options(deck: Deck, planes: Sequence[Planes]) -> tuple[int, ...]:
    """A deck's choices without those that save no more than another: its own zone first."""

    def served(zone: int) -> int:
        return sum(
            1 << i for i, group in enumerate(planes) if zone >= 0 and group.zones >> zone & 1
        )

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
    total = sum(group.number for group in planes)
    home = tuple(deck.options[0] for deck in decks)

    def plan_with(zones: Sequence[int]) -> Plan:
        room = dict(fixed)
        for deck, zone in zip(decks, zones, strict=True):
            if zone >= 0:
                room[zone] = room.get(zone, 0) + deck.room
        seats = seating(planes, room)
        return Plan(sum(sum(s.values()) for s in seats), tuple(zones), tuple(seats))

    best = plan_with(home)
    if best.saved == total or not decks:
        return best
    choices = [useful_options(deck, planes) for deck in decks]

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
            best = search([*chosen, zone], best)
            if best.saved == total:
                break
        return best

    return search([], best)
