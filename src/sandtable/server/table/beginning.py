"""Where a game begins: the edition's setup, a position, or the beginning of a record."""

from __future__ import annotations

from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.notation.record import Record, Tag
from sandtable.game.recording import begin_game
from sandtable.server.table.dice import Described
from sandtable.server.table.entries import Created


def begin(created: Created) -> Game:
    """The game before its first decision."""
    dice = Described(created.commitment, created.dice)
    edition = load_edition(created.edition)
    tags = [Tag("Edition", created.edition, 0), Tag("RulesVersion", str(created.rules_version), 0)]
    tags += [Tag("Option", f"{name}={value}", 0) for name, value in created.options.items()]
    tags += [Tag(key, value, 0) for key, value in created.beginning]
    tags.append(Tag("Result", "*", 0))
    game = begin_game(Record(tuple(tags), (), ""), edition)
    game.dice = dice
    return game
