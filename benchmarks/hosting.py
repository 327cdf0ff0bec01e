"""A server as a whole: until it is ready, a long game that is not in memory, and a load."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Mapping
from random import Random

from benchmarks.effort import FULL, QUICK, Effort
from benchmarks.figures import Figure, Section
from benchmarks.server_load import Size, a_server, measured
from benchmarks.timing import Results
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.notation import format_answer
from sandtable.players import registry
from sandtable.server.schemas.games import NewGame, SeatRequest
from sandtable.server.store.database import open_database
from sandtable.server.store.games import GameStore
from sandtable.server.store.migrating import migrate
from sandtable.server.table.entries import Entry
from sandtable.server.table.hub import Hub
from sandtable.server.table.making import make_game
from sandtable.server.table.table import Table

LOADS = {FULL: Size(200, 1000, 5, 10), QUICK: Size(100, 500, 5, 5)}
SMALLEST = Size(2, 2, 0.2, 0.5)
LONG = {FULL: 3000, QUICK: 1000}
SHORT = 30
EDITION = "lhtr"
GOALS = {"95th percentile of a decision": "under 100"}


def long_game(hub: Hub, decisions: int) -> str:
    """The id of a game at random with so many decisions."""
    edition = load_edition(EDITION)
    seats = [SeatRequest(power=power.id, kind="me") for power in edition.powers]
    making = make_game(NewGame(edition=EDITION, seats=seats), "me")
    rng = Random("long")

    async def play() -> str:
        table = await hub.create(making.created, secret=making.secret)
        while len(table.in_force) < decisions:
            async with hub.open(table.id) as table:
                await hub.append(table, some(table, rng))
        return table.id

    return asyncio.run(play())


def some(table: Table, rng: Random) -> list[Entry]:
    """What a player at random does in one step."""
    game: Game = table.game
    decision = game.pending[0]
    plan = registry.choose(game.state, decision, level="random", seed=str(rng.random()))
    power = table.edition.powers[decision.power].id
    return table.decide(
        power, [format_answer(table.edition, choice.answer) for choice in plan], "me"
    )


def opening(decisions: int) -> Mapping[str, float]:
    """Seconds to open a game that is not in memory."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/long.db"

        def hub() -> Hub:
            return Hub(GameStore(open_database(url)))

        async def close(used: Hub) -> None:
            await used.store.engine.dispose()

        async def prepare() -> None:
            used = hub()
            await migrate(used.store.engine)
            await close(used)

        async def once(game: str) -> float:
            used = hub()
            await used.store.version(game)
            began = time.perf_counter()
            async with used.open(game):
                took = time.perf_counter() - began
            await close(used)
            return took

        asyncio.run(prepare())
        used = hub()
        game = long_game(used, decisions)
        asyncio.run(close(used))
        return {f"open a game of {decisions:,} decisions": asyncio.run(once(game))}


def section(effort: Effort) -> Section:
    results = Results()
    results.yardsticks()
    began = time.perf_counter()
    size = LOADS.get(effort, SMALLEST)
    with a_server() as server:
        ready = time.perf_counter() - began
        results.yardsticks()
        step = asyncio.run(measured(server.address, size))
    results.yardsticks()
    opened = opening(LONG.get(effort, SHORT))
    results.yardsticks()
    found = {
        "from `serve` to ready": ready,
        **opened,
        "median of a decision": step.median,
        "95th percentile of a decision": step.p95,
        "median of asking for options": step.options,
    }
    figures = [Figure(name, (value,), "ms", GOALS.get(name, "")) for name, value in found.items()]
    figures.append(Figure("decisions", (1 / step.made,), "/s"))
    title = (
        f"A server with {size.games} games in play and {size.spectators} spectators, "
        "clients included, by the wall clock"
    )
    return Section(title, tuple(figures), results)
