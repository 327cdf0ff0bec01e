"""Proposals to vote on, and standing orders of one's own seats."""

from __future__ import annotations

from fastapi import APIRouter

from sandtable.rules.refusal import InvalidAnswer
from sandtable.server.context import TheServer
from sandtable.server.correspondence import standing, votes
from sandtable.server.people.people import CallerHere
from sandtable.server.people.rights import check_watch
from sandtable.server.problems import ProblemError
from sandtable.server.routes.common import game_and_me
from sandtable.server.schemas.games import GameAndMe, Propose, StandingOrders, Vote

router = APIRouter(prefix="/api/games", tags=["proposals"])


@router.post("/{game}/proposals")
async def propose(game: str, body: Propose, server: TheServer, caller: CallerHere) -> GameAndMe:
    """Propose to go back, to concede or to call it a draw. If nobody else has a say, it is done."""
    person = caller.required()
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        await server.hub.append(table, votes.propose(table, person.id, body))
        return await game_and_me(server, table, caller)


@router.post("/{game}/proposals/{proposal}")
async def vote(
    game: str, proposal: str, body: Vote, server: TheServer, caller: CallerHere
) -> GameAndMe:
    """Agree to a proposal, or refuse it, which closes it."""
    person = caller.required()
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        await server.hub.append(table, votes.vote(table, person.id, proposal, body))
        return await game_and_me(server, table, caller)


@router.put("/{game}/seats/{power}/orders")
async def orders(
    game: str, power: str, body: StandingOrders, server: TheServer, caller: CallerHere
) -> GameAndMe:
    """Say what the server shall answer for a seat of one's own. Nobody else sees it."""
    person = caller.required()
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        votes.check_seat(table, person.id, power)
        try:
            standing.check(table.edition, body)
        except InvalidAnswer as error:
            raise ProblemError("malformed", str(error)) from None
        await server.correspondence.orders.put(game, power, person.id, body)
        server.correspondence.runner.look_at(game)
        return await game_and_me(server, table, caller)
