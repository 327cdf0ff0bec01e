"""`sandtable map`: pictures of boards, positions and games."""

from __future__ import annotations

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
