"""Computer seats are played once, by one worker; by another if that one dies."""

from __future__ import annotations

import asyncio
import re
from contextlib import ExitStack
from pathlib import Path
from random import Random

import httpx

from tests.server.workers.conftest import Pair, start_pair
from tools.driving.serving import Server
from tools.driving.watching import watching

ME = "japan"
COUNT = re.compile(r"^sandtable_computer_seconds_count\{.*\} ([0-9.]+)$", re.MULTILINE)


async def thoughts(server: Server) -> int:
    """How often a worker's computer players were asked."""
    async with httpx.AsyncClient() as http:
        text = (await http.get(f"{server.address}/metrics")).text
    return sum(int(float(found)) for found in COUNT.findall(text))


def test_one_worker_plays(pair: Pair) -> None:
    """A person decides now here, now there: the computers go on at once, and think only once."""

    async def scenario() -> None:
        servers, rng = (pair.one, pair.other), Random("computers")
        before = [await thoughts(server) for server in servers]
        async with pair.person() as people:
            game = await people[0].new_game(powers=[ME], others="random")
            async with watching(people[0], game) as one, watching(people[1], game) as other:
                for number in range(40):
                    await one.until_asked(ME)
                    done = await people[number % 2].step(game, rng)
                    assert done is not None
                    for each in (one, other):
                        await each.until_version(done["version"])
                await one.until_asked(ME)
            log = await people[0].log(game)
        after = [await thoughts(server) for server in servers]
        made = sum(after) - sum(before)
        plans = sum(
            entry["by"] == "computer" and (entry["by"], entry["heading"]) != last
            for entry, last in zip(log[1:], ((e["by"], e["heading"]) for e in log), strict=False)
        )
        answers = sum(entry["by"] == "computer" for entry in log)
        assert plans <= made <= answers, (plans, made, answers)

    asyncio.run(scenario())


def test_another_takes_over(postgres_url: str, redis_url: str, tmp_path: Path) -> None:
    """The worker that plays a game is killed in the middle of it. The other goes on, with a log
    that has everything once."""

    async def scenario(pair: Pair) -> None:
        async with pair.person() as (here, there):
            game = await here.new_game(powers=[], others="random")
            async with watching(there, game) as watcher:
                await watcher.until_version(watcher.version + 5)
                playing, surviving = pair.one, pair.other
                if await thoughts(surviving):
                    playing, surviving = surviving, playing
                playing.kill()
            async with here.elsewhere(surviving.address) as person:
                async with watching(person, game) as watcher:
                    await watcher.until_version(watcher.version + 20)
                assert await thoughts(surviving) > 0
                log = await person.log(game)
                assert [entry["version"] for entry in log] == list(range(1, len(log) + 1))
                rolls = [roll["index"] for entry in log for roll in entry["rolls"]]
                assert rolls == list(range(len(rolls)))

    with ExitStack() as stack:
        asyncio.run(scenario(start_pair(stack, postgres_url, redis_url, tmp_path, lease=1.5)))
