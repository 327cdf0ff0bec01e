"""Writes the games that are kept under tests/fixtures/records, those that are not there yet.

Games of a released version of the rules are never written again: they must replay for ever.
A change of the rules raises the edition's `rules_version`, and its games are added beside them.
Run from the repository's root: python -m tests.game.notation.make_record
"""

from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

from sandtable import load_edition
from sandtable.game.dice import LowLuck, SeededDice
from sandtable.game.game import Game
from sandtable.game.notation.record import RECORD_VERSION
from sandtable.game.storage import save_record
from sandtable.players.random_player import RandomPlayer

RECORDS = Path("tests/fixtures/records")


class Finished(NamedTuple):
    """A game of random moves to look for: who is to win it, and in which rounds."""

    edition: str
    options: dict[str, str]
    winners: tuple[str, ...] = ("allies", "axis")
    least: int = 1
    most: int = 60


GAMES = {
    "standard-axis": Finished("1941", {"victory": "standard", "setup": "errata"}, ("axis",)),
    "short-allies": Finished("1941", {"victory": "short", "setup": "printed"}, ("allies",)),
    "minor-bid-germany": Finished(
        "revised", {"victory": "minor", "bid_germany": "9"}, least=4, most=9
    ),
    "minor-advantages": Finished(
        "revised",
        {"victory": "minor", "advantages": "4", "advantages_by": "roll"},
        least=4,
        most=9,
    ),
    "minor-bid-japan": Finished("lhtr", {"victory": "minor", "bid_japan": "9"}, least=4, most=9),
    "minor-all-advantages": Finished(
        "lhtr", {"victory": "minor", "advantages": "6"}, least=4, most=9
    ),
}


def main() -> None:
    for name, wanted in GAMES.items():
        keep(name, wanted.edition, partial(won, wanted))
    keep("low-luck-two-seats", "1941", low_luck)


def won(wanted: Finished) -> Game:
    for seed in count():
        game = Game.new(wanted.edition, options=wanted.options, dice=SeededDice(seed))
        RandomPlayer(seed).play(game, rounds=wanted.most, decisions=6000)
        if game.winner in wanted.winners and game.round >= wanted.least:
            return game
    raise AssertionError


def low_luck() -> Game:
    seats = {"ada": ["soviet-union", "united-kingdom", "united-states"], "bo": ["germany", "japan"]}
    game = Game.new("1941", seats=seats, dice=LowLuck(SeededDice("low luck")))
    RandomPlayer("low luck").play(game, decisions=300)
    return game


def keep(name: str, edition: str, make: Callable[[], Game]) -> None:
    version = load_edition(edition).rules_version
    path = RECORDS / f"{name}.format-{RECORD_VERSION}.rules-{edition}-{version}.record"
    if path.exists():
        return
    game = make()
    save_record(path, game, {"Event": "A game kept to be replayed for ever"})
    print(
        f"{path}: {len(game.history)} decisions, round {game.round}, {game.winner or 'unfinished'}"
    )


if __name__ == "__main__":
    main()
