"""A WebSocket in bad hands, over a real connection: it is ended, and others are served."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import websockets

from tools.driving.client import Person
from tools.driving.serving import Server
from tools.driving.watching import Watching, watching

FIRST = "soviet-union"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("abuse")
    with Server(f"sqlite+aiosqlite:///{folder}/sandtable.db", folder / "log") as running:
        yield running


async def new_game(person: Person) -> str:
    return await person.new_game(powers=await person.powers("1941"))


async def end_of(connection: Watching) -> str:
    """Why the server ended it: the code of its last words, or nothing."""
    why = ""
    try:
        while True:
            message = await connection.next()
            if message["type"] == "bye":
                why = message["problem"]["code"]
    except websockets.ConnectionClosed:
        return why


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        ("{", "malformed"),
        ("null", "malformed"),
        ('{"type": "dance"}', "malformed"),
        (b'{"type": "ping", "version": 1}', "malformed"),
        (b"\x00\xff" * 100, "malformed"),
        (" " * 70_000, "too-large"),
        ('{"type": "ping", "version": ' + "[" * 30_000 + "]" * 30_000 + "}", ""),
        ("x" * 1_000_000, ""),
        (json.dumps({"type": "authenticate", "token": "sandtable_" + "x" * 43}), "not-signed-in"),
    ],
    ids=lambda value: repr(value[:24]) if isinstance(value, str | bytes) else "",
)
def test_what_ends_a_connection(server: Server, frame: str | bytes, why: str) -> None:
    async def scenario() -> None:
        async with Person(server.address) as person:
            game = await new_game(person)
            async with watching(person, game) as good, watching(person, game) as bad:
                await bad.socket.send(frame)
                assert await end_of(bad) == why
                await person.step(game, Random(1))
                await good.until_version(2)

    asyncio.run(scenario())


def test_tokens(server: Server) -> None:
    """A token that was taken back opens nothing; one that is revoked ends what it opened."""

    async def scenario() -> None:
        async with Person(server.address) as person, Person(server.address) as nobody:
            game = await new_game(person)
            made = await person.post("/api/me/tokens", {"name": "bot", "days": 1})
            say = {"type": "authenticate", "token": made["token"]}
            async with watching(nobody, game) as bot:
                await bot.send(say)
                assert len((await bot.until("me"))["me"]["powers"]) == 5
                await person.http.delete(f"/api/me/tokens/{made['id']}")
                assert await end_of(bot) == "not-signed-in"
            async with watching(nobody, game) as bot:
                await bot.send(say)
                assert await end_of(bot) == "not-signed-in"

    asyncio.run(scenario())


def test_anothers_seat(server: Server) -> None:
    async def scenario() -> None:
        async with Person(server.address) as person, Person(server.address) as eve:
            game = await new_game(person)
            await new_game(eve)
            async with watching(eve, game) as socket:
                decide = {"power": FIRST, "version": 1, "answers": [{"type": "buy", "units": {}}]}
                undo = {"power": FIRST, "version": 1}
                for request in (
                    {"type": "decide", "request": "1", "decide": decide},
                    {"type": "undo", "request": "2", "undo": undo},
                ):
                    await socket.send(request)
                    assert (await socket.until("reply"))["problem"]["code"] == "not-allowed"
            assert (await person.get(f"/api/games/{game}"))["game"]["version"] == 1

    asyncio.run(scenario())


def test_a_flood_of_pings(server: Server) -> None:
    """Thousands of pings are answered one after the other, and others are answered in between."""

    async def scenario() -> None:
        async with Person(server.address) as person:
            game = await new_game(person)
            async with watching(person, game) as good, watching(person, game) as flood:

                async def ping() -> None:
                    for _ in range(3000):
                        await flood.send({"type": "ping", "version": 1})

                async def read() -> None:
                    for _ in range(3000):
                        await flood.until("pong")

                flooding = asyncio.gather(ping(), read())
                done = await person.step(game, Random(1))
                assert done is not None
                await good.until_version(done["version"])
                assert not flooding.done()
                await flooding

    asyncio.run(scenario())


async def pings(connection: Watching, number: int) -> None:
    for _ in range(number):
        await connection.send({"type": "ping", "version": 1})
        await connection.until("pong")


def test_too_many_messages(tmp_path: Path) -> None:
    """With the usual limits a flood ends the connection."""

    async def scenario(server: Server) -> None:
        async with Person(server.address) as person:
            game = await new_game(person)
            async with watching(person, game) as flood:
                with pytest.raises(websockets.ConnectionClosed):
                    await pings(flood, 5000)
            await person.step(game, Random(1))

    database = f"sqlite+aiosqlite:///{tmp_path}/sandtable.db"
    with Server(database, tmp_path / "log", rate_per_minute="300") as server:
        asyncio.run(scenario(server))


def test_one_who_never_reads(server: Server) -> None:
    """Neither the players nor other spectators wait for it, and it is dropped in the end."""

    async def scenario() -> None:
        async with Person(server.address) as person:
            game = await new_game(person)
            with closing(deaf(server, game)):
                async with watching(person, game) as good:
                    await good.until("presence", lambda m: m["spectators"] == 1)
                    at_work = asyncio.create_task(back_and_forth(person, game))
                    await good.until("presence", lambda m: m["spectators"] == 0)
                    at_work.cancel()
                    decisions = (await person.get(f"/api/games/{game}"))["game"]["version"]
                    await good.until_version(decisions)

    asyncio.run(scenario())


async def back_and_forth(person: Person, game: str) -> None:
    """Decide something and take it back, again and again."""
    version = 1
    while True:
        nothing = {"type": "buy", "units": {}}
        version = (await person.decide(game, FIRST, version, [nothing]))["version"]
        version = (await person.undo(game, FIRST, version))["version"]


def deaf(server: Server, game: str) -> sockets.socket:
    """A connection that is opened and never read from."""
    connection = sockets.socket()
    connection.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", server.port))
    lines = [
        f"GET /api/games/{game}/live HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        f"Origin: {server.address}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: c2FuZHRhYmxlc2FuZHRhYg==",
    ]
    connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    return connection
