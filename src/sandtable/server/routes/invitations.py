"""Invitations: links that let somebody watch a game, or sit down at it."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from sandtable.server.context import TheServer
from sandtable.server.people.people import CallerHere, caller_of
from sandtable.server.people.rights import check_host, check_watch
from sandtable.server.people.seating import free_seats, take_by_invitation
from sandtable.server.problems import ProblemError
from sandtable.server.routes.common import game_and_me
from sandtable.server.schemas.games import (
    GameAndMe,
    Invitation,
    InvitationAnswer,
    NewInvitation,
    UseInvitation,
)

router = APIRouter(prefix="/api", tags=["invitations"])


@router.post("/games/{game}/invitations")
async def invite(
    game: str, body: NewInvitation, server: TheServer, caller: CallerHere
) -> Invitation:
    """Make an invitation. Its secret is shown this once."""
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        person = caller.required()
        check_host(table, caller)
        if any(power not in table.seats for power in body.powers):
            raise ProblemError("malformed", "There is no such power in this game.")
    powers = list(dict.fromkeys(body.powers))
    return await server.people.invitations.make(game, powers, person.id, body.days)


@router.get("/games/{game}/invitations")
async def invitations(game: str, server: TheServer, caller: CallerHere) -> list[Invitation]:
    """Those still in force, for the host; without their secrets."""
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        caller.required()
        check_host(table, caller)
    return await server.people.invitations.list(game)


@router.delete("/games/{game}/invitations/{invitation}", status_code=204)
async def revoke(game: str, invitation: str, server: TheServer, caller: CallerHere) -> Response:
    """Make an invitation worthless. Who came by it stays."""
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        caller.required()
        check_host(table, caller)
    await server.people.invitations.revoke(game, invitation)
    return Response(status_code=204)


@router.post("/invitations/look")
async def look(body: UseInvitation, server: TheServer) -> InvitationAnswer:
    """What an invitation is for, before one decides."""
    found = await server.people.invitations.find(body.secret)
    async with server.hub.open(found.game) as table:
        host = table.people.get(table.host or "")
        return InvitationAnswer(
            game=found.game,
            powers=free_seats(table, found.powers),
            title=table.title,
            edition=table.edition.id,
            host=None if host is None else host.name,
        )


@router.post("/invitations/use")
async def use(
    body: UseInvitation, request: Request, server: TheServer, caller: CallerHere
) -> GameAndMe:
    """Come in: from now on the game may be watched. With a power, sit down there as well."""
    found = await server.people.invitations.find(body.secret)
    async with server.hub.open(found.game) as table:
        person = await server.people.somebody(request, caller)
        caller = await caller_of(request)
        entries = []
        if body.power is not None:
            entries = [take_by_invitation(table, body.power, found.powers, person.id)]
        await server.people.accounts.let_watch(table.id, person.id)
        await server.hub.append(table, entries)
        return await game_and_me(server, table, caller)
