"""`sandtable bot`: what it says when it cannot play."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run


def test_wrong_options(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SANDTABLE_TOKEN", raising=False)
    assert "a token is needed" in run("bot", "http://127.0.0.1:1", "x").err
    monkeypatch.setenv("SANDTABLE_TOKEN", "sandtable_x")
    assert "not an address" in run("bot", "localhost", "x").err
    ran = run("bot", "http://127.0.0.1:1", "x", "--player", "nobody")
    assert (ran.code, "there is no player 'nobody'" in ran.err) == (2, True)
    ran = run("bot", "http://127.0.0.1:1", "x", "--player", "random")
    assert (ran.code, "cannot be reached" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("../me", (), "'../me' is not the last part of a game's address"),
        ("x", ("--token", "é"), "the token has characters that no token has"),
        ("x", ("--player", ":X"), "':X' cannot be imported"),
        ("x", ("--player", "os:getcwd"), "'os:getcwd' cannot be made"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, game: str, options: tuple[str, ...], said: str
) -> None:
    monkeypatch.setenv("SANDTABLE_TOKEN", "sandtable_x")
    ran = run("bot", "http://127.0.0.1:1", game, "--player", "random", *options)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert said in ran.err


def test_an_address_that_is_none(run: Run) -> None:
    ran = run("bot", "http://x:port", "x", "--player", "random", "--token", "sandtable_x")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "cannot be reached" in ran.err
