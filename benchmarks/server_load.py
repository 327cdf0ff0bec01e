"""How many games and spectators one server carries: a bounded load over the loopback.

    python -m benchmarks.server_load [--games 200] [--spectators 1000] [--seconds 15]
    python -m benchmarks.server_load --grow games        or: spectators, pace

Games are played at random by one person each, all at once and at a given pace; spectators hang on
to them by WebSocket. Measured is what a player waits for a decision, from sending it to the reply,
by the wall clock. The clients share the machine with the server and run in one process, so that
a delay of theirs counts as well. Each step is made twice as hard as the one before, until the 95th
percentile passes 100 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import websockets

from benchmarks.timing import Results
from tools.driving.choosing import choose
from tools.driving.client import Person, Refused
from tools.driving.serving import Server

LIMIT = 0.100
"""Seconds that the 95th percentile of a decision may take."""
EDITION = "1941"
DOUBLINGS = 6
OPENED_AT_ONCE = 20
UPDATE = '{"type":"update"'


class Size(NamedTuple):
    """A load: so many games, each decided once in `pause` seconds, watched by so many."""

    games: int
    spectators: int
    pause: float
    seconds: float


class Step(NamedTuple):
    """What came of a load. Times are seconds, rates are per second."""

    games: int
    spectators: int
    asked: float
    """Decisions that were meant to be made."""
    made: float
    median: float
    p95: float
    worst: float
    options: float
    """The median of asking what can be decided, which is done before each decision."""
    told: float
    """Updates that reached spectators."""


class Load:
    """Games and spectators on one server."""

    def __init__(self, address: str, rng: Random) -> None:
        self.address, self.rng = address, rng
        self.decisions: list[float] = []
        self.options: list[float] = []
        self.told = 0
        self.games: list[tuple[Person, str]] = []
        self.sockets: list[asyncio.Task[None]] = []
        self._powers: list[str] = []

    async def open(self, games: int, spectators: int) -> None:
        """As many as that, with those that there are already."""
        while len(self.games) < games:
            person = Person(self.address, timeout=120)
            self._powers = self._powers or await person.powers(EDITION)
            game = await person.new_game(EDITION, powers=self._powers, visibility="public")
            self.games.append((person, game))
        while len(self.sockets) < spectators:
            number = min(OPENED_AT_ONCE, spectators - len(self.sockets))
            ready = [asyncio.Event() for _ in range(number)]
            for each in ready:
                _, game = self.games[len(self.sockets) % len(self.games)]
                self.sockets.append(asyncio.create_task(self._watch(game, each)))
            async with asyncio.timeout(120):
                await asyncio.gather(*(each.wait() for each in ready))

    async def _watch(self, game: str, ready: asyncio.Event) -> None:
        url = f"{self.address.replace('http', 'ws', 1)}/api/games/{game}/live"
        origin = websockets.Origin(self.address)
        async with websockets.connect(
            url, origin=origin, compression=None, max_size=None, open_timeout=120
        ) as socket:
            async for text in socket:
                ready.set()
                self.told += str(text).startswith(UPDATE)

    async def _play(self, person: Person, game: str, pause: float, until: float) -> None:
        """Decide at a steady pace; who falls behind does not hurry afterwards."""
        await asyncio.sleep(self.rng.uniform(0, pause))
        while (began := time.monotonic()) < until:
            asked = await person.options(game)
            self.options.append(time.monotonic() - began)
            if not asked["options"]:
                return
            options, version = asked["options"][0], asked["version"]
            answer = choose(options, self.rng)
            sent = time.monotonic()
            try:
                if answer is None:
                    await person.undo(game, options["power"], version)
                else:
                    await person.decide(game, options["power"], version, [answer])
            except Refused as problem:
                if problem.status >= 500:
                    raise
            else:
                self.decisions.append(time.monotonic() - sent)
            await asyncio.sleep(max(0.0, began + pause - time.monotonic()))

    async def step(self, size: Size) -> Step:
        """Play for a while."""
        await self.open(size.games, size.spectators)
        self.decisions, self.options, self.told = [], [], 0
        began = time.monotonic()
        until = began + size.seconds
        playing = (self._play(*each, size.pause, until) for each in self.games)
        await asyncio.gather(*playing)
        took = time.monotonic() - began
        for each in self.sockets:
            if each.done():
                each.result()
        times = sorted(self.decisions)
        return Step(
            len(self.games),
            len(self.sockets),
            len(self.games) / size.pause,
            len(times) / took,
            statistics.median(times),
            times[int(0.95 * (len(times) - 1))],
            times[-1],
            statistics.median(self.options),
            self.told / took,
        )

    async def close(self) -> None:
        for task in self.sockets:
            task.cancel()
        await asyncio.gather(*self.sockets, return_exceptions=True)
        for person, _ in self.games:
            await person.http.aclose()


def many_files() -> None:
    """Every connection is an open file, here and in the server, which inherits this."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@contextmanager
def a_server() -> Iterator[Server]:
    many_files()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite+aiosqlite:///{folder}/load.db"
        with Server(database, Path(folder) / "log", fresh=True) as server:
            yield server


async def measured(address: str, size: Size, seed: str = "load") -> Step:
    load = Load(address, Random(seed))
    try:
        return await load.step(size)
    finally:
        await load.close()


async def grown(address: str, size: Size, dimension: str, seed: str) -> list[Step]:
    """Ever larger loads, until it is too much."""
    load, steps = Load(address, Random(seed)), list[Step]()
    try:
        for _ in range(DOUBLINGS):
            noise = Results()
            noise.yardsticks()
            steps.append(await load.step(size))
            noise.yardsticks()
            print(f"{line(steps[-1])}  {1000 * max(noise.waited):6.1f}", flush=True)
            if steps[-1].p95 > LIMIT:
                break
            size = doubled(size, dimension)
    finally:
        await load.close()
    return steps


def doubled(size: Size, dimension: str) -> Size:
    if dimension == "pace":
        return size._replace(pause=size.pause / 2)
    if dimension == "games":
        return size._replace(games=size.games * 2)
    return size._replace(spectators=max(500, size.spectators * 2))


HEAD = (
    "games  spectators  asked/s   made/s  median ms   p95 ms  worst ms  options ms  updates/s"
    "  waited ms"
)


def line(step: Step) -> str:
    return (
        f"{step.games:5}  {step.spectators:10}  {step.asked:7.1f}  {step.made:7.1f}  "
        f"{step.median * 1000:9.1f}  {step.p95 * 1000:7.1f}  {step.worst * 1000:8.1f}  "
        f"{step.options * 1000:10.1f}  {step.told:9.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--pause", type=float, default=10, help="seconds a decision, of each game")
    parser.add_argument("--grow", choices=("pace", "games", "spectators"), default="pace")
    parser.add_argument("--seed", default="load")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    size = Size(args.games, args.spectators, args.pause, args.seconds)
    print(f"load average {os.getloadavg()[0]:.1f}; `waited`: how long this machine let a loop of")
    print("plain Python wait, at worst, before and after each step")
    with a_server() as server:
        print(HEAD)
        steps = asyncio.run(grown(server.address, size, args.grow, args.seed))
    if args.json:
        print(json.dumps([step._asdict() for step in steps]))


if __name__ == "__main__":
    main()
