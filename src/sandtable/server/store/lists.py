"""Lists of games, from what the database knows of them without their logs."""

from __future__ import annotations

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from sandtable.server.store.tables_games import GameRow, SeatRow

PAGE = 50


async def games_of(
    engine: AsyncEngine, person: str | None, offset: int
) -> tuple[list[GameRow], dict[str, list[SeatRow]], bool]:
    """A person's games, or with None all public ones: the last changed first. With their seats,
    and whether there are more."""
    query = select(GameRow).order_by(GameRow.changed.desc(), GameRow.id)
    if person is None:
        query = query.where(GameRow.visibility == "public", GameRow.status != "closed")
    else:
        mine = select(SeatRow.game_id).where(SeatRow.person_id == person)
        query = query.where(or_(GameRow.host == person, GameRow.id.in_(mine)))
    async with AsyncSession(engine, expire_on_commit=False) as session:
        found = list((await session.scalars(query.offset(offset).limit(PAGE + 1))).all())
        more, found = len(found) > PAGE, found[:PAGE]
        ids = [game.id for game in found]
        rows = await session.scalars(
            select(SeatRow).where(SeatRow.game_id.in_(ids)).order_by(SeatRow.place)
        )
        seats: dict[str, list[SeatRow]] = {game_id: [] for game_id in ids}
        for row in rows:
            seats[row.game_id].append(row)
    return found, seats, more


def persons_in(seats: dict[str, list[SeatRow]]) -> set[str]:
    """Everybody who is named in a list."""
    found = {row.person_id for rows in seats.values() for row in rows}
    return {person for person in found if person is not None}
