"""Sandtable: the Axis & Allies family of board games, played exactly by the book.

>>> import sandtable
>>> game = sandtable.new_game("1941", seed=7)
>>> game.turn, game.phase
('soviet-union', 'purchase')
"""

from typing import TYPE_CHECKING

from sandtable.game.game import Game
from sandtable.game.library import edition_names, load_directory, load_edition
from sandtable.game.state import Decision, State
from sandtable.rules.edition import Edition
from sandtable.rules.position import Position
from sandtable.rules.refusal import InvalidAnswer, Refusal, SandtableError

if TYPE_CHECKING:
    from sandtable.maps import draw
    from sandtable.players import make_player, play

__version__ = "0.1.0"

new_game = Game.new

__all__ = [
    "Decision",
    "Edition",
    "Game",
    "InvalidAnswer",
    "Position",
    "Refusal",
    "SandtableError",
    "State",
    "draw",
    "edition_names",
    "load_directory",
    "load_edition",
    "make_player",
    "new_game",
    "play",
]


def __getattr__(name: str) -> object:
    """Maps and players are imported when they are first asked for: play does without them."""
    if name == "draw":
        from sandtable.maps import draw

        return draw
    if name in ("make_player", "play"):
        from sandtable import players

        return getattr(players, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
