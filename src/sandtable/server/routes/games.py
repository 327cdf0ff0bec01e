"""Games: lists, new ones, how one stands, its log, deciding and taking back."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from sandtable.players.registry import LEVELS, USUAL
from sandtable.server.context import Server, TheServer
from sandtable.server.people.caller import Caller
from sandtable.server.people.people import CallerHere
from sandtable.server.people.rights import check_watch
from sandtable.server.problems import NotFound, ProblemError
from sandtable.server.routes import answering
from sandtable.server.routes.common import game_and_me
from sandtable.server.schemas.games import (
    AddEntropy,
    Decide,
    Decided,
    GameAndMe,
    GameList,
    GameSummary,
    ImportGame,
    LevelInfo,
    NewGame,
    ShowPosition,
    Undo,
)
from sandtable.server.schemas.people import PersonView
from sandtable.server.schemas.views import DiceRecord, GameView, Log, SeatView
from sandtable.server.store.base import now
from sandtable.server.store.lists import games_of, persons_in
from sandtable.server.store.tables_games import GameRow, SeatRow
from sandtable.server.table.entropy import added_entropy
from sandtable.server.table.logbook import entry_view
from sandtable.server.table.making import Making, make_from_record, make_game, show_position
from sandtable.server.table.recording import dice_record, record_text
from sandtable.server.table.telling import view_at, view_of

router = APIRouter(prefix="/api", tags=["games"])

LOG_PAGE = 1000
TEXT: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}}
}
Offset = Annotated[int, Query(ge=0, le=100_000)]


@router.get("/levels")
async def levels() -> list[LevelInfo]:
    """The computer players."""
    return [
        LevelInfo(id=found.id, name=found.name, about=found.about, usual=found.id == USUAL)
        for found in LEVELS.values()
    ]


@router.get("/games")
async def games(
    server: TheServer,
    caller: CallerHere,
    scope: Literal["mine", "public"] = "mine",
    offset: Offset = 0,
) -> GameList:
    """The caller's games, or those that everybody may watch; the last changed first."""
    if scope == "mine" and caller.id is None:
        return GameList(games=[], more=False)
    person = caller.id if scope == "mine" else None
    rows, seats, more = await games_of(server.engine, person, offset)
    names = await server.hub.names(persons_in(seats))
    found = [_summary(row, seats[row.id], names, caller.id) for row in rows]
    return GameList(games=found, more=more)


@router.post("/games", status_code=201)
async def new_game(
    wanted: NewGame, request: Request, server: TheServer, caller: CallerHere
) -> GameAndMe:
    """Begin a game. Seats that are not named are the computer's."""
    caller = await _somebody(server, request, caller)
    return await _begin(server, caller, make_game(wanted, caller.required().id))


@router.post("/games/import", status_code=201)
async def import_game(
    wanted: ImportGame, request: Request, server: TheServer, caller: CallerHere
) -> GameAndMe:
    """Go on with the game of a record. The dice to come are new ones."""
    caller = await _somebody(server, request, caller)
    person = caller.required().id
    making = await server.turns.reckon(
        person, lambda: make_from_record(wanted.record, wanted.title, person)
    )
    return await _begin(server, caller, making)


@router.get("/games/{game}")
async def game(game: str, server: TheServer, caller: CallerHere) -> GameAndMe:
    """A game as it stands, and what the caller is in it."""
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        return await game_and_me(server, table, caller)


@router.get("/games/{game}/log")
async def game_log(
    game: str,
    server: TheServer,
    caller: CallerHere,
    after: Offset = 0,
    limit: Annotated[int, Query(ge=1, le=LOG_PAGE)] = 500,
) -> Log:
    """What happened after a version, oldest first."""
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        items = table.items[after : after + limit]
        return Log(
            entries=[entry_view(table, item) for item in items],
            version=table.version,
            more=after + limit < table.version,
        )


