"""Sitting down at a game and getting up, and what the host may change."""

from __future__ import annotations

from fastapi import APIRouter, Request

from sandtable.players.registry import LEVELS, USUAL
from sandtable.server.context import TheServer
from sandtable.server.people.people import CallerHere, caller_of
from sandtable.server.people.rights import check_host, check_watch
from sandtable.server.people.seating import change_game, change_seat
from sandtable.server.problems import ProblemError
from sandtable.server.routes.common import game_and_me
from sandtable.server.schemas.games import ChangeGame, ChangeSeat, GameAndMe
from sandtable.server.store.base import now

router = APIRouter(prefix="/api/games", tags=["seats"])


def level_id(name: str | None) -> str:
    """The id of a computer player; raises for one that there is not."""
    if name is None:
        return USUAL
    if name not in LEVELS:
        raise ProblemError("malformed", "There is no such computer player.")
    return name


@router.post("/{game}/seats/{power}")
async def seat(
    game: str,
    power: str,
    body: ChangeSeat,
    request: Request,
    server: TheServer,
    caller: CallerHere,
) -> GameAndMe:
    """Take an open seat or release one's own. The host may put in a computer, or open a seat, but
    not against a player who is not missing."""
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        if body.action != "take":
            person = caller.required()
        else:
            person = await server.people.somebody(request, caller)
            caller = await caller_of(request)
        sitting = table.seats[power].person if power in table.seats else None
        entries = change_seat(
            table,
            power,
            body,
            person.id,
            level_id,
            now(),
            connected=sitting is not None and await server.publisher.connected(game, sitting),
        )
        await server.hub.append(table, entries)
        return await game_and_me(server, table, caller)


@router.patch("/{game}")
async def change(game: str, body: ChangeGame, server: TheServer, caller: CallerHere) -> GameAndMe:
    """The host's rights: title, who sees the game, pause, close, hand over."""
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        person = caller.required()
        check_host(table, caller)
        await server.hub.append(table, change_game(table, body, person.id))
        return await game_and_me(server, table, caller)
