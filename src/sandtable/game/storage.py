"""Records on disk. A file is always either the old one or the new one, and whole."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from sandtable.game.game import Game
from sandtable.game.notation.errors import RecordError
from sandtable.game.notation.record import LONGEST_RECORD, Record, read_record
from sandtable.game.recording import write_record

__all__ = ["load_record", "save_record", "write_whole"]


def save_record(path: str | Path, game: Game, tags: Mapping[str, str] | None = None) -> None:
    """Write the record of a game to a file, in place of what was there.

    Raises `OSError` if the disk fails; a file that was there is then as it was.
    """
    write_whole(path, write_record(game, tags).encode())


def load_record(path: str | Path, *, check: bool = True) -> Record:
    """Read a record from a file, without playing it. Raises `RecordError`, or `OSError`."""
    with open(path, "rb") as file:
        data = file.read(LONGEST_RECORD + 1)
    if len(data) > LONGEST_RECORD:
        raise RecordError(0, f"longer than {LONGEST_RECORD} bytes")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "this is not text in UTF-8") from None
    return read_record(text, check=check)


def write_whole(path: str | Path, data: bytes) -> None:
    """Put data into a file so that no failure leaves half of it, or nothing.

    The data is written to a new file beside the old one and forced to the disk before it takes
    the old one's name. A link is followed, so that it stays a link. What is there and is no
    ordinary file, such as a device, is left alone.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "not an ordinary file", str(path))
    fresh = target.with_name(f".{target.name[:100]}.{secrets.token_hex(8)}.tmp")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except OSError as error:
        error.filename = str(path)  # the name of the passing file says nothing to anybody
        raise
    try:
        with os.fdopen(descriptor, "wb") as file:
            with contextlib.suppress(FileNotFoundError):
                os.chmod(fresh, os.stat(target).st_mode & 0o7777)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(fresh)
        raise
    sync_directory(target.parent)


def sync_directory(directory: Path) -> None:
    """Make sure that a change of names in a directory outlasts a loss of power."""
    if not hasattr(os, "O_DIRECTORY"):  # where directories cannot be opened, nothing can be done
        return
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
