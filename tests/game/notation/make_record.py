"""Writes the record that is kept under tests/fixtures/records, after a change of the rules.

Run from the repository's root: python -m tests.game.notation.make_record
"""

from pathlib import Path

from sandtable.game.notation.record import RECORD_VERSION
from sandtable.game.storage import save_record
from tests.game.notation.driver import played


def main() -> None:
    game = played(48, 500)
    edition = game.edition
    name = f"random-play.format-{RECORD_VERSION}.rules-{edition.id}-{edition.rules_version}.record"
    path = Path("tests/fixtures/records") / name
    save_record(path, game, {"Event": "A game kept to be replayed for ever"})
    print(f"{path}: {len(game.history)} decisions, round {game.round}")


if __name__ == "__main__":
    main()
