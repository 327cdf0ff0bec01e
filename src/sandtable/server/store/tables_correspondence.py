"""Tables of what happens without a person there."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from sandtable.server.store.base import Base, Moment


class StandingOrdersRow(Base):
    """What the server answers for an absent player. Private: it is in no log."""

    __tablename__ = "standing_orders"

    game_id: Mapped[str] = mapped_column(String(40), primary_key=True)
    power: Mapped[str] = mapped_column(String(40), primary_key=True)
    person_id: Mapped[str] = mapped_column(String(40))
    """Orders of somebody who has left the seat count no more."""
    orders: Mapped[dict[str, Any]] = mapped_column(JSON)


class LeaseRow(Base):
    """The worker that plays a game's computer seats, until a time."""

    __tablename__ = "leases"

    game_id: Mapped[str] = mapped_column(String(40), primary_key=True)
    holder: Mapped[str] = mapped_column(String(40))
    until: Mapped[datetime] = mapped_column(Moment)


class NoticeRow(Base):
    """A message to be sent, or one that was. The id is sent along, to tell duplicates by."""

    __tablename__ = "notices"
    __table_args__ = (Index("ix_notices_state_next", "state", "next"),)

    id: Mapped[str] = mapped_column(String(160), primary_key=True)
    """Made of what it is about, so that nothing is told twice."""
    person_id: Mapped[str] = mapped_column(String(40))
    channel: Mapped[str] = mapped_column(String(10))
    """`mail` or `hook`."""
    game_id: Mapped[str] = mapped_column(String(40))
    subject: Mapped[str] = mapped_column(String(200))
    text: Mapped[str] = mapped_column(Text)
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    made: Mapped[datetime] = mapped_column(Moment)
    state: Mapped[str] = mapped_column(String(10))
    """`waiting`, `sent` or `failed`."""
    tries: Mapped[int] = mapped_column(Integer)
    next: Mapped[datetime] = mapped_column(Moment)
    """When to try (again)."""
