"""What the rules want before a phase of moves may end, seen to with as few orders as possible."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.game.answers import Attack, End, Move
from sandtable.game.decks import friends_room, own_room
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.landing import landing_moves
from sandtable.game.offers import moves
from sandtable.game.offers.trying import with_number
from sandtable.players.trial import Trial
from sandtable.rules.refusal import Refusal, SandtableError
from sandtable.words.reasons import Reason

DEEP = 3
"""Orders that it takes at most to bring a ship into a fight: load, sail on, go ashore."""
MOST_ORDERS = 300
"""Orders to try before a way out is given up."""


# --- planes


def stranded(d: Draft, space: int, unit: int) -> int:
    """How many of the acting power's planes of a kind at most cannot stay where they are."""
    here = sum(count for token, count in d.own(space) if token.unit == unit)
    if not d.ed.board.sea[space]:
        return 0 if d.turn.landing >> space & 1 else here
    if not d.ed.deck_plane[unit]:
        return here
    return min(here, max(0, -own_room(d, space) - friends_room(d, space)))


def land(trial: Trial, power: int) -> None:
    """Bring down the planes that can be brought down and may not stay where they are.

    Those that are down already move only if there is no other way, as when they have to make room.
    """
    start = len(trial.history)
    for only_stranded in (True, False):
        while len(trial.history) > start:
            trial.undo()
        try:
            for order in list(landing_moves(Draft(trial.state))):
                if trial.refusal(power, End()) is None:
                    return
                needed = necessary(Draft(trial.state), order) if only_stranded else order
                if needed is not None:
                    trial.decide(power, needed, Reason("landing", order.path[-1]))
        except SandtableError:
            if not only_stranded:
                raise
        if trial.refusal(power, End()) is None:
            return


def necessary(d: Draft, order: Move) -> Move | None:
    """As much of a landing as concerns planes that cannot stay; all of it for a carrier."""
    (spec,), start = order.units, order.path[0]
    if not d.ed.air[spec.unit]:
        return order
    number = min(spec.number, stranded(d, start, spec.unit))
    found = with_number(order, number) if number else None
    return found if isinstance(found, Move) else None


# --- ships and their cargo


def way_out(game: Game, power: int) -> bool:
    """Give orders after which a combat move can end; whether some were found.

    Somebody may have begun it: ships that sailed have to fight or to land someone, and what went
    aboard has to go ashore. Few orders are better than many, which are needed for many ships.
    """
    for many in (False, True):
        tries = iter(range(MOST_ORDERS))
        for deep in range(1, DEEP + 1):
            if settled(game, power, deep, deep if many else 0, tries, wide=True):
                return True
    return False


def settled(
    game: Game, power: int, left: int, more: int, tries: Iterator[int], *, wide: bool = False
) -> bool:
    """Whether nothing is owed after some orders: so many, and more after one that fights."""
    owed = game.refusal(power, End())
    if owed is None:
        return True
    if not left or not isinstance(owed, Refusal):
        return False
    d = Draft(game.state)
    zone = d.ed.board.index.get(str(owed.facts.get("zone", owed.facts.get("space", ""))))
    if zone is None:
        return False
    for order in concerning(d, zone, wide=wide):
        if next(tries, None) is None:
            return False
        try:
            game.decide(power, order)
        except SandtableError:
            continue
        further = max(left - 1, more if fights(d, order) else 0)
        if settled(game, power, further, more, tries):
            return True
        game.undo()
    return False


def concerning(d: Draft, zone: int, *, wide: bool) -> Iterator[Move | Attack]:
    """Orders for ships in a zone: landings where few defend first, then what goes aboard there,
    the cheapest first. `wide`: then also whoever could join them."""

    def promise(order: Move | Attack) -> tuple[bool, int]:
        if isinstance(order, Attack):
            return False, 0
        enemy = d.at_war[d.power]
        there = sum(n for t, n in d.stacks[order.path[-1]] if enemy[t.power])
        return not fights(d, order), there - sum(spec.number for spec in order.units)

    here = [
        order
        for order in moves.from_space(d, zone, combat=True)
        if isinstance(order, Attack)
        or (isinstance(order, Move) and not d.ed.air[order.units[0].unit])
    ]
    yield from sorted(here, key=promise)
    near = d.ed.board.land_neighbors[zone]
    aboard = [order for space in near for order in coming(d, space, zone) if lands(d, order)]
    yield from sorted(aboard, key=lambda order: d.ed.units[order.units[0].unit].cost or 0)
    if wide:
        for space in range(len(d.stacks)):
            yield from (order for order in coming(d, space, zone) if not lands(d, order))


def coming(d: Draft, space: int, zone: int) -> Iterator[Move]:
    """Orders that bring units from another space to a zone."""
    if space != zone:
        for order in moves.from_space(d, space, combat=True):
            if isinstance(order, Move) and order.path[-1] == zone:
                yield order


def lands(d: Draft, order: Move) -> bool:
    return d.ed.units[order.units[0].unit].land


def fights(d: Draft, order: Move | Attack) -> bool:
    """Whether an order puts somebody ashore or begins a battle where the ships are."""
    return isinstance(order, Attack) or not d.ed.board.sea[order.path[-1]]
