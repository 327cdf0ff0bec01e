"""What a player may want to know before deciding: what is legal, and what would come of it."""

from __future__ import annotations

from fastapi import APIRouter, Request

from sandtable.game.game import Game
from sandtable.players.registry import LEVELS, USUAL
from sandtable.server.context import Server, TheServer
from sandtable.server.guard.limits import client_key
from sandtable.server.people.caller import Caller
from sandtable.server.people.people import CallerHere
from sandtable.server.people.rights import check_play, check_watch
from sandtable.server.problems import NotAllowed, NotFound, ProblemError
from sandtable.server.schemas.games import AskHint, WhatIf
from sandtable.server.schemas.options import AllOptions, BattleOdds, Hint, SpaceCard, WhatIfAnswer
from sandtable.server.table.table import Table
from sandtable.server.views.hints import hint_choices
from sandtable.server.views.odds import battle_odds
from sandtable.server.views.options import options_for
from sandtable.server.views.reach import space_card
from sandtable.server.views.whatif import what_if

router = APIRouter(prefix="/api/games/{game}", tags=["options"])

HINT_SECONDS = 8.0
"""How long a player may think about a hint: somebody waits for it."""
NO_WAY_ON = "As things stand nobody knows a way on. Take back an order, then ask again."


@router.get("/options")
async def options(game: str, server: TheServer, caller: CallerHere) -> AllOptions:
    """What the caller can answer to each decision that is asked of them."""
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        return all_options(table, table.powers_of(caller.id))


@router.get("/odds")
async def odds(game: str, request: Request, server: TheServer, caller: CallerHere) -> BattleOdds:
    """The odds of the battles to come."""
    then, version = await _moment(server, game, caller)
    return await server.turns.reckon(_who(request, caller), lambda: battle_odds(then, version))


@router.post("/what-if")
async def try_out(
    game: str, wanted: WhatIf, request: Request, server: TheServer, caller: CallerHere
) -> WhatIfAnswer:
    """What would become of answers that the caller has not given: refusals, and odds."""
    then, version = await _moment(server, game, caller, wanted.power)
    return await server.turns.reckon(_who(request, caller), lambda: what_if(then, wanted, version))


@router.post("/hint")
async def hint(game: str, wanted: AskHint, server: TheServer, caller: CallerHere) -> Hint:
    """What a computer player would do now in the caller's place, and why."""
    level = wanted.level or USUAL
    if level not in LEVELS:
        raise ProblemError("malformed", "There is no such computer player.")
    person = caller.required()
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        check_play(table, caller, wanted.power)
        table.check_open()
        key = ("hint", wanted.power, level)
        if key in table.memo:
            known: Hint = table.memo[key]
            return known
        index = table.edition.power_index[wanted.power]
        asked = next((found for found in table.game.pending if found.power == index), None)
        if asked is None:
            raise NotAllowed("Nothing is asked of this power now.")
        server.hints.take(person.id)
        state, version = table.game.state, table.version
        seed = f"hint/{game}/{len(table.in_force)}"
    plan = await server.correspondence.thinkers.plan(level, state, asked, seed, HINT_SECONDS)
    if not plan:
        raise ProblemError("unavailable", NO_WAY_ON)
    made = Hint(
        version=version,
        power=wanted.power,
        decision=asked.kind,
        level=level,
        choices=hint_choices(state.match.edition, plan),
    )
    async with server.hub.open(game) as table:
        if table.version == version:
            table.memo[key] = made
    return made


@router.get("/spaces/{space}")
async def space(
    game: str, space: str, request: Request, server: TheServer, caller: CallerHere
) -> SpaceCard:
    """Who can come to a space, now and in the turns to come, and the odds of a battle there."""
    then, version = await _moment(server, game, caller)
    index = then.edition.board.index.get(space)
    if index is None:
        raise NotFound("There is no such space.")
    return await server.turns.reckon(
        _who(request, caller), lambda: space_card(then, index, version)
    )


def all_options(table: Table, powers: list[str]) -> AllOptions:
    """Options of some powers, made once for a version."""
    key = ("options", tuple(powers))
    if key not in table.memo:
        open_now = set(table.asked).intersection(powers)
        found = [
            options_for(table.game, decision, table.version)
            for decision in table.game.pending
            if table.edition.powers[decision.power].id in open_now
        ]
        table.memo[key] = AllOptions(version=table.version, options=found)
    made: AllOptions = table.memo[key]
    return made


async def _moment(
    server: Server, game: str, caller: Caller, power: str | None = None
) -> tuple[Game, int]:
    """The game as it stands, to be thought about without holding it up; of a power's player."""
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        if power is not None:
            caller.required()
            check_play(table, caller, power)
        return table.game.at(len(table.game.history)), table.version


def _who(request: Request, caller: Caller) -> str:
    """Whose turn a question takes."""
    return caller.id or client_key(request.scope)
