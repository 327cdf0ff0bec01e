"""The door to the database: SQLite for one machine, PostgreSQL for several workers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_SECONDS = 30


def open_database(url: str) -> AsyncEngine:
    """An engine for a database URL. The folder of a SQLite file is made if need be."""
    found = make_url(url)
    if found.drivername in ("postgresql", "postgres"):
        found = found.set(drivername="postgresql+psycopg")
    elif found.drivername == "sqlite":
        found = found.set(drivername="sqlite+aiosqlite")
    if found.get_backend_name() != "sqlite":
        return create_async_engine(found, pool_pre_ping=True, pool_size=10, max_overflow=10)
    if found.database and found.database != ":memory:":
        Path(found.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(found, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: Any) -> None:
    """Readers and a writer side by side; what is acknowledged is on the disk."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for line in (
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=FULL",
        "PRAGMA foreign_keys=ON",
        f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}",
    ):
        cursor.execute(line)
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    """`begin immediate` where something will be written: a transaction that began by reading could
    not be made a writing one once somebody else has written."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
