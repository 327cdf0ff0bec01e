"""All that the server knows about people, in one place for the routes."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Annotated

from fastapi import Depends
from sqlalchemy import delete, exists, select
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.requests import HTTPConnection

from sandtable.server.guard.limits import Limit, client_key
from sandtable.server.people import cookies
from sandtable.server.people.accounts import Accounts, Person
from sandtable.server.people.caller import NOBODY, Caller
from sandtable.server.people.invitations import Invitations
from sandtable.server.people.passwords import Passwords
from sandtable.server.people.sessions import PREFIX, Session, Sessions
from sandtable.server.problems import ProblemError
from sandtable.server.schemas.people import MyAccount
from sandtable.server.settings import Settings
from sandtable.server.store.base import now
from sandtable.server.store.tables_games import GameRow, SeatRow
from sandtable.server.store.tables_people import InvitationRow, PersonRow, SessionRow

log = logging.getLogger(__name__)

CACHED = "sandtable.caller"
SWEEP_SECONDS = 3600.0
NEW_GUEST = timedelta(hours=1)
"""How long a guest is left alone who has nothing here."""


class People:
    """Made once for a server, as its `people`."""

    def __init__(
        self, engine: AsyncEngine, settings: Settings, passwords: Passwords | None = None
    ) -> None:
        self.engine = engine
        self.settings = settings
        self.accounts = Accounts(engine, passwords or Passwords())
        self.sessions = Sessions(engine, settings.session_days)
        self.invitations = Invitations(engine)
        self.new_guests = Limit(max(1, settings.rate_per_minute / 20))
        """Identities made from one address."""
        self.sign_ins = Limit(2, burst=30)
        """Attempts at one name, wherever they come from."""

        self._sweeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Sweep up now and every hour."""
        self._sweeping = asyncio.create_task(self._sweep_always())

    async def stop(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.wait([self._sweeping])

    async def _sweep_always(self) -> None:
        while True:
            try:
                await self.sweep()
            except Exception:
                log.exception("what has expired could not be swept up")
            await asyncio.sleep(SWEEP_SECONDS)

    # --- who asks

    async def identify(self, connection: HTTPConnection) -> Caller:
        """By the header of a program or the cookie of a browser. A token that is wrong is a
        mistake to be told of; a cookie that is wrong means nobody."""
        header = connection.headers.get("authorization", "")
        if header:
            scheme, _, token = header.partition(" ")
            if scheme.lower() != "bearer":
                raise ProblemError("not-signed-in", "Only bearer tokens are understood.")
            return await self.by_token(token.strip())
        secret = cookies.read(connection)
        session = await self.sessions.find(secret, "browser") if secret else None
        if session is None:
            return NOBODY
        again = await self.sessions.renew(session)
        if again is not None and secret:
            cookies.write(connection, secret, int(again.total_seconds()))
        return Caller(session.person, "browser", session.id)

    async def by_token(self, token: str) -> Caller:
        """Raises for a token that is forged, has expired or was revoked: nobody can tell which."""
        session = await self.sessions.find(token, "token") if token.startswith(PREFIX) else None
        if session is None:
            raise ProblemError("not-signed-in", "This token is not valid.")
        return Caller(session.person, "token", session.id)

    async def somebody(self, connection: HTTPConnection, caller: Caller) -> Person:
        """The caller; whoever has no identity yet is given a guest's, and the cookie for it."""
        if caller.person is not None:
            return caller.person
        if not self.settings.guests:
            raise ProblemError("not-signed-in", "Sign in first: there are no guests here.")
        self.new_guests.take(client_key(connection.scope))
        person = await self.accounts.new_guest()
        session = await self.sign_in(connection, person)
        connection.scope[CACHED] = Caller(person, "browser", session.id)
        return person

    async def still_valid(self, caller: Caller) -> bool:
        """Whether a connection that was opened by this caller may still act for them."""
        return caller.session is None or await self.sessions.in_force(caller.session)

    # --- signing in and out

    async def sign_in(self, connection: HTTPConnection, person: Person) -> Session:
        """A session of its own for every sign-in: one that somebody knew before is of no use."""
        session = await self.sessions.start(person)
        assert session.secret is not None
        seconds = int((session.expires - now()).total_seconds())
        cookies.write(connection, session.secret, seconds)
        return session

    async def sign_out(self, connection: HTTPConnection, caller: Caller) -> None:
        if caller.person is not None and caller.session is not None:
            await self.sessions.end(caller.person, caller.session)
        cookies.write(connection, "", 0)

    def account(self, person: Person | None) -> MyAccount:
        return MyAccount(
            person=None if person is None else person.view,
            email=None if person is None else person.email,
            webhook=None if person is None else person.webhook,
            webhook_secret=None if person is None else person.webhook_secret,
            reminders=person is not None and person.reminders,
            guests_allowed=self.settings.guests,
            sign_up_allowed=self.settings.sign_up,
        )

    async def sweep(self) -> None:
        """Take out what has expired, and guests who left nothing behind."""
        async with self.engine.execution_options(writes=True).begin() as connection:
            await connection.execute(delete(SessionRow).where(SessionRow.expires <= now()))
            await connection.execute(delete(InvitationRow).where(InvitationRow.expires <= now()))
            used = [
                exists().where(SessionRow.person_id == PersonRow.id),
                exists().where(SeatRow.person_id == PersonRow.id),
                exists().where(GameRow.host == PersonRow.id),
            ]
            idle = select(PersonRow.id).where(PersonRow.guest, PersonRow.merged_into.is_(None))
            # One who has just come has no session yet for a moment.
            idle = idle.where(PersonRow.created < now() - NEW_GUEST)
            idle = idle.where(PersonRow.left.is_(None), *(~each for each in used))
            await connection.execute(delete(PersonRow).where(PersonRow.id.in_(idle)))


def people_of(connection: HTTPConnection) -> People:
    found: People = connection.app.state.server.people
    return found


async def people_here(connection: HTTPConnection) -> People:
    """Async, so that it needs no thread."""
    return people_of(connection)


async def caller_of(connection: HTTPConnection) -> Caller:
    """Who asks; looked up once for a request, and again after it was made somebody."""
    found = connection.scope.get(CACHED)
    if found is None:
        found = connection.scope[CACHED] = await people_of(connection).identify(connection)
    assert isinstance(found, Caller)
    return found


PeopleHere = Annotated[People, Depends(people_here)]
CallerHere = Annotated[Caller, Depends(caller_of)]
