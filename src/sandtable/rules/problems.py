"""Mistakes in data, and names that were nearly right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from sandtable.rules.refusal import SandtableError


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake in an edition's data: in which file, at which key, what."""

    file: str
    key: str
    message: str

    def __str__(self) -> str:
        where = f"{self.file}: {self.key}" if self.key else self.file
        return f"{where}: {self.message}"


class EditionError(SandtableError):
    """An edition's data that cannot be played."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(map(str, problems[:5])))
        self.problems = problems


def nearest(name: str, known: Iterable[str]) -> str:
    """`; did you mean ...?` for a misspelt name, or nothing."""
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f"; did you mean {close[0]!r}?" if close else ""
