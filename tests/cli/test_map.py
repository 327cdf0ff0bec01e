"""`sandtable map`: pictures of boards, positions and games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_the_start_of_a_board(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("map", "1941", "--width", "800")
    assert (ran.code, ran.out[:18]) == (0, "1941.svg: 1941, 80")
    assert Path("1941.svg").read_text(encoding="utf-8").startswith("<svg ")
    ran = run("map", "1941")
    assert (ran.code, ran.err) == (2, "sandtable: 1941.svg exists; --force writes over it\n")
    data = run("map", "1941", "--force", "--json", "--width", "800").data
    assert (data["file"], data["width"]) == ("1941.svg", 800)


def test_png(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    assert run("map", "1941", "-o", path, "--width", "400", "--theme", "dark", "-q").out == ""
    assert path.read_bytes().startswith(b"\x89PNG")


def test_standard_output(run: Run) -> None:
    ran = run("map", "1941", "-o", "-", "--width", "400")
    assert ran.out.startswith("<svg ")
    assert ran.out.endswith("</svg>\n")


def test_a_game_and_its_position(run: Run, game: Path, tmp_path: Path) -> None:
    now = run("map", "1941", "--game", game, "-o", "-", "--width", "400").out
    line = run("position", game).out.strip()
    assert run("map", "1941", "--position", line, "-o", "-", "--width", "400").out == now
    file = tmp_path / "line.txt"
    file.write_text(f"{line}\n", encoding="utf-8")
    assert run("map", "1941", "--position", file, "-o", "-", "--width", "400").out == now


def test_a_position_in_a_file_with_a_space_in_its_name(
    run: Run, game: Path, tmp_path: Path
) -> None:
    file = tmp_path / "my position.txt"
    file.write_text(run("position", game).out, encoding="utf-8")
    assert run("map", "1941", "--position", file, "-o", "-", "--width", "400").code == 0


def test_standard_output_is_utf8(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "sandtable", "map", "1941", "-o", "-", "--width", "800"]
    env = os.environ | {"PYTHONIOENCODING": "latin-1"}
    out = subprocess.run(words, env=env, capture_output=True, check=True).stdout
    assert " · round 1" in out.decode()


def test_the_folder_one_is_in(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    text = 'extends = "1941"\nid = "mine"\nname = "Mine"\n'
    (folder / "edition.toml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)
    assert run("map", ".", "--width", "400").out.startswith("mine.svg: ")


def test_a_part_with_marks(run: Run) -> None:
    words = ("--crop", "germany, ukraine", "--highlight", "Southern Europe")
    out = run("map", "1941", "-o", "-", *words, "--move", "germany > eastern-europe").out
    assert 'class="highlights"' in out
    assert 'class="arrows"' in out
    assert 'data-space="germany"' in out
    assert 'data-space="australia"' not in out


def test_a_scenario_folder(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    text = 'extends = "1941"\nid = "mine"\nname = "Mine"\n'
    (folder / "edition.toml").write_text(text, encoding="utf-8")
    ran = run("map", folder, "-o", tmp_path / "mine.svg", "--width", "400")
    assert (ran.code, ran.err) == (0, "")
    assert "Mine, 400 x" in ran.out


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["194"], "194: unknown edition; did you mean '1941'?"),
        (["1941", "--crop", "germny"], "unknown space 'germny'; did you mean 'germany'?"),
        (["1941", "--highlight", "moon"], "unknown space 'moon'"),
        (["1941", "-o", "a.gif"], "a.gif: a map is written as .svg or .png"),
        (["1941", "-o", "nowhere/a.svg"], "nowhere: no such folder"),
        (["1941", "--theme", "pink"], "theme is one of light, dark, not 'pink'"),
        (["1941", "--width", "7"], "a map is at least 120 pixels wide, not 7"),
        (["1941", "--position", "nothing.txt"], "nothing.txt: No such file or directory"),
        (["1941", "--position", "position/1 1941"], "the line ends before this field"),
        (["1941", "--position", ""], "a position is a line of text, or a file with one"),
        (["1941", "--position", "no such file"], "no such file: No such file or directory"),
        (["global1940", "--position", "position/1 global1940 r1"], "no rules yet"),
        (["1941", "--width", "1000000000"], "a map is at most 16384 pixels wide"),
        (["1941", "--move", "germany"], "a move leads through two spaces or more"),
        (["1941", "-o", ""], "a map is written as .svg or .png"),
        ([""], "which edition, board or folder is to be drawn?"),
        (["1941", "--game", "nothing.sav"], "nothing.sav: No such file or directory"),
    ],
)
def test_errors(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], error: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("map", *words)
    assert ran.code == 2
    assert error in ran.err
    assert ran.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_game_of_another_edition(run: Run, game: Path) -> None:
    ran = run("map", "revised", "--game", game)
    assert "is a game of 1941, not of revised" in ran.err
