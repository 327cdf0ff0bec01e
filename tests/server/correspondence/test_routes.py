"""Proposals, votes and standing orders as a client meets them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.server.app import create_app
from sandtable.server.settings import Settings
from tests.server.asgi import Browser, Running


@pytest.fixture
def server(sqlite_url: str) -> Iterator[Running]:
    with Running(create_app(Settings(database=sqlite_url, rate_per_minute=100_000))) as running:
        yield running


def new_game(host: Browser, *mine: str, **more: Any) -> dict[str, Any]:
    """A game whose other seats are open, so that nothing goes on by itself."""
    powers = ("soviet-union", "germany", "united-kingdom", "japan", "united-states")
    seats = [{"power": power, "kind": "me" if power in mine else "open"} for power in powers]
    found: dict[str, Any] = host.post(
        "/api/games", {"edition": "1941", "seats": seats, **more}
    ).json()
    return found["game"]  # type: ignore[no-any-return]


def take(guest: Browser, game: dict[str, Any], power: str) -> None:
    answer = guest.post(f"/api/games/{game['id']}/seats/{power}", {"action": "take"})
    assert answer.status_code == 200, answer.text


def test_a_draw_is_proposed_seen_and_agreed_to(server: Running) -> None:
    ann, bob = server.browser(), server.browser()
    game = new_game(ann, "germany")
    take(bob, game, "japan")
    path = f"/api/games/{game['id']}/proposals"
    made = ann.post(path, {"kind": "draw", "power": "germany"}).json()["game"]["proposals"]
    (proposal,) = made
    assert (proposal["by"], proposal["agreed"]) == ("germany", ["germany"])
    assert proposal["waiting_for"] == ["japan"]
    assert (
        ann.post(f"{path}/{proposal['id']}", {"power": "japan", "agree": True}).status_code == 403
    )
    done = bob.post(f"{path}/{proposal['id']}", {"power": "japan", "agree": True}).json()["game"]
    assert (done["status"], done["result"], done["ended_by"]) == ("finished", "draw", "agreement")
    assert bob.post(path, {"kind": "draw", "power": "japan"}).status_code == 403


def test_going_back_further_than_one_may_alone(server: Running) -> None:
    ann, bob = server.browser(), server.browser()
    game = new_game(ann, "soviet-union")
    take(bob, game, "germany")
    for answers in ([{"type": "buy", "units": {"infantry": 2}}], [{"type": "end"}]):
        version = ann.get(f"/api/games/{game['id']}").json()["game"]["version"]
        sent = {"power": "soviet-union", "version": version, "answers": answers}
        assert ann.post(f"/api/games/{game['id']}/decide", sent).status_code == 200
    path = f"/api/games/{game['id']}/proposals"
    wish = {"kind": "undo", "power": "germany", "to_version": game["version"]}
    found = bob.post(path, wish).json()["game"]
    assert found["decisions"] == 2
    (proposal,) = found["proposals"]
    done = ann.post(f"{path}/{proposal['id']}", {"power": "soviet-union", "agree": True})
    assert done.json()["game"]["decisions"] == 0
    assert done.json()["game"]["proposals"] == []


def test_standing_orders_are_shown_to_nobody_else(server: Running) -> None:
    ann, bob = server.browser(), server.browser()
    game = new_game(ann, "germany", visibility="public")
    take(bob, game, "japan")
    path = f"/api/games/{game['id']}/seats/germany/orders"
    orders = {"casualties": "order", "order": ["infantry", "tank"], "only_when_away": False}
    mine = ann.request("PUT", path, json=orders).json()["me"]["orders"]
    assert mine["germany"]["order"] == ["infantry", "tank"]
    assert bob.get(f"/api/games/{game['id']}").json()["me"]["orders"] == {}
    log = bob.get(f"/api/games/{game['id']}/log").text
    assert "order" not in log
    assert bob.request("PUT", path, json=orders).status_code == 403
    bad = ann.request("PUT", path, json={"casualties": "order", "order": ["zeppelin"]})
    assert (bad.status_code, bad.json()["code"]) == (400, "malformed")


def test_strangers_have_no_say(server: Running) -> None:
    ann, eve = server.browser(), server.browser()
    game = new_game(ann, "germany", visibility="private")
    path = f"/api/games/{game['id']}/proposals"
    assert eve.post(path, {"kind": "draw", "power": "germany"}).status_code == 401
    new_game(eve, "germany")
    assert eve.post(path, {"kind": "draw", "power": "germany"}).status_code == 404
    assert ann.post(f"{path}/nothing", {"power": "germany", "agree": True}).status_code == 404
