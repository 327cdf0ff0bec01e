"""A server with people: Ada hosts a game, Bob plays in it, Eve does not belong to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI

from sandtable.server.app import create_app
from sandtable.server.people.passwords import Passwords
from sandtable.server.settings import Settings
from tests.server.asgi import Browser, Running

PASSWORD = "correct horse battery"
WEAK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Quick, for tests only."""


class World:
    """A running server and what tests do with it again and again."""

    def __init__(self, app: FastAPI, running: Running) -> None:
        self.app = app
        self.running = running
        self.server = app.state.server

    def browser(self, **how: Any) -> Browser:
        return self.running.browser(**how)

    def account(self, name: str) -> Browser:
        """A browser in which somebody has signed up."""
        browser = self.browser()
        answer = browser.post("/api/me/sign-up", {"name": name, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        return browser

    def game(self, host: Browser, visibility: str = "link", **seats: str) -> str:
        """A game of 1941 with Germany for the host and the other seats open, or as given."""
        powers = ["germany", "japan", "soviet-union", "united-kingdom", "united-states"]
        kinds = dict.fromkeys(powers, "open") | {"germany": "me"} | seats
        body = {
            "edition": "1941",
            "title": "The secret of the sand",
            "visibility": visibility,
            "seats": [{"power": power, "kind": kind} for power, kind in kinds.items()],
        }
        answer = host.post("/api/games", body)
        assert answer.status_code == 201, answer.text
        game: str = answer.json()["game"]["id"]
        return game

    def invite(self, host: Browser, game: str, *powers: str) -> str:
        answer = host.post(f"/api/games/{game}/invitations", {"powers": powers})
        assert answer.status_code == 200, answer.text
        secret: str = answer.json()["secret"]
        return secret


def person_of(browser: Browser) -> str:
    found: str = browser.get("/api/me").json()["person"]["id"]
    return found


def first_power(browser: Browser, game: str) -> str:
    """The power that is asked first."""
    pending = browser.get(f"/api/games/{game}").json()["game"]["pending"]
    found: str = pending[0]["power"]
    return found


@dataclass(frozen=True, slots=True)
class Company:
    """Who is there, and their private game."""

    world: World
    ada: Browser
    bob: Browser
    eve: Browser
    watcher: Browser
    game: str


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return Settings(database=sqlite_url, rate_per_minute=100_000)


@pytest.fixture
def world(settings: Settings) -> Iterator[World]:
    app = create_app(settings)
    app.state.server.people.accounts.passwords = Passwords(WEAK)
    with Running(app) as running:
        yield World(app, running)


@pytest.fixture
def company(world: World) -> Company:
    ada, bob, eve, watcher = (world.account(name) for name in ("Ada", "Bob", "Eve", "Walt"))
    game = world.game(ada, "private")
    secret = world.invite(ada, game, "japan")
    assert bob.post("/api/invitations/use", {"secret": secret, "power": "japan"}).is_success
    assert watcher.post("/api/invitations/use", {"secret": world.invite(ada, game)}).is_success
    return Company(world, ada, bob, eve, watcher, game)
