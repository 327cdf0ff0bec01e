"""Every route of the app is tried by callers who have no business there. None may change
anything that is not theirs, or learn anything about a private game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from fastapi.routing import APIRoute, APIWebSocketRoute
from sqlalchemy import select

from sandtable.server.store.base import Base
from tests.server.asgi import Browser, Closed
from tests.server.people.conftest import PASSWORD, Company, World, person_of

FIRST = "soviet-union"
NOTHING: dict[str, Any] = {}
SECRET = "x" * 43
BUY = {"type": "buy", "units": {}}

# A body for each route that takes one, such as its rightful user would send.
BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("POST", "/api/games"): {"edition": "1941"},
    ("POST", "/api/games/import"): {"record": "[Edition 1941]"},
    ("PATCH", "/api/games/{game}"): {"title": "Mine", "closed": True},
    ("POST", "/api/games/{game}/decide"): {"power": FIRST, "version": 0, "answers": [BUY]},
    ("POST", "/api/games/{game}/undo"): {"power": FIRST, "version": 0},
    ("POST", "/api/games/{game}/dice"): {"power": FIRST, "text": "luck"},
    ("POST", "/api/games/{game}/what-if"): {"power": FIRST, "cases": [{"answers": [BUY]}]},
    ("POST", "/api/games/{game}/hint"): {"power": FIRST},
    ("POST", "/api/games/{game}/seats/{power}"): {"action": "open"},
    ("PUT", "/api/games/{game}/seats/{power}/orders"): {"submerge": "never"},
    ("POST", "/api/games/{game}/proposals"): {"kind": "concede", "power": FIRST},
    ("POST", "/api/games/{game}/proposals/{proposal}"): {"power": FIRST, "agree": True},
    ("POST", "/api/games/{game}/invitations"): {"powers": [FIRST]},
    ("DELETE", "/api/games/{game}/invitations/{invitation}"): NOTHING,
    ("POST", "/api/invitations/look"): {"secret": SECRET},
    ("POST", "/api/invitations/use"): {"secret": SECRET, "power": FIRST},
    ("POST", "/api/positions"): {"edition": "1941", "position": "nonsense"},
    ("POST", "/api/me/sign-up"): {"name": "Ada", "password": PASSWORD},
    ("POST", "/api/me/sign-in"): {"name": "Ada", "password": "not the password"},
    ("POST", "/api/me/sign-out"): NOTHING,
    ("PATCH", "/api/me"): {"name": "ADA"},
    ("POST", "/api/me/password"): {"old": PASSWORD, "new": "another password"},
    ("DELETE", "/api/me"): {"password": PASSWORD},
    ("POST", "/api/me/tokens"): {"name": "bot"},
    ("DELETE", "/api/me/tokens/{token}"): NOTHING,
    ("DELETE", "/api/me/sessions"): NOTHING,
    ("DELETE", "/api/me/sessions/{session}"): NOTHING,
}


def all_routes(routes: list[Any]) -> Iterator[APIRoute | APIWebSocketRoute]:
    for route in routes:
        inner = getattr(route, "original_router", route)
        if isinstance(route, APIRoute | APIWebSocketRoute):
            yield route
        elif hasattr(inner, "routes"):
            yield from all_routes(inner.routes)
        else:
            raise AssertionError(f"a route of an unknown kind: {route!r}")


def calls(world: World) -> list[tuple[str, str]]:
    """Method and path of all routes of the interface."""
    return sorted(
        (method, route.path)
        for route in all_routes(world.app.routes)
        if isinstance(route, APIRoute) and route.path.startswith("/api/")
        for method in route.methods or ()
        if method != "HEAD"
    )


def contents(company: Company) -> dict[str, list[str]]:
    """All rows of the database that are Ada's, Bob's or their game's."""
    owners = {company.game, person_of(company.ada), person_of(company.bob)}

    async def read() -> dict[str, list[str]]:
        found = {}
        async with company.world.server.engine.connect() as connection:
            for table in Base.metadata.sorted_tables:
                columns = [
                    c.name for c in table.columns if c.name.endswith("_id") or c.name == "id"
                ]
                rows = (await connection.execute(select(table))).mappings().all()
                mine = [row for row in rows if owners & {row[name] for name in columns}]
                found[table.name] = sorted(repr(dict(row)) for row in mine)
        return found

    return company.world.running.run(read())


def addresses(company: Company) -> dict[str, str]:
    """What stands in the paths: real things of Ada's."""
    ada, game = company.ada, company.game
    proposal = {"kind": "draw", "power": "germany"}
    made = ada.post(f"/api/games/{game}/proposals", proposal)
    proposals = made.json()["game"]["proposals"] if made.is_success else []
    return {
        "game": game,
        "power": FIRST,
        "space": "germany",
        "edition": "1941",
        "decisions": "0",
        "digest": "0",
        "proposal": proposals[0]["id"] if proposals else "none",
        "invitation": ada.get(f"/api/games/{game}/invitations").json()[0]["id"],
        "token": ada.post("/api/me/tokens", {"name": "bot"}).json()["id"],
        "session": ada.get("/api/me/sessions").json()[0]["id"],
    }


