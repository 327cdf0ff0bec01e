"""What is typed and printed while a game is played."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys

from sandtable.cli.console import folded

LONGEST_LINE = 10_000


class Quit(Exception):
    """The player leaves."""


class Terminal:
    """What is typed and printed. Without a terminal lines are read until there are no more."""

    def __init__(self) -> None:
        self.typed = sys.stdin.isatty()
        self.drawn = sys.stdout.isatty()
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        if self.typed:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  # for editing and recalling lines

    @property
    def width(self) -> int:
        return min(shutil.get_terminal_size().columns, 100)

    def say(self, text: str = "") -> None:
        """Print lines, folded where they are longer than the terminal is wide."""
        for line in text.split("\n"):
            for part in folded(line, self.width):
                print(part)

    def heading(self, text: str) -> None:
        bold = self.drawn and not os.environ.get("NO_COLOR")
        print(f"\n\x1b[1m{text}\x1b[0m" if bold else f"\n{text}")

    def ask(self, prompt: str) -> str | None:
        """A line, or None when there are no more."""
        sys.stdout.flush()
        try:
            if self.typed:
                return input(prompt).strip()
            text = sys.stdin.readline(LONGEST_LINE)
        except EOFError:
            print()
            return None
        if not text:
            return None
        print(f"{prompt}{text.strip()}")
        return text.strip()
