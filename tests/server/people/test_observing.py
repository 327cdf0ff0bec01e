"""Logs, metrics and health."""

from __future__ import annotations

import json
import logging
from typing import Literal

import pytest
import structlog

from sandtable.server.observing.logs import configure
from sandtable.server.people.people import People
from sandtable.server.settings import Settings
from tests.server.people.conftest import PASSWORD, World, first_power


@pytest.fixture
def quiet_after() -> object:
    """Puts logging back as it was."""
    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    yield
    root.handlers, root.level = before
    structlog.reset_defaults()


def test_requests_are_logged_without_secrets(
    world: World, quiet_after: object, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(Settings(log_format="json"))
    browser = world.browser()
    body = {"name": "Ada", "password": PASSWORD}
    answer = browser.post("/api/me/sign-up?password=visible", body)
    world.invite(browser, world.game(browser))
    token = browser.post("/api/me/tokens", {"name": "bot"}).json()["token"]
    world.browser(Authorization=f"Bearer {token}").get("/api/me")
    text = capsys.readouterr().err
    lines = [json.loads(line) for line in text.splitlines()]
    line = next(line for line in lines if line["path"] == "/api/me/sign-up")
    assert (line["method"], line["status"]) == ("POST", 200)
    assert line["request"] == answer.headers["x-request-id"]
    for secret in (PASSWORD, "visible", token, browser.http.cookies["sandtable"]):
        assert secret not in text


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_failure_is_told_plainly_and_logged(
    world: World,
    form: Literal["json", "text"],
    quiet_after: object,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    configure(Settings(log_format=form))

    def broken(*_: object) -> None:
        secret = "ses" + "ame"
        raise RuntimeError("inside" if secret else "")

    monkeypatch.setattr(People, "account", broken)
    answer = world.browser().get("/api/me")
    assert (answer.status_code, answer.json()["code"]) == (500, "failed")
    assert "inside" not in answer.text
    assert answer.headers["x-request-id"] in answer.json()["message"]
    assert "content-security-policy" in answer.headers
    text = capsys.readouterr().err
    assert "RuntimeError" in text
    assert "inside" in text
    assert "sesame" not in text


def test_only_a_trusted_proxy_gives_request_ids(world: World) -> None:
    answer = world.browser().get("/healthz", headers={"X-Request-Id": "mine"})
    assert answer.headers["x-request-id"] != "mine"


def test_metrics_count_requests_and_decisions(world: World) -> None:
    ada = world.account("Ada")
    seats = dict.fromkeys(("japan", "soviet-union", "united-kingdom", "united-states"), "me")
    game = world.game(ada, **seats)
    power = first_power(ada, game)
    version = ada.get(f"/api/games/{game}").json()["game"]["version"]
    options = ada.get(f"/api/games/{game}/options").json()["options"]
    assert options[0]["power"] == power
    socket = ada.socket(f"/api/games/{game}/live")
    socket.until("hello")
    text = ada.get("/metrics").text
    assert 'route="/api/games/{game}"' in text
    assert game not in text
    assert "sandtable_live_connections 1.0" in text
    assert "sandtable_games_in_memory 1.0" in text
    assert version == 1


def test_metrics_are_not_for_everybody(world: World, settings: Settings) -> None:
    assert world.browser(address="8.8.8.8").get("/metrics").status_code == 404
    assert world.browser(address="10.1.2.3").get("/metrics").status_code == 200
    settings.metrics = False
    assert world.browser().get("/metrics").status_code == 404


def test_health(world: World) -> None:
    assert world.browser().get("/healthz").json()["status"] == "ok"
    assert world.browser().get("/readyz").status_code == 200
