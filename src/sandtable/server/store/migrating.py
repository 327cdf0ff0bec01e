"""Brings a database up to date before the server uses it."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

LOCK = 0x5A4D_7AB1
"""Workers that start at the same time wait for each other."""


def configuration(connection: Connection | None = None) -> Config:
    """What Alembic has to know; there is no file of settings."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


async def migrate(engine: AsyncEngine) -> None:
    """Run the migrations that the database has not seen yet."""
    async with engine.execution_options(writes=True).begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    command.upgrade(configuration(connection), "head")
