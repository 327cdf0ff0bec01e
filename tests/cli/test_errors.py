"""Input that cannot be used: one line, exit status 2, nothing changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sandtable.game.storage import write_whole
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["shwo"], "unknown command 'shwo'; did you mean 'show'?"),
        (["show"], "FILE"),
        (
            ["new", "x", "--edition", "1914"],
            "sandtable: 1914: unknown edition; did you mean '1941'?",
        ),
        (["new", "x", "--option", "victory"], "NAME=VALUE"),
        (["new", "x", "--option", "victry=short"], "did you mean 'victory'?"),
        (["new", "x", "--option", "victory=long"], "standard, short"),
        (["new", "x", "--seat", "ann=germny"], "did you mean 'germany'?"),
        (["new", "no/such/folder/x"], "no such folder"),
        (["random", "--games", "0"], "--games 0"),
        (["random", "--rounds", "-5"], "--rounds -5"),
        (["random", "--games", "x"], "--games"),
        (["rule", "1941/blitz/only-tnks"], "did you mean '1941/blitz/only-tanks'?"),
        (["validate", "nowhere"], "no such folder"),
        (["dice", "verify", "nowhere"], "nowhere"),
        (["dice"], "WHAT"),
        (["conform", "nowhere"], "no such file or folder"),
        (["new", "x\0y"], "is not text"),
        (["new", "x", "--seed", "\ud800"], "is not text"),
    ],
)
def test_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*words)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("sandtable: ")
    assert ran.err.count("\n") == 1
    assert said in ran.err
    assert list(tmp_path.iterdir()) == []


READERS = [
    ["show"],
    ["legal"],
    ["decide", "end"],
    ["undo"],
    ["replay"],
    ["position"],
    ["play"],
]


@pytest.mark.parametrize("words", READERS)
@pytest.mark.parametrize("kind", ["missing", "folder", "empty", "text", "binary", "truncated"])
def test_files_that_hold_no_game(
    run: Run, game: Path, tmp_path: Path, words: list[str], kind: str
) -> None:
    path = tmp_path / "broken"
    run("decide", game, "buy 2 infantry")
    whole = game.read_bytes()
    if kind == "folder":
        path.mkdir()
    elif kind != "missing":
        content = {
            "empty": b"",
            "text": b"hello\n",
            "binary": bytes(range(256)) * 40,
            "truncated": whole[: len(whole) // 2],
        }[kind]
        path.write_bytes(content)
    if kind == "missing" and words == ["play"]:
        return  # play makes a file that is not there
    ran = run(words[0], path, *words[1:])
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert "broken" in ran.err
    if path.is_file():
        assert path.read_bytes() == (content if kind != "missing" else b"")


def test_unknown_names(run: Run, game: Path) -> None:
    assert "did you mean 'ukraine'?" in run("show", game, "--space", "ukrane").err
    assert "did you mean 'germany'?" in run("show", game, "--power", "germny").err
    assert "did you mean 'tank'?" in run("legal", game, "--unit", "tnk").err
    assert "(asked for: purchase)" in run("legal", game, "--decision", "retreat").err
    assert run("show", game, "--space", "ukraine", "--units").code == 2


def test_errors_for_programs(run: Run, tmp_path: Path) -> None:
    ran = run("show", tmp_path / "none", "--json")
    assert ran.code == 2
    assert "No such file" in ran.data["error"]
    assert ran.err.count("\n") == 1


def test_a_file_changed_meanwhile_is_not_overwritten(
    run: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sandtable.cli import files
    from sandtable.cli.console import UsageError

    first = files.opened(str(game))
    run("decide", game, "buy 1 tank")
    after = game.read_bytes()
    first.game.decide("soviet-union", "buy nothing")
    with pytest.raises(UsageError, match="changed by another"):
        first.save()
    assert game.read_bytes() == after


def test_what_is_no_ordinary_file_is_not_replaced(run: Run, tmp_path: Path) -> None:
    """A device that was written over would be lost to the whole machine."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for words in (["new", pipe, "--force"], ["random", "--rounds", "1", "--save", pipe, "--force"]):
        ran = run(*words)
        assert (ran.code, ran.err) == (2, f"sandtable: {pipe} is not an ordinary file\n")
        assert pipe.is_fifo()
    with pytest.raises(OSError, match="not an ordinary file"):
        write_whole(pipe, b"")
    assert pipe.is_fifo()
