"""Write the starting positions that the tests of the browser's board lay out.

    python tools/board_samples.py

They are files, so that the client's tests need no Python.
"""

from __future__ import annotations

import json
from pathlib import Path

import sandtable
from sandtable.server.views.board import spaces_of
from sandtable.server.views.editions import edition_view

FOLDER = Path(__file__).parent.parent / "web" / "src" / "board" / "testing"
EDITIONS = ("1941", "revised")


def sample(name: str) -> str:
    """What the board needs of an edition, and its spaces at the start."""
    game = sandtable.new_game(name, seed=1)
    edition = edition_view(game.edition, "").model_dump(mode="json")
    kept = {key: edition[key] for key in ("id", "powers", "units", "spaces")}
    spaces = {space: view.model_dump(mode="json") for space, view in spaces_of(game).items()}
    return json.dumps({"edition": kept, "spaces": spaces}, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    for edition_name in EDITIONS:
        (FOLDER / f"{edition_name}.json").write_text(sample(edition_name), "utf-8")
