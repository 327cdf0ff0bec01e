"""Random games from the command line."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run


def test_a_seed_gives_the_same_games(run: Run) -> None:
    def games() -> object:
        return run("random", "--games", "2", "--rounds", "2", "--seed", "x", "--json").data["games"]

    assert games() == games()


def test_the_last_line(run: Run) -> None:
    out = run("random", "--rounds", "1", "-q").out
    assert out.startswith("1 game, ")
    assert out.rstrip().endswith("decisions per second")


def test_a_random_game_can_be_saved_and_read(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "r.sav"
    ran = run("random", "--rounds", "3", "--seed", "5", "--save", path, "--json")
    assert ran.code == 0
    made = ran.data["games"][0]["decisions"]
    assert run("show", path, "--json").data["decisions_made"] == made
    assert run("random", "--rounds", "1", "--save", path).code == 2
