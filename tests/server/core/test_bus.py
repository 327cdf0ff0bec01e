"""Several workers: what one does, the browsers of the others see."""

from __future__ import annotations

import asyncio

import orjson

from sandtable.server.context import Server
from sandtable.server.settings import Settings
from sandtable.server.store.migrating import migrate
from sandtable.server.table.making import make_game
from sandtable.server.table.publishing import Watcher
from tests.server.core.test_races import NEW

PATIENCE = 20


async def next_update(watcher: Watcher) -> int:
    """The version that the watcher is told of next."""
    while True:
        async with asyncio.timeout(PATIENCE):
            message = orjson.loads(await watcher.queue.get())
        if message["type"] == "update":
            version: int = message["head"]["version"]
            return version


def test_workers_tell_each_other(postgres_url: str, redis_url: str) -> None:
    async def scenario() -> None:
        settings = Settings(database=postgres_url, redis=redis_url)
        first, second = Server.of(settings), Server.of(settings)
        await asyncio.gather(migrate(first.engine), migrate(second.engine))
        making = make_game(NEW, "me")
        game = (await first.hub.create(making.created, secret=making.secret)).id
        listening = asyncio.Event()

        async def ready() -> None:
            listening.set()

        await first.hub.start()
        await second.hub.bus.start(second.hub._heard, ready)
        async with asyncio.timeout(PATIENCE):
            await listening.wait()
        watcher = Watcher("me")
        async with second.hub.open(game) as table:
            second.publisher.join(table, watcher)
        for number, answer in enumerate(("buy nothing", "end", "end")):
            async with first.hub.open(game) as table:
                await first.hub.append(table, table.decide("soviet-union", [answer], "me"))
            assert await next_update(watcher) == number + 2
        for server in (first, second):
            await server.stop()

    asyncio.run(scenario())


def test_what_was_missed_is_found(postgres_url: str, redis_url: str) -> None:
    """A worker that did not hear of a change looks for it as soon as it listens again."""

    async def scenario() -> None:
        settings = Settings(database=postgres_url, redis=redis_url)
        first, second = Server.of(settings), Server.of(settings)
        await migrate(first.engine)
        making = make_game(NEW, "me")
        game = (await first.hub.create(making.created, secret=making.secret)).id
        watcher = Watcher("me")
        async with second.hub.open(game) as table:
            second.publisher.join(table, watcher)
        async with first.hub.open(game) as table:
            await first.hub.append(table, table.decide("soviet-union", ["buy nothing"], "me"))
        assert watcher.queue.empty()
        await second.hub.start()
        assert await next_update(watcher) == 2
        for server in (first, second):
            await server.stop()

    asyncio.run(scenario())
