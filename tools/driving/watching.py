"""A game as it is told over a WebSocket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import websockets

from tools.driving.client import Data, Person

PATIENCE = 60.0


class Watching:
    """A connection, and the version that its client would have by now."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.version = 0
        self.pending: list[str] = []
        """Powers that are asked something."""

    async def next(self) -> Data:
        """The next message. An update that does not fit what was told before is an error."""
        async with asyncio.timeout(PATIENCE):
            message: Data = json.loads(await self.socket.recv())
        if message["type"] == "hello":
            self._take(message["game"])
        elif message["type"] == "update" and message["head"]["version"] > self.version:
            if message["since"] > self.version:
                raise AssertionError(f"from {self.version} to {message['since']} nothing was told")
            self._take(message["head"])
        return message

    def _take(self, head: Data) -> None:
        self.version = head["version"]
        self.pending = [decision["power"] for decision in head["pending"]]

    async def until(self, kind: str, wanted: Callable[[Data], bool] = lambda _: True) -> Data:
        """The next message of a type that is as wanted."""
        while True:
            message = await self.next()
            if message["type"] == kind and wanted(message):
                return message

    async def until_version(self, version: int) -> None:
        while self.version < version:
            await self.next()

    async def until_asked(self, power: str) -> None:
        while power not in self.pending:
            await self.next()

    async def send(self, message: Any) -> None:
        await self.socket.send(json.dumps(message))


@asynccontextmanager
async def watching(person: Person, game: str) -> AsyncIterator[Watching]:
    """A game's WebSocket, after its first message."""
    url = f"{person.address.replace('http', 'ws', 1)}/api/games/{game}/live"
    headers = {"Cookie": person.cookie} if person.cookie else {}
    async with websockets.connect(
        url,
        origin=websockets.Origin(person.address),
        additional_headers=headers,
        compression=None,
        max_size=None,
        open_timeout=PATIENCE,
    ) as socket:
        found = Watching(socket)
        await found.until("hello")
        yield found
