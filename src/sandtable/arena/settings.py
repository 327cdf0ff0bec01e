"""What a match is played by, and the games that it consists of."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.arena.contestants import fingerprint
from sandtable.game.library import edition_names, load_directory, load_edition
from sandtable.rules.edition import Edition

USUAL_ROUNDS = 15
"""Rounds after which a game is decided, if nothing else is said. Games between good players are
mostly settled by then in every edition, while many are not yet won by the rules."""
MOST_DECISIONS = 1000
"""Decisions of one power in one round; a player that makes more is not getting anywhere."""
PATIENCE = 600.0
"""Seconds for one decision."""
PLAIN = re.compile(r"[a-z]+(#[0-9]+)?")
"""Names of players that no two of become the same part of a file's name."""
LONGEST_WORD = 60
"""Of a player's name in that of a file."""


class Settings(NamedTuple):
    """Everything that results depend on, but for the number of games."""

    edition: str
    """An id, or the path of a directory."""
    players: tuple[str, ...]
    seed: str = "1"
    rounds: int = USUAL_ROUNDS
    options: tuple[tuple[str, str], ...] = ()
    low_luck: bool = False
    most_decisions: int = MOST_DECISIONS
    patience: float = PATIENCE
    seconds: float | None = None
    """That players may think about a decision, if not as long as they usually do."""
    keep: bool = True
    """Whether the records of games are wanted."""

    def to_json(self) -> dict[str, Any]:
        """As written beside the results. Where they were made plays no part in it."""
        found = self._asdict()
        del found["keep"]
        return {**found, "options": dict(self.options), "code": self.code}

    @property
    def scenario(self) -> Path | None:
        """The folder of the edition, if it is not one of the package."""
        return folder_of(self.edition)

    @property
    def code(self) -> str:
        """A digest of all that may change while the settings stay the same."""
        return fingerprint(self.players, self.scenario)

    def digest(self) -> str:
        """A short name of these settings, the code of the players included."""
        text = json.dumps(self.to_json(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:8]


class Job(NamedTuple):
    """One game of a match."""

    pair: tuple[str, str]
    number: int
    """Counts the games of a pair from 0. Games 2n and 2n + 1 have the same dice, sides swapped."""
    seed: str
    first_side: int
    """The side that the first of the pair plays; the second plays all others."""

    @property
    def key(self) -> tuple[str, str, int]:
        return (*self.pair, self.number)

    @property
    def name(self) -> str:
        """Of the game's file. Where the names of players had to be changed for it, a digest keeps
        them apart."""
        words = [file_name(name)[:LONGEST_WORD] for name in self.pair]
        if not all(PLAIN.fullmatch(name) and len(name) <= LONGEST_WORD for name in self.pair):
            words.append(hashlib.sha256(json.dumps(self.pair).encode()).hexdigest()[:8])
        return f"{'-'.join(words)}-{self.number:04}"


def file_name(text: str) -> str:
    """A text as it may be part of a file's name."""
    return "".join(c if c.isascii() and c.isalnum() else "_" for c in text)


@lru_cache(maxsize=8)
def edition_at(name: str) -> Edition:
    """An edition by id, or in a directory."""
    folder = folder_of(name)
    return load_edition(name) if folder is None else load_directory(folder)


def folder_of(name: str) -> Path | None:
    """The directory that an edition is named by, if it is not named by its id."""
    return Path(name) if name not in edition_names() and Path(name).is_dir() else None


def jobs(settings: Settings, games: int) -> Iterator[Job]:
    """So many games of each pair of players, the pairs in turn."""
    sides = len(edition_at(settings.edition).sides)
    pairs: Sequence[tuple[str, str]] = list(combinations(settings.players, 2))
    for number in range(games):
        for pair in pairs:
            dice = f"{settings.seed}/{number // sides}"
            yield Job(pair, number, dice, number % sides)
