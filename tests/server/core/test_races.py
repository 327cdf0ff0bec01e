"""Two answers to one question: exactly one counts, whoever asks and wherever."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from random import Random
from typing import Any

import httpx
import orjson
import pytest

from sandtable.server.context import Server
from sandtable.server.problems import Conflict
from sandtable.server.schemas.games import NewGame, SeatRequest
from sandtable.server.settings import Settings
from sandtable.server.store.migrating import migrate
from sandtable.server.table.making import make_game
from sandtable.server.table.publishing import Watcher
from sandtable.server.table.telling import view_of
from tests.server.asgi import PATIENCE, Running
from tests.server.core.conftest import POWERS, Play, app_for
from tests.server.core.playing import START, next_answers

NEW = NewGame(edition="1941", seats=[SeatRequest(power=power, kind="me") for power in POWERS])


def test_many_at_once(play_everywhere: Play) -> None:
    """Ten browsers' answers to the same version arrive together, again and again."""
    play = play_everywhere
    game = play.new()["id"]
    rng = Random("at once")

    async def together(bodies: list[dict[str, Any]]) -> list[int]:
        path = f"/api/games/{game}/decide"
        asked = [play.browser.http.post(path, json=body) for body in bodies]
        return [answer.status_code for answer in await asyncio.gather(*asked)]

    for _ in range(15):
        table = play.server.hub._tables[game]
        version = table.version
        power, answers = next_answers(table, rng)
        body = {"power": power, "version": version, "answers": answers[:1]}
        codes = Counter(play.running.run(together([body] * 10)))
        assert codes == {200: 1, 409: 9}
    log = play.get(f"{game}/log")["entries"]
    assert sum(entry["kind"] == "decision" for entry in log) == 15


def test_two_workers(database_url: str) -> None:
    """Two servers with one database answer at the same time. One of them wins each question, the
    other catches up, and in the end both say the same."""

    async def scenario() -> None:
        servers = [Server.of(Settings(database=database_url)) for _ in range(2)]
        await migrate(servers[0].engine)
        making = make_game(NEW, "me")
        table = await servers[0].hub.create(making.created, secret=making.secret)
        game, rng, wins = table.id, Random("workers"), Counter[int]()

        async def attempt(server: Server, version: int, power: str, answer: Any) -> bool:
            async with server.hub.open(game) as table:
                if table.version != version:
                    return False
                # Here the other worker may be just as far.
                entries = table.decide(power, [answer], "me")
                await asyncio.sleep(0)
                try:
                    await server.hub.append(table, entries)
                except Conflict:
                    return False
                return True

        for _ in range(30):
            async with servers[0].hub.open(game) as table:
                version = table.version
                power, answers = next_answers(table, rng)
            order = rng.sample(range(2), 2)
            won = await asyncio.gather(
                *(attempt(servers[each], version, power, answers[0]) for each in order)
            )
            assert sorted(won) == [False, True]
            wins[order[won.index(True)]] += 1
        views = []
        for server in servers:
            async with server.hub.open(game) as table:
                views.append(view_of(table, START))
            await server.stop()
        assert views[0] == views[1]
        assert views[0].decisions == 30

    asyncio.run(scenario())


def test_the_browsers_of_the_loser_see_who_won(sqlite_url: str) -> None:
    """A worker that was too late reads the game anew, and tells those who watch it there."""

    async def scenario() -> None:
        first, second = (Server.of(Settings(database=sqlite_url)) for _ in range(2))
        await migrate(first.engine)
        making = make_game(NEW, "me")
        game = (await first.hub.create(making.created, secret=making.secret)).id
        watcher = Watcher("me")
        async with second.hub.open(game) as behind:
            second.publisher.join(behind, watcher)
            async with first.hub.open(game) as ahead:
                entries = ahead.decide("soviet-union", ["buy nothing"], "me")
                await first.hub.append(ahead, entries)
            entries = behind.decide("soviet-union", ["buy 1 infantry"], "me")
            with pytest.raises(Conflict) as caught:
                await second.hub.append(behind, entries)
        assert caught.value.problem.version == 2
        update: dict[str, Any] = {"type": ""}
        async with asyncio.timeout(PATIENCE):
            while update["type"] != "update":
                update = orjson.loads(await watcher.queue.get())
        assert update["since"] == 1
        assert [entry["line"] for entry in update["entries"]] == ["soviet-union: buy nothing"]
        for server in (first, second):
            await server.stop()

    asyncio.run(scenario())


