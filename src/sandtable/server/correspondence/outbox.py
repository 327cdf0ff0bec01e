"""The outbox: notices in the database, so that none is lost or told twice when a server dies.

A notice is taken for some minutes, sent, and marked. If the server dies in between it is sent
again, with the same id, by which the receiver can tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from sandtable.server.correspondence.notices import Notice
from sandtable.server.store.tables_correspondence import NoticeRow

TAKEN = timedelta(minutes=2)
KEPT = timedelta(days=90)
"""After this time what was sent is forgotten; no question stays open longer."""
WAITS = (60, 300, 1800, 7200, 21600, 43200, 86400)
"""Seconds before each further attempt; after the last one it is given up."""

CHANNELS = ("mail", "hook")


@dataclass(frozen=True, slots=True)
class Parcel:
    """A notice on its way."""

    id: str
    person: str
    channel: str
    game: str
    subject: str
    text: str
    data: dict[str, Any]
    tries: int


class Outbox:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.writing = engine.execution_options(writes=True)

    async def put(self, notices: Sequence[Notice], channels: Sequence[str], now: datetime) -> int:
        """Add notices that are not there yet; how many these were."""
        rows = [
            {
                "id": f"{notice.id}/{channel}",
                "person_id": notice.person,
                "channel": channel,
                "game_id": notice.game,
                "subject": notice.subject[:200],
                "text": notice.text,
                "data": {
                    "kind": notice.kind,
                    "power": notice.power,
                    "due": None if notice.due is None else notice.due.isoformat(),
                },
                "made": now,
                "state": "waiting",
                "tries": 0,
                "next": now,
            }
            for notice in notices
            for channel in channels
        ]
        known = await self._known([row["id"] for row in rows])
        added = 0
        for row in rows:
            if row["id"] in known:
                continue
            try:
                async with self.writing.begin() as connection:
                    await connection.execute(insert(NoticeRow), [row])
                added += 1
            except IntegrityError:
                continue
        return added

    async def _known(self, ids: Sequence[Any]) -> set[str]:
        if not ids:
            return set()
        query = select(NoticeRow.id).where(NoticeRow.id.in_(ids))
        async with self.engine.connect() as connection:
            return set((await connection.execute(query)).scalars())

    async def take(self, now: datetime, most: int = 20) -> list[Parcel]:
        """Notices to be sent now. Nobody else takes them for a while."""
        query = (
            select(NoticeRow)
            .where(NoticeRow.state == "waiting", NoticeRow.next <= now)
            .order_by(NoticeRow.next)
            .limit(most)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        found = []
        for row in rows:
            claim = (
                update(NoticeRow)
                .where(NoticeRow.id == row.id, NoticeRow.state == "waiting")
                .where(NoticeRow.next <= now)
                .values(next=now + TAKEN)
            )
            async with self.writing.begin() as connection:
                taken = (await connection.execute(claim)).rowcount == 1
            if taken:
                found.append(
                    Parcel(
                        row.id, row.person_id, row.channel, row.game_id,
                        row.subject, row.text, row.data, row.tries,
                    )
                )  # fmt: skip
        return found

    async def sent(self, parcel: Parcel) -> None:
        await self._mark(parcel, state="sent", tries=parcel.tries + 1)

    async def dropped(self, parcel: Parcel) -> None:
        """Nobody wants it any more, or it can never arrive."""
        await self._mark(parcel, state="dropped")

    async def failed(self, parcel: Parcel, now: datetime) -> None:
        """Try again later, or give it up."""
        if parcel.tries >= len(WAITS):
            await self._mark(parcel, state="failed", tries=parcel.tries + 1)
            return
        later = now + timedelta(seconds=WAITS[parcel.tries])
        await self._mark(parcel, tries=parcel.tries + 1, next=later)

    async def _mark(self, parcel: Parcel, **values: Any) -> None:
        query = update(NoticeRow).where(NoticeRow.id == parcel.id).values(**values)
        async with self.writing.begin() as connection:
            await connection.execute(query)

    async def forget(self, now: datetime) -> None:
        """Throw away what is long done."""
        query = delete(NoticeRow).where(NoticeRow.state != "waiting", NoticeRow.made < now - KEPT)
        async with self.writing.begin() as connection:
            await connection.execute(query)
