"""A server that is killed at random moments loses no acknowledged decision and repeats none."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from random import Random

import httpx
import pytest

from tools.driving.client import Data, Person, Refused
from tools.driving.serving import Server

GAMES = 3
KILLS = 6
EDITIONS = ("1941", "revised", "lhtr")
SEED = os.environ.get("SANDTABLE_CRASH_SEED", "1941")


class Player:
    """Plays one game alone, and remembers what the server said it had accepted."""

    def __init__(self, person: Person, game: str, rng: Random) -> None:
        self.person, self.game, self.rng = person, game, rng
        self.accepted: dict[int, Data] = {}
        """Entries that were acknowledged, by version."""

    async def play(self, until: asyncio.Event) -> None:
        """Answer at random until told to stop; whatever fails is asked again."""
        while not until.is_set():
            try:
                if not await self.step():
                    return
            except (httpx.TransportError, Refused) as problem:
                if isinstance(problem, Refused) and problem.code not in ("conflict", "unavailable"):
                    raise
                await asyncio.sleep(0.02)

    async def step(self) -> bool:
        try:
            done = await self.person.step(self.game, self.rng)
        except Refused as problem:
            if problem.code in ("refused", "invalid-answer"):
                pytest.fail(f"what was offered was refused: {problem}")
            raise
        if done is None:
            return False
        for entry in done["entries"]:
            self.accepted[entry["version"]] = entry
        return True


async def scripted_load(server: Server, rng: Random) -> list[Player]:
    """Several games at once, while the server is killed again and again."""
    async with Person(server.address) as person:
        players = []
        for number in range(GAMES):
            edition = EDITIONS[number % len(EDITIONS)]
            game = await person.new_game(edition, powers=await person.powers(edition))
            players.append(Player(person, game, Random(f"{SEED}/{number}")))
        over = asyncio.Event()
        at_work = [asyncio.create_task(player.play(over)) for player in players]
        for _ in range(KILLS):
            await more_decisions(players, rng.randint(10, 60), at_work)
            await asyncio.sleep(rng.uniform(0, 0.02))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        await more_decisions(players, 40, at_work)
        over.set()
        await asyncio.gather(*at_work)
        for player in players:
            await check(person, player)
        return players


async def more_decisions(
    players: list[Player], number: int, at_work: list[asyncio.Task[None]]
) -> None:
    """Wait until so many more have been acknowledged, or all games are over."""

    def accepted() -> int:
        return sum(len(player.accepted) for player in players)

    goal = accepted() + number
    while accepted() < goal and not all(task.done() for task in at_work):
        for task in at_work:
            if task.done():
                task.result()
        await asyncio.sleep(0.001)


async def check(person: Person, player: Player) -> None:
    """What was acknowledged stands in the log once, as it was told; the game goes on."""
    entries = await person.log(player.game)
    assert [entry["version"] for entry in entries] == list(range(1, len(entries) + 1))
    log = {entry["version"]: entry for entry in entries}
    for version, told in player.accepted.items():
        kept = log[version]
        assert (kept["line"], kept["power"], kept["rolls"], kept["events"]) == (
            told["line"],
            told["power"],
            told["rolls"],
            told["events"],
        )
    rolled = [roll["index"] for entry in entries for roll in entry["rolls"]]
    assert rolled == list(range(len(rolled)))
    game = (await person.get(f"/api/games/{player.game}"))["game"]
    assert game["version"] == len(entries)
    record = await person.http.get(f"/api/games/{player.game}/record")
    made = await person.post("/api/games/import", {"record": record.text})
    assert made["game"]["position"] == game["position"]


def test_kill_at_random_moments(database_url: str, tmp_path: Path) -> None:
    print(f"SANDTABLE_CRASH_SEED={SEED}")
    server = Server(database_url, tmp_path / "server.log")
    with server:
        players = asyncio.run(scripted_load(server, Random(SEED)))
    accepted = [len(player.accepted) for player in players]
    assert all(accepted), f"decisions accepted: {accepted}"
    print("acknowledged decisions:", accepted)
