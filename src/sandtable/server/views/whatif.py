"""Trying answers out without touching the game."""

from __future__ import annotations

import time

from sandtable.game import machine
from sandtable.game.game import Game
from sandtable.game.notation.answers_json import answer_from_json
from sandtable.game.notation.names import power_named
from sandtable.game.state import State
from sandtable.rules.refusal import InvalidAnswer, Refusal
from sandtable.server.schemas.base import Answer
from sandtable.server.schemas.games import WhatIf, WhatIfCase
from sandtable.server.schemas.options import WhatIfAnswer, WhatIfResult
from sandtable.server.views.odds import PATIENCE, compiling, odds_at
from sandtable.server.views.refusing import refusal_view, sentence


def what_if(game: Game, request: WhatIf, version: int, patience: float = PATIENCE) -> WhatIfAnswer:
    """What would become of answers, case by case. Cases that come too late get no odds."""
    until = time.monotonic() + patience
    waiting = compiling()
    results = [one_case(game, request.power, case, until) for case in request.cases]
    return WhatIfAnswer(version=version, results=results, waiting=waiting)


def one_case(game: Game, power: str, case: WhatIfCase, until: float) -> WhatIfResult:
    """One case: the first refusal, or the odds asked for if no dice fall before them."""
    state = game.state
    try:
        who = power_named(game.edition, power)
        for given in case.answers:
            if state.roll is not None:
                return WhatIfResult(refusal=None, invalid=None, odds=None)
            state = after(state, who, given)
    except Refusal as refusal:
        return WhatIfResult(refusal=refusal_view(refusal), invalid=None, odds=None)
    except InvalidAnswer as error:
        return WhatIfResult(refusal=None, invalid=sentence(str(error)), odds=None)
    in_time = case.space is not None and time.monotonic() < until
    space = game.edition.board.index.get(case.space or "") if in_time else None
    odds = odds_at(state, space) if space is not None and state.roll is None else None
    return WhatIfResult(refusal=None, invalid=None, odds=odds)


def after(state: State, power: int, given: Answer) -> State:
    """The state that an answer leads to; dice may have to be rolled in it."""
    return machine.answer(state, power, answer_from_json(state.match.edition, given))[0]
