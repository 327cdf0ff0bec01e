"""Players at the seats of a server, over the network."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from sandtable.players import make_player
from sandtable.players.remote import RemoteError, play_seat
from tools.driving.serving import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}", tmp_path / "log") as running:
        yield running


def token_of(http: httpx.Client, name: str) -> str:
    made = http.post("/api/me/sign-up", json={"name": name, "password": "a long password"})
    assert made.status_code < 300, made.text
    return str(http.post("/api/me/tokens", json={"name": "bot"}).json()["token"])


def test_two_bots_play_a_game_over_the_network(server: Server) -> None:
    headers = {"Origin": server.address, "X-Requested-With": "test"}
    with (
        httpx.Client(base_url=server.address, headers=headers) as ann,
        httpx.Client(base_url=server.address, headers=headers) as bob,
    ):
        first, second = token_of(ann, "Ann"), token_of(bob, "Bob")
        axis, allies = ("germany", "japan"), ("soviet-union", "united-kingdom", "united-states")
        seats = [
            *({"power": power, "kind": "me"} for power in axis),
            *({"power": power, "kind": "open"} for power in allies),
        ]
        answer = ann.post("/api/games", json={"edition": "1941", "seats": seats})
        game = answer.json()["game"]["id"]

        async def play() -> None:
            one = play_seat(server.address, game, first, make_player("random", "a"), decisions=60)
            other = play_seat(
                server.address, game, second, make_player("random", "b"), take=allies, decisions=60
            )
            done, waiting = await asyncio.wait(
                [asyncio.create_task(one), asyncio.create_task(other)],
                return_when=asyncio.FIRST_COMPLETED,
                timeout=90,
            )
            for task in waiting:
                task.cancel()
            assert [task.result() for task in done] == [60]

        asyncio.run(play())
        head = ann.get(f"/api/games/{game}").json()["game"]
        assert head["decisions"] > 60
        who = {e["by"] for e in ann.get(f"/api/games/{game}/log").json()["entries"] if e["line"]}
        assert who == {"Ann", "Bob"}


def test_a_bot_without_rights_is_told_so(server: Server) -> None:
    with pytest.raises(RemoteError):
        asyncio.run(play_seat(server.address, "A" * 16, "sandtable_no", make_player("random")))