def test_every_route_is_listed_here(world: World) -> None:
    found = calls(world)
    assert len(found) > 35
    unsafe = {call for call in found if call[0] != "GET"}
    assert not unsafe - set(BODIES), "a route was added: list it with a body"


@pytest.mark.parametrize("visibility", ["private", "link"])
@pytest.mark.parametrize("who", ["nobody", "stranger", "spectator"])
def test_who_does_not_belong_changes_nothing(company: Company, visibility: str, who: str) -> None:
    world, game = company.world, company.game
    for power in (FIRST, "united-kingdom", "united-states"):
        assert company.ada.post(f"/api/games/{game}/seats/{power}", {"action": "take"}).is_success
    change = {"visibility": visibility}
    assert company.ada.request("PATCH", f"/api/games/{game}", json=change).is_success
    names = iter(f"Mallory {number}" for number in range(1000))
    watching = world.invite(company.ada, game)

    def caller() -> Browser:
        if who == "nobody":
            return world.browser()
        browser = world.account(next(names))
        if who == "spectator":
            assert browser.post("/api/invitations/use", {"secret": watching}).is_success
        return browser

    parts = addresses(company)
    version = company.ada.get(f"/api/games/{game}").json()["game"]["version"]
    browser = caller()
    before = contents(company)
    for method, path in calls(world):
        body = BODIES.get((method, path))
        if body is not None and "version" in body:
            body = {**body, "version": version}
        # A wrong part of a path would be found nowhere, and prove nothing.
        address = path.format(**parts)
        sent = {} if method == "GET" else {"json": body or {}}
        answer = browser.request(method, address, **sent)
        if method != "GET":
            assert contents(company) == before, (method, path)
        if path.startswith("/api/me") and method != "GET":
            browser = caller()
            before = contents(company)
        assert answer.status_code < 500, (method, path, answer.text)
        if path.startswith("/api/games/{game}"):
            hidden = visibility == "private" and who != "spectator"
            if hidden:
                assert answer.status_code in (401, 404), (method, path, answer.text)
                assert "sand" not in answer.text
            elif method != "GET" and not path.endswith("what-if"):
                assert answer.status_code in (401, 403), (method, path, answer.text)


def test_a_private_game_and_none_at_all_look_the_same(company: Company) -> None:
    world = company.world
    parts = addresses(company)
    for method, path in calls(world):
        if not path.startswith("/api/games/{game}"):
            continue
        sent = {} if method == "GET" else {"json": BODIES[method, path]}
        for browser in (company.eve, world.browser()):
            real = browser.request(method, path.format(**parts), **sent)
            none = browser.request(method, path.format(**{**parts, "game": "A" * 16}), **sent)
            assert (real.status_code, real.text) == (none.status_code, none.text), (method, path)


def test_every_websocket_is_closed_to_strangers(company: Company) -> None:
    world = company.world
    found = [r for r in all_routes(world.app.routes) if isinstance(r, APIWebSocketRoute)]
    assert [route.path for route in found] == ["/api/games/{game}/live"]
    for game in (company.game, "A" * 16):
        socket = company.eve.socket(f"/api/games/{game}/live")
        assert socket.receive()["problem"]["code"] == "not-found"
        with pytest.raises(Closed):
            socket.receive()
        forged = world.browser().socket(f"/api/games/{game}/live")
        forged.send({"type": "authenticate", "token": "sandtable_" + SECRET})
        assert forged.receive()["problem"]["code"] == "not-signed-in"


def test_private_games_are_in_nobodys_list(company: Company) -> None:
    for browser in (company.eve, company.watcher, company.world.browser()):
        for scope in ("mine", "public"):
            assert company.game not in browser.get(f"/api/games?scope={scope}").text
    assert company.game in company.ada.get("/api/games?scope=mine").text
    assert company.game not in company.ada.get("/api/games?scope=public").text


def test_no_route_can_be_used_by_another_sites_page(company: Company) -> None:
    """With the host's own cookie, as a browser would send it."""
    parts = addresses(company)
    before = contents(company)
    for (method, path), body in BODIES.items():
        for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            answer = company.ada.request(method, path.format(**parts), json=body, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
            assert "set-cookie" not in answer.headers
    assert contents(company) == before


def test_records_may_be_larger_than_other_bodies(company: Company) -> None:
    def send(size: int, path: str = "/api/games/import") -> int:
        return company.ada.post(path, {"record": "x" * size}).status_code

    assert send(300_000) == 400
    assert send(300_000, "/api/games") == 413
    assert send(2_000_001) == 400
    assert send(9_000_000) == 413


MALFORMED = (
    *(b"{", b"[]", b'"x"', b"null", b"\xff\xfe", b'{"a":NaN}', b'{"a":1e999}', b"{}" * 2),
    b"1" * 5000,
)
NO_BODY_NEEDED = ("/api/me/sign-out", "/api/me", "/api/me/sessions")


def test_malformed_bodies_are_refused_everywhere(company: Company) -> None:
    parts = addresses(company)
    before = contents(company)
    for (method, path), content in product(BODIES, MALFORMED):
        if path in NO_BODY_NEEDED:
            continue
        headers = {"Content-Type": "application/json"}
        address = path.format(**parts)
        answer = company.bob.request(method, address, content=content, headers=headers)
        assert 400 <= answer.status_code < 500, (method, path, answer.text)
    assert contents(company) == before
