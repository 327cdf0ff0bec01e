"""Redis is lost and comes back: nothing that was decided is lost, and everybody catches up."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from random import Random

from tests.server.workers.conftest import Pair, start_pair
from tools.driving.client import Person
from tools.driving.watching import watching
from tools.services import running


async def decided(person: Person, game: str, rng: Random) -> int:
    done = await person.step(game, rng)
    assert done is not None
    version: int = done["version"]
    return version


def test_redis_is_restarted(postgres_url: str, tmp_path: Path) -> None:
    async def scenario(pair: Pair, redis: ExitStack, port: int) -> None:
        rng = Random("redis")
        async with pair.person() as (here, there):
            game = await here.new_game(powers=await here.powers("1941"))
            async with watching(here, game) as one, watching(there, game) as other:
                for at in (here, there):
                    done = await decided(at, game, rng)
                    for each in (one, other):
                        await each.until_version(done)

                await asyncio.to_thread(redis.close)
                for at in (here, there, here, there):
                    done = await decided(at, game, rng)
                await one.until_version(done - 1)
                assert (await here.http.get("/readyz")).status_code == 503
                # Whoever asks is told, without Redis too.
                await other.send({"type": "ping", "version": other.version})
                await other.until("pong", lambda m: m["version"] == done)
                assert other.version == done
                last = await decided(here, game, rng)
                await one.until_version(last)
                assert other.version < last

                redis.enter_context(running.redis(port))
                await other.until_version(last)
                last = await decided(here, game, rng)
                await other.until_version(last)
                assert (await here.http.get("/readyz")).status_code == 200
            logs = [await each.log(game) for each in (here, there)]
            assert logs[0] == logs[1]
            assert len(logs[0]) == last

    port = running.free_port()
    with ExitStack() as redis, ExitStack() as stack:
        url = redis.enter_context(running.redis(port))
        asyncio.run(scenario(start_pair(stack, postgres_url, url, tmp_path), redis, port))
