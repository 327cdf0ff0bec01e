"""The server keeps to its own description, whatever is asked of it.

Requests are made up from the OpenAPI document, such as fit it and such as do not. They are sent by
somebody who has an account and a game, so that they get past the door.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from sandtable.server.app import create_app
from sandtable.server.openapi import document
from sandtable.server.people.passwords import Passwords
from sandtable.server.settings import Settings
from tests.server.asgi import Browser, Running
from tests.server.people.conftest import PASSWORD, WEAK

OURS = {"user-agent", "cookie", "authorization", "x-schemathesis-testcaseid"}
"""Headers that say who asks."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 12
ENDING = {("delete", "/api/me"), ("post", "/api/me/sign-out"), ("delete", "/api/me/sessions")}
"""What would make the caller a stranger for all that follows."""

SCHEMA = schemathesis.openapi.from_dict(document())
OPERATIONS: list[Any] = [found.ok() for found in SCHEMA.get_all_operations()]  # type: ignore[union-attr]


@dataclass
class World:
    """A server with somebody and a game of theirs, and values that exist there."""

    app: FastAPI
    browser: Browser
    real: dict[str, str]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    path = tmp_path_factory.mktemp("description") / "sandtable.db"
    url = f"sqlite+aiosqlite:///{path}"
    app = create_app(
        Settings(database=url, rate_per_minute=10_000_000, max_games_per_person=10_000)
    )
    app.state.server.people.accounts.passwords = Passwords(WEAK)
    with Running(app) as running:
        browser = running.browser()
        browser.post("/api/me/sign-up", {"name": "Ada", "password": PASSWORD})
        powers = [power["id"] for power in browser.get("/api/editions/1941").json()["powers"]]
        seats = [{"power": power, "kind": "me"} for power in powers]
        game = browser.post("/api/games", {"edition": "1941", "seats": seats}).json()["game"]
        real = {"game": game["id"], "power": powers[0], "edition": "1941", "space": "germany"}
        yield World(app, browser, real)


@pytest.mark.parametrize("operation", OPERATIONS, ids=[found.label for found in OPERATIONS])
def test_answers_are_as_described(world: World, operation: Any) -> None:
    cases = st.one_of(
        operation.as_strategy(GenerationMode.POSITIVE),
        operation.as_strategy(GenerationMode.NEGATIVE),
    )
    ends = (operation.method.lower(), operation.path) in ENDING

    @seed(1941)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases, st.booleans())
    def ask(case: Any, really: bool) -> None:
        if really and case.path_parameters:
            case.path_parameters = {
                name: world.real.get(name, value) for name, value in case.path_parameters.items()
            }
        browser = world.browser.running.browser() if ends else world.browser
        case.validate_response(send(browser, case), checks=CHECKS)

    ask()


def send(browser: Browser, case: Any) -> Any:
    """What the case describes, without a network."""
    made = case.as_transport_kwargs(base_url="http://localhost")
    body = {name: made[name] for name in ("json", "data") if made.get(name) is not None}
    if "data" in body:
        data = body.pop("data")
        body["content"] = data if isinstance(data, bytes) else str(data).encode()
    headers = {
        name: value
        for name, value in (made.get("headers") or {}).items()
        if name.lower()
        not in ("user-agent", "cookie", "authorization", "x-schemathesis-testcaseid")
    }
    path = quote(case.formatted_path, safe="/%")
    return browser.request(
        made["method"], path, params=made.get("params") or {}, headers=headers, **body
    )
