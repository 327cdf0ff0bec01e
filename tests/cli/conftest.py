"""What the tests of the command line share."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sandtable.cli.main import main


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process."""

    def ran(*words: object) -> Ran:
        capsys.readouterr()
        code = main([str(word) for word in words])
        found = capsys.readouterr()
        assert "Traceback" not in found.err
        return Ran(code, found.out, found.err)

    return ran


@pytest.fixture
def game(tmp_path: Path, run: Run) -> Path:
    """A new game of 1941 from a fixed seed."""
    path = tmp_path / "a.sav"
    assert run("new", path, "--seed", "7").code == 0
    return path
