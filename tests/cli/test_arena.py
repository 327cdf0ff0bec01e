"""Matches from the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

import pytest

from sandtable.arena import crew
from tests.cli.conftest import Run

PLAYERS = ("--players", "random,random#2")


def test_a_match_is_told_and_goes_on_where_it_was(run: Run, tmp_path: Path) -> None:
    words = ("arena", *PLAYERS, "--rounds", 1, "--workers", 1, "--out", tmp_path / "m")
    ran = run(*words, "--games", 2)
    assert ran.code == 0
    assert "2 games" in ran.out
    assert "random#2" in ran.out
    lines = (tmp_path / "m" / "results.jsonl").read_bytes()
    ran = run(*words, "--games", 3, "--json")
    assert ran.data["games"] == 3
    assert (tmp_path / "m" / "results.jsonl").read_bytes().startswith(lines)
    record = tmp_path / "m" / "games" / "random-random_2-0002.sav"
    assert run("replay", record).code == 0


def test_options_and_low_luck(run: Run, tmp_path: Path) -> None:
    ran = run(
        "arena", *PLAYERS, "--edition", "lhtr", "--option", "advantages=6",
        "--low-luck", "--games", 1, "--rounds", 1, "--workers", 1, "--out", tmp_path, "--json",
    )  # fmt: skip
    assert ran.code == 0
    assert ran.data["settings"]["options"] == {"advantages": "6"}
    assert ran.data["players"][0]["faults"] == {"refused": 0, "failed": 0, "stalled": 0}


def test_without_a_directory_each_match_has_its_own(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for seed in (1, 2):
        assert run("arena", *PLAYERS, "--games", 1, "--rounds", 1, "--workers", 1, "--seed", seed)
    assert len(list((tmp_path / "arena").iterdir())) == 2


@pytest.mark.parametrize(
    "words",
    [
        ("--players", "random"),
        ("--players", "random,random"),
        ("--players", "random,nobody"),
        ("--players", "random,,random#2"),
        ("--players", "random,random#2", "--games", "0"),
        ("--players", "random,random#2", "--rounds", "0"),
        ("--players", "random,random#2", "--workers", "0"),
        ("--players", f"random,random#{'2' * 200}"),
        ("--players", "random,builtins:print"),
        ("--players", "random,sys:exit"),
        *(
            ("--players", "random,random#2", "--patience", n)
            for n in ("nan", "inf", "1e9", "0", "-1")
        ),
        *(("--players", "random,random#2", "--seconds", n) for n in ("nan", "inf", "1e9", "-1")),
        ("--players", "random,random#2", "--option", "no_such=1"),
        ("--players", "random,random#2", "--edition", "no-such"),
    ],
)
def test_what_cannot_be_played(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    assert run("arena", *words, "--out", tmp_path / "m").code == 2
    assert not (tmp_path / "m").exists()


def test_one_of_a_thing_is_told_as_one(run: Run, tmp_path: Path) -> None:
    words = ("arena", *PLAYERS, "--rounds", 1, "--workers", 1, "--out", tmp_path / "m")
    assert "1 game, median 1 round\n" in run(*words, "--games", 1).out


def test_a_match_that_fails_tells_only_why(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*given: object) -> NoReturn:
        raise crew.CrewError("nobody plays")

    monkeypatch.setattr(crew, "alone", fails)
    ran = run("arena", *PLAYERS, "--games", 1, "--workers", 1, "--out", tmp_path, "--json")
    assert ran.code == 2
    assert ran.data == {"error": "nobody plays"}


OWN = """
import os
from sandtable.players import make_player

print("imported")

class P:
    def __init__(self, seed, seconds):
        self.player = make_player("random", seed, seconds)

    def decide(self, view, decision):
        os.write(1, b"thinking")
        return self.player.decide(view, decision)

class Gone(P):
    def decide(self, view, decision):
        raise SystemExit(3)
"""


def test_players_of_ones_own_do_not_disturb_the_match(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    words = ("arena", "--players", "own:P,own:Gone", "--games", "2", "--rounds", "1", "--json")
    here = [sys.executable, "-m", "sandtable.cli.main", *words, "--workers", "1", "--out", "m"]
    ran = subprocess.run(here, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["players"][1]["faults"] == {"refused": 0, "failed": 2, "stalled": 0}
    assert "thinking" in ran.stderr


def test_games_of_older_code_are_counted_but_not_gone_on_with(run: Run, tmp_path: Path) -> None:
    words = ("arena", *PLAYERS, "--rounds", "1", "--workers", "1", "--out", tmp_path)
    assert run(*words, "--games", "2").code == 0
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "code": "older"}))
    ran = run(*words, "--games", "2")
    assert (ran.code, "played by other code" in ran.out) == (0, True)
    assert run(*words, "--games", "2", "--json").data["settings"]["code"] == "older"
    ran = run(*words, "--games", "4")
    assert (ran.code, "name another directory" in ran.err) == (2, True)
    assert len((tmp_path / "results.jsonl").read_text().splitlines()) == 2


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_match_that_is_stopped_goes_on(run: Run, tmp_path: Path, end: signal.Signals) -> None:
    """Nothing that was done is lost, and no process stays behind."""
    words = ("arena", *PLAYERS, "--rounds", "1", "--out", str(tmp_path), "--json")
    more = ("--games", "100000", "--workers", "2")
    here = [sys.executable, "-m", "sandtable.cli.main", *words, *more]
    match = subprocess.Popen(here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    results = tmp_path / "results.jsonl"
    try:
        while not results.exists() or results.read_bytes().count(b"\n") < 3:
            assert match.poll() is None
            time.sleep(0.05)
        match.send_signal(end)
        told, errors = match.communicate()
    finally:
        match.kill()
    if end != signal.SIGKILL:
        assert match.returncode == 128 + end
        assert json.loads(told)["games"] >= 3
        assert "leaked" not in errors
    done = results.read_bytes().count(b"\n")
    # The lock is free once all processes that had it are gone.
    ran = run(*words, "--games", done + 1, "--workers", 1)
    assert ran.code == 0
    assert ran.data["games"] == done + 1
    assert os.path.getsize(results) > 0
