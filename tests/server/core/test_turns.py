"""Long reckoning: one caller does not keep the others waiting."""

from __future__ import annotations

import asyncio
import threading

import pytest

from sandtable.server.problems import ProblemError
from sandtable.server.turns import Turns


def test_others_come_between_the_questions_of_one_caller() -> None:
    async def play() -> list[str]:
        turns = Turns(at_once=2)
        go = threading.Event()
        done: list[str] = []

        def slow() -> None:
            go.wait(20)
            done.append("slow")

        greedy = [asyncio.create_task(turns.reckon("greedy", slow)) for _ in range(5)]
        await asyncio.sleep(0)
        await turns.reckon("patient", lambda: done.append("quick"))
        go.set()
        await asyncio.gather(*greedy)
        return done

    assert asyncio.run(play()) == ["quick", *["slow"] * 5]


def test_too_many_questions_are_refused_and_forgotten() -> None:
    async def play() -> None:
        turns = Turns(most_waiting=2)
        go = threading.Event()
        waiting = [asyncio.create_task(turns.reckon("greedy", lambda: go.wait(20))) for _ in "ab"]
        await asyncio.sleep(0)
        with pytest.raises(ProblemError) as refused:
            await turns.reckon("greedy", lambda: True)
        assert refused.value.problem.code == "too-many"
        go.set()
        assert await asyncio.gather(*waiting) == [True, True]
        assert await turns.reckon("greedy", lambda: 7) == 7

    asyncio.run(play())
