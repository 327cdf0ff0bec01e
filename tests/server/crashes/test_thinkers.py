"""Processes that think end with their server, however that ends."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import httpx
import pytest

from tools.driving.serving import Server

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
PATIENCE = 60.0


def children(pid: int) -> list[int]:
    """The thinkers of a server."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = stat.read_text().rpartition(")")[2].split()[1]
            command = (stat.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if int(parent) == pid and b"sandtable.players.thinker" in command:
            found.append(int(stat.parent.name))
    return found


def gone(pid: int) -> bool:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("how", ["kill", "stop"])
def test_none_is_left_behind(tmp_path: Path, how: str) -> None:
    database = f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    with Server(database, tmp_path / "log", thinkers="1") as server:
        assert server.process is not None
        (thinker,) = children(server.process.pid)
        with httpx.Client(base_url=server.address, headers={"Origin": server.address}) as http:
            seats = [{"power": "germany", "kind": "me"}]
            made = http.post("/api/games", json={"edition": "1941", "seats": seats}).json()
            path = f"/api/games/{made['game']['id']}"
            until = time.monotonic() + PATIENCE
            while not http.get(path).json()["game"]["decisions"]:
                assert time.monotonic() < until, "the computer does not play"
                time.sleep(0.05)
        getattr(server, how)()
        assert gone(thinker)
