"""Sandtable: the Axis & Allies family of board games, played exactly by the book.

>>> import sandtable
>>> game = sandtable.new_game("1941", seed=7)
>>> game.turn, game.phase
('soviet-union', 'purchase')
"""

from sandtable.game.game import Game
from sandtable.game.library import edition_names, load_directory, load_edition
from sandtable.game.state import Decision, State
from sandtable.rules.edition import Edition
from sandtable.rules.position import Position
from sandtable.rules.refusal import InvalidAnswer, Refusal, SandtableError

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
    "edition_names",
    "load_directory",
    "load_edition",
    "new_game",
]
