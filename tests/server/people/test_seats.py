"""Seats, invitations and the host's rights."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.server.people import absence
from sandtable.server.schemas.people import ChangeAccount
from sandtable.server.store.base import now
from tests.server.asgi import Browser, Closed
from tests.server.people.conftest import Company, World, person_of

FIRST = "soviet-union"
"""The power that is asked first in 1941; it may buy nothing."""
BUY_NOTHING = [{"type": "buy", "units": {}}]


def change(browser: Browser, game: str, power: str, action: str, **more: Any) -> int:
    body = {"action": action, **more}
    return browser.post(f"/api/games/{game}/seats/{power}", body).status_code


def seats(browser: Browser, game: str) -> dict[str, dict[str, Any]]:
    found = browser.get(f"/api/games/{game}").json()["game"]["seats"]
    return {seat["power"]: seat for seat in found}


def decide(browser: Browser, game: str, version: int, power: str = FIRST) -> int:
    body = {"power": power, "version": version, "answers": BUY_NOTHING}
    return browser.post(f"/api/games/{game}/decide", body).status_code


def version(browser: Browser, game: str) -> int:
    found: int = browser.get(f"/api/games/{game}").json()["game"]["version"]
    return found


# --- sitting down and getting up


def test_an_open_seat_is_taken_by_whoever_comes_first(world: World) -> None:
    ada, bob, eve = (world.account(name) for name in ("Ada", "Bob", "Eve"))
    game = world.game(ada)
    assert change(bob, game, "japan", "take") == 200
    assert change(eve, game, "japan", "take") == 409
    assert change(bob, game, "germany", "take") == 409
    assert change(bob, game, "atlantis", "take") == 404
    assert seats(ada, game)["japan"]["person"]["name"] == "Bob"
    guest = world.browser()
    assert change(guest, game, FIRST, "take") == 200
    assert seats(ada, game)[FIRST]["person"]["guest"]


def test_only_its_player_decides_for_a_seat(world: World) -> None:
    ada, bob, eve = (world.account(name) for name in ("Ada", "Bob", "Eve"))
    game = world.game(ada)
    assert change(bob, game, FIRST, "take") == 200
    now = version(ada, game)
    assert decide(ada, game, now) == 403
    assert decide(eve, game, now) == 403
    assert decide(world.browser(), game, now) == 401
    assert version(ada, game) == now
    assert decide(bob, game, now) == 200
    undo = {"power": FIRST, "version": now + 1}
    for other in (ada, eve):
        assert other.post(f"/api/games/{game}/undo", undo).status_code == 403
    assert bob.post(f"/api/games/{game}/undo", undo).status_code == 200


def test_a_released_seat_is_worth_nothing(world: World) -> None:
    ada, bob = world.account("Ada"), world.account("Bob")
    game = world.game(ada)
    assert change(bob, game, FIRST, "take") == 200
    assert change(ada, game, FIRST, "release") == 403
    assert change(bob, game, FIRST, "release") == 200
    assert change(bob, game, FIRST, "release") == 403
    assert decide(bob, game, version(ada, game)) == 403
    assert seats(ada, game)[FIRST]["kind"] == "open"


def test_the_host_manages_seats(world: World) -> None:
    ada, bob, eve = (world.account(name) for name in ("Ada", "Bob", "Eve"))
    game = world.game(ada)
    assert change(bob, game, "japan", "take") == 200
    for action in ("computer", "open"):
        assert change(eve, game, "japan", action) == 403
        assert change(bob, game, "japan", action) == 403
        assert change(world.browser(), game, "japan", action) == 401
    assert change(ada, game, "japan", "open") == 200
    assert seats(ada, game)["japan"]["kind"] == "open"
    assert change(ada, game, "japan", "computer", level="none such") == 400
    assert change(ada, game, "japan", "computer", level="random") == 200
    assert seats(ada, game)["japan"]["level"] == "random"
    assert change(eve, game, "japan", "take") == 403
    assert change(ada, game, "japan", "take") == 200
    assert seats(ada, game)["japan"]["person"]["name"] == "Ada"


def test_a_host_does_not_take_the_seat_of_an_opponent_who_plays(world: World) -> None:
    ada, bob = world.account("Ada"), world.account("Bob")
    game = world.game(ada)
    assert change(bob, game, FIRST, "take") == 200
    assert change(ada, game, "japan", "computer") == 200
    assert decide(bob, game, version(ada, game)) == 200
    for action in ("open", "computer", "take"):
        assert change(ada, game, FIRST, action) in (403, 409)
    assert seats(ada, game)[FIRST]["person"]["name"] == "Bob"
    assert change(bob, game, FIRST, "release") == 200
    assert change(ada, game, FIRST, "take") == 200


def test_who_was_replaced_may_come_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob, eve = (world.account(name) for name in ("Ada", "Bob", "Eve"))
    game = world.game(ada, "private")
    secret = world.invite(ada, game, FIRST)
    bob.post("/api/invitations/use", {"secret": secret, "power": FIRST})
    assert decide(bob, game, version(ada, game)) == 200
    later = now() + absence.AWAY["none"]
    monkeypatch.setattr("sandtable.server.routes.seats.now", lambda: later)
    assert change(ada, game, FIRST, "open") == 200
    assert change(eve, game, FIRST, "take") == 404
    mine = bob.get(f"/api/games/{game}").json()["me"]
    assert mine["powers"] == []
    assert mine["may_return"] == [FIRST]
    assert change(bob, game, FIRST, "take") == 200
    assert bob.get(f"/api/games/{game}").json()["me"]["may_return"] == []


def test_every_change_of_a_seat_stands_in_the_log(world: World) -> None:
    ada, bob = world.account("Ada"), world.account("Bob")
    game = world.game(ada)
    change(bob, game, "japan", "take")
    change(bob, game, "japan", "release")
    entries = ada.get(f"/api/games/{game}/log").json()["entries"]
    assert [entry["kind"] for entry in entries[1:]] == ["seat", "seat"]
    assert [entry["by"] for entry in entries[1:]] == ["Bob", "Bob"]


def test_somebody_seated_inherits_when_the_host_leaves(world: World) -> None:
    ada, bob = world.account("Ada"), world.account("Bob")
    game = world.game(ada, japan="me")
    change(bob, game, FIRST, "take")
    change(ada, game, "germany", "release")
    assert ada.get(f"/api/games/{game}").json()["me"]["host"]
    change(ada, game, "japan", "release")
    assert not ada.get(f"/api/games/{game}").json()["me"]["host"]
    assert bob.get(f"/api/games/{game}").json()["me"]["host"]


# --- the host's rights


@pytest.mark.parametrize(
    "body",
    [
        {"title": "Mine now"},
        {"visibility": "public"},
        {"paused": True},
        {"closed": True},
        {"host": "me"},
    ],
)
def test_only_the_host_changes_the_game(company: Company, body: dict[str, Any]) -> None:
    path = f"/api/games/{company.game}"
    before = company.ada.get(path).json()["game"]
    for browser, status in (
        (company.bob, 403),
        (company.watcher, 403),
        (company.eve, 404),
        (company.world.browser(), 404),
    ):
        wanted = {**body, "host": person_of(company.bob)} if "host" in body else body
        assert browser.request("PATCH", path, json=wanted).status_code == status
    after = company.ada.get(path).json()["game"]
    assert after["version"] == before["version"]


def test_the_host_changes_the_game(company: Company) -> None:
    path = f"/api/games/{company.game}"

    def patch(browser: Browser = company.ada, **body: Any) -> Any:
        return browser.request("PATCH", path, json=body)

    assert patch(title="  A\u0000new\ntitle ").json()["game"]["title"] == "A new title"
    assert patch(paused=True).json()["game"]["paused"]
    assert patch(paused=False, visibility="public").json()["game"]["visibility"] == "public"
    unchanged = version(company.ada, company.game)
    assert patch(visibility="public").json()["game"]["version"] == unchanged
    assert patch(host=person_of(company.eve)).status_code == 400
    assert not patch(host=person_of(company.bob)).json()["me"]["host"]
    assert patch(title="again").status_code == 403
    assert patch(company.bob, closed=True).json()["game"]["status"] == "closed"
    assert change(company.bob, company.game, FIRST, "take") == 403
    assert patch(company.bob, paused=True).status_code == 403


# --- invitations


def test_an_invitation_says_what_it_is_for(world: World) -> None:
    ada = world.account("Ada")
    game = world.game(ada, "private", japan="computer")
    secret = world.invite(ada, game, "japan", "united-kingdom", "germany")
    stranger = world.browser()
    found = stranger.post("/api/invitations/look", {"secret": secret}).json()
    assert found["game"] == game
    assert found["powers"] == ["japan", "united-kingdom"] or set(found["powers"]) == {
        "japan",
        "united-kingdom",
    }
    assert (found["title"], found["host"]) == ("The secret of the sand", "Ada")
    assert not stranger.http.cookies
    assert stranger.get(f"/api/games/{game}").status_code == 404


def test_an_invitation_gives_its_seats_and_no_others(world: World) -> None:
    ada = world.account("Ada")
    game = world.game(ada, "private", japan="computer")
    secret = world.invite(ada, game, "japan")
    guest = world.browser()

    def use(browser: Browser, power: str | None) -> int:
        body = {"secret": secret, "power": power}
        return browser.post("/api/invitations/use", body).status_code

    assert use(guest, "germany") == 403
    assert use(guest, FIRST) == 403
    assert use(guest, "japan") == 200
    assert seats(ada, game)["japan"]["person"]["id"] == person_of(guest)
    late = world.browser()
    assert use(late, "japan") == 409
    # It still lets one watch, and that is kept.
    assert use(late, None) == 200
    assert late.get(f"/api/games/{game}").json()["me"]["powers"] == []
    assert change(late, game, FIRST, "take") == 403


def test_invitations_can_be_revoked_and_expire(world: World) -> None:
    ada, bob = world.account("Ada"), world.account("Bob")
    game = world.game(ada, "private")
    other = world.game(bob, "private")
    secret = world.invite(ada, game)
    listed = ada.get(f"/api/games/{game}/invitations").json()
    assert [each["secret"] for each in listed] == [None]
    path = f"invitations/{listed[0]['id']}"
    assert bob.request("DELETE", f"/api/games/{other}/{path}").status_code == 404
    assert bob.request("DELETE", f"/api/games/{game}/{path}").status_code == 404
    assert bob.post("/api/invitations/use", {"secret": secret}).status_code == 200
    assert bob.request("DELETE", f"/api/games/{game}/{path}").status_code == 403
    assert ada.request("DELETE", f"/api/games/{game}/{path}").status_code == 204
    for wrong in (secret, secret[:-1], "x" * 43):
        for path in ("look", "use"):
            answer = world.browser().post(f"/api/invitations/{path}", {"secret": wrong})
            assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    # Who came by it stays.
    assert bob.get(f"/api/games/{game}").status_code == 200


# --- open connections


def test_a_seat_that_was_taken_away_is_lost_at_once_on_open_connections(world: World) -> None:
    ada, bob = world.account("Ada"), world.account("Bob")
    game = world.game(ada)
    change(bob, game, FIRST, "take")
    socket = bob.socket(f"/api/games/{game}/live")
    assert socket.until("hello")["me"]["powers"] == [FIRST]
    assert change(ada, game, FIRST, "open") == 200
    assert socket.until("me")["me"]["powers"] == []
    wanted = {"power": FIRST, "version": version(ada, game), "answers": BUY_NOTHING}
    socket.send({"type": "decide", "request": "1", "decide": wanted})
    assert socket.until("reply")["problem"]["code"] == "not-allowed"


def test_nobody_decides_for_anothers_seat_by_websocket(world: World) -> None:
    ada, bob = world.account("Ada"), world.account("Bob")
    game = world.game(ada)
    change(bob, game, FIRST, "take")
    wanted = {"power": FIRST, "version": version(ada, game), "answers": BUY_NOTHING}
    for browser, code in ((ada, "not-allowed"), (world.browser(), "not-signed-in")):
        socket = browser.socket(f"/api/games/{game}/live")
        socket.until("hello")
        socket.send({"type": "decide", "request": "1", "decide": wanted})
        assert socket.until("reply")["problem"]["code"] == code
        undo = {"power": FIRST, "version": wanted["version"]}
        socket.send({"type": "undo", "request": "2", "undo": undo})
        assert socket.until("reply")["problem"]["code"] == code


def test_a_session_that_ends_closes_its_connections(world: World) -> None:
    ada = world.account("Ada")
    token = ada.post("/api/me/tokens", {"name": "bot"}).json()
    game = world.game(ada, "private")
    by_cookie = ada.socket(f"/api/games/{game}/live")
    by_header = world.browser().socket(
        f"/api/games/{game}/live", Authorization=f"Bearer {token['token']}"
    )
    by_message = world.browser().socket(f"/api/games/{game}/live")
    by_message.send({"type": "authenticate", "token": token["token"]})
    for socket in (by_cookie, by_header, by_message):
        assert socket.until("hello")["me"]["host"]
    ada.request("DELETE", f"/api/me/tokens/{token['id']}")
    for socket in (by_header, by_message):
        assert socket.until("bye")["problem"]["code"] == "not-signed-in"
    ada.post("/api/me/sign-out")
    assert by_cookie.until("bye")["problem"]["code"] == "not-signed-in"
    with pytest.raises(Closed):
        by_cookie.receive()


def test_what_ended_elsewhere_is_noticed(world: World) -> None:
    """Another worker, or time, ended the session: this one learns of it from the database."""
    ada, bob = world.account("Ada"), world.account("Bob")
    game = world.game(ada)
    mine, guests = ada.socket(f"/api/games/{game}/live"), world.browser()
    theirs = [browser.socket(f"/api/games/{game}/live") for browser in (bob, guests)]
    for socket in (mine, *theirs):
        socket.until("hello")
    world.running.run(world.server.people.sessions.end_all(person_of(ada)))
    world.running.run(world.server.vigil.look())
    assert mine.until("bye")["problem"]["code"] == "not-signed-in"
    for socket in theirs:
        socket.send({"type": "ping", "version": 1})
        assert socket.until("pong")


def test_names_changed_elsewhere_are_learned(world: World) -> None:
    ada = world.account("Ada")
    game = world.game(ada)
    person = world.running.run(world.server.people.accounts.person(person_of(ada)))
    wanted = ChangeAccount(name="Grace")
    world.running.run(world.server.people.accounts.change(person, wanted))
    assert ada.get(f"/api/games/{game}").json()["game"]["host"]["name"] == "Ada"
    world.running.run(world.server.hub.refresh_names())
    assert ada.get(f"/api/games/{game}").json()["game"]["host"]["name"] == "Grace"


def test_a_game_that_becomes_private_is_taken_from_the_sight_of_strangers(world: World) -> None:
    ada, eve = world.account("Ada"), world.account("Eve")
    game = world.game(ada, "public")
    sockets = [browser.socket(f"/api/games/{game}/live") for browser in (eve, world.browser())]
    for socket in sockets:
        socket.until("hello")
    mine = ada.socket(f"/api/games/{game}/live")
    mine.until("hello")
    ada.request("PATCH", f"/api/games/{game}", json={"visibility": "private"})
    for socket in sockets:
        assert socket.until("bye")["problem"]["code"] == "not-found"
    assert mine.until("update")["head"]["visibility"] == "private"
    assert change(ada, game, "germany", "release") == 200
    assert mine.until("update")


def test_another_sites_page_cannot_open_a_connection(company: Company) -> None:
    path = f"/api/games/{company.game}/live"
    with pytest.raises(Closed):
        company.ada.socket(path, Origin="http://evil.example")
    assert company.ada.socket(path, Origin="http://localhost").until("hello")
