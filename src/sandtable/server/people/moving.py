"""What happens in all games of a person at once: a guest signs in, somebody leaves for good."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import or_, select

from sandtable.server.correspondence.orders import OrdersStore
from sandtable.server.people.accounts import Person
from sandtable.server.people.people import People
from sandtable.server.people.seating import leave, move
from sandtable.server.problems import NotFound
from sandtable.server.store.tables_games import GameRow, SeatRow
from sandtable.server.store.tables_people import WatcherRow
from sandtable.server.table.entries import Entry
from sandtable.server.table.hub import Hub
from sandtable.server.table.table import Table


async def merge_guest(people: People, hub: Hub, guest: Person, account: Person) -> None:
    """The guest's seats and games become the account's. The guest is marked first, so that what
    a crash left undone is done at the next sign-in."""
    await people.sessions.end_all(guest.id)
    await people.accounts.forget(guest.id, merged_into=account.id)
    await finish_merging(people, hub, account)


async def finish_merging(people: People, hub: Hub, account: Person) -> None:
    for guest in await people.accounts.merged(account.id):
        await _in_all_games(people, hub, guest, _mover(guest, account.id))
        await _move_watching(people, guest, account.id)
        await OrdersStore(people.engine).hand_over(guest, account.id)


async def forget(people: People, hub: Hub, person: Person) -> None:
    """The account is deleted: seats become open, the name is forgotten."""
    await people.sessions.end_all(person.id)
    await _in_all_games(people, hub, person.id, lambda table: leave(table, person.id))
    await OrdersStore(people.engine).forget(person.id)
    await people.accounts.forget(person.id)
    await hub.person_changed(person.id)


def _mover(old: str, new: str) -> Callable[[Table], list[Entry]]:
    return lambda table: move(table, old, new)


async def _in_all_games(
    people: People, hub: Hub, person: str, entries: Callable[[Table], list[Entry]]
) -> None:
    query = (
        select(GameRow.id)
        .outerjoin(SeatRow, SeatRow.game_id == GameRow.id)
        .where(or_(GameRow.host == person, SeatRow.person_id == person))
        .distinct()
    )
    async with people.engine.connect() as connection:
        games = list((await connection.execute(query)).scalars())
    for game in games:
        try:
            async with hub.open(game) as table:
                await hub.append(table, entries(table))
        except NotFound:
            continue


async def _move_watching(people: People, old: str, new: str) -> None:
    query = select(WatcherRow.game_id).where(WatcherRow.person_id == old)
    async with people.engine.connect() as connection:
        games = list((await connection.execute(query)).scalars())
    for game in games:
        await people.accounts.let_watch(game, new)
