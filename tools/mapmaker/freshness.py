"""What a map was made of, as a digest: a map that is older than its sources shows."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

from tools.mapmaker.description import BOARDS
from tools.mapmaker.making import EDITIONS
from tools.mapmaker.sources import INTEGRITY


def source_digest(board: str) -> str:
    """A digest of a board's graph, of its description and of the geography."""
    found = hashlib.sha256(INTEGRITY.encode())
    found.update((EDITIONS / board / "board.json").read_bytes())
    for path in described_in(BOARDS / f"{board}.toml"):
        found.update(path.read_bytes())
    return found.hexdigest()[:32]


def described_in(path: Path) -> list[Path]:
    """A description's file and those that it includes."""
    included = tomllib.loads(path.read_text("utf-8")).get("include", ())
    return [path, *(each for name in included for each in described_in(path.parent / name))]
