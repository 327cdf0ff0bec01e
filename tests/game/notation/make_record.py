"""Writes the finished games that are kept under tests/fixtures/records.

Games of a released version of the rules are never written again: they must replay for ever.
A change of the rules raises the edition's `rules_version`, and its games are added beside them.
Run from the repository's root: python -m tests.game.notation.make_record
"""

from itertools import count
from pathlib import Path

from sandtable.game.dice import LowLuck, SeededDice
from sandtable.game.game import Game
from sandtable.game.notation.record import RECORD_VERSION
from sandtable.game.storage import save_record
from sandtable.players.random_player import RandomPlayer

GAMES = {
    "standard-axis": {"victory": "standard", "setup": "errata"},
    "short-allies": {"victory": "short", "setup": "printed"},
}


def main() -> None:
    for name, options in GAMES.items():
        keep(name, won_by(name.split("-")[1], options))
    seats = {"ada": ["soviet-union", "united-kingdom", "united-states"], "bo": ["germany", "japan"]}
    game = Game.new("1941", seats=seats, dice=LowLuck(SeededDice("low luck")))
    RandomPlayer("low luck").play(game, decisions=300)
    keep("low-luck-two-seats", game)


def won_by(side: str, options: dict[str, str]) -> Game:
    """A game of random moves that a side wins."""
    for seed in count():
        game = Game.new("1941", options=options, dice=SeededDice(seed))
        RandomPlayer(seed).play(game, rounds=60, decisions=6000)
        if game.winner == side:
            return game
    raise AssertionError


def keep(name: str, game: Game) -> None:
    edition = game.edition
    file = f"{name}.format-{RECORD_VERSION}.rules-{edition.id}-{edition.rules_version}.record"
    path = Path("tests/fixtures/records") / file
    save_record(path, game, {"Event": "A game kept to be replayed for ever"})
    print(
        f"{path}: {len(game.history)} decisions, round {game.round}, {game.winner or 'unfinished'}"
    )


if __name__ == "__main__":
    main()
