"""Who watches a game at other workers: a small hash for each game, which expires by itself.

Every worker writes what it knows under its own name, again and again while somebody watches, and
says so on a channel. A worker that dies is forgotten after a while.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from redis.asyncio import Redis
from redis.exceptions import RedisError

from sandtable.server.table.bus import RETRY_SECONDS

log = logging.getLogger(__name__)

CHANNEL = "sandtable:presence"
LASTS_SECONDS = 90.0
AGAIN_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Crowd:
    """Those who watch a game: people by id, and how many without an identity."""

    people: frozenset[str] = frozenset()
    strangers: int = 0

    def __or__(self, other: Crowd) -> Crowd:
        return Crowd(self.people | other.people, self.strangers + other.strangers)


NOBODY_ELSE = Crowd()
Heard = Callable[[str], Awaitable[None]]


class Elsewhere(Protocol):
    """Tells other workers who watches here, and says who watches there."""

    async def tell(self, game_id: str, crowd: Crowd) -> None: ...

    async def ask(self, game_id: str) -> Crowd: ...

    async def start(self, heard: Heard, again: Callable[[], Awaitable[None]]) -> None:
        """`heard` is called with a game whose watchers changed elsewhere, `again` from time to
        time, to tell everything anew."""
        ...

    async def stop(self) -> None: ...


class Alone:
    """A single worker: there is nobody elsewhere."""

    async def tell(self, game_id: str, crowd: Crowd) -> None:
        return None

    async def ask(self, game_id: str) -> Crowd:
        return NOBODY_ELSE

    async def start(self, heard: Heard, again: Callable[[], Awaitable[None]]) -> None:
        return None

    async def stop(self) -> None:
        return None


class RedisElsewhere:
    """For several workers. While Redis is away each worker knows its own watchers only."""

    def __init__(self, url: str, clock: Callable[[], float] = time.time) -> None:
        self._redis: Any = Redis.from_url(url, socket_connect_timeout=5, health_check_interval=15)
        self._worker = secrets.token_hex(8)
        self._clock = clock
        self._tasks: list[asyncio.Task[None]] = []

    async def tell(self, game_id: str, crowd: Crowd) -> None:
        told = {
            "until": self._clock() + LASTS_SECONDS,
            "people": sorted(crowd.people),
            "strangers": crowd.strangers,
        }
        try:
            async with self._redis.pipeline(transaction=True) as pipe:
                if crowd == NOBODY_ELSE:
                    pipe.hdel(key(game_id), self._worker)
                else:
                    pipe.hset(key(game_id), self._worker, json.dumps(told))
                    pipe.expire(key(game_id), int(LASTS_SECONDS))
                pipe.publish(CHANNEL, f"{self._worker} {game_id}")
                await pipe.execute()
        except (RedisError, OSError) as error:
            log.warning("other workers could not be told who is here: %s", error)

    async def ask(self, game_id: str) -> Crowd:
        try:
            found = await self._redis.hgetall(key(game_id))
        except (RedisError, OSError) as error:
            log.warning("other workers could not be asked who is there: %s", error)
            return NOBODY_ELSE
        crowd = NOBODY_ELSE
        for worker, text in found.items():
            told = json.loads(text)
            if worker.decode() != self._worker and told["until"] > self._clock():
                crowd |= Crowd(frozenset(told["people"]), told["strangers"])
        return crowd

    async def start(self, heard: Heard, again: Callable[[], Awaitable[None]]) -> None:
        self._tasks = [
            asyncio.create_task(self._listen(heard, again)),
            asyncio.create_task(self._again(again)),
        ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        await self._redis.aclose()

    async def _listen(self, heard: Heard, again: Callable[[], Awaitable[None]]) -> None:
        failures = 0
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    failures = 0
                    async for message in pubsub.listen():
                        if message["type"] == "subscribe":
                            # What was said before was not heard.
                            await again()
                        elif message["type"] == "message":
                            worker, _, game_id = message["data"].decode().partition(" ")
                            if worker != self._worker:
                                await heard(game_id)
            except (RedisError, OSError):
                await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
                failures += 1

    async def _again(self, again: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(AGAIN_SECONDS)
            try:
                await again()
            except Exception:
                log.exception("who is here could not be told anew")


def key(game_id: str) -> str:
    return f"sandtable:here:{game_id}"


def elsewhere_for(url: str) -> Elsewhere:
    """By a Redis address; none: a single worker's."""
    return RedisElsewhere(url) if url else Alone()
