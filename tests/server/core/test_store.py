"""The database: what migrations make, and what is promised of what is stored."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from sandtable.server.store.base import Moment
from sandtable.server.store.database import open_database
from sandtable.server.store.games import Duplicate, GameStore, Stored
from sandtable.server.store.migrating import migrate
from sandtable.server.store.models import Base
from sandtable.server.table.entries import entry_from_json, entry_to_json
from sandtable.server.table.projecting import project
from tests.server.core.playing import SECRET, new_table, say


def test_migrations_make_the_tables(database_url: str) -> None:
    """A table that is changed in the code needs a migration."""

    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, Base.metadata))

    async def scenario() -> None:
        engine = open_database(database_url)
        await migrate(engine)
        await migrate(engine)
        async with engine.connect() as connection:
            assert await connection.run_sync(differences) == []
        await engine.dispose()

    asyncio.run(scenario())


def test_workers_that_start_together(database_url: str) -> None:
    async def scenario() -> None:
        engines = [open_database(database_url) for _ in range(3)]
        await asyncio.gather(*(migrate(engine) for engine in engines))
        for engine in engines:
            await engine.dispose()

    asyncio.run(scenario())


def test_sqlite_is_set_up_to_last(tmp_path: Path) -> None:
    async def scenario() -> None:
        engine = open_database(f"sqlite:///{tmp_path / 'deep' / 'games.db'}")
        wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
        async with engine.connect() as connection:
            for name, value in wanted.items():
                found = await connection.execute(text(f"PRAGMA {name}"))
                assert found.scalar_one() == value
        await engine.dispose()

    asyncio.run(scenario())


def test_a_version_is_taken_once(database_url: str) -> None:
    """The log and what lists know of a game change together or not at all."""

    async def scenario() -> None:
        engine = open_database(database_url)
        await migrate(engine)
        store, table = GameStore(engine), new_table()

        def stored(versions: slice) -> list[Stored]:
            return [
                Stored(item.version, item.entry.kind, entry_to_json(item.entry), item.at)
                for item in table.items[versions]
            ]

        await store.create(table.id, SECRET, stored(slice(1)), project(table))
        say(table, "soviet-union: buy nothing")
        say(table, "soviet-union: end")
        await store.append(table.id, stored(slice(1, 2)), project(table))
        before = await store.version(table.id)
        with pytest.raises(Duplicate):
            await store.append(table.id, stored(slice(2, 0, -1)), project(table))
        assert await store.version(table.id) == before
        assert [entry.version for entry in await store.entries(table.id)] == [1, 2]
        [_, second] = await store.entries(table.id)
        assert entry_from_json(second.kind, second.data) == table.items[1].entry
        assert second.at == table.items[1].at
        assert await store.entries(table.id, after=1) == [second]
        assert await store.secret(table.id) == SECRET
        assert await store.version("another") is None
        await engine.dispose()

    asyncio.run(scenario())


def test_times_keep_their_zone() -> None:
    moment = Moment()
    summer = datetime(2026, 7, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    assert moment.process_bind_param(summer, None) == datetime(2026, 7, 1, 10, tzinfo=UTC)
    with pytest.raises(ValueError, match="zone"):
        moment.process_bind_param(datetime(2026, 7, 1), None)
