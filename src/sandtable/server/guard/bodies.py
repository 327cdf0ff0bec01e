"""Bodies and messages: not too large, not too deep, JSON, and not dripping in for ever."""

from __future__ import annotations

import asyncio
import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.guard.asgi import TOO_BIG, header, refuse
from sandtable.server.problems import ProblemError

DEEPEST = 40
"""Answers nest four or five levels."""
SECONDS = 30.0
RECORDS = 8_400_000
"""A record of 2,000,000 characters, each of at most four bytes, with what stands around it."""
IMPORT = "/api/games/import"
TEXTS = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
BRACKETS = re.compile(rb"[\[\]{}]")


def too_deep(body: bytes) -> bool:
    """Whether brackets nest deeper than anything we ask for. Says nothing about sense."""
    if body.count(b"[") + body.count(b"{") <= DEEPEST:
        return False
    depth = 0
    for found in BRACKETS.finditer(TEXTS.sub(b"", body)):
        depth += 1 if found.group() in b"[{" else -1
        if depth > DEEPEST:
            return True
    return False


class Bodies:
    """Reads the body before the route does, and stops at the limit, not after it."""

    def __init__(self, app: ASGIApp, largest: int, seconds: float = SECONDS) -> None:
        self.app = app
        self.largest = largest
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            try:
                async with asyncio.timeout(self.seconds):
                    body = await self.read(scope, receive)
            except TimeoutError:
                error = ProblemError("malformed", "The request did not arrive in time.")
                await refuse(scope, receive, send, error)
            except ProblemError as error:
                await refuse(scope, receive, send, error)
            else:
                if body is not None:
                    await self.app(scope, replay(body, receive), send)
        elif scope["type"] == "websocket":
            await self.app(scope, self.messages(receive), send)
        else:
            await self.app(scope, receive, send)

    async def read(self, scope: Scope, receive: Receive) -> bytes | None:
        """The whole body; None if the client went away."""
        limit = max(self.largest, RECORDS) if scope["path"] == IMPORT else self.largest
        too_large = ProblemError("too-large", f"No more than {limit} bytes can be sent at once.")
        length = header(scope, b"content-length")
        if length and not (length.isascii() and length.isdigit()):
            raise ProblemError("malformed", "The length of the request makes no sense.")
        if length and (len(length) > 12 or int(length) > limit):
            raise too_large
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            part = message.get("body", b"")
            size += len(part)
            if size > limit:
                raise too_large
            parts.append(part)
            if not message.get("more_body", False):
                break
        body = b"".join(parts)
        kind = header(scope, b"content-type").partition(";")[0].strip().lower()
        if body and kind != "application/json":
            raise ProblemError("malformed", "Send JSON, with the content type application/json.")
        if too_deep(body):
            raise ProblemError("malformed", "The request is nested too deeply.")
        return body

    def messages(self, receive: Receive) -> Receive:
        """A WebSocket's messages; one too large or too deep ends the connection."""

        async def limited() -> Message:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            content = message.get("bytes") or (message.get("text") or "").encode()
            if len(content) > self.largest or too_deep(content):
                return {"type": "websocket.disconnect", "code": TOO_BIG, "reason": "too large"}
            return message

        return limited


def replay(body: bytes, receive: Receive) -> Receive:
    """Gives the body that was read, then whatever else comes (that the client went away)."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
