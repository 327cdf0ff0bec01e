"""Games in files: read with care, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from sandtable.cli import dicebox
from sandtable.cli.console import UsageError
from sandtable.game.game import Game
from sandtable.game.library import edition_names, load_directory, load_edition
from sandtable.game.notation.errors import RecordError
from sandtable.game.recording import replay
from sandtable.game.storage import load_record, save_record
from sandtable.rules.edition import Edition
from sandtable.rules.refusal import SandtableError

DEFAULT_EDITION = "1941"
SCENARIO = "Scenario"
"""The tag that names the folder of a game's edition, seen from the folder of the record."""

Stamp = tuple[int, int, int]


class NotSaved(UsageError):
    """Somebody else has written the file meanwhile: the game in hand is not the one on disk."""


class GameFile:
    """A game and the file it lives in."""

    def __init__(
        self, path: Path, game: Game, tags: Mapping[str, str], stamp: Stamp | None
    ) -> None:
        self.path = path
        self.game = game
        self._tags = tags
        self._stamp = stamp

    def save(self) -> None:
        """Write the game back, unless somebody else has written the file meanwhile."""
        with held(self.path):
            if self._stamp is not None and self._stamp != stamp_of(self.path):
                raise NotSaved(
                    f"{self.path}: changed by another program meanwhile; nothing is saved"
                )
            save_record(self.path, self.game, self._tags)
            self._stamp = stamp_of(self.path)

    def copy_to(self, path: Path) -> None:
        """Write the game to another file as well."""
        check_new(path, force=False)
        save_record(path, self.game, self._tags)


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Keep other programs from replacing a file, from the look at its stamp to the new file.

    The lock is on the file that is there now. Whoever waited for it finds another file in its
    place, with another stamp. Where files cannot be locked, the look at the stamp must do.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            file = stack.enter_context(open(path, "rb"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def stamp_of(path: Path) -> Stamp | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def load(name: str) -> Game:
    """The game in a file, to look at."""
    return read(Path(name)).game


def opened(name: str, rolls: list[str] | None = None) -> GameFile:
    """The game in a file, to go on with."""
    file = read(Path(name))
    dicebox.attach(file.path, file.game, rolls)
    return file


def read(path: Path) -> GameFile:
    """The game in a file, replayed decision by decision."""
    stamp = stamp_of(path)
    try:
        record = load_record(path)
        tags = record.free_tags
        scenario = tags.get(SCENARIO)
        edition = None if scenario is None else load_directory(path.parent / scenario)
        return GameFile(path, replay(record, edition=edition), tags, stamp)
    except RecordError as error:
        place = f"{path}:{error.line_number}" if error.line_number else f"{path}"
        raise UsageError(f"{place}: not a game that can be read: {error.reason}") from None
    except SandtableError as error:
        raise UsageError(f"{path}: {error}") from None
    except IsADirectoryError:
        raise UsageError(f"{path} is a folder, not a game") from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None


def check_new(path: Path, *, force: bool) -> None:
    """Refuse a place where no new file can be written."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder")
    if path.exists() and not force:
        raise UsageError(f"{path} exists; --force writes over it")
    if path.exists() and not path.is_file():
        raise UsageError(f"{path} is not an ordinary file")
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent}: no such folder")


def created(path: Path, game: Game, edition: str | None, *, force: bool) -> GameFile:
    """A new file for a game of an edition as it was named; see `edition_of`."""
    check_new(path, force=force)
    tags = {}
    if is_folder(edition):
        tags[SCENARIO] = os.path.relpath(str(edition), path.parent)
    file = GameFile(path, game, tags, None)
    file.save()
    return file


def edition_of(name: str | None) -> Edition:
    """An edition of the package by its id, or a scenario folder by its path."""
    if is_folder(name):
        return load_directory(Path(str(name)))
    return load_edition(name or DEFAULT_EDITION)


def editions_in_order() -> list[Edition]:
    """The editions of the package, each after those that it extends."""
    return sorted(map(load_edition, edition_names()), key=lambda e: (len(e.lineage), e.id))


def is_folder(name: str | None) -> bool:
    """Whether an edition was named by its folder."""
    return (
        name is not None and name not in edition_names() and (os.sep in name or Path(name).is_dir())
    )
