"""Games in the database: their logs, appended to and read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from sandtable.server.store.tables_games import EntryRow, GameRow, SeatRow


class Duplicate(Exception):
    """Somebody else has appended to the game before."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry as it is kept."""

    version: int
    kind: str
    data: dict[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True)
class Projection:
    """What the database knows of a game besides its log."""

    game: dict[str, Any]
    seats: list[dict[str, Any]]


class GameStore:
    """Reads and appends. Knows nothing of what the entries mean."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def version(self, game_id: str) -> int | None:
        """The current version of a game, None if there is no such game."""
        async with self.engine.connect() as connection:
            found = await connection.execute(select(GameRow.version).where(GameRow.id == game_id))
            return found.scalar_one_or_none()

    async def secret(self, game_id: str) -> bytes | None:
        async with self.engine.connect() as connection:
            found = await connection.execute(select(GameRow.secret).where(GameRow.id == game_id))
            return found.scalar_one_or_none()

    async def entries(self, game_id: str, after: int = 0) -> list[Stored]:
        """The log of a game behind a version."""
        query = (
            select(EntryRow.version, EntryRow.kind, EntryRow.data, EntryRow.at)
            .where(EntryRow.game_id == game_id, EntryRow.version > after)
            .order_by(EntryRow.version)
        )
        async with self.engine.connect() as connection:
            return [Stored(*row) for row in await connection.execute(query)]

    async def create(
        self, game_id: str, secret: bytes, entries: Sequence[Stored], projection: Projection
    ) -> None:
        async with self._writing() as connection:
            row = {"id": game_id, "secret": secret, **projection.game}
            await connection.execute(insert(GameRow), [row])
            await self._write(connection, game_id, entries, projection)

    async def append(self, game_id: str, entries: Sequence[Stored], projection: Projection) -> None:
        """Append entries and bring the projection up to date, both or neither. Raises
        `Duplicate` if one of the versions is taken."""
        try:
            async with self._writing() as connection:
                await self._write(connection, game_id, entries, projection)
                await connection.execute(
                    update(GameRow).where(GameRow.id == game_id).values(**projection.game)
                )
        except IntegrityError as error:
            raise Duplicate from error

    async def count_hosted(self, person: str) -> int:
        """How many games a person hosts that are still open."""
        query = select(func.count()).where(
            GameRow.host == person, GameRow.status.in_(("waiting", "playing"))
        )
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar_one()

    def _writing(self) -> Any:
        return self.engine.execution_options(writes=True).begin()

    async def _write(
        self, connection: Any, game_id: str, entries: Sequence[Stored], projection: Projection
    ) -> None:
        rows = [
            {"game_id": game_id, "version": e.version, "kind": e.kind, "data": e.data, "at": e.at}
            for e in entries
        ]
        await connection.execute(insert(EntryRow), rows)
        if projection.seats:
            await connection.execute(delete(SeatRow).where(SeatRow.game_id == game_id))
            seats = [{"game_id": game_id, **seat} for seat in projection.seats]
            await connection.execute(insert(SeatRow), seats)
