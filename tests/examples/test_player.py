"""The player of examples/player.py, which docs/players.md shows, plays."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import sandtable
from sandtable.players import Player, make_player, play

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "player.py"


def test_it_plays_all_editions() -> None:
    spec = importlib.util.spec_from_file_location("example_player", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for edition in ("1941", "revised", "lhtr"):
        walker: Player = module.Walker("seed")
        game = sandtable.new_game(edition, seed=1)
        play(game, {"axis": walker, "allies": make_player("random", "r")}, rounds=1)
        assert game.round == 2


def test_it_runs_by_itself() -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLE], capture_output=True, text=True, check=True, timeout=120
    )
    assert "Germany: " in done.stdout


def test_the_document_shows_it_as_it_is() -> None:
    text = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    code = (
        EXAMPLE.read_text(encoding="utf-8").partition('"""\n\n')[2].partition("\n\nif __name__")[0]
    )
    assert code.strip() in text
