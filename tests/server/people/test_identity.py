"""Guests, accounts, sessions and tokens."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from sandtable.server.settings import Settings
from sandtable.server.store.base import now
from sandtable.server.store.tables_people import PersonRow, SessionRow
from tests.server.asgi import Browser
from tests.server.people.conftest import PASSWORD, World, person_of


def sign_in(browser: Browser, name: str, password: str = PASSWORD) -> int:
    return browser.post("/api/me/sign-in", {"name": name, "password": password}).status_code


def expire_everything(world: World) -> None:
    async def expire() -> None:
        async with world.server.engine.execution_options(writes=True).begin() as connection:
            past = now() - timedelta(seconds=1)
            await connection.execute(update(SessionRow).values(expires=past))
            await connection.execute(update(PersonRow).values(created=past - timedelta(days=1)))

    world.running.run(expire())


# --- guests


def test_looking_makes_nobody(world: World) -> None:
    browser = world.browser()
    answer = browser.get("/api/me")
    assert answer.json()["person"] is None
    assert "set-cookie" not in answer.headers
    browser.get("/api/games")
    browser.get("/api/editions")
    assert not browser.http.cookies


def test_a_guest_is_made_by_the_first_thing_that_needs_one(world: World) -> None:
    browser = world.browser()
    world.game(browser)
    me = browser.get("/api/me").json()
    assert me["person"]["guest"]
    assert me["person"]["name"].startswith("Guest ")
    assert len(browser.get("/api/games").json()["games"]) == 1


def test_a_guest_may_take_another_name(world: World) -> None:
    browser = world.browser()
    game = world.game(browser)
    renamed = browser.request("PATCH", "/api/me", json={"name": "Grace"})
    assert renamed.json()["person"] == {"id": person_of(browser), "name": "Grace", "guest": True}
    assert browser.get(f"/api/games/{game}").json()["game"]["host"]["name"] == "Grace"
    other = world.browser()
    world.game(other)
    taken = other.request("PATCH", "/api/me", json={"name": "GRACE"})
    assert (taken.status_code, taken.json()["code"]) == (409, "conflict")


def test_signing_up_keeps_a_guests_games(world: World) -> None:
    browser = world.browser()
    game = world.game(browser)
    before = person_of(browser)
    old = dict(browser.http.cookies)
    assert browser.post("/api/me/sign-up", {"name": "Grace", "password": PASSWORD}).is_success
    assert person_of(browser) == before
    found = browser.get(f"/api/games/{game}").json()
    assert found["me"]["powers"] == ["germany"]
    assert found["me"]["host"]
    # The cookie from before is worth nothing.
    assert dict(browser.http.cookies) != old
    thief = world.browser()
    thief.http.cookies.update(old)
    assert thief.get("/api/me").json()["person"] is None


def test_signing_in_brings_a_guests_games_along(world: World) -> None:
    ada = world.account("Ada")
    browser = world.browser()
    game = world.game(browser, "private", japan="me")
    guest = person_of(browser)
    old = dict(browser.http.cookies)
    assert sign_in(browser, "Ada") == 200
    assert person_of(browser) == person_of(ada) != guest
    found = ada.get(f"/api/games/{game}").json()
    assert found["me"]["powers"] == ["germany", "japan"]
    assert found["me"]["host"]
    assert {seat["person"]["name"] for seat in found["game"]["seats"] if seat["person"]} == {"Ada"}
    thief = world.browser()
    thief.http.cookies.update(old)
    assert thief.get("/api/me").json()["person"] is None
    assert thief.get(f"/api/games/{game}").status_code == 404


def test_a_guests_invitations_come_along(world: World) -> None:
    ada, bob = world.account("Ada"), world.account("Bob")
    game = world.game(ada, "private")
    browser = world.browser()
    assert browser.post("/api/invitations/use", {"secret": world.invite(ada, game)}).is_success
    assert sign_in(browser, "Bob") == 200
    assert bob.get(f"/api/games/{game}").status_code == 200


def test_without_guests_one_has_to_sign_in(world: World, settings: Settings) -> None:
    settings.guests = False
    browser = world.browser()
    answer = browser.post("/api/games", {"edition": "1941"})
    assert (answer.status_code, answer.json()["code"]) == (401, "not-signed-in")
    assert not browser.get("/api/me").json()["guests_allowed"]


# --- accounts


def test_names_are_unique_by_looks(world: World) -> None:
    world.account("Ada")
    for name in ("ada", "ADA", "A d a", "\u0410da"):
        answer = world.browser().post("/api/me/sign-up", {"name": name, "password": PASSWORD})
        assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


@pytest.mark.parametrize(
    "body",
    [
        {"name": "a\u0000b", "password": PASSWORD},
        {"name": "Ada", "password": "short"},
        {"name": "", "password": PASSWORD},
        {"name": "x" * 41, "password": PASSWORD},
        {"name": "Ada", "password": PASSWORD, "email": "nobody"},
        {"name": "Ada", "password": PASSWORD, "email": "a@b.c\r\nBcc: x@y.zz"},
        {"name": "Ada", "password": PASSWORD, "admin": True},
        {"name": ["Ada"], "password": PASSWORD},
        {"name": "Computer", "password": PASSWORD},
    ],
)
def test_malformed_sign_ups_are_refused(world: World, body: dict[str, object]) -> None:
    answer = world.browser().post("/api/me/sign-up", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert "correct horse" not in answer.text


def test_a_wrong_name_and_a_wrong_password_look_the_same(world: World) -> None:
    world.account("Ada")
    asking = world.browser()
    wrong = [
        asking.post("/api/me/sign-in", {"name": name, "password": "not the password"})
        for name in ("Ada", "Nobody", "Guest 1234")
    ]
    assert {answer.status_code for answer in wrong} == {403}
    assert len({answer.text for answer in wrong}) == 1
    assert len({tuple(sorted(a.headers.keys())) for a in wrong}) == 1
    assert sign_in(asking, "ada") == 200


def test_passwords_cannot_be_tried_for_ever(world: World) -> None:
    world.account("Ada")
    codes = [
        sign_in(world.browser(address=f"10.0.0.{n}"), "Ada", "not the password") for n in range(40)
    ]
    assert codes[0] == 403
    assert codes[-1] == 429


def test_a_dated_hash_is_renewed_at_sign_in(world: World) -> None:
    from argon2 import PasswordHasher

    from sandtable.server.people.passwords import Passwords

    world.account("Ada")

    async def stored() -> str:
        async with world.server.engine.connect() as connection:
            found = await connection.execute(select(PersonRow.password))
            return str(found.scalar_one())

    before = world.running.run(stored())
    stronger = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1)
    world.server.people.accounts.passwords = Passwords(stronger)
    assert sign_in(world.browser(), "Ada") == 200
    after = world.running.run(stored())
    assert "t=2" in after
    assert before != after
    assert sign_in(world.browser(), "Ada") == 200


def test_a_new_password_signs_everything_else_out(world: World) -> None:
    here, there = world.account("Ada"), world.browser()
    assert sign_in(there, "Ada") == 200
    token = here.post("/api/me/tokens", {"name": "bot"}).json()["token"]
    change = {"old": "not the password", "new": "another password"}
    assert here.post("/api/me/password", change).status_code == 403
    change["old"] = PASSWORD
    assert here.post("/api/me/password", change).status_code == 200
    assert here.get("/api/me").json()["person"] is not None
    assert there.get("/api/me").json()["person"] is None
    program = world.browser(Authorization=f"Bearer {token}")
    assert program.get("/api/me").status_code == 401
    assert sign_in(world.browser(), "Ada") == 403
    assert sign_in(world.browser(), "Ada", "another password") == 200


def test_leaving_for_good(world: World) -> None:
    ada, bob = world.account("Ada"), world.account("Bob")
    game = world.game(ada)
    assert bob.post(f"/api/games/{game}/seats/japan", {"action": "take"}).is_success
    gone = person_of(ada)
    refused = ada.request("DELETE", "/api/me", json={"password": "not the password"})
    assert refused.status_code == 403
    assert ada.request("DELETE", "/api/me").status_code == 403
    assert ada.request("DELETE", "/api/me", json={"password": PASSWORD}).status_code == 204
    assert ada.get("/api/me").json()["person"] is None
    assert sign_in(world.browser(), "Ada") == 403
    found = bob.get(f"/api/games/{game}").json()
    seats = {seat["power"]: seat["kind"] for seat in found["game"]["seats"]}
    assert (seats["germany"], seats["japan"]) == ("open", "person")
    assert found["me"]["host"]
    log = bob.get(f"/api/games/{game}/log").text
    assert "Ada" not in log + bob.get(f"/api/games/{game}").text

    async def kept() -> dict[str, object]:
        async with world.server.engine.connect() as connection:
            query = select(PersonRow.__table__).where(PersonRow.id == gone)
            return dict((await connection.execute(query)).one()._mapping)

    row = world.running.run(kept())
    assert (row["password"], row["email"], row["name_key"]) == (None, None, None)
    assert world.account("Ada") is not None


def test_addresses_are_for_oneself_only(world: World) -> None:
    ada = world.account("Ada")
    changes = {"email": "ada@example.org", "webhook": "https://example.org/hook"}
    changed = ada.request("PATCH", "/api/me", json=changes).json()
    assert changed["email"] == "ada@example.org"
    assert changed["webhook_secret"]
    game = world.game(ada)
    for text in (ada.get(f"/api/games/{game}").text, world.browser().get("/api/me").text):
        assert "example.org" not in text
    for bad in ("ftp://example.org", "javascript:alert(1)", "https://", "http://a b", "x"):
        assert ada.request("PATCH", "/api/me", json={"webhook": bad}).status_code == 400
    cleared = ada.request("PATCH", "/api/me", json={"email": "", "webhook": ""}).json()
    assert (cleared["email"], cleared["webhook"]) == (None, None)


# --- sessions


def test_the_cookie_is_kept_from_scripts_and_other_sites(world: World) -> None:
    plain = world.browser().post("/api/me/tokens", {"name": "x"}).headers["set-cookie"]
    assert plain.startswith("sandtable=")
    for part in ("HttpOnly", "SameSite=Lax", "Path=/"):
        assert part in plain
    assert "Secure" not in plain
    secure = world.browser(base_url="https://localhost").post("/api/me/tokens", {"name": "x"})
    assert secure.headers["set-cookie"].startswith("__Host-sandtable=")
    assert "; Secure" in secure.headers["set-cookie"]
    assert "Domain" not in secure.headers["set-cookie"]


def test_secrets_are_stored_as_hashes(world: World, settings: Settings) -> None:
    ada = world.account("Ada")
    cookie = ada.http.cookies["sandtable"]
    token = ada.post("/api/me/tokens", {"name": "bot"}).json()["token"]
    invitation = world.invite(ada, world.game(ada))
    everything = b""
    path = settings.database.partition("///")[2]
    for suffix in ("", "-wal"):
        with open(path + suffix, "rb") as file:
            everything += file.read()
    assert b"The secret of the sand" in everything
    for secret in (cookie, token, invitation, PASSWORD):
        assert secret.encode() not in everything


def test_sessions_expire_and_are_renewed_by_use(world: World) -> None:
    ada = world.account("Ada")
    assert "set-cookie" not in ada.get("/api/me").headers

    async def age(days: int) -> None:
        async with world.server.engine.execution_options(writes=True).begin() as connection:
            left = now() + timedelta(days=days)
            await connection.execute(update(SessionRow).values(expires=left))

    world.running.run(age(10))
    renewed = ada.get("/api/me")
    assert renewed.headers["set-cookie"].startswith("sandtable=")
    assert "Max-Age=2592000" in renewed.headers["set-cookie"]
    assert "set-cookie" not in ada.get("/api/me").headers
    expire_everything(world)
    assert ada.get("/api/me").json()["person"] is None


def test_sessions_are_listed_and_ended(world: World) -> None:
    here, there = world.account("Ada"), world.browser()
    sign_in(there, "Ada")
    listed = here.get("/api/me/sessions").json()
    assert sorted(session["this"] for session in listed) == [False, True]
    other = next(session["id"] for session in listed if not session["this"])
    eve = world.account("Eve")
    assert eve.request("DELETE", f"/api/me/sessions/{other}").status_code == 404
    assert there.get("/api/me").json()["person"] is not None
    assert here.request("DELETE", f"/api/me/sessions/{other}").status_code == 204
    assert there.get("/api/me").json()["person"] is None
    sign_in(there, "Ada")
    assert here.request("DELETE", "/api/me/sessions").status_code == 204
    assert there.get("/api/me").json()["person"] is None
    secret = dict(here.http.cookies)
    assert here.post("/api/me/sign-out").status_code == 204
    assert not here.http.cookies
    here.http.cookies.update(secret)
    assert here.get("/api/me").json()["person"] is None


# --- tokens


def test_a_token_plays_but_does_not_manage(world: World) -> None:
    ada = world.account("Ada")
    made = ada.post("/api/me/tokens", {"name": "bot", "days": 7}).json()
    assert [token["token"] for token in ada.get("/api/me/tokens").json()] == [None]
    program = world.browser(Authorization=f"Bearer {made['token']}")
    assert person_of(program) == person_of(ada)
    world.game(program)
    for method, path, body in (
        ("POST", "/api/me/tokens", {"name": "more"}),
        ("GET", "/api/me/tokens", None),
        ("GET", "/api/me/sessions", None),
        ("POST", "/api/me/password", {"old": PASSWORD, "new": "another password"}),
        ("PATCH", "/api/me", {"email": "eve@example.org"}),
        ("DELETE", "/api/me", {"password": PASSWORD}),
        ("POST", "/api/me/sign-in", {"name": "Ada", "password": PASSWORD}),
        ("DELETE", f"/api/me/tokens/{made['id']}", None),
    ):
        answer = program.request(method, path, **({} if body is None else {"json": body}))
        assert answer.status_code == 403, (method, path)
    assert ada.request("DELETE", f"/api/me/tokens/{made['id']}").status_code == 204
    assert program.get("/api/me").status_code == 401


def test_forged_expired_and_misplaced_tokens_are_worth_nothing(world: World) -> None:
    ada = world.account("Ada")
    token = ada.post("/api/me/tokens", {"name": "bot"}).json()["token"]
    cookie = ada.http.cookies["sandtable"]
    wrong = [token[:-1], token + "A", token.upper(), "sandtable_", "", "x", cookie, "a" * 5000]
    for each in wrong:
        program = world.browser(Authorization=f"Bearer {each}")
        assert program.get("/api/games").status_code == 401, each
    assert world.browser(Authorization=f"Basic {token}").get("/api/me").status_code == 401
    # A token is no cookie, and a wrong header is not made good by a cookie.
    browser = world.browser()
    browser.http.cookies.set("sandtable", token)
    assert browser.get("/api/me").json()["person"] is None
    assert ada.get("/api/me", headers={"Authorization": "Bearer x"}).status_code == 401
    expire_everything(world)
    assert world.browser(Authorization=f"Bearer {token}").get("/api/me").status_code == 401


def test_what_has_expired_is_swept_up(world: World) -> None:
    idle, player, ada = world.browser(), world.browser(), world.account("Ada")
    idle.post("/api/me/tokens", {"name": "x"})
    world.game(player)
    kept = {person_of(player), person_of(ada)}
    expire_everything(world)
    world.running.run(world.server.people.sweep())

    async def left() -> tuple[set[str], int]:
        async with world.server.engine.connect() as connection:
            people = set((await connection.execute(select(PersonRow.id))).scalars())
            return people, len((await connection.execute(select(SessionRow.id))).all())

    assert world.running.run(left()) == (kept, 0)
