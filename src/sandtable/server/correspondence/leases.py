"""Leases: with several workers, one of them plays a game's computer seats at a time.

A lease only saves work. That nothing is decided twice is seen to by the versions of the log.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import insert, or_, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from sandtable.server.store.base import now
from sandtable.server.store.tables_correspondence import LeaseRow

SECONDS = 30.0


class Leases:
    """The leases of one worker. Without several workers every game is its own."""

    def __init__(
        self,
        engine: AsyncEngine | None,
        *,
        seconds: float = SECONDS,
        clock: Callable[[], datetime] = now,
    ) -> None:
        self.holder = secrets.token_hex(8)
        self._engine = engine
        self._length = timedelta(seconds=seconds)
        self._clock = clock
        self._held: dict[str, datetime] = {}

    def holds(self, game_id: str) -> bool:
        """Whether this worker was the last to play a game, and still is to."""
        return game_id in self._held and self._held[game_id] > self._clock()

    async def take(self, game_id: str) -> bool:
        """Whether this worker may play a game's computer seats now."""
        if self._engine is None:
            return True
        at = self._clock()
        if self._held.get(game_id, at) > at + self._length / 2:
            return True
        until = at + self._length
        self._held.pop(game_id, None)
        query = (
            update(LeaseRow)
            .where(LeaseRow.game_id == game_id)
            .where(or_(LeaseRow.holder == self.holder, LeaseRow.until <= at))
            .values(holder=self.holder, until=until)
        )
        writing = self._engine.execution_options(writes=True)
        async with writing.begin() as connection:
            taken = (await connection.execute(query)).rowcount > 0
        if not taken:
            try:
                async with writing.begin() as connection:
                    row = {"game_id": game_id, "holder": self.holder, "until": until}
                    await connection.execute(insert(LeaseRow), [row])
            except IntegrityError:
                return False
        self._held = {game: end for game, end in self._held.items() if end > at}
        self._held[game_id] = until
        return True

    async def release(self, game_id: str) -> None:
        """There is nothing to do for now: whoever hears of the next change goes on."""
        if self._engine is None or self._held.pop(game_id, None) is None:
            return
        query = (
            update(LeaseRow)
            .where(LeaseRow.game_id == game_id, LeaseRow.holder == self.holder)
            .values(until=self._clock())
        )
        async with self._engine.execution_options(writes=True).begin() as connection:
            await connection.execute(query)
