"""What a command prints: lines and tables for people, one JSON document for programs."""

from __future__ import annotations

import json
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sandtable.rules.refusal import SandtableError


class UsageError(SandtableError):
    """Something that was asked for on the command line and cannot be done. One line."""


@dataclass
class Table:
    """Rows under headings. Columns whose heading is in `right` hold numbers."""

    headings: Sequence[str]
    title: str = ""
    right: frozenset[str] = frozenset()
    wraps: frozenset[str] = frozenset()
    """Columns that may be folded on a narrow terminal, besides the last."""
    rows: list[tuple[str, ...]] = field(default_factory=list)

    def add(self, *cells: object) -> None:
        self.rows.append(tuple("" if cell is None else str(cell) for cell in cells))


@dataclass(frozen=True)
class Out:
    """Where a command prints. `json` and `quiet` are the options of that name."""

    json: bool = False
    quiet: bool = False

    def line(self, text: str = "") -> None:
        """A line for people; on a terminal it is folded."""
        if not self.json and not self.quiet:
            width = shutil.get_terminal_size().columns if sys.stdout.isatty() else len(text)
            for part in folded(text, width):
                print(part)

    def result(self, text: str) -> None:
        """A line that is the command's result, printed even when quiet."""
        if not self.json:
            print(text)

    def table(self, table: Table) -> None:
        if not self.json:
            print_table(table)

    def document(self, data: Any) -> None:
        """The one JSON document, if that is wanted."""
        if self.json:
            print(json.dumps(data, ensure_ascii=False, indent=2))


HARD = "\ue000"
"""Stands for a space at which no line is broken. What draws tables breaks lines at the real one."""


def together(text: str) -> str:
    """The text with hard spaces between a number and what it counts."""
    return re.sub(r"(\d) (?=\w)", f"\\1{HARD}", text)


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """A text in lines, broken between words only; a number stays with what it counts."""
    parts = textwrap.wrap(
        together(text),
        width,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [part.replace(HARD, " ") for part in parts]


def folded(text: str, width: int) -> list[str]:
    """A text in lines; a number stays with what it counts."""
    if len(text) <= width:
        return [text]
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    return wrapped(text, width, indent)


def print_table(table: Table) -> None:
    """Draw a table on a terminal; write plain aligned text into anything else."""
    if sys.stdout.isatty():
        print_drawn(table)
        return
    if table.title:
        print(table.title)
    for text in plain_rows(table):
        print(text)


def plain_rows(table: Table, width: int | None = None) -> list[str]:
    """A table as aligned lines of text, two spaces between columns.

    With a `width` the last column is folded into what is left of it.
    """
    rows = [tuple(table.headings), *table.rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(table.headings))]
    before = sum(widths[:-1]) + 2 * len(widths[:-1])
    room = None if width is None else max(16, width - before)
    lines = []
    for row in rows:
        cells = [
            cell.rjust(size) if heading in table.right else cell.ljust(size)
            for cell, size, heading in zip(row, widths, table.headings, strict=True)
        ]
        if room is None or len(row[-1]) <= room:
            lines.append("  ".join(cells).rstrip())
            continue
        head = "".join(f"{cell}  " for cell in cells[:-1])
        for part in wrapped(row[-1], room):
            lines.append(head + part)
            head = " " * before
    return lines


def print_drawn(table: Table) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table as Drawn
    from rich.text import Text

    drawn = Drawn(
        title=Text(table.title, style="bold") if table.title else None,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
        header_style="dim",
    )
    last = table.headings[-1]
    for heading in table.headings:
        drawn.add_column(
            heading,
            justify="right" if heading in table.right else "left",
            no_wrap=heading != last and heading not in table.wraps,
            overflow="fold",
        )
    for row in table.rows:
        drawn.add_row(*(Text(together(cell)) for cell in row))
    console = Console(highlight=False, soft_wrap=False)
    with console.capture() as text:
        console.print(drawn)
    print(text.get().replace(HARD, " "), end="")
