"""Every request has an id, is logged and counted; whatever fails in it is told plainly."""

from __future__ import annotations

import re
import secrets
import time

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.guard.asgi import header, refuse
from sandtable.server.observing import metrics
from sandtable.server.problems import ProblemError

log = structlog.get_logger("sandtable.requests")
REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Observed:
    """Stands before all guards but the proxies and headers, so that it sees what they refuse."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        request_id = request_id_of(scope)
        status = 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                named = (b"x-request-id", request_id.encode())
                message = {**message, "headers": [*message.get("headers", ()), named]}
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close" and not status:
                status = 403
            await send(message)

        begun = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request=request_id):
            try:
                await self.app(scope, receive, noting)
            except Exception:
                metrics.unhandled.inc()
                log.exception("failed", path=scope["path"])
                if status:
                    raise
                error = ProblemError("failed", f"Something went wrong here ({request_id}).")
                await refuse(scope, receive, noting, error)
            finally:
                note(scope, status, time.perf_counter() - begun)


def request_id_of(scope: Scope) -> str:
    """A proxy of ours may have given it one already."""
    given = header(scope, b"x-request-id") if scope.get("sandtable.trusted") else ""
    return given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


def note(scope: Scope, status: int, seconds: float) -> None:
    method = scope.get("method", "WEBSOCKET")
    route = getattr(scope.get("route"), "path", "") or "other"
    metrics.requests.labels(method, route, str(status)).inc()
    if method != "WEBSOCKET":
        metrics.request_seconds.labels(route).observe(seconds)
    quiet = route in ("/healthz", "/readyz", "/metrics") or not scope["path"].startswith("/api/")
    (log.debug if quiet and status < 500 else log.info)(
        "request",
        method=method,
        path=scope["path"],
        status=status,
        ms=round(seconds * 1000, 1),
        client=(scope.get("client") or ("", 0))[0],
    )
