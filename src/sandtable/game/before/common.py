"""What the steps before the first turn share."""

from __future__ import annotations

from typing import NoReturn

from sandtable.game.answers import (
    Answer,
    Attack,
    Buy,
    Decline,
    End,
    Fight,
    Launch,
    Move,
    Place,
    Research,
    Use,
)
from sandtable.game.state import Draft
from sandtable.game.steps.common import misplaced
from sandtable.rules.refusal import InvalidAnswer

OF_A_TURN = (Attack, Buy, End, Fight, Launch, Move, Place, Research)


def too_early(d: Draft, power: int, given: Answer) -> NoReturn:
    """Refuse an answer that is not asked for before the first turn."""
    if isinstance(given, (Use, Decline)):
        misplaced(d, power, given)
    if isinstance(given, OF_A_TURN):
        d.ed.refuse("turn/phase-sequence", "the first turn has not begun", power=d.power_id(power))
    raise InvalidAnswer(f"the first turn has not begun; nobody asked for '{given.kind}'")
