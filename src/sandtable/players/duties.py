"""What the rules want before a phase of moves may end, seen to with as few orders as possible."""

from __future__ import annotations

from sandtable.game.answers import End, Move
from sandtable.game.decks import friends_room, own_room
from sandtable.game.draft import Draft
from sandtable.game.landing import landing_moves
from sandtable.game.offers.trying import with_number
from sandtable.players.trial import Trial
from sandtable.rules.refusal import SandtableError
from sandtable.words.reasons import Reason


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
