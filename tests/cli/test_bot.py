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
