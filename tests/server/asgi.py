"""Browsers and programs for tests: they speak to an app without a network, step by step."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Coroutine, Iterator
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
from starlette.types import ASGIApp, Message, Scope

T = TypeVar("T")
PATIENCE = 20.0
"""Seconds after which a test has failed that waits for a message."""


class Closed(Exception):
    """The server has closed the connection, or never opened it."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Running:
    """An app that runs, with its lifespan. A loop of its own makes tests plain functions."""

    def __init__(self, app: ASGIApp, *, lifespan: bool = True) -> None:
        self.app = app
        self.loop = asyncio.new_event_loop()
        self.with_lifespan = lifespan
        self.sockets: list[Socket] = []

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    def __enter__(self) -> Running:
        if self.with_lifespan:
            self.events: asyncio.Queue[Message] = asyncio.Queue()
            self.said: asyncio.Queue[Message] = asyncio.Queue()
            scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
            self.life = self.loop.create_task(self._live(scope))
            self._step("startup")
        return self

    async def _live(self, scope: Scope) -> None:
        await self.app(scope, self.events.get, self.said.put)

    def _step(self, name: str) -> None:
        async def step() -> None:
            await self.events.put({"type": f"lifespan.{name}"})
            said = asyncio.create_task(self.said.get())
            await asyncio.wait([said, self.life], return_when=asyncio.FIRST_COMPLETED)
            if not said.done():
                said.cancel()
                await self.life
            assert said.result()["type"] == f"lifespan.{name}.complete", said.result()

        self.run(step())

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            for socket in self.sockets:
                socket.close()
            if self.with_lifespan:
                self._step("shutdown")
        finally:
            for task in asyncio.all_tasks(self.loop):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    self.loop.run_until_complete(task)
            self.loop.run_until_complete(self.loop.shutdown_asyncgens())
            self.loop.run_until_complete(self.loop.shutdown_default_executor())
            self.loop.close()

    def browser(
        self, base_url: str = "http://localhost", address: str = "127.0.0.1", **headers: str
    ) -> Browser:
        return Browser(self, base_url, address, headers)


class Browser:
    """Keeps cookies, as one browser does. Without cookies it may as well be a program."""

    def __init__(
        self, running: Running, base_url: str, address: str, headers: dict[str, str]
    ) -> None:
        self.running = running
        self.base_url = base_url
        self.address = address
        transport = httpx.ASGITransport(
            running.app, client=(address, 4711), raise_app_exceptions=True
        )
        self.http = httpx.AsyncClient(transport=transport, base_url=base_url, headers=headers)

    def request(self, method: str, path: str, **how: Any) -> httpx.Response:
        return self.running.run(self.http.request(method, path, **how))

    def get(self, path: str, **how: Any) -> httpx.Response:
        return self.request("GET", path, **how)

    def post(self, path: str, body: Any = None, **how: Any) -> httpx.Response:
        if "content" not in how:
            how["json"] = {} if body is None else body
        return self.request("POST", path, **how)

    def socket(self, path: str, **headers: str) -> Socket:
        """Opens a WebSocket with the browser's cookies; raises `Closed` if it is turned away."""
        socket = Socket(self, path, headers)
        self.running.sockets.append(socket)
        return socket


class Socket:
    def __init__(self, browser: Browser, path: str, headers: dict[str, str]) -> None:
        self.running = browser.running
        self.sent: asyncio.Queue[Message] = asyncio.Queue()
        self.got: asyncio.Queue[Message] = asyncio.Queue()
        base = urlsplit(browser.base_url)
        cookies = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
        sent = {"host": base.netloc, **({"cookie": cookies} if cookies else {})}
        sent |= {name.lower(): value for name, value in headers.items()}
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if base.scheme == "https" else "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(n.encode(), v.encode()) for n, v in sent.items()],
            "client": (browser.address, 4711),
            "server": (base.hostname, base.port or 80),
            "subprotocols": [],
            "state": {},
            "extensions": {},
        }
        self.sent.put_nowait({"type": "websocket.connect"})
        self.task = self.running.loop.create_task(self._live(scope))
        first = self.running.run(self._next())
        if first["type"] != "websocket.accept":
            raise Closed(first.get("code", 1000))

    async def _live(self, scope: Scope) -> None:
        await self.running.app(scope, self.sent.get, self.got.put)

    async def _next(self) -> Message:
        """The next thing that the app does; when it ends without a word, that is a close."""
        getting = asyncio.create_task(self.got.get())
        await asyncio.wait([getting, self.task], return_when=asyncio.FIRST_COMPLETED)
        if getting.done():
            return getting.result()
        getting.cancel()
        error = self.task.exception()
        if error is not None:
            raise error
        return {"type": "websocket.close", "code": 1006}

    def send(self, message: Any) -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        self.sent.put_nowait({"type": "websocket.receive", "text": text})

    def receive(self) -> Any:
        """The next message, read as JSON; raises `Closed` at the end."""
        message = self.running.run(self._next())
        if message["type"] == "websocket.close":
            raise Closed(message.get("code", 1000))
        text = message.get("text")
        return json.loads(text if text is not None else message["bytes"])

    def until(self, kind: str) -> Any:
        """The next message of this type; others are passed over."""
        while True:
            message = self.receive()
            if message["type"] == kind:
                return message

    def close(self) -> None:
        self.sent.put_nowait({"type": "websocket.disconnect", "code": 1001})
        with contextlib.suppress(Exception):
            self.running.run(asyncio.wait_for(asyncio.shield(self.task), PATIENCE))


@contextlib.contextmanager
def running(app: ASGIApp, *, lifespan: bool = True) -> Iterator[Running]:
    with Running(app, lifespan=lifespan) as found:
        yield found
