"""The guards, around a small app of their own."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from fastapi import FastAPI, Request, WebSocket

from sandtable.server.guard import install
from sandtable.server.guard.bodies import DEEPEST, too_deep
from sandtable.server.guard.limits import Limit, RateLimits, client_key, too_many
from sandtable.server.guard.proxies import TrustedProxies
from sandtable.server.settings import Settings
from tests.server.asgi import Browser, Closed, Running

JSON = {"Content-Type": "application/json"}


def small_app(**settings: Any) -> FastAPI:
    app = FastAPI(openapi_url=None)

    @app.post("/api/echo")
    async def echo(request: Request) -> Any:
        return {"size": len(await request.body()), "client": request.client and request.client.host}

    @app.get("/api/look")
    async def look(request: Request) -> Any:
        return {"scheme": request.url.scheme, "client": request.client and request.client.host}

    @app.websocket("/api/talk")
    async def talk(socket: WebSocket) -> None:
        await socket.accept()
        async for text in socket.iter_text():
            await socket.send_text(str(len(text)))

    install(app, Settings(**settings))
    return app


Clients = Callable[..., Browser]


@pytest.fixture
def client_of() -> Iterator[Clients]:
    """Makes a client of a small app with these settings."""
    opened: list[Running] = []

    def make(
        base_url: str = "http://localhost", address: str = "127.0.0.1", **settings: Any
    ) -> Browser:
        opened.append(Running(small_app(**settings), lifespan=False))
        return opened[-1].browser(base_url, address)

    yield make
    for each in opened:
        each.__exit__(None, None, None)


# --- origins


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://localhost"},
        {"Origin": "http://localhost:80"},
        {"Sec-Fetch-Site": "same-origin"},
    ],
)
def test_own_pages_and_programs_may_post(client_of: Clients, headers: dict[str, str]) -> None:
    assert client_of().post("/api/echo", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "https://localhost"},
        {"Origin": "http://localhost:8080"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://localhost@evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_sites_may_not_post_or_connect(client_of: Clients, headers: dict[str, str]) -> None:
    client = client_of()
    answer = client.post("/api/echo", headers=headers)
    assert answer.status_code == 403
    assert answer.json()["code"] == "not-allowed"
    with pytest.raises(Closed):
        client.socket("/api/talk", **headers)


def test_two_origins_are_none(client_of: Clients) -> None:
    headers = [("Origin", "http://localhost"), ("Origin", "http://evil.example")]
    assert client_of().post("/api/echo", headers=headers).status_code == 403


def test_named_origins_may_use_the_server(client_of: Clients) -> None:
    settings = {
        "public_url": "https://sandtable.example",
        "origins": ["https://other.example"],
        "host": "0.0.0.0",
    }
    client = client_of("http://sandtable.example", **settings)
    for origin in ("https://sandtable.example", "https://other.example"):
        answer = client.post("/api/echo", headers={"Origin": origin})
        assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "https://other.example"
    evil = client.post("/api/echo", headers={"Origin": "https://evil.example"})
    assert evil.status_code == 403
    assert "access-control-allow-origin" not in evil.headers


def test_a_name_pointed_at_us_by_somebody_else_is_refused(client_of: Clients) -> None:
    """DNS rebinding: to the browser the page and we are of one origin."""
    rebound = client_of("http://evil.example:1941")
    origin = {"Origin": "http://evil.example:1941"}
    assert rebound.get("/api/look").status_code == 403
    assert rebound.post("/api/echo", headers=origin).status_code == 403
    for ours in ("http://127.0.0.1:1941", "http://[::1]:1941", "http://desk.local"):
        assert client_of(ours).get("/api/look").status_code == 200
    assert client_of("http://evil.example", host="0.0.0.0").get("/api/look").status_code == 200


# --- bodies


def test_a_body_too_large_is_refused_before_it_is_read(client_of: Clients) -> None:
    client = client_of(max_body=1000)
    fits = client.post("/api/echo", content=b" " * 1000, headers=JSON)
    assert fits.json()["size"] == 1000
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while True:
            read += 100
            yield b" " * 100

    too_large = client.post("/api/echo", content=b" " * 1001, headers=JSON)
    assert (too_large.status_code, too_large.json()["code"]) == (413, "too-large")
    streamed = client.post("/api/echo", content=endless(), headers=JSON)
    assert streamed.status_code == 413
    assert read <= 1200


def test_bodies_are_json_and_say_so(client_of: Clients) -> None:
    client = client_of()
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = client.post("/api/echo", content=b"{}", headers={"Content-Type": kind})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    kind = "application/json; charset=utf-8"
    assert client.post("/api/echo", content=b"{}", headers={"Content-Type": kind}).is_success
    lies = {**JSON, "Content-Length": "-1"}
    assert client.post("/api/echo", content=b"{}", headers=lies).status_code == 400


def test_deep_nesting_is_refused(client_of: Clients) -> None:
    client = client_of()
    deep = b'{"a":' * (DEEPEST + 1) + b"1" + b"}" * (DEEPEST + 1)
    assert client.post("/api/echo", content=deep, headers=JSON).status_code == 400
    assert client.post("/api/echo", content=b"[" * 100_000, headers=JSON).status_code == 400


def test_depth_is_counted_outside_texts() -> None:
    flat = json.dumps([{"text": '[[[[{{{{"\\'}] * 100).encode()
    assert not too_deep(flat)
    assert not too_deep(json.dumps("[" * 1000).encode())
    assert too_deep(json.dumps(["\\", "[", []]).encode()[:-2] + b"[" * DEEPEST)
    assert not too_deep(b"[" * DEEPEST + b"]" * DEEPEST)
    assert not too_deep(b"[]" * 1000)


def test_large_and_deep_messages_end_a_connection(client_of: Clients) -> None:
    client = client_of(max_body=1000)
    for text in ("x" * 1001, "[" * 500):
        socket = client.socket("/api/talk")
        socket.send("x" * 1000)
        assert socket.receive() == 1000
        socket.send(text)
        with pytest.raises(Closed):
            socket.receive()


# --- rates


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_with_time() -> None:
    clock = Clock()
    limit = Limit(60, burst=3, clock=clock)
    assert [limit.wait("a") for _ in range(3)] == [0, 0, 0]
    assert limit.wait("a") == pytest.approx(1)
    assert limit.wait("b") == 0
    clock.now = 1
    assert limit.wait("a") == 0
    assert limit.wait("a") > 0
    limit.give_back("a")
    assert limit.wait("a") == 0
    clock.now = 1000
    assert [limit.wait("a") for _ in range(4)] == [0, 0, 0, pytest.approx(1)]


def test_memory_of_limits_is_bounded() -> None:
    limit = Limit(60, most=10, clock=Clock())
    for number in range(1000):
        limit.wait(str(number))
    assert len(limit.buckets) == 10


def test_nobody_is_told_to_come_back_too_early() -> None:
    for seconds in (0.001, 0.04, 0.96, 2.4):
        problem = too_many(seconds).problem
        assert problem.retry_after is not None
        assert problem.retry_after >= seconds
    assert too_many(2.4).problem.message.endswith("in 3 s.")


def test_whoever_asks_too_often_has_to_wait(client_of: Clients) -> None:
    client = client_of(rate_per_minute=5)
    answers = [client.get("/api/look") for _ in range(7)]
    assert [answer.status_code for answer in answers][:5] == [200] * 5
    assert answers[-1].status_code == 429
    assert answers[-1].json()["retry_after"] > 0
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert client.get("/somewhere").status_code == 404
    with pytest.raises(Closed):
        client.socket("/api/talk")


def test_guessing_is_limited_more_strictly(client_of: Clients) -> None:
    client = client_of(rate_per_minute=40)
    codes = [client.post("/api/me/sign-in").status_code for _ in range(3)]
    assert codes == [404, 404, 429]
    assert client.get("/api/look").status_code == 200


def test_making_games_is_limited_more_strictly_than_looking_at_them(client_of: Clients) -> None:
    client = client_of(rate_per_minute=40)
    codes = [client.post("/api/games").status_code for _ in range(5)]
    assert codes == [404] * 4 + [429]
    assert client.get("/api/games").status_code == 404


def test_connections_of_one_client_are_limited() -> None:
    clock = Clock()
    limits = RateLimits(small_app(rate_per_minute=1000), per_minute=2, clock=clock)
    with Running(limits, lifespan=False) as running:
        browser = running.browser()
        sockets = [browser.socket("/api/talk") for _ in range(2)]
        clock.now = 1000
        with pytest.raises(Closed):
            browser.socket("/api/talk")
        assert running.browser(address="10.0.0.1").socket("/api/talk") is not None
        sockets[0].close()
        assert browser.socket("/api/talk") is not None
    assert not limits.connected


def test_too_many_messages_end_a_connection(client_of: Clients) -> None:
    client = client_of(rate_per_minute=5)
    socket = client.socket("/api/talk")
    for _ in range(5):
        socket.send("x")
        assert socket.receive() == 1
    socket.send("x")
    with pytest.raises(Closed):
        socket.receive()


def test_addresses_of_one_line_count_together() -> None:
    def key(address: str) -> str:
        return client_key({"type": "http", "client": (address, 1)})

    assert key("2001:db8::1") == key("2001:db8::ffff:2") != key("2001:db8:0:1::1")
    assert key("::ffff:10.0.0.1") == key("10.0.0.1") != key("10.0.0.2")


# --- proxies


async def nothing(*_: Any) -> None:
    return None


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "1.2.3.4, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "1.2.3.4, 203.0.113.9, 10.0.0.7", "203.0.113.9"),
        ("10.0.0.1", "1.2.3.4, nonsense", "10.0.0.1"),
        ("192.0.2.1", "1.2.3.4", "192.0.2.1"),
    ],
)
def test_only_trusted_proxies_are_believed(peer: str, forwarded: str, client: str) -> None:
    assert TrustedProxies(nothing, ["10.0.0.0/8"]).client(peer, forwarded) == client


def test_a_proxy_says_how_the_browser_came(client_of: Clients) -> None:
    headers = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    behind = client_of(address="10.0.0.1", trusted_proxies=["10.0.0.1"])
    answer = behind.get("/api/look", headers=headers)
    assert answer.json() == {"scheme": "https", "client": "203.0.113.9"}
    assert "strict-transport-security" in answer.headers
    post = behind.post("/api/echo", headers={**headers, "Origin": "https://localhost"})
    assert post.status_code == 200
    stranger = client_of(address="192.0.2.1", trusted_proxies=["10.0.0.1"])
    answer = stranger.get("/api/look", headers=headers)
    assert answer.json() == {"scheme": "http", "client": "192.0.2.1"}
    assert "strict-transport-security" not in answer.headers


# --- headers


def test_every_answer_is_strict(client_of: Clients) -> None:
    client = client_of()
    for answer in (
        client.get("/api/look"),
        client.get("/nowhere"),
        client.post("/api/echo", headers={"Origin": "http://evil.example"}),
    ):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert "camera=()" in answer.headers["permissions-policy"]
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert client.get("/api/look").headers["cache-control"] == "no-store"
