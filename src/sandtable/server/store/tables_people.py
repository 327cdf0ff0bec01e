"""Tables of people, their sessions, and what they were invited to."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from sandtable.server.store.base import Base, Moment, now


class PersonRow(Base):
    """Somebody who has or had an identity here. Rows stay, for logs name people by their id;
    of those who left nothing but the id is kept."""

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    name_key: Mapped[str | None] = mapped_column(String(200), unique=True)
    """`names.key`; None for those who left or were merged."""
    guest: Mapped[bool]
    password: Mapped[str | None] = mapped_column(String(200))
    email: Mapped[str | None] = mapped_column(String(200))
    webhook: Mapped[str | None] = mapped_column(String(500))
    webhook_secret: Mapped[str | None] = mapped_column(String(64))
    reminders: Mapped[bool] = mapped_column(default=True)
    created: Mapped[datetime] = mapped_column(Moment, default=now)
    merged_into: Mapped[str | None] = mapped_column(String(32), ForeignKey("people.id"))
    """The account that took over a guest's games."""
    left: Mapped[datetime | None] = mapped_column(Moment)


class SessionRow(Base):
    """A browser that is signed in, or a token for a program."""

    __tablename__ = "sessions"
    __table_args__ = (Index("ix_sessions_person_id", "person_id"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(10))
    """`browser` or `token`."""
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    """SHA-256 of the secret, which we do not have."""
    name: Mapped[str] = mapped_column(String(80), default="")
    created: Mapped[datetime] = mapped_column(Moment, default=now)
    expires: Mapped[datetime] = mapped_column(Moment)


class InvitationRow(Base):
    """A link that lets its holder watch a game, or take one of some seats."""

    __tablename__ = "invitations"
    __table_args__ = (Index("ix_invitations_game_id", "game_id"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game_id: Mapped[str] = mapped_column(String(32))
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    powers: Mapped[list[Any]] = mapped_column(JSON)
    made_by: Mapped[str] = mapped_column(String(32))
    created: Mapped[datetime] = mapped_column(Moment, default=now)
    expires: Mapped[datetime] = mapped_column(Moment)


class WatcherRow(Base):
    """Somebody who was let in to see a private game, and stays so."""

    __tablename__ = "watchers"

    game_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    person_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True
    )
