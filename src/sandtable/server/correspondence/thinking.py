"""Thinking beside the server: in processes of their own, so that no request waits for a thought.

A process that dies or thinks far too long is replaced, and its job is given to the random player:
the game goes on. All end with the server, also if it is killed (`players/thinker.py`).
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import sandtable
from sandtable.game.state import Decision, State
from sandtable.players.interface import Plan
from sandtable.players.thinker import LENGTH, Job, frame, think, unpacked

log = logging.getLogger(__name__)

LONGEST = 120.0
"""Seconds after which a thought is given up: players stop much earlier by themselves."""
STOPPING = 2.0
THREADS = 2
"""Threads that think where there are no processes."""


class Lost(Exception):
    """The process is gone, or does not answer."""


class Process:
    """One process that thinks about one thing at a time."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        package = str(Path(sandtable.__file__).parent.parent)
        paths = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "sandtable.players.thinker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            # An interrupt at the terminal is for the server, which ends this one.
            start_new_session=True,
        )

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    async def think(self, job: Job, longest: float) -> Plan:
        """What comes back; raises `Lost`."""
        if self._process is None or self._process.returncode is not None:
            await self.start()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(longest):
                process.stdin.write(frame(job))
                await process.stdin.drain()
                (size,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                plan: Plan = unpacked(await process.stdout.readexactly(size))
                return plan
        except (TimeoutError, asyncio.IncompleteReadError, OSError) as error:
            await self.stop()
            raise Lost(str(error) or type(error).__name__) from None
        except BaseException:
            # Nobody will fetch the answer: the next job must not get it.
            self.kill()
            raise

    def kill(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            self._process = None

    async def stop(self) -> None:
        process = self._process
        self.kill()
        if process is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), STOPPING)


class Thinkers:
    """So many processes; with none, threads of the server do the thinking."""

    def __init__(self, number: int = 0, *, longest: float = LONGEST) -> None:
        self.number = number
        self.longest = longest
        self.processes = [Process() for _ in range(number)]
        self._free = list(self.processes)
        self._places = asyncio.Semaphore(max(1, number))
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="player")

    async def start(self) -> None:
        """The first process begins to load what it needs; others start when they are needed."""
        if self.processes:
            await self.processes[0].start()

    async def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self.processes:
            await process.stop()

    async def plan(
        self,
        level: str | None,
        state: State,
        decision: Decision,
        seed: str,
        seconds: float | None = None,
    ) -> Plan:
        """What a level answers to an open decision; nothing if no player knows an answer."""
        job = Job(level, state, decision, seed, seconds)
        if not self.processes:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, think, job)
        async with self._places:
            process = self._free.pop(0)
            try:
                return await process.think(job, self.longest)
            except Lost as lost:
                log.error("a player of level %s was lost: %s", level, lost)
                return await process.think(job._replace(level="random"), self.longest)
            finally:
                self._free.insert(0, process)
