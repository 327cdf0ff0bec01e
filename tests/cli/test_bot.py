"""`sandtable bot`: what it says when it cannot play."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run


def test_wrong_options(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SANDTABLE_TOKEN", raising=False)
    assert "a token is needed" in run("bot", "http://127.0.0.1:1", "x").err
    monkeypatch.setenv("SANDTABLE_TOKEN", "sandtable_x")
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
        ("x", ("--seconds", "-1"), "seconds from 0 on, not -1.0"),
        ("x", ("--seconds", "nan"), "seconds from 0 on, not nan"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, game: str, options: tuple[str, ...], said: str
) -> None:
    monkeypatch.setenv("SANDTABLE_TOKEN", "sandtable_x")
    ran = run("bot", "http://127.0.0.1:1", game, "--player", "random", *options)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert said in ran.err


@pytest.mark.parametrize(
    "address", ["localhost", "ftp://x", "http://", "http://x:port", "http://x:99999"]
)
def test_an_address_that_is_none(run: Run, address: str) -> None:
    ran = run("bot", address, "x", "--player", "random", "--token", "sandtable_x")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert f"{address!r} is not an address" in ran.err
