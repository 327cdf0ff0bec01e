"""Odds of the battles to come.

What reckons them is loaded when it is first asked for; `warm_up` does that ahead, so that no
player waits for it.
"""

from __future__ import annotations

import threading
import time

from sandtable.game.game import Game
from sandtable.game.state import State
from sandtable.server.schemas.options import BattleOdds, OddsView
from sandtable.server.views.board import state_of
from sandtable.server.views.editions import playable_editions

PATIENCE = 3.0
"""Seconds after which one question stops: what was found is told, and kept for the next."""
_compiling = threading.Event()
"""Set while `warm_up` works. Whoever asks is told to ask again: to wait for a compiler would hold
up all that is reckoned, for a minute on a machine that never did it."""


def compiling() -> bool:
    """Whether odds are not to be had yet."""
    return _compiling.is_set()


def battle_odds(game: Game | State, version: int, patience: float = PATIENCE) -> BattleOdds:
    """The odds of every battle and raid to come, the one under way first; of some, and that the
    others are waiting, where they take long."""
    if compiling():
        return BattleOdds(version=version, battles=[], waiting=True)
    from sandtable.server.views import reckoning

    until = time.monotonic() + patience
    found = []
    waiting = False
    for battle in reckoning.clashes(state_of(game)):
        found.append(reckoning.odds_view(battle))
        if waiting := time.monotonic() > until:
            break
    return BattleOdds(version=version, battles=[each for each in found if each], waiting=waiting)


def odds_at(game: Game | State, space: int) -> OddsView | None:
    """The odds of the battle in a space, or of the raid if that is all there is."""
    if compiling():
        return None
    from sandtable.server.views import reckoning

    here = [battle for battle in reckoning.clashes(state_of(game)) if battle.space == space]
    here.sort(key=lambda battle: battle.kind == "raid")
    return reckoning.odds_view(here[0]) if here else None


def warm_up() -> None:
    """Load what reckons odds, and compile it if this machine never has: seconds, or a minute."""
    _compiling.set()
    try:
        _compile()
    finally:
        _compiling.clear()


def _compile() -> None:
    from sandtable import odds
    from sandtable.server.views import reckoning  # noqa: F401  # loaded ahead

    for edition in playable_editions():
        land = [unit.id for unit in edition.units if unit.land and unit.attack]
        ships = [unit.id for unit in edition.units if unit.sea and unit.attack]
        odds.battle(edition, {land[0]: 2}, {land[0]: 1})
        odds.battle(edition, dict.fromkeys(ships, 1), dict.fromkeys(ships, 1))
