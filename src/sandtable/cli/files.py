"""Games in files: read with care, written whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from sandtable.cli import dicebox
from sandtable.cli.console import UsageError
from sandtable.game.dice import DiceSource, ScriptedDice, from_description
from sandtable.game.game import Game
from sandtable.game.library import edition_names, load_directory, load_edition
from sandtable.game.notation.position import format_position, parse_position
from sandtable.rules.edition import Edition
from sandtable.rules.refusal import SandtableError

DEFAULT_EDITION = "1941"

Stamp = tuple[int, int, int]


class GameFile:
    """A game and the file it lives in."""

    def __init__(self, path: Path, game: Game, stamp: Stamp | None) -> None:
        self.path = path
        self.game = game
        self._stamp = stamp

    def save(self) -> None:
        """Write the game back, unless somebody else has written the file meanwhile."""
        if self._stamp is not None and self._stamp != stamp_of(self.path):
            raise UsageError(f"{self.path}: changed by another program meanwhile; nothing is saved")
        write(self.path, self.game)
        self._stamp = stamp_of(self.path)


def stamp_of(path: Path) -> Stamp | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def load(name: str) -> Game:
    """The game in a file, to look at."""
    return read(Path(name))


def opened(name: str, rolls: list[str] | None = None) -> GameFile:
    """The game in a file, to go on with."""
    path = Path(name)
    stamp = stamp_of(path)
    game = read(path)
    dicebox.attach(path, game, rolls)
    return GameFile(path, game, stamp)


def check_new(path: Path, *, force: bool) -> None:
    """Refuse a place where no new file can be written."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder")
    if path.exists() and not force:
        raise UsageError(f"{path} exists; --force writes over it")
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent}: no such folder")


def created(path: Path, game: Game, *, force: bool) -> GameFile:
    """A new file for a game; refuses to write over another without `force`."""
    check_new(path, force=force)
    file = GameFile(path, game, None)
    file.save()
    return file


def edition_of(name: str | None) -> Edition:
    """An edition of the package by its id, or a scenario folder by its path."""
    if name is None:
        return load_edition(DEFAULT_EDITION)
    if name not in edition_names() and (os.sep in name or Path(name).is_dir()):
        return load_directory(Path(name))
    return load_edition(name)


def position_line(game: Game) -> str:
    """The position as one line. What units did this turn is not in it."""
    return format_position(game.edition, game.position)


def rewound(game: Game, decisions: int) -> Game:
    """The same game after so many decisions."""
    found = Game(game.match, game.start, game.dice)
    found.opening_events = game.opening_events
    found.history = game.history[:decisions]
    found._state = found.history[-1].state if found.history else game.start
    return found


# Until game records have a notation of their own.


def write(path: Path, game: Game) -> None:
    data = {
        "edition": game.edition.id,
        "options": dict(game.match.options),
        "seats": list(game.match.seats),
        "dice": game.dice.describe(),
        "start": format_position(game.edition, game.start.position),
        "decisions": [{"line": game.line(e), "rolls": e.rolls} for e in game.history],
    }
    temporary = path.with_name(f"{path.name}.tmp")
    with open(temporary, "w", encoding="utf-8") as file:
        json.dump(data, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def read(path: Path) -> Game:
    if path.is_dir():
        raise UsageError(f"{path} is a folder, not a game")
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
        seats: dict[str, list[str]] = {}
        edition = load_edition(data["edition"])
        for power, seat in zip(edition.powers, data["seats"], strict=True):
            seats.setdefault(seat, []).append(power.id)
        rolls = [n for d in data["decisions"] for roll in d["rolls"] for n in roll]
        dice: DiceSource = ScriptedDice(rolls)
        start = parse_position(edition, data["start"])
        game = Game.new(edition, options=data["options"], seats=seats, dice=dice, position=start)
        for decision in data["decisions"]:
            power, _, answer = decision["line"].partition(":")
            game.decide(power, answer)
        try:
            game.dice = from_description(data["dice"])
        except Exception:
            game.dice = dicebox.SealedDice(data["dice"], "no dice")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise UsageError(f"{path}: not a game record") from None
    except SandtableError as error:
        raise UsageError(f"{path}: {error}") from None
    return game
