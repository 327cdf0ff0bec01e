"""The WebSocket of a game: how it stands, then everything that happens, and answers."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from sandtable.server.context import Server
from sandtable.server.people.caller import NOBODY, Caller
from sandtable.server.people.people import caller_of
from sandtable.server.people.rights import may_watch
from sandtable.server.problems import NotFound, ProblemError
from sandtable.server.routes import answering
from sandtable.server.routes.common import game_view, me_of
from sandtable.server.schemas.errors import Problem
from sandtable.server.schemas.games import Decided
from sandtable.server.schemas.live import (
    Authenticate,
    Bye,
    ClientMessage,
    Hello,
    LiveDecide,
    LiveUndo,
    MeChanged,
    Ping,
    Pong,
    Reply,
)
from sandtable.server.table.publishing import Watcher
from sandtable.server.table.table import Table

log = logging.getLogger(__name__)
router = APIRouter()

LONGEST = 65_536
"""Characters in a message of a client."""
AUTHENTICATE_SECONDS = 10.0
CLOSE_SECONDS = 2.0
SEND_AGAIN_SECONDS = 1.0
"""How often one may ask for what one was told already: it is much more work than asking."""
NORMAL, POLICY, TOO_BIG = 1000, 1008, 1009

READER: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


@router.websocket("/api/games/{game}/live")
async def live(websocket: WebSocket, game: str) -> None:
    server: Server = websocket.app.state.server
    await websocket.accept()
    connection = Connection(websocket, server, game)
    try:
        await connection.run()
    except (WebSocketDisconnect, RuntimeError):
        pass
    except ProblemError as error:
        await connection.bye(error.problem)
    except Exception:
        log.exception("a live connection failed")
        await connection.bye(ProblemError("failed", "Something went wrong here.").problem)


class Connection:
    """One browser or program that watches a game."""

    def __init__(self, websocket: WebSocket, server: Server, game: str) -> None:
        self.websocket = websocket
        self.server = server
        self.game = game
        self.caller: Caller = NOBODY
        self.watcher = Watcher(None)
        self.sent_again = -math.inf

    async def run(self) -> None:
        self._become(await caller_of(self.websocket))
        await self._join()
        tasks = [
            asyncio.create_task(self._send_all()),
            asyncio.create_task(self._read_all()),
            asyncio.create_task(self._follow_rights()),
            asyncio.create_task(self.watcher.gone.wait()),
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.server.publisher.leave(self.game, self.watcher)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self.watcher.last_words is not None:
            await self._close(self.watcher.last_words)
            return
        for task in done:
            if (error := task.exception()) is not None:
                raise error

    async def bye(self, problem: Problem) -> None:
        """Say why, and close; a browser that does not listen is not waited for."""
        await self._close(Bye(problem=problem).model_dump_json())

    async def _close(self, last_words: str) -> None:
        with suppress(RuntimeError, WebSocketDisconnect, OSError, TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.websocket.send_text(last_words)
                await self.websocket.close(POLICY)

    def _become(self, caller: Caller) -> None:
        self.caller = caller
        self.watcher.person = caller.id
        self.watcher.session = caller.session

    async def _join(self) -> None:
        """Send the game and watch from there on. Whoever may not see it can say who they are."""
        if await self._try_to_join():
            return
        if self.caller.person is None:
            with suppress(TimeoutError):
                async with asyncio.timeout(AUTHENTICATE_SECONDS):
                    message = self._read(await self._receive())
                if isinstance(message, Authenticate):
                    self._become(await self.server.people.by_token(message.token))
                    if await self._try_to_join():
                        return
        raise NotFound

    async def _try_to_join(self) -> bool:
        try:
            async with self.server.hub.open(self.game) as table:
                if not await may_watch(self.server.people, table, self.caller):
                    return False
                me = await me_of(self.server, table, self.caller)
                self.server.publisher.join(table, self.watcher)
                self.watcher.say(Hello(game=game_view(self.server, table), me=me))
                return True
        except NotFound:
            return False

    async def _send_all(self) -> None:
        while True:
            text = await self.watcher.queue.get()
            await self.websocket.send_text(text)

    async def _read_all(self) -> None:
        while True:
            message = self._read(await self._receive())
            match message:
                case Ping():
                    await self._ping(message)
                case Authenticate():
                    self._become(await self.server.people.by_token(message.token))
                    async with self.server.hub.open(self.game) as table:
                        await self._tell_me(table)
                    self.server.publisher.person_changed(self.game)
                case LiveDecide() | LiveUndo():
                    await self._answer(message)

    async def _follow_rights(self) -> None:
        """Tell the caller what they are in the game now; whoever may not see it any more goes."""
        while True:
            await self.watcher.rights_changed.wait()
            self.watcher.rights_changed.clear()
            async with self.server.hub.open(self.game) as table:
                if not await may_watch(self.server.people, table, self.caller):
                    raise NotFound
                await self._tell_me(table)

    async def _receive(self) -> str:
        """The next message; those are texts. Raises `WebSocketDisconnect`."""
        message = await self.websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or NORMAL)
        text: str | None = message.get("text")
        if text is None:
            raise ProblemError("malformed", "Messages are texts.")
        return text

    def _read(self, text: str) -> LiveDecide | LiveUndo | Ping | Authenticate:
        if len(text) > LONGEST:
            raise ProblemError("too-large", "The message is too long.")
        try:
            return READER.validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise ProblemError("malformed", f"{where}: {first['msg']}") from None

    async def _ping(self, message: Ping) -> None:
        async with self.server.hub.open(self.game) as table:
            at = time.monotonic()
            if message.version < table.version and at - self.sent_again > SEND_AGAIN_SECONDS:
                self.sent_again = at
                self.watcher.say(self.server.publisher.catch_up(table, message.version))
            self.watcher.say(Pong(version=table.version))

    async def _tell_me(self, table: Table) -> None:
        self.watcher.say(MeChanged(me=await me_of(self.server, table, self.caller)))

    async def _answer(self, message: LiveDecide | LiveUndo) -> None:
        decided: Decided | None = None
        problem: Problem | None = None
        try:
            if not await self.server.people.still_valid(self.caller):
                raise ProblemError("not-signed-in", "You have been signed out.")
            person = self.caller.required().id
            async with self.server.hub.open(self.game) as table:
                if not await may_watch(self.server.people, table, self.caller):
                    raise NotFound
                if isinstance(message, LiveDecide):
                    decided = await answering.decide(self.server, table, person, message.decide)
                else:
                    decided = await answering.undo(self.server, table, person, message.undo)
        except ProblemError as error:
            problem = error.problem
        self.watcher.say(Reply(request=message.request, decided=decided, problem=problem))
