"""Long reckoning in threads: a few at a time, and nobody's questions before everybody else's."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from sandtable.server.problems import ProblemError

T = TypeVar("T")

AT_ONCE = 2
"""Threads that reckon at the same time."""
MOST_WAITING = 60
"""Questions of one caller that may wait; a page asks a handful."""


class Turns:
    """One caller has one thread at a time, so that the others' questions come between."""

    def __init__(self, at_once: int = AT_ONCE, most_waiting: int = MOST_WAITING) -> None:
        self._threads = asyncio.Semaphore(at_once)
        self._most_waiting = most_waiting
        self._locks: dict[str, asyncio.Lock] = {}
        self._asking: Counter[str] = Counter()

    async def reckon(self, caller: str, work: Callable[[], T]) -> T:
        """What the work finds. Raises if this caller has too many questions waiting."""
        if self._asking[caller] >= self._most_waiting:
            raise ProblemError("too-many", "Too many questions at once.", retry_after=1)
        lock = self._locks.setdefault(caller, asyncio.Lock())
        self._asking[caller] += 1
        try:
            async with lock, self._threads:
                return await asyncio.to_thread(work)
        finally:
            self._asking[caller] -= 1
            if not self._asking[caller]:
                del self._asking[caller], self._locks[caller]
