"""Deciding and taking back: the same by REST and by WebSocket."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.server.context import Server
from sandtable.server.observing import metrics
from sandtable.server.problems import NotAllowed
from sandtable.server.schemas.games import Decide, Decided, Undo
from sandtable.server.table.logbook import entry_view
from sandtable.server.table.table import Item, Table


def check_play(table: Table, person: str | None, power: str) -> None:
    """Nobody answers for a seat that is not theirs."""
    if power not in table.powers_of(person):
        raise NotAllowed("This is not your seat.")


async def decide(server: Server, table: Table, person: str, wanted: Decide) -> Decided:
    """Answer for a power, all or nothing. The table is open, and the person may watch it."""
    check_play(table, person, wanted.power)
    table.check_version(wanted.version)
    with metrics.decision_seconds.time():
        entries = table.decide(wanted.power, wanted.answers, person)
        return _decided(table, await server.hub.append(table, entries))


async def undo(server: Server, table: Table, person: str, wanted: Undo) -> Decided:
    """Take back what one decided oneself, as long as no dice fell since."""
    check_play(table, person, wanted.power)
    table.check_version(wanted.version)
    to = None if wanted.to_version is None else table.decisions_at(wanted.to_version)
    entries = table.undo(wanted.power, person, to)
    return _decided(table, await server.hub.append(table, entries))


def _decided(table: Table, items: Sequence[Item]) -> Decided:
    return Decided(version=table.version, entries=[entry_view(table, item) for item in items])
