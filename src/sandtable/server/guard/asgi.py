"""Small things that all guards need: reading headers, and saying no before any route runs."""

from __future__ import annotations

import math

from starlette.types import Message, Receive, Scope, Send

from sandtable.server.problems import ProblemError

UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})
POLICY_VIOLATION = 1008
TOO_BIG = 1009


def header(scope: Scope, name: bytes) -> str:
    """The header's value, or an empty text; of several the first."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value, "latin-1")
    return ""


def count(scope: Scope, name: bytes) -> int:
    return sum(key == name for key, _ in scope["headers"])


async def refuse(scope: Scope, receive: Receive, send: Send, error: ProblemError) -> None:
    """Answer with the problem; a WebSocket that has not been opened is turned away."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": ""})
        return
    body = error.problem.model_dump_json().encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if error.problem.retry_after is not None:
        headers.append((b"retry-after", str(math.ceil(error.problem.retry_after)).encode()))
    start: Message = {"type": "http.response.start", "status": error.status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})
