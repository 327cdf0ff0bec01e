"""Sitting down and getting up: entries for a game's log, from a table and a wish. Pure."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sandtable.server.people.absence import check_replaceable, check_return
from sandtable.server.problems import NotAllowed, NotFound, ProblemError
from sandtable.server.schemas.games import ChangeGame, ChangeSeat
from sandtable.server.table.entries import Changed, Entry, Seat, SeatChanged
from sandtable.server.table.table import Table

Levels = Callable[[str | None], str]
"""Gives the id of a computer player, the usual one for None; raises for one unknown."""


def change_seat(
    table: Table,
    power: str,
    wanted: ChangeSeat,
    person: str,
    levels: Levels,
    now: datetime,
    *,
    connected: bool = False,
) -> list[Entry]:
    """What `POST .../seats/{power}` does; `connected`: whether the seat's player is there."""
    seat = table.seats.get(power)
    if seat is None:
        raise NotFound("There is no such power in this game.")
    host = table.host == person
    mine = seat.person == person
    if wanted.action == "release":
        if not mine:
            raise NotAllowed("This is not your seat.")
        return [
            SeatChanged(power, Seat("open"), by=person, why="left"),
            *inherit(table, person, {power}),
        ]
    _check_going_on(table)
    if wanted.action == "take":
        if seat.kind == "person":
            raise taken()
        if table.replaced.get(power) == person:
            check_return(table, power, now)
            return [SeatChanged(power, Seat("person", person=person), by=person)]
        stranger = not host and not table.powers_of(person)
        if seat.kind == "computer" and not host:
            raise NotAllowed("Only the host, or somebody with an invitation, can take this seat.")
        if table.visibility == "private" and stranger:
            raise NotAllowed("This seat is given by invitation.")
        return [SeatChanged(power, Seat("person", person=person), by=person)]
    if not host:
        raise NotAllowed("Only the host of the game may do that.")
    if seat.kind == "person" and not mine:
        check_replaceable(table, power, now, connected=connected)
    if wanted.action == "computer":
        new = Seat("computer", level=levels(wanted.level))
    else:
        new = Seat("open")
    return [] if new == seat else [SeatChanged(power, new, by=person)]


def take_by_invitation(table: Table, power: str, invited: tuple[str, ...], person: str) -> Entry:
    """The seat of a computer can be had this way, too."""
    seat = table.seats.get(power)
    if seat is None or power not in invited:
        raise NotAllowed("The invitation is not for this seat.")
    _check_going_on(table)
    if seat.kind == "person":
        raise taken()
    return SeatChanged(power, Seat("person", person=person), by=person)


def free_seats(table: Table, invited: tuple[str, ...]) -> list[str]:
    """The seats that an invitation can still give."""
    if table.result is not None or table.closed:
        return []
    return [p for p, seat in table.seats.items() if p in invited and seat.kind != "person"]


def leave(table: Table, person: str) -> list[Entry]:
    """Somebody leaves for good: all seats become open, the game gets another host."""
    mine = table.powers_of(person)
    entries: list[Entry] = [
        SeatChanged(power, Seat("open"), by=person, why="left") for power in mine
    ]
    entries += inherit(table, person, set(mine))
    if table.host == person and not any(isinstance(each, Changed) for each in entries):
        entries.append(Changed(by=person, host=""))
    return entries


def move(table: Table, old: str, new: str) -> list[Entry]:
    """A guest has turned out to be somebody with an account."""
    entries: list[Entry] = [
        SeatChanged(power, Seat("person", person=new), by=new) for power in table.powers_of(old)
    ]
    if table.host == old:
        entries.append(Changed(by=new, host=new))
    return entries


def inherit(table: Table, person: str, released: set[str]) -> list[Entry]:
    """When the host gets up from the last seat, somebody still seated becomes the host."""
    if table.host != person:
        return []
    left = {p: seat.person for p, seat in table.seats.items() if p not in released}
    if person in left.values():
        return []
    heir = next((each for each in left.values() if each is not None), None)
    return [] if heir is None else [Changed(by=person, host=heir)]


def change_game(table: Table, wanted: ChangeGame, person: str) -> list[Entry]:
    """The host's rights; the caller has made sure that it is the host."""
    if wanted.host is not None and wanted.host not in table.persons():
        raise ProblemError("malformed", "The new host must have a seat in the game.")
    if wanted.paused is not None:
        _check_going_on(table)
    if wanted.closed and table.result is not None:
        raise NotAllowed("The game is over.")
    changed = Changed(
        by=person,
        title=None if wanted.title == table.title else wanted.title,
        visibility=None if wanted.visibility == table.visibility else wanted.visibility,
        paused=None if wanted.paused == table.paused else wanted.paused,
        closed=None if wanted.closed == table.closed else wanted.closed,
        host=None if wanted.host == table.host else wanted.host,
    )
    return [] if changed == Changed(by=person) else [changed]


def taken() -> ProblemError:
    return ProblemError("conflict", "Somebody sits there already.")


def _check_going_on(table: Table) -> None:
    if table.result is not None:
        raise NotAllowed("The game is over.")
    if table.closed:
        raise NotAllowed("The game has been closed.")
