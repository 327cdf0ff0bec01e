"""What watchers are told adds up to the whole."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import orjson
import pytest

from sandtable.server.store.database import open_database
from sandtable.server.store.games import GameStore
from sandtable.server.table.entries import Undone
from sandtable.server.table.hub import Change, Hub
from sandtable.server.table.publishing import QUEUE, Publisher, Watcher
from sandtable.server.table.table import Table
from sandtable.server.table.telling import view_of
from tests.server.core.playing import EDITIONS, ME, START, apply, new_table, steps


class Client:
    """Keeps a view up to date as the browser's client does."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view

    def take(self, update: dict[str, Any]) -> None:
        assert update["since"] == self.view["version"]
        spaces = self.view["spaces"]
        for space, found in update["spaces"].items():
            if found is None:
                spaces.pop(space, None)
            else:
                spaces[space] = found
        self.view = {**update["head"], "spaces": spaces, "position": update["position"]}


def shown(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(view_of(table, START).model_dump_json())
    return without_clocks(found)


def without_clocks(view: dict[str, Any]) -> dict[str, Any]:
    """Presence and the time of day are not what is compared here."""
    seats = [{**seat, "connected": False} for seat in view["seats"]]
    return {**view, "seats": seats, "spectators": 0}


@pytest.mark.parametrize("edition", EDITIONS)
def test_updates_add_up(edition: str, sqlite_url: str) -> None:
    """A client that only ever takes updates has what a fresh one is given, after each of them."""

    async def scenario() -> None:
        engine = open_database(sqlite_url)
        publisher = Publisher(Hub(GameStore(engine)))
        table, rng = new_table(edition), Random(f"updates {edition}")
        watcher = Watcher(ME)
        publisher.join(table, watcher)
        client = Client(shown(table))
        for items in steps(table, rng, 150):
            if rng.random() < 0.1 and table.result is None:
                to = rng.randrange(len(table.in_force))
                items += apply(table, [Undone(to=to, power="germany", by=ME, agreed=True)])
            publisher.changed(Change(table, tuple(items), here=True))
            client.take(orjson.loads(watcher.queue.get_nowait()))
            assert without_clocks(client.view) == shown(table)
        late = Client(shown(table))
        late.view["version"] = 3
        late.view["spaces"] = {"nowhere": {}}
        late.take(orjson.loads(publisher.catch_up(table, 3).model_dump_json()))
        late.view["spaces"].pop("nowhere")
        assert without_clocks(late.view) == shown(table)
        await engine.dispose()

    asyncio.run(scenario())


def test_a_slow_watcher_is_dropped() -> None:
    """It is told why, and nobody waits for it."""

    async def scenario() -> None:
        watcher = Watcher(None)
        for _ in range(QUEUE):
            watcher.offer("news")
        assert not watcher.gone.is_set()
        watcher.offer("news")
        assert watcher.gone.is_set()
        assert orjson.loads(watcher.last_words or "")["problem"]["code"] == "unavailable"

    asyncio.run(scenario())


def test_a_message_is_made_once(sqlite_url: str) -> None:
    """However many watch: all are given the same text."""

    async def scenario() -> None:
        engine = open_database(sqlite_url)
        publisher = Publisher(Hub(GameStore(engine)))
        table = new_table()
        watchers = [Watcher(None) for _ in range(1000)]
        for watcher in watchers:
            publisher.join(table, watcher)
        for items in steps(table, Random(3), 3):
            publisher.changed(Change(table, tuple(items), here=True))
        assert all(watcher.queue.qsize() == 3 for watcher in watchers)
        texts = {id(watcher.queue.get_nowait()) for watcher in watchers}
        assert len(texts) == 1
        assert publisher.present(table.id).spectators == 1000
        await engine.dispose()

    asyncio.run(scenario())
