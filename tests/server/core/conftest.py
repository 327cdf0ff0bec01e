"""Servers for the tests of the core."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI

from sandtable.server.app import create_app
from sandtable.server.settings import Settings
from tests.server.asgi import Browser, Running

POWERS = ("germany", "soviet-union", "japan", "united-kingdom", "united-states")


def app_for(url: str, **settings: Any) -> FastAPI:
    return create_app(Settings(database=url, rate_per_minute=1_000_000, **settings))


class Play:
    """A running server and a browser that plays all powers of a game."""

    def __init__(self, app: FastAPI, running: Running) -> None:
        self.app = app
        self.running = running
        self.server = app.state.server
        self.browser = running.browser()

    def new(self, browser: Browser | None = None, **wanted: Any) -> dict[str, Any]:
        """A new game, as `GameView`; all seats are the browser's unless it says otherwise."""
        body = {"edition": "1941", "seats": [{"power": power, "kind": "me"} for power in POWERS]}
        answer = (browser or self.browser).post("/api/games", body | wanted)
        assert answer.status_code == 201, answer.text
        game: dict[str, Any] = answer.json()["game"]
        return game

    def get(self, path: str) -> Any:
        answer = self.browser.get(f"/api/games/{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def decide(self, game: str, version: int, power: str, *answers: dict[str, Any]) -> Any:
        body = {"power": power, "version": version, "answers": answers}
        return self.browser.post(f"/api/games/{game}/decide", body)

    def forget(self) -> None:
        """Drop all games from memory, as a server does that starts again."""
        self.server.hub._tables.clear()


@pytest.fixture
def play(sqlite_url: str) -> Iterator[Play]:
    app = app_for(sqlite_url)
    with Running(app) as running:
        yield Play(app, running)


@pytest.fixture
def play_everywhere(database_url: str) -> Iterator[Play]:
    """As `play`, with each kind of database."""
    app = app_for(database_url)
    with Running(app) as running:
        yield Play(app, running)
