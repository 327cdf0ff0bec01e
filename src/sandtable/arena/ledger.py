"""The directory of a match: its settings, a line for each game, and the games' records.

A game's record is written first, whole, and then its line is added, so that whatever stops the
program loses only games that are in play.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sandtable.arena.playing import Finished, Result
from sandtable.arena.settings import Settings, edition_at
from sandtable.arena.signals import undisturbed
from sandtable.game.storage import write_whole
from sandtable.rules.refusal import SandtableError

SETTINGS, RESULTS, GAMES = "settings.json", "results.jsonl", "games"
SUFFIX = ".sav"

Key = tuple[str, str, int]


class LedgerError(SandtableError):
    """A directory that this match cannot go on in."""


class Ledger:
    """Where the results of a match are kept. Use within `opened`."""

    def __init__(
        self, directory: Path, settings: Settings, code: str, results: dict[Key, Result]
    ) -> None:
        self.directory = directory
        self.results = results
        self.code = code
        """A digest of the code that played the games."""
        self.stale = code != settings.code
        """Whether that is other code than there is now: its games can be counted, no more."""

    def check_going_on(self) -> None:
        """Raises where no game may be added."""
        if self.stale:
            raise LedgerError(
                f"{self.directory} holds games that were played by other code of the players or of "
                "the engine, or with another version of the scenario; name another directory"
            )

    def add(self, finished: Finished) -> None:
        """Note a game that was played, for good."""
        self.check_going_on()
        result = finished.result
        if finished.record is not None:
            name = f"{GAMES}/{finished.job.name}{SUFFIX}"
            write_whole(self.directory / name, finished.record.encode())
            result = {**result, "record": name}
        line = json.dumps(result, separators=(",", ":"), ensure_ascii=False)
        with undisturbed():
            with open(self.directory / RESULTS, "ab") as file:
                file.write(line.encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            self.results[finished.job.key] = result


@contextlib.contextmanager
def opened(directory: Path, settings: Settings) -> Iterator[Ledger]:
    """The ledger in a directory, made if need be. Nobody else can write to it meanwhile."""
    (directory / GAMES).mkdir(parents=True, exist_ok=True)
    with locked(directory):
        code = agreed_code(directory, settings)
        sides = edition_at(settings.edition).sides
        yield Ledger(directory, settings, code, read(directory / RESULTS, sides))


@contextlib.contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Keep a second match out of the directory. The lock goes with the process, however it ends."""
    with contextlib.ExitStack() as stack:
        try:
            import fcntl
        except ImportError:  # where files cannot be locked, people must take care
            yield
            return
        file = stack.enter_context(open(directory / "lock", "a", encoding="ascii"))
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LedgerError(f"{directory}: a match is being played there just now") from None
        yield


def agreed_code(directory: Path, settings: Settings) -> str:
    """Write the settings down, or make sure that they are those of the results there; the digest of
    the code that these were made by."""
    path, wanted = directory / SETTINGS, settings.to_json()
    if not path.exists():
        if (directory / RESULTS).exists():
            raise LedgerError(f"{directory}: results without {SETTINGS}; name another directory")
        write_whole(path, (json.dumps(wanted, indent=2) + "\n").encode())
        return settings.code
    try:
        found: Any = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise LedgerError(f"{path} cannot be read; name another directory")
    wanted = json.loads(json.dumps(wanted))
    for name in sorted({*found, *wanted} - {"code"}):
        if found.get(name) != wanted.get(name):
            raise LedgerError(
                f"{directory} holds a match with {name} {found.get(name)!r}, not "
                f"{wanted.get(name)!r}; name another directory"
            )
    return str(found.get("code"))


def read(path: Path, sides: Iterable[str]) -> dict[Key, Result]:
    """The results so far. A last line that was not written to its end is taken out."""
    if not path.exists():
        return {}
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        with open(path, "r+b") as file:
            file.truncate(whole)
    found: dict[Key, Result] = {}
    for number, line in enumerate(data[:whole].splitlines(), 1):
        try:
            result = json.loads(line)
            check(result, set(sides))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise LedgerError(f"{path}:{number}: not the result of a game") from None
        first, second = result["pair"]
        found[first, second, result["number"]] = result
    return found


def check(result: Result, sides: set[str]) -> None:
    """Raise an error of Python's if this is not what `Contest.result` makes."""
    first, second = result["pair"]
    pair, fault = (first, second), result["fault"]
    whole = (result["number"], result["round"], result["decisions"])
    times = [t for clock in ("wall", "cpu") for turns in result[clock].values() for t in turns]
    shares = [share for start, end in result["shares"].values() for share in (start, end)]
    sound = (
        all(type(name) is str for name in pair)
        and all(type(number) is int for number in whole)
        and all(type(number) in (int, float) for number in (*times, *shares))
        and set(result["sides"]) == set(result["shares"]) == sides
        and all(name in pair for name in result["sides"].values())
        and (result["winner"] is None if result["how"] == "limit" else result["winner"] in pair)
        and result["how"] in ("outright", "forfeit", "limit")
        and (fault is None or {*fault} >= {"player", "kind", "message"})
    )
    if not sound:
        raise ValueError
