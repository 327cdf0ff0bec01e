"""`serve` and `play` in the browser."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from sandtable.cli import serving
from tests.cli.conftest import Run

COMMAND = [sys.executable, "-m", "sandtable"]


def unused_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def environment(home: Path) -> dict[str, str]:
    """A home of one's own for the games; kernels that were compiled before are used again."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": cache, "PYTHONUNBUFFERED": "1"}


@contextmanager
def started(*words: str, home: Path) -> Iterator[subprocess.Popen[str]]:
    """A command that runs until it is interrupted, from its first line on."""
    process = subprocess.Popen(
        [*COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment(home),
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


def test_play_starts_a_server_and_finds_it_again(tmp_path: Path) -> None:
    port = str(unused_port())
    with started("play", "--no-browser", "--port", port, home=tmp_path) as process:
        assert process.stdout is not None
        line = process.stdout.readline().strip()
        assert line.startswith("Sandtable: http://127.0.0.1:"), line
        url = line.removeprefix("Sandtable: ")
        with urllib.request.urlopen(f"{url}healthz") as answer:
            assert json.load(answer)["server"] == "sandtable"
        assert (tmp_path / ".local/share/sandtable/sandtable.db").exists()
        again = subprocess.run(
            [*COMMAND, "play", "--no-browser", "--port", port],
            capture_output=True,
            text=True,
            env=environment(tmp_path),
            check=True,
        )
        assert again.stdout == f"Sandtable is running: {url}\n"
    assert process.returncode == 0


def test_the_next_free_port() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert port < serving.free_port(port) < port + serving.PORTS_TRIED


def test_several_workers_need_redis(run: Run) -> None:
    ran = run("serve", "--workers", "2")
    assert ran.code == 2
    assert "--redis" in ran.err


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "many"),
        ("port", "99999"),
        ("origins", "nonsense"),
        ("origins", '["nonsense"]'),
        ("database", "nonsense"),
        ("database", "mysql://host/name"),
        ("redis", "nonsense"),
        ("public_url", "nonsense"),
        ("trusted_proxies", '["nonsense"]'),
        ("rate_per_minute", "0"),
        ("session_days", "-1"),
    ],
)
def test_settings_that_make_no_sense(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"SANDTABLE_{name.upper()}", value)
    ran = run("serve")
    assert ran.code == 2
    assert name in ran.err
    assert len(ran.err.strip().splitlines()) == 1


def test_a_file_that_is_no_database(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.write_bytes(b"This is no database. " * 100)
    ran = run("serve", "--port", "0", "--database", f"sqlite:///{path}")
    assert ran.code == 2
    assert ran.err.strip() == "sandtable: the database cannot be used: file is not a database"


def test_a_database_of_a_newer_version(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
        database.commit()
    ran = run("serve", "--port", "0", "--database", f"sqlite:///{path}")
    assert ran.code == 2
    assert "newer version" in ran.err


def test_the_command_line_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_PORT", "2000")
    monkeypatch.setenv("SANDTABLE_PUBLIC_URL", "https://sandtable.example")
    settings = serving.settings_of(Namespace(port=3000, host=None))
    assert settings.port == 3000
    assert settings.public_url == "https://sandtable.example"


def test_programs_do_not_play(run: Run) -> None:
    assert run("play", "--json").code == 2
    assert run("serve", "--json").code == 2