@router.get("/games/{game}/at/{decisions}")
async def game_at(game: str, decisions: int, server: TheServer, caller: CallerHere) -> GameView:
    """A game as it stood after so many decisions of those in force."""
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        if not 0 <= decisions <= len(table.in_force):
            raise NotFound("The game has not so many decisions.")
        return view_at(table, decisions, now())


@router.get("/games/{game}/record", response_class=Response, responses=TEXT)
async def game_record(game: str, server: TheServer, caller: CallerHere) -> Response:
    """The record of a game, docs/game-record.md."""
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        return PlainTextResponse(await asyncio.to_thread(record_text, table))


@router.get("/games/{game}/dice")
async def game_dice(game: str, server: TheServer, caller: CallerHere) -> DiceRecord:
    """Every roll of a game, with what is needed to check it; the secret once the game is over."""
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        return dice_record(table)


@router.post("/games/{game}/dice")
async def add_entropy(
    game: str, wanted: AddEntropy, server: TheServer, caller: CallerHere
) -> GameAndMe:
    """Mix a text into all rolls from the next one on."""
    person = caller.required()
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        answering.check_play(table, person.id, wanted.power)
        await server.hub.append(table, [added_entropy(table, wanted, person.id)])
        return await game_and_me(server, table, caller)


@router.post("/games/{game}/decide")
async def decide(game: str, wanted: Decide, server: TheServer, caller: CallerHere) -> Decided:
    """Answer for a power, all answers or none."""
    person = caller.required()
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        return await answering.decide(server, table, person.id, wanted)


@router.post("/games/{game}/undo")
async def undo(game: str, wanted: Undo, server: TheServer, caller: CallerHere) -> Decided:
    """Take back what one decided oneself, as long as no dice fell since."""
    person = caller.required()
    async with server.hub.open(game) as table:
        await check_watch(server.people, table, caller)
        return await answering.undo(server, table, person.id, wanted)


@router.post("/positions")
async def position(wanted: ShowPosition) -> GameView:
    """A position as a game that nobody plays, to be looked at."""
    at = now()
    return view_of(show_position(wanted.edition, wanted.position, at), at)


async def _somebody(server: Server, request: Request, caller: Caller) -> Caller:
    """The caller, made a guest if need be, who may still begin a game."""
    person = await server.people.somebody(request, caller)
    if await server.store.count_hosted(person.id) >= server.settings.max_games_per_person:
        raise ProblemError("too-many", "You have too many games open. Close some first.")
    return caller if caller.person is not None else Caller(person, "browser")


async def _begin(server: Server, caller: Caller, making: Making) -> GameAndMe:
    table = await server.hub.create(making.created, making.entries, secret=making.secret)
    async with server.hub.open(table.id) as table:
        return await game_and_me(server, table, caller)


def _summary(
    row: GameRow, seats: list[SeatRow], names: dict[str, PersonView], person: str | None
) -> GameSummary:
    mine = [seat.power for seat in seats if person is not None and seat.person_id == person]
    return GameSummary.model_validate(
        {
            "id": row.id,
            "title": row.title,
            "edition": row.edition,
            "status": row.status,
            "result": row.result,
            "created": row.created,
            "changed": row.changed,
            "round": row.round,
            "turn": row.turn,
            "phase": row.phase,
            "seats": [_seat(seat, names) for seat in seats],
            "my_powers": mine,
            "waiting_for": row.waiting_for,
            "my_turn": any(power in mine for power in row.waiting_for),
            "due": row.due,
        }
    )


def _seat(seat: SeatRow, names: dict[str, PersonView]) -> SeatView:
    person = None
    if seat.person_id is not None:
        person = names.get(seat.person_id)
        person = person or PersonView(id=seat.person_id, name="Somebody", guest=True)
    return SeatView.model_validate(
        {
            "power": seat.power,
            "kind": seat.kind,
            "person": person,
            "level": seat.level,
            "connected": False,
            "clock": None,
        }
    )
