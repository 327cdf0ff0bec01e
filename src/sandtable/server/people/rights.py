"""Who may see a game and act in it. What a seat may do follows from the seat, nothing else."""

from __future__ import annotations

from sandtable.server.people.caller import Caller
from sandtable.server.people.people import People
from sandtable.server.problems import NotAllowed, NotFound
from sandtable.server.table.table import Table


def is_host(table: Table, caller: Caller) -> bool:
    return caller.id is not None and table.host == caller.id


def may_play(table: Table, caller: Caller, power: str) -> bool:
    """Whether the seat is the caller's."""
    seat = table.seats.get(power)
    return seat is not None and seat.person is not None and seat.person == caller.id


def belongs(table: Table, caller: Caller) -> bool:
    """Whether the caller has a seat, may have one back, or is the host."""
    return (
        is_host(table, caller)
        or bool(table.powers_of(caller.id))
        or caller.id in table.replaced.values()
    )


async def may_watch(people: People, table: Table, caller: Caller) -> bool:
    """A private game is seen by those who belong to it or were invited; others need its id."""
    if table.visibility != "private" or belongs(table, caller):
        return True
    return caller.id is not None and await people.accounts.watches(table.id, caller.id)


async def check_watch(people: People, table: Table, caller: Caller) -> None:
    """Raises as if there were no such game."""
    if not await may_watch(people, table, caller):
        raise NotFound


def check_play(table: Table, caller: Caller, power: str) -> None:
    if not may_play(table, caller, power):
        raise NotAllowed("This is not your seat.")


def check_host(table: Table, caller: Caller) -> None:
    if not is_host(table, caller):
        raise NotAllowed("Only the host of the game may do that.")
