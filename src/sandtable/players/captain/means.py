"""What can take part in attacks: who may leave, where they can go, what they leave behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sandtable.game.answers import Attack, Move
from sandtable.game.draft import Draft
from sandtable.game.offers.flights import attack_flights
from sandtable.game.offers.moves import marches, voyages
from sandtable.game.offers.trying import spec_of
from sandtable.game.queries import hostile_zone
from sandtable.players.staff.chances import Heap, heap_of, worth
from sandtable.players.staff.ferrying import Free, Sent, shiploads
from sandtable.players.staff.outlook import Outlook
from sandtable.rules.position import FRESH, Token

Way = tuple[int, Token, Move | Attack]
"""Equal units in a space, and the order for one of them."""


class Means(NamedTuple):
    """All that can come to a target."""

    target: int
    sea: bool
    enemies: Heap
    ways: dict[int, list[Way]]
    """By unit: where it can come from, those who can go fewest other ways first."""
    loads: tuple[Sent, ...]
    after: int = -1
    """A zone that must be won first, as the shiploads go ashore from there."""


def free_units(look: Outlook, gone: int = 0) -> Free:
    """Units that may be sent out: all but the guard of the capital."""
    d, bought = look.d, bought_walkers(look)
    found: Free = {}
    for space, stack in enumerate(d.stacks):
        if stack and any(token.power == look.power for token, _ in stack):
            for token, count in look.spare(space, bought, gone).items():
                found[space, token] = count
    return found


def bought_walkers(look: Outlook) -> Heap:
    """Land units that are still to be mobilized: they will stand in the capital."""
    lands = look.ed.lands
    return tuple(n if lands[unit] else 0 for unit, n in enumerate(look.d.turn.bought))


def one_of(look: Outlook, token: Token) -> Heap:
    return tuple(int(unit == token.unit) for unit in range(len(look.ed.units)))


def targets(look: Outlook) -> list[int]:
    """Enemy territories, and zones with enemy ships."""
    found = []
    for space in range(len(look.board)):
        if look.board.sea[space]:
            if any(look.enemy[t.power] and look.ed.ships[t.unit] for t, _ in look.d.stacks[space]):
                found.append(space)
        elif look.enemy[look.d.owners[space]] and not look.board.impassable_mask >> space & 1:
            found.append(space)
    return found


def orders_of(d: Draft, space: int, token: Token) -> Iterator[Move | Attack]:
    """Attacks that one of some equal units can make on its own."""
    unit = d.ed.units[token.unit]
    specs = (spec_of(d, space, token),)
    if unit.air:
        yield from attack_flights(d, space, token, specs)
    elif unit.sea:
        yield from voyages(d, space, token, specs, combat=True)
    elif token.mark == FRESH and unit.combat_moves:
        for path in marches(d, space, token, combat=True):
            yield Move(specs, path)


def ways_to_attack(look: Outlook, free: Free) -> dict[int, list[Way]]:
    """Which units can go where, one way each. Decks stay behind: planes need them."""
    found: dict[int, list[Way]] = {}
    for (space, token), _ in free.items():
        unit = look.ed.units[token.unit]
        if unit.bystander or not unit.attack or look.ed.deck_room[token.unit]:
            continue
        seen = set()
        for order in orders_of(look.d, space, token):
            end = order.space if isinstance(order, Attack) else order.path[-1]
            special = isinstance(order, Move) and order.manner not in ("", "attack")
            if special or end in seen:
                continue
            seen.add(end)
            found.setdefault(end, []).append((space, token, order))
    return found


def all_means(look: Outlook, free: Free) -> list[Means]:
    """What can come to each target that anything can come to."""
    ways = ways_to_attack(look, free)
    choices: dict[tuple[int, Token], int] = {}
    for every in ways.values():
        for space, token, _ in every:
            choices[space, token] = choices.get((space, token), 0) + 1
    found = []
    for target in targets(look):
        sea = look.board.sea[target]
        loads = () if sea else tuple(shiploads(look, free, target, combat=True))
        by_unit: dict[int, list[Way]] = {}
        for way in ways.get(target, ()):
            by_unit.setdefault(way[1].unit, []).append(way)
        for every in by_unit.values():
            every.sort(key=lambda way: (choices[way[0], way[1]], -free[way[0], way[1]], way[0]))
        means = Means(target, sea, look.enemies_at(target), by_unit, loads)
        if by_unit or loads:
            found.append(means)
        found += [] if sea else behind_battles(look, free, means, ways)
    return found


def behind_battles(
    look: Outlook, free: Free, means: Means, ways: dict[int, list[Way]]
) -> Iterator[Means]:
    """The same target with what can land there once a zone is won."""
    for zone in look.board.sea_neighbors[means.target]:
        if zone in ways and hostile_zone(look.d, look.power, zone):
            loads = tuple(shiploads(look, free, means.target, combat=True, behind=zone))
            if loads:
                yield means._replace(loads=loads, after=zone)


def prices(look: Outlook, free: Free, gone: int = 0) -> dict[tuple[int, Token], float]:
    """What it costs to send one of some equal units away.

    The enemy's best attack on those who stay is compared with the one on all together. The price
    is negative where everybody would be lost by staying. Capitals have their guard anyway.
    """
    movable: dict[int, list[tuple[Token, int]]] = {}
    for (space, token), count in free.items():
        if count and not look.ed.air[token.unit] and space not in look.capitals:
            movable.setdefault(space, []).append((token, count))
    found: dict[tuple[int, Token], float] = {}
    for sea in (False, True):
        spaces = [s for s in movable if look.board.sea[s] == sea and look.threats(s, gone)]
        full = [look.friends_at(s) for s in spaces]
        rest = [
            minus(heap, heap_of(look.ed, movable[s])) for s, heap in zip(spaces, full, strict=True)
        ]
        before = losses(look, sea, spaces, full, gone)
        after = losses(look, sea, spaces, rest, gone)
        for space, lost, then in zip(spaces, before, after, strict=True):
            total = worth(look.ed, heap_of(look.ed, movable[space]))
            for token, _ in movable[space]:
                share = (look.ed.units[token.unit].cost or 0) / max(1, total)
                weight = look.doctrine.left_behind if then > lost else look.doctrine.escaped
                found[space, token] = weight * (then - lost) * share
    return found


def losses(
    look: Outlook, sea: bool, spaces: list[int], heaps: list[Heap], gone: int
) -> list[float]:
    """What the enemy's best attack on each of some spaces would cost, units and ground."""
    found = []
    stands = [(space, heap, gone) for space, heap in zip(spaces, heaps, strict=True)]
    for space, odd in zip(spaces, look.worst(sea, stands), strict=True):
        ground = 0.0 if sea else odd.takes * look.ground(space) / 2
        found.append(max(0.0, odd.swing + ground))
    return found


def minus(a: Heap, b: Iterable[int]) -> Heap:
    return tuple(max(0, x - y) for x, y in zip(a, b, strict=True))
