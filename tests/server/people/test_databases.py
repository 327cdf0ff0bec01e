"""One story of people on each kind of database."""

from __future__ import annotations

from sandtable.server.app import create_app
from sandtable.server.people.passwords import Passwords
from sandtable.server.settings import Settings
from tests.server.asgi import Running
from tests.server.people.conftest import PASSWORD, WEAK, World, person_of


def test_people_come_and_go(database_url: str) -> None:
    app = create_app(Settings(database=database_url, rate_per_minute=100_000))
    app.state.server.people.accounts.passwords = Passwords(WEAK)
    with Running(app) as running:
        world = World(app, running)
        ada, guest = world.account("Ada"), world.browser()
        taken = guest.post("/api/me/sign-up", {"name": "ADA", "password": PASSWORD})
        assert taken.status_code == 409
        game = world.game(guest, "private", japan="me")
        secret = world.invite(guest, game, "united-states")
        bob = world.account("Bob")
        wanted = {"secret": secret, "power": "united-states"}
        for status in (200, 409):
            assert bob.post("/api/invitations/use", wanted).status_code == status
        signed_in = guest.post("/api/me/sign-in", {"name": "Ada", "password": PASSWORD})
        assert signed_in.status_code == 200
        found = ada.get(f"/api/games/{game}").json()
        assert found["me"]["powers"] == ["germany", "japan"]
        names = {seat["person"]["name"] for seat in found["game"]["seats"] if seat["person"]}
        assert names == {"Ada", "Bob"}
        assert len(ada.get("/api/me/sessions").json()) == 2
        running.run(world.server.people.sweep())
        assert ada.request("DELETE", "/api/me/sessions").status_code == 204
        assert guest.get("/api/me").json()["person"] is None
        assert ada.request("DELETE", "/api/me", json={"password": PASSWORD}).status_code == 204
        assert bob.get(f"/api/games/{game}").json()["me"]["host"]
        assert person_of(bob)
