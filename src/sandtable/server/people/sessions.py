"""Sessions of browsers and tokens of programs: opaque secrets of which we keep the hash."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, cast

from sqlalchemy import Delete, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from sandtable.server.people.accounts import COLUMNS, Person
from sandtable.server.people.secrets import digest, new_id, new_secret
from sandtable.server.problems import ProblemError
from sandtable.server.store.base import in_parts, now
from sandtable.server.store.tables_people import PersonRow, SessionRow

Kind = Literal["browser", "token"]
GUEST_DAYS = 365
"""A guest has nothing but the cookie; it had better last."""
MOST = 100
"""Sessions and tokens of one person; the oldest are ended."""
PREFIX = "sandtable_"
"""Tokens of programs begin so, that one knows them when they turn up where they should not."""


@dataclass(frozen=True, slots=True)
class Session:
    """A session in force; `secret` only when it has just been made."""

    id: str
    person: Person
    kind: Kind
    name: str
    created: datetime
    expires: datetime
    secret: str | None = None


class Sessions:
    """`days` is how long a browser stays signed in that is not used."""

    def __init__(self, engine: AsyncEngine, days: int) -> None:
        self.engine = engine
        self.writing = engine.execution_options(writes=True)
        self.days = days

    def lasts(self, person: Person) -> timedelta:
        return timedelta(days=max(self.days, GUEST_DAYS) if person.guest else self.days)

    async def start(
        self, person: Person, kind: Kind = "browser", name: str = "", days: int | None = None
    ) -> Session:
        secret = new_secret(PREFIX if kind == "token" else "")
        begun = now()
        expires = begun + (self.lasts(person) if days is None else timedelta(days=days))
        made = Session(new_id(), person, kind, name, begun, expires, secret)
        row = {"id": made.id, "person_id": person.id, "kind": kind, "digest": digest(secret)}
        row |= {"name": name}
        async with self.writing.begin() as connection:
            times = {"created": begun, "expires": expires}
            await connection.execute(insert(SessionRow), [row | times])
            kept = (
                select(SessionRow.id)
                .where(SessionRow.person_id == person.id)
                .order_by(SessionRow.created.desc(), SessionRow.id)
                .limit(MOST)
            )
            ids = (await connection.execute(kept)).scalars().all()
            await connection.execute(_of(person.id).where(SessionRow.id.not_in(ids)))
        return made

    async def find(self, secret: str, kind: Kind) -> Session | None:
        """The session that this is the secret of, if it is still in force."""
        query = (
            select(SessionRow.id, SessionRow.name, SessionRow.created, SessionRow.expires, *COLUMNS)
            .join(PersonRow, PersonRow.id == SessionRow.person_id)
            .where(SessionRow.digest == digest(secret), SessionRow.kind == kind)
            .where(SessionRow.expires > now(), PersonRow.name_key.is_not(None))
        )
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        session_id, name, created, expires, *person = row
        return Session(session_id, Person(*person), kind, name, created, expires)

    async def renew(self, session: Session) -> timedelta | None:
        """A browser that is used stays signed in: past half of its time it is given all of it
        again. None if it is not yet due."""
        whole = self.lasts(session.person)
        if session.kind != "browser" or session.expires - now() > whole / 2:
            return None
        async with self.writing.begin() as connection:
            renewed = update(SessionRow).where(SessionRow.id == session.id)
            await connection.execute(renewed.values(expires=now() + whole))
        return whole

    async def in_force(self, session_id: str) -> bool:
        """Whether a long-lived connection may go on."""
        query = select(SessionRow.id).where(SessionRow.id == session_id, SessionRow.expires > now())
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).one_or_none() is not None

    async def of_these(self, ids: Iterable[str]) -> set[str]:
        """Those of the sessions that are in force."""
        found: set[str] = set()
        async with self.engine.connect() as connection:
            for part in in_parts(ids):
                query = select(SessionRow.id).where(SessionRow.id.in_(part))
                rows = await connection.execute(query.where(SessionRow.expires > now()))
                found.update(rows.scalars())
        return found

    async def list(self, person: Person, kind: Kind | None = None) -> list[Session]:
        query = (
            select(
                *(SessionRow.id, SessionRow.kind, SessionRow.name),
                *(SessionRow.created, SessionRow.expires),
            )
            .where(SessionRow.person_id == person.id, SessionRow.expires > now())
            .order_by(SessionRow.created.desc(), SessionRow.id)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [
            Session(session_id, person, cast(Kind, found), name, created, expires)
            for session_id, found, name, created, expires in rows
            if kind in (None, found)
        ]

    async def end(self, person: Person, session_id: str, kind: Kind | None = None) -> None:
        """Raises if it is none of this person's."""
        ending = _of(person.id).where(SessionRow.id == session_id)
        if kind is not None:
            ending = ending.where(SessionRow.kind == kind)
        async with self.writing.begin() as connection:
            ended = await connection.execute(ending)
        if not ended.rowcount:
            raise ProblemError("not-found", "There is no such session or token of yours.")

    async def end_all(self, person_id: str, but: str | None = None) -> None:
        """Everything that the person is signed in with, tokens too."""
        ending = _of(person_id)
        if but is not None:
            ending = ending.where(SessionRow.id != but)
        async with self.writing.begin() as connection:
            await connection.execute(ending)


def _of(person_id: str) -> Delete:
    return delete(SessionRow).where(SessionRow.person_id == person_id)
