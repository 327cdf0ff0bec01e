"""Decisions that come up now and then: bids, decks, stranded planes, landings to be called off."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.game.answers import CallOff, End, Land, Move, Place
from sandtable.game.before import bidding
from sandtable.game.draft import Draft
from sandtable.game.offers import before, others, placing
from sandtable.game.state import Decision
from sandtable.players.captain import developing
from sandtable.players.captain.bombing import best_launch
from sandtable.players.interface import Choice, Reason
from sandtable.players.staff.chances import Heap, chance, heap_of, plus
from sandtable.players.staff.outlook import Outlook

HOPELESS = 0.35
"""The chance below which a landing is called off, if it does not pay either."""
AT_EASE = 0.35
"""The risk with which fighters go to sea with a new carrier."""


def one_unit(d: Draft, unit: int, number: int = 1) -> Heap:
    return tuple(number if at == unit else 0 for at in range(len(d.ed.units)))


def assailants(d: Draft, space: int) -> Heap:
    """Everything that attacks a space: what is there, and what is still aboard its ships."""
    heap = list(heap_of(d.ed, d.own(space)))
    for zone in d.ed.board.sea_neighbors[space] if not d.ed.board.sea[space] else ():
        for ship, count in d.own(zone):
            if ship.mark.target == space:
                for _, unit in ship.mark.ashore:
                    heap[unit] += count
    return tuple(heap)


def loss(look: Outlook, space: int, attack: Heap, defend: Heap) -> float:
    """What an attack on a space costs those who defend it, in IPCs."""
    sea = look.board.sea[space]
    odd = chance(look.ed, sea, attack, defend)
    return odd.swing + (0.0 if sea else odd.takes * look.ground(space))


def before_battle(look: Outlook, asked: Decision) -> Choice | None:
    """What comes ahead of the next battle: rockets, and landings that would only be lost."""
    d = look.d
    options = list(others.clashes(d, asked))
    if any(given.kind == "launch" for given in options):
        found = best_launch(d)
        if found is not None:
            return Choice(found, Reason("raid", found.target))
    for given in options:
        if not isinstance(given, CallOff):
            continue
        attack, defend = assailants(d, given.space), look.enemies_at(given.space)
        odd = chance(d.ed, False, attack, defend)
        if odd.wins < HOPELESS and loss(look, given.space, attack, defend) < 0:
            return Choice(given, Reason("The landing in {space} would fail", given.space, odd.wins))
    return None


def aboard(look: Outlook, asked: Decision) -> Choice:
    """Fighters go aboard a new carrier if the fleet is safe with them there."""
    d, zone = look.d, asked.space
    best: tuple[int, Move] | None = None
    for given in others.going_aboard(d, asked):
        if not isinstance(given, Move) or given.units[0].power >= 0:
            continue
        site, number = given.path[0], given.units[0].number
        fighters = one_unit(d, given.units[0].unit, number)
        left = tuple(a - b for a, b in zip(look.friends_at(site), fighters, strict=True))
        needed = site in look.capitals and (look.worst(False, [(site, left, 0)])[0].takes > 0.05)
        if needed or look.danger(zone, fighters).wins > AT_EASE:
            continue
        if best is None or number > best[0]:
            best = (number, given)
    if best is None:
        return Choice(End(), Reason("The fighters are of more use ashore"))
    return Choice(best[1], Reason("Fighters make the carrier in {space} useful", zone))


def come_down(look: Outlook, asked: Decision) -> Choice:
    """Stranded planes land where they are safest."""
    found = [given for given in others.landings(look.d, asked) if isinstance(given, Land)]
    best = min(found, key=lambda given: (round(look.danger(given.space).wins, 2), given.space))
    return Choice(best, Reason("safest", best.space, risk=look.danger(best.space).wins))


def bid(look: Outlook, asked: Decision) -> Choice:
    """Land units at the front, where they take most from the enemy's best attack."""
    d, power = look.d, asked.power
    money = bidding.bid_of(d, power)
    limited = d.match.option("bid_limit") == "one-per-space"
    options = [
        (space, unit, cost)
        for space, unit, cost in before.bid_options(d, power)
        if cost and d.ed.units[unit].captures and look.march[space] <= 2
    ]
    chosen: list[tuple[int, int]] = []
    stands: dict[int, Heap] = {}
    while True:
        able = [
            (space, unit, cost)
            for space, unit, cost in options
            if cost <= money and not (limited and space in stands)
        ]
        if not able:
            break

        def gain(option: tuple[int, int, int]) -> tuple[float, int, int]:
            space, unit, cost = option
            now = stands.get(space, look.friends_at(space))
            threat = look.threat(space)
            more = plus(now, one_unit(d, unit))
            saved = loss(look, space, threat, now) - loss(look, space, threat, more)
            punch = d.ed.units[unit].attack * (1.0 if look.march[space] == 1 else 0.5)
            return (saved + punch) / cost, -space, -unit

        space, unit, cost = max(able, key=gain)
        stands[space] = plus(stands.get(space, look.friends_at(space)), one_unit(d, unit))
        chosen.append((space, unit))
        money -= cost
    found = placing.placing(tuple(chosen))
    if not before.biddable(d, power, found):
        return Choice(Place(()), Reason("save"))
    spaces = {space for space, _ in chosen}
    where = max(spaces, key=look.ground, default=-1)
    return Choice(found, Reason("reinforce", where) if chosen else Reason("save"))


CHOOSERS: dict[str, Callable[[Outlook, Decision], Choice]] = {
    "research": developing.research,
    "advantages": developing.choose,
    "bid": bid,
    "new-carriers": aboard,
    "land": come_down,
}
