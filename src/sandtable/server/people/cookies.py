"""The cookie of a browser's session. Routes say what it is to become; the middleware sends it
with whatever they answer, be it a problem."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NAME = "sandtable"
SECURE_NAME = "__Host-sandtable"
"""Browsers take a cookie of this name only over https, for this host alone."""
OUTBOX = "sandtable.cookies"


class Cookies:
    """Sends the cookies that were set while the request was answered."""

    def __init__(self, app: ASGIApp, public_url: str = "") -> None:
        self.app = app
        self.https = public_url.startswith("https://")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        outbox: list[str] = []
        secure = self.https or scope.get("scheme") in ("https", "wss")
        scope[OUTBOX] = outbox
        scope["sandtable.secure"] = secure

        async def with_cookies(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept") and outbox:
                set_cookie = [(b"set-cookie", each.encode()) for each in outbox[-1:]]
                message = {**message, "headers": [*message.get("headers", ()), *set_cookie]}
            await send(message)

        await self.app(scope, receive, with_cookies)


def is_secure(connection: HTTPConnection) -> bool:
    return bool(connection.scope.get("sandtable.secure"))


def read(connection: HTTPConnection) -> str | None:
    """The session's secret that the browser sent."""
    name = SECURE_NAME if is_secure(connection) else NAME
    return connection.cookies.get(name)


def write(connection: HTTPConnection, secret: str, seconds: int) -> None:
    """Give the browser this session's secret; an empty one makes it forget."""
    secure = is_secure(connection)
    name = SECURE_NAME if secure else NAME
    parts = [f"{name}={secret}", "Path=/", f"Max-Age={seconds if secret else 0}"]
    parts += ["HttpOnly", "SameSite=Lax"]
    if secure:
        parts.append("Secure")
    connection.scope[OUTBOX].append("; ".join(parts))
