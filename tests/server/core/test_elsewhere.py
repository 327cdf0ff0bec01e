"""Who is there, with several workers: each knows of the browsers of the others."""

from __future__ import annotations

import asyncio

import orjson

from sandtable.server.store.database import open_database
from sandtable.server.store.games import GameStore
from sandtable.server.store.migrating import migrate
from sandtable.server.table.elsewhere import LASTS_SECONDS, NOBODY_ELSE, Crowd, RedisElsewhere
from sandtable.server.table.hub import Hub
from sandtable.server.table.making import make_game
from sandtable.server.table.publishing import Publisher, Watcher
from tests.server.core.test_races import NEW

PATIENCE = 20


def test_a_worker_that_died_is_forgotten(redis_url: str) -> None:
    async def scenario() -> None:
        time = 1000.0
        here = RedisElsewhere(redis_url, lambda: time)
        there = RedisElsewhere(redis_url, lambda: time)
        await there.tell("forgotten", Crowd(frozenset({"ann"}), 2))
        assert await there.ask("forgotten") == NOBODY_ELSE
        assert await here.ask("forgotten") == Crowd(frozenset({"ann"}), 2)
        time += LASTS_SECONDS + 1
        assert await here.ask("forgotten") == NOBODY_ELSE
        await there.tell("forgotten", NOBODY_ELSE)
        await asyncio.gather(here.stop(), there.stop())

    asyncio.run(scenario())


def test_workers_know_who_is_at_the_others(sqlite_url: str, redis_url: str) -> None:
    async def presence(watcher: Watcher) -> list[str]:
        while True:
            async with asyncio.timeout(PATIENCE):
                message = orjson.loads(await watcher.queue.get())
            if message["type"] == "presence":
                found: list[str] = message["connected"]
                return found

    async def scenario() -> None:
        engine = open_database(sqlite_url)
        await migrate(engine)
        store = GameStore(engine)
        hubs = [Hub(store), Hub(store)]
        first, second = (Publisher(hub, RedisElsewhere(redis_url)) for hub in hubs)
        making = make_game(NEW, "me")
        game = (await hubs[0].create(making.created, secret=making.secret)).id
        await first.start()
        watcher, player = Watcher(None), Watcher("me")
        async with hubs[0].open(game) as table:
            powers = sorted(table.powers_of("me"))
            first.join(table, watcher)
        assert powers
        assert await presence(watcher) == []
        async with hubs[1].open(game) as table:
            second.join(table, player)
        assert await presence(watcher) == powers
        assert await first.connected(game, "me")
        second.leave(game, player)
        assert await presence(watcher) == []
        assert not await first.connected(game, "me")
        await first.stop()
        await second.stop()
        await engine.dispose()

    asyncio.run(scenario())
