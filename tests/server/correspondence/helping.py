"""Tables and hubs for these tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from sandtable.game.dice.fairness import commitment_of
from sandtable.server.store.database import open_database
from sandtable.server.store.games import GameStore
from sandtable.server.store.migrating import migrate
from sandtable.server.table.entries import Created, Seat, Times
from sandtable.server.table.hub import Hub
from sandtable.server.table.table import Table

SECRET = b"sand" * 8
START = datetime(2026, 1, 1, tzinfo=UTC)
POWERS = ("soviet-union", "germany", "united-kingdom", "japan", "united-states")
COMPUTER = Seat("computer", None, "random")


def person(name: str) -> Seat:
    return Seat("person", name)


def created(
    seats: Mapping[str, Seat] | None = None, time: Times | None = None, title: str = ""
) -> Created:
    """A game of 1941; seats that are not named are the random player's."""
    every = dict.fromkeys(POWERS, COMPUTER) | dict(seats or {})
    return Created(
        edition="1941",
        rules_version=1,
        options={},
        seats=every,
        host="host",
        dice="fair",
        commitment=commitment_of(SECRET),
        time=time or Times(),
        title=title,
    )


def table_of(seats: Mapping[str, Seat] | None = None, time: Times | None = None) -> Table:
    return Table("game-1", created(seats, time), START, SECRET)


def do(table: Table, power: str, *lines: str, after: float = 0) -> None:
    """Let a power answer, so many seconds after whatever happened last."""
    by = table.seats[power].person or "computer"
    for entry in table.decide(power, lines, by):
        table.apply(entry, table.changed + timedelta(seconds=after))


class Clock:
    """A time of day that tests set."""

    def __init__(self, at: datetime = START) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def pass_(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


@asynccontextmanager
async def a_hub(url: str) -> AsyncIterator[Hub]:
    """A hub with a database that has all tables."""
    engine = open_database(url)
    await migrate(engine)
    try:
        yield Hub(GameStore(engine))
    finally:
        await engine.dispose()
