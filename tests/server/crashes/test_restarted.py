"""A server that ends in the middle of a battle goes on with the same battle and the same dice."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import structlog

from sandtable.server.app import create_app
from sandtable.server.settings import Settings
from tests.server.asgi import Browser, Running
from tools.driving.client import Data, Person
from tools.driving.serving import Server

POWERS = ("germany", "soviet-union", "japan", "united-kingdom", "united-states")
SEATS = [{"power": power, "kind": "me"} for power in POWERS]
NOTHING: Data = {"type": "buy", "units": {}}
END: Data = {"type": "end"}
MOVE: Data = {
    "type": "move",
    "units": {"infantry": 3, "tank": 2},
    "path": ["ukraine", "caucasus"],
}
TO_BATTLE = [("soviet-union", [NOTHING, END, END]), ("germany", [NOTHING, MOVE])]
"""Until Germany has only to end its combat move, whereupon dice fall."""


class Crash(Exception):
    """The power fails."""


def test_before_and_after(database_url: str, tmp_path: Path) -> None:
    """What everybody is shown in the middle of a battle is the same after kill -9."""

    async def shown(person: Person, game: str) -> list[Any]:
        paths = ("", "/options", "/log", "/dice")
        return [await person.get(f"/api/games/{game}{path}") for path in paths]

    async def scenario(server: Server) -> None:
        async with Person(server.address) as person:
            game = await person.new_game(powers=list(POWERS))
            version = 1
            for power, answers in [*TO_BATTLE, ("germany", [END])]:
                for answer in answers:
                    version = (await person.decide(game, power, version, [answer]))["version"]
            before = await shown(person, game)
            assert before[0]["game"]["battle"] is not None
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            assert await shown(person, game) == before

    with Server(database_url, tmp_path / "log") as server:
        asyncio.run(scenario(server))


def test_the_same_dice(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that fell before a crash, and were told to nobody, fall again when the decision is
    repeated: whoever could make the server fail could not choose among rolls."""
    rolled: list[Any] = []

    def end(browser: Browser, game: str) -> Any:
        body = {"power": "germany", "version": 6, "answers": [END]}
        return browser.post(f"/api/games/{game}/decide", body)

    with Running(create_app(Settings(database=database_url))) as running:
        browser = running.browser()
        game = browser.post("/api/games", {"edition": "1941", "seats": SEATS}).json()["game"]["id"]
        version = 1
        for power, answers in TO_BATTLE:
            body = {"power": power, "version": version, "answers": answers}
            got = browser.post(f"/api/games/{game}/decide", body)
            assert got.status_code == 200, got.text
            version = got.json()["version"]
        cookies = dict(browser.http.cookies)
        store = running.app.state.server.store  # type: ignore[attr-defined]

        async def fail(game_id: str, entries: list[Any], projection: Any) -> None:
            rolled.append([list(map(list, entry.data["rolls"])) for entry in entries])
            raise Crash

        monkeypatch.setattr(store, "append", fail)
        with structlog.testing.capture_logs():  # A traceback is drawn at great expense.
            for _ in range(2):
                assert end(browser, game).status_code == 500
        monkeypatch.undo()
        assert browser.get(f"/api/games/{game}").json()["game"]["version"] == version

    with Running(create_app(Settings(database=database_url))) as running:
        browser = running.browser()
        browser.http.cookies.update(cookies)
        done = end(browser, game)
        assert done.status_code == 200, done.text
        [entry] = done.json()["entries"]
        told = [roll["dice"] for roll in entry["rolls"]]
    assert told
    assert rolled == [[told], [told]]
