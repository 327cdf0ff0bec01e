"""Games: their logs, and what lists of games need to know without replaying them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, Integer, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from sandtable.server.store.base import Base, Moment


class GameRow(Base):
    """A game. All but `secret` and `created` follows from its log."""

    __tablename__ = "games"
    __table_args__ = (
        Index("ix_games_visibility_changed", "visibility", "changed"),
        Index("ix_games_status_due", "status", "due"),
    )

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    version: Mapped[int] = mapped_column(Integer)
    secret: Mapped[bytes] = mapped_column(LargeBinary(32))
    edition: Mapped[str] = mapped_column(String(40))
    title: Mapped[str] = mapped_column(String(200))
    status: Mapped[str] = mapped_column(String(10))
    result: Mapped[str | None] = mapped_column(String(40))
    created: Mapped[datetime] = mapped_column(Moment)
    changed: Mapped[datetime] = mapped_column(Moment)
    round: Mapped[int] = mapped_column(Integer)
    turn: Mapped[str] = mapped_column(String(40))
    phase: Mapped[str] = mapped_column(String(40))
    waiting_for: Mapped[list[str]] = mapped_column(JSON)
    due: Mapped[datetime | None] = mapped_column(Moment)
    visibility: Mapped[str] = mapped_column(String(10))
    host: Mapped[str | None] = mapped_column(String(40), index=True)
    time_kind: Mapped[str] = mapped_column(String(20))
    paused: Mapped[bool] = mapped_column()


class EntryRow(Base):
    """An entry of a game's log. Nothing is ever changed or taken out."""

    __tablename__ = "entries"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    version: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(Moment)


class SeatRow(Base):
    """Who plays what: follows from the log."""

    __tablename__ = "seats"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    power: Mapped[str] = mapped_column(String(40), primary_key=True)
    place: Mapped[int] = mapped_column(Integer)
    kind: Mapped[str] = mapped_column(String(10))
    person_id: Mapped[str | None] = mapped_column(String(40), index=True)
    level: Mapped[str | None] = mapped_column(Text)
