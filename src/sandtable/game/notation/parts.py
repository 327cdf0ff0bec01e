"""Pieces of a line that know where they stand, so that every mistake can be pointed at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn

from sandtable.game.notation.errors import NotationError, shown
from sandtable.rules.problems import nearest

__all__ = ["Part"]


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the line: its text, the field it is in, and the column where it begins."""

    text: str
    field: str
    column: int

    def wrong(self, reason: str) -> NoReturn:
        raise NotationError(self.field, reason, self.column)

    def split(self, mark: str) -> Iterator[Part]:
        """The pieces between the marks, none of which may be empty."""
        column = self.column
        for text in self.text.split(mark):
            part = Part(text, self.field, column)
            if not text:
                part.wrong(f"nothing stands before or after {mark!r}")
            yield part
            column += len(text) + len(mark)

    def halves(self, mark: str) -> tuple[Part, Part]:
        head, found, tail = self.text.partition(mark)
        if not found or not head or not tail:
            self.wrong(f"{shown(self.text)} is not written as two words with {mark!r} between")
        return Part(head, self.field, self.column), self.after(len(head) + len(mark))

    def after(self, length: int) -> Part:
        return Part(self.text[length:], self.field, self.column + length)

    def index(self, table: Mapping[str, int], what: str) -> int:
        found = table.get(self.text)
        if found is None:
            hint = nearest(self.text, table) if len(self.text) <= 60 else ""
            self.wrong(f"unknown {what} {shown(self.text)}{hint}")
        return found

    def number(self, low: int, high: int) -> int:
        """A plain decimal number without leading zeros."""
        if not re.fullmatch(r"0|[1-9][0-9]{0,8}", self.text):
            self.wrong(f"{shown(self.text)} is not a number")
        number = int(self.text)
        if not low <= number <= high:
            self.wrong(f"{number} is not from {low} to {high}")
        return number

    def counted(self, most: int) -> tuple[int, Part]:
        """`3*infantry` as 3 and its name; a name alone is one."""
        if "*" not in self.text.partition("(")[0]:
            return 1, self
        head, tail = self.halves("*")
        return head.number(1, most), tail
