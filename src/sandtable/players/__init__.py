"""Computer players, and the interface for any player.

>>> from sandtable import new_game
>>> from sandtable.players import make_player, play
>>> game = new_game("1941", seed=7)
>>> sides = {"axis": make_player("random", "a"), "allies": make_player("random", "b")}
>>> play(game, sides, rounds=1).round
2
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.players.interface import (
    Budget,
    Choice,
    Decision,
    Mind,
    Plan,
    Planner,
    Player,
    Reason,
    View,
)
from sandtable.players.planned import Planned
from sandtable.players.playing import ask, play

if TYPE_CHECKING:
    from sandtable.players.registry import LEVELS, make_player

__all__ = [
    "LEVELS",
    "Budget",
    "Choice",
    "Decision",
    "Mind",
    "Plan",
    "Planned",
    "Planner",
    "Player",
    "Reason",
    "View",
    "ask",
    "make_player",
    "play",
]


def __getattr__(name: str) -> object:
    """Levels are imported when they are first asked for: they bring the odds with them."""
    if name in ("LEVELS", "make_player"):
        from sandtable.players import registry

        return getattr(registry, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
