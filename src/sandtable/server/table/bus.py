"""How workers tell each other that a game has gone on. The message is a hint: whoever gets it
loads what is missing from the database."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

from redis.asyncio import Redis
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

Heard = Callable[[str, int], Awaitable[None]]
Reconnected = Callable[[], Awaitable[None]]

CHANNEL = "sandtable:games"
RETRY_SECONDS = (0.1, 0.5, 1.0, 2.0, 5.0)
SEND_SECONDS = 5.0
"""After which a Redis that takes a message and does not answer is given up."""


class Bus(Protocol):
    """Carries `game X is at version N` to all other workers."""

    async def publish(self, game_id: str, version: int) -> None: ...

    async def start(self, heard: Heard, reconnected: Reconnected) -> None:
        """Begin to listen. `heard` is called for what others publish, `reconnected` whenever
        something may have been missed."""
        ...

    async def stop(self) -> None: ...

    async def healthy(self) -> bool: ...


class LocalBus:
    """For a single worker: there is nobody to tell."""

    async def publish(self, game_id: str, version: int) -> None:
        return None

    async def start(self, heard: Heard, reconnected: Reconnected) -> None:
        return None

    async def stop(self) -> None:
        return None

    async def healthy(self) -> bool:
        return True


class RedisBus:
    """For several workers. While Redis is away every worker still serves its own browsers, and
    looks for what it missed as soon as it is back."""

    def __init__(self, url: str) -> None:
        self._redis: Any = Redis.from_url(url, socket_connect_timeout=5, health_check_interval=15)
        self._worker = secrets.token_hex(8)
        self._task: asyncio.Task[None] | None = None

    async def publish(self, game_id: str, version: int) -> None:
        message = f"{self._worker} {game_id} {version}"
        for pause in (*RETRY_SECONDS[:3], None):
            try:
                async with asyncio.timeout(SEND_SECONDS):
                    await self._redis.publish(CHANNEL, message)
                return
            except (RedisError, OSError, TimeoutError) as error:
                # A connection that was kept may have died meanwhile; the next one is new.
                if pause is None:
                    log.warning("other workers could not be told: %s", error)
                else:
                    await asyncio.sleep(pause)

    async def start(self, heard: Heard, reconnected: Reconnected) -> None:
        self._task = asyncio.create_task(self._listen(heard, reconnected))

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._redis.aclose()

    async def healthy(self) -> bool:
        try:
            return bool(await self._redis.ping())
        except (RedisError, OSError):
            return False

    async def _listen(self, heard: Heard, reconnected: Reconnected) -> None:
        failures = 0
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    async for message in pubsub.listen():
                        if message["type"] == "subscribe":
                            # Also after the library has connected again by itself.
                            failures = 0
                            await reconnected()
                        elif message["type"] == "message":
                            await self._hear(message["data"], heard)
            except Exception as error:
                # Whatever it was, a worker that stopped listening would be deaf for good.
                log.warning("the connection to Redis was lost: %s", error)
                await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
                failures += 1

    async def _hear(self, data: bytes, heard: Heard) -> None:
        try:
            worker, game_id, version = data.decode().split(" ")
            if worker != self._worker:
                await heard(game_id, int(version))
        except Exception:
            log.exception("what another worker said was not understood: %r", data)


def bus_for(url: str) -> Bus:
    """The bus for a Redis address; none: a single worker's."""
    return RedisBus(url) if url else LocalBus()
