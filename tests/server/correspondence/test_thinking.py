"""Computer players think in processes of their own, which come and go with the server."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time

import pytest

import sandtable
from sandtable.players.thinker import LENGTH, Job, frame, think, unpacked
from sandtable.server.correspondence.thinking import Thinkers

GAME = sandtable.new_game("1941", seed=1)
JOB = Job("random", GAME.state, GAME.pending[0], "seed")


def gone(pid: int) -> bool:
    """Whether a process has ended, within some time."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_a_state_comes_through_a_pipe_as_it_was() -> None:
    packed = frame(JOB)
    assert len(packed) < 60_000, "the edition goes by name"
    again: Job = unpacked(packed[LENGTH.size :])
    assert again == JOB
    assert again.state.match.edition is JOB.state.match.edition


def test_a_process_answers_as_a_thread_does_and_is_replaced_when_it_dies() -> None:
    async def play() -> None:
        thinkers = Thinkers(1)
        await thinkers.start()
        (process,) = thinkers.processes
        try:
            assert await thinkers.plan(*JOB) == tuple(think(JOB))
            first = process.pid
            assert first is not None
            os.kill(first, signal.SIGKILL)
            assert await thinkers.plan(*JOB) == tuple(think(JOB))
            second = process.pid
            assert second is not None
            assert second != first
        finally:
            await thinkers.stop()
        assert gone(second)

    asyncio.run(play())


def test_a_thought_that_takes_too_long_is_given_up() -> None:
    async def play() -> None:
        thinkers = Thinkers(1, longest=0.001)
        try:
            with pytest.raises(Exception, match="Timeout"):
                await thinkers.plan(*JOB)
        finally:
            await thinkers.stop()

    asyncio.run(play())


def test_a_thinker_ends_with_whoever_started_it() -> None:
    """Also in the midst of its work: only the pipe tells it."""
    with subprocess.Popen(
        [sys.executable, "-m", "sandtable.players.thinker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 0


def test_without_processes_threads_think() -> None:
    async def play() -> None:
        thinkers = Thinkers(0)
        assert list(await thinkers.plan(*JOB)) == list(think(JOB))
        await thinkers.stop()

    asyncio.run(play())
