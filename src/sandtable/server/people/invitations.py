"""Invitations to games: a secret in a link, of which we keep the hash."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from sandtable.server.people.secrets import digest, new_id, new_secret
from sandtable.server.problems import ProblemError
from sandtable.server.schemas.games import Invitation
from sandtable.server.store.base import now
from sandtable.server.store.tables_people import InvitationRow

MOST = 50
"""In force for one game."""


@dataclass(frozen=True, slots=True)
class Invited:
    id: str
    game: str
    powers: tuple[str, ...]
    expires: datetime

    def view(self, secret: str | None = None) -> Invitation:
        return Invitation(
            id=self.id,
            game=self.game,
            powers=list(self.powers),
            expires=self.expires,
            secret=secret,
        )


COLUMNS = (InvitationRow.id, InvitationRow.game_id, InvitationRow.powers, InvitationRow.expires)


class Invitations:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.writing = engine.execution_options(writes=True)

    async def make(self, game: str, powers: Sequence[str], by: str, days: int) -> Invitation:
        """The only time that its secret is shown."""
        secret = new_secret()
        begun = now()
        made = Invited(new_id(), game, tuple(powers), begun + timedelta(days=days))
        row: dict[str, Any] = {
            "id": made.id,
            "game_id": game,
            "digest": digest(secret),
            "powers": list(powers),
        }
        row |= {"made_by": by, "created": begun, "expires": made.expires}
        in_force = select(func.count()).where(
            InvitationRow.game_id == game, InvitationRow.expires > begun
        )
        async with self.writing.begin() as connection:
            if (await connection.execute(in_force)).scalar_one() >= MOST:
                raise ProblemError("not-allowed", "There are too many invitations to this game.")
            await connection.execute(insert(InvitationRow), [row])
        return made.view(secret)

    async def find(self, secret: str) -> Invited:
        """Raises if there is none: expired, revoked and made up look the same."""
        query = select(*COLUMNS).where(
            InvitationRow.digest == digest(secret), InvitationRow.expires > now()
        )
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise ProblemError("not-found", "This invitation is not valid any more.")
        return Invited(row[0], row[1], tuple(row[2]), row[3])

    async def list(self, game: str) -> list[Invitation]:
        query = (
            select(*COLUMNS)
            .where(InvitationRow.game_id == game, InvitationRow.expires > now())
            .order_by(InvitationRow.created, InvitationRow.id)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Invited(row[0], row[1], tuple(row[2]), row[3]).view() for row in rows]

    async def revoke(self, game: str, invitation: str) -> None:
        async with self.writing.begin() as connection:
            gone = await connection.execute(
                delete(InvitationRow).where(
                    InvitationRow.game_id == game, InvitationRow.id == invitation
                )
            )
        if not gone.rowcount:
            raise ProblemError("not-found", "There is no such invitation.")