def test_threads(database_url: str) -> None:
    """Servers in threads of their own, each with its own loop and connections."""
    rounds, workers = 12, 3
    app, *apps = [app_for(database_url) for _ in range(workers + 1)]
    with Running(app) as first:
        play = Play(app, first)
        game = play.new()["id"]
        cookies = dict(play.browser.http.cookies)
        barrier = threading.Barrier(workers)
        describing = threading.Lock()
        """A first request makes an app read its messages' types, which two must not do at once."""
        outcomes: list[list[int]] = [[] for _ in range(workers)]
        failures: list[BaseException] = []

        def work(number: int) -> None:
            try:
                asyncio.run(answer_all(number))
            except BaseException as error:
                failures.append(error)
                barrier.abort()

        async def answer_all(number: int) -> None:
            app = apps[number]
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(
                transport=transport, base_url="http://localhost", cookies=cookies
            ) as client:
                with describing:
                    await client.get(f"/api/games/{game}")
                for _ in range(rounds):
                    options = (await client.get(f"/api/games/{game}/options")).json()
                    view = (await client.get(f"/api/games/{game}")).json()["game"]
                    power = view["pending"][0]["power"]
                    table = app.state.server.hub._tables[game]
                    _, answers = next_answers(table, Random(table.version))
                    await asyncio.to_thread(barrier.wait, 30)
                    body = {"power": power, "version": options["version"], "answers": answers[:1]}
                    got = await client.post(f"/api/games/{game}/decide", json=body)
                    outcomes[number].append(got.status_code)
                    await asyncio.to_thread(barrier.wait, 30)
            await app.state.server.stop()

        threads = [threading.Thread(target=work, args=(number,)) for number in range(workers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failures, failures
        for codes in zip(*outcomes, strict=True):
            assert sorted(codes) == [200, *[409] * (workers - 1)]
        assert play.get(game)["game"]["decisions"] == rounds


def test_a_cancelled_caller(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever hangs up while a decision is stored does not undo it, nor hide it from others."""

    async def scenario() -> None:
        server = Server.of(Settings(database=sqlite_url))
        await migrate(server.engine)
        making = make_game(NEW, "me")
        game = (await server.hub.create(making.created, secret=making.secret)).id
        told: list[int] = []
        server.hub.after_append.append(lambda change: told.append(change.table.version))
        stored = server.store.append
        reached = asyncio.Event()

        async def slow(*args: Any) -> None:
            reached.set()
            await asyncio.sleep(0.01)
            await stored(*args)

        monkeypatch.setattr(server.store, "append", slow)

        async def answer() -> None:
            async with server.hub.open(game) as table:
                await server.hub.append(table, table.decide("soviet-union", ["buy nothing"], "me"))

        task = asyncio.create_task(answer())
        await reached.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with server.hub.open(game) as table:
            assert table.version == 2
        assert told == [2]
        await server.stop()

    asyncio.run(scenario())


def test_a_failing_disk(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be stored has not happened."""

    async def scenario() -> None:
        server = Server.of(Settings(database=sqlite_url))
        await migrate(server.engine)
        making = make_game(NEW, "me")
        game = (await server.hub.create(making.created, secret=making.secret)).id

        async def full(*args: Any) -> None:
            raise OSError("no space left on device")

        monkeypatch.setattr(server.store, "append", full)
        with pytest.raises(OSError, match="no space"):
            async with server.hub.open(game) as table:
                await server.hub.append(table, table.decide("soviet-union", ["buy nothing"], "me"))
        monkeypatch.undo()
        async with server.hub.open(game) as table:
            assert table.version == 1
            assert table.game.phase == "purchase"
        await server.stop()

    asyncio.run(scenario())
