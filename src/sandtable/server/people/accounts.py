"""People in the database: guests, accounts, what they change about themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.orm import aliased

from sandtable.server.people import names
from sandtable.server.people.passwords import Passwords
from sandtable.server.people.secrets import new_id, new_secret
from sandtable.server.problems import ProblemError
from sandtable.server.schemas.people import ChangeAccount, PersonView
from sandtable.server.store.base import in_parts, now
from sandtable.server.store.tables_people import PersonRow, WatcherRow

PART = r"[^\s@<>()\[\],;:\\\"]"
EMAIL = re.compile(rf"{PART}{{1,64}}@{PART}+\.{PART}{{2,}}")
WRONG = "The name or the password is wrong."


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is here."""

    id: str
    name: str
    guest: bool
    email: str | None = None
    webhook: str | None = None
    webhook_secret: str | None = None
    reminders: bool = True

    @property
    def view(self) -> PersonView:
        return PersonView(id=self.id, name=self.name, guest=self.guest)


COLUMNS = (
    *(PersonRow.id, PersonRow.name, PersonRow.guest, PersonRow.email, PersonRow.webhook),
    *(PersonRow.webhook_secret, PersonRow.reminders),
)


class Accounts:
    """Names are compared by their key, so that nobody can pose as somebody else."""

    def __init__(self, engine: AsyncEngine, passwords: Passwords) -> None:
        self.engine = engine
        self.writing = engine.execution_options(writes=True)
        self.passwords = passwords

    async def person(self, person_id: str) -> Person | None:
        """Somebody who has not left."""
        query = select(*COLUMNS).where(PersonRow.id == person_id, PersonRow.name_key.is_not(None))
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Person(*row)

    async def new_guest(self) -> Person:
        for attempt in count():
            name = names.guest_name(attempt)
            person = Person(new_id(), name, guest=True)
            try:
                async with self.writing.begin() as connection:
                    await _add(connection, person, None)
            except IntegrityError:
                continue
            break
        return person

    async def sign_up(
        self, guest: Person | None, name: str, password: str, email: str | None
    ) -> Person:
        """A new account; a guest's identity becomes it, and keeps its games."""
        name = names.clean_account_name(name)
        email = clean_email(email) if email else None
        await self._check_free(name, guest)
        hashed = await self.passwords.hash(password)
        try:
            async with self.writing.begin() as connection:
                if guest is None:
                    person = Person(new_id(), name, guest=False, email=email)
                    await _add(connection, person, hashed)
                    return person
                changes = {"name": name, "name_key": names.key(name), "guest": False}
                changes |= {"password": hashed} | ({"email": email} if email else {})
                await _change(connection, guest.id, changes)
        except IntegrityError:
            raise taken() from None
        found = await self.person(guest.id)
        assert found is not None
        return found

    async def sign_in(self, name: str, password: str) -> Person:
        """Says no in the same words, after the same work, whether the name or the password is
        wrong."""
        query = select(PersonRow.password, *COLUMNS).where(
            PersonRow.name_key == names.key(name), PersonRow.guest.is_(False)
        )
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        stored = None if row is None else row[0]
        if not await self.passwords.check(stored, password) or row is None or stored is None:
            raise ProblemError("not-allowed", WRONG)
        person = Person(*row[1:])
        if self.passwords.is_dated(stored):
            await self._set_password(person.id, password)
        return person

    async def check_password(self, person: Person, password: str) -> None:
        """Raises if it is not this person's."""
        async with self.engine.connect() as connection:
            found = await connection.execute(
                select(PersonRow.password).where(PersonRow.id == person.id)
            )
            stored = found.scalar_one_or_none()
        if not await self.passwords.check(stored, password):
            raise ProblemError("not-allowed", "The password is wrong.")

    async def change_password(self, person: Person, old: str, new: str) -> None:
        await self.check_password(person, old)
        await self._set_password(person.id, new)

    async def change(self, person: Person, wanted: ChangeAccount) -> Person:
        changes: dict[str, Any] = {}
        if wanted.name is not None:
            name = names.clean(wanted.name)
            if name != person.name:
                name = names.clean_account_name(name)
                await self._check_free(name, person)
                changes |= {"name": name, "name_key": names.key(name)}
        if wanted.email is not None:
            changes["email"] = clean_email(wanted.email) if wanted.email else None
        if wanted.webhook is not None:
            changes["webhook"] = clean_webhook(wanted.webhook) if wanted.webhook else None
            if wanted.webhook and not person.webhook_secret:
                changes["webhook_secret"] = new_secret()
        if wanted.reminders is not None:
            changes["reminders"] = wanted.reminders
        if not changes:
            return person
        try:
            async with self.writing.begin() as connection:
                await _change(connection, person.id, changes)
        except IntegrityError:
            raise taken() from None
        found = await self.person(person.id)
        if found is None:
            raise ProblemError("not-signed-in", "This account is gone.")
        return found

    async def forget(self, person_id: str, merged_into: str | None = None) -> None:
        """Nothing stays but the id, and whose it has become."""
        changes: dict[str, Any] = {"name": names.FORGOTTEN, "name_key": None, "left": now()}
        changes |= dict.fromkeys(("password", "email", "webhook", "webhook_secret"), None)
        changes |= {"merged_into": merged_into, "reminders": False}
        async with self.writing.begin() as connection:
            await _change(connection, person_id, changes)

    async def people(self, wanted: Iterable[str]) -> dict[str, PersonView]:
        """How people are to be named whom logs know by id. Who was merged goes by the account's
        name, and everybody who is unknown or left by `FORGOTTEN`."""
        ids = set(wanted)
        found = {each: PersonView(id=each, name=names.FORGOTTEN, guest=False) for each in ids}
        if not ids:
            return found
        account = aliased(PersonRow)
        query = (
            select(PersonRow.id, PersonRow.name, PersonRow.guest)
            .add_columns(account.id, account.name, account.guest)
            .outerjoin(account, PersonRow.merged_into == account.id)
        )
        async with self.engine.connect() as connection:
            for part in in_parts(ids):
                for row in await connection.execute(query.where(PersonRow.id.in_(part))):
                    person_id, name, guest = row[:3] if row[3] is None else row[3:]
                    found[row[0]] = PersonView(id=person_id, name=name, guest=guest)
        return found

    async def merged(self, person_id: str) -> list[str]:
        """The guests that became this account."""
        async with self.engine.connect() as connection:
            query = select(PersonRow.id).where(PersonRow.merged_into == person_id)
            return list((await connection.execute(query)).scalars())

    async def watches(self, game_id: str, person_id: str) -> bool:
        query = select(WatcherRow.game_id).where(
            WatcherRow.game_id == game_id, WatcherRow.person_id == person_id
        )
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).one_or_none() is not None

    async def let_watch(self, game_id: str, person_id: str) -> None:
        if await self.watches(game_id, person_id):
            return
        try:
            async with self.writing.begin() as connection:
                row = {"game_id": game_id, "person_id": person_id}
                await connection.execute(insert(WatcherRow), [row])
        except IntegrityError:
            return

    async def _set_password(self, person_id: str, password: str) -> None:
        hashed = await self.passwords.hash(password)
        async with self.writing.begin() as connection:
            await _change(connection, person_id, {"password": hashed})

    async def _check_free(self, name: str, person: Person | None) -> None:
        query = select(PersonRow.id).where(PersonRow.name_key == names.key(name))
        async with self.engine.connect() as connection:
            holder = (await connection.execute(query)).scalar_one_or_none()
        if holder is not None and (person is None or holder != person.id):
            raise taken()


def taken() -> ProblemError:
    return ProblemError("conflict", "This name is taken, or too much like one that is.")


def clean_email(text: str) -> str:
    if len(text) > 200 or not EMAIL.fullmatch(text):
        raise ProblemError("malformed", "This is no e-mail address.")
    return text


def clean_webhook(text: str) -> str:
    """Where it may lead is checked when it is called, for names can change their address."""
    try:
        parts = urlsplit(text)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in text
        good = good and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
    if not good or any(letter.isspace() or not letter.isprintable() for letter in text):
        raise ProblemError("malformed", "A web hook's address begins with https:// or http://.")
    return text


async def _add(connection: AsyncConnection, person: Person, password: str | None) -> None:
    row: dict[str, Any] = {"id": person.id, "name": person.name, "name_key": names.key(person.name)}
    row |= {"guest": person.guest, "password": password, "email": person.email}
    await connection.execute(insert(PersonRow), [row])


async def _change(connection: AsyncConnection, person_id: str, changes: dict[str, Any]) -> None:
    await connection.execute(update(PersonRow).where(PersonRow.id == person_id).values(**changes))
