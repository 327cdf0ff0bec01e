"""Only pages of this server may use a player's cookie, and only under names that are ours.

Browsers say with every request that changes something, and with every WebSocket, which page it
comes from (`Origin`, `Sec-Fetch-Site`). A program that is no browser sends neither; it has no
cookie that somebody else could abuse.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from sandtable.server.guard.asgi import UNSAFE, count, header, refuse
from sandtable.server.problems import ProblemError

DEFAULT_PORTS = {"http": 80, "https": 443}
PRIVATE_SUFFIXES = (".localhost", ".local", ".lan", ".internal", ".home.arpa")


def normal(origin: str) -> tuple[str, str, int] | None:
    """Scheme, host and port, or None for what is no origin."""
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return None
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
    if scheme not in DEFAULT_PORTS or not parts.hostname:
        return None
    return scheme, parts.hostname.rstrip("."), port or DEFAULT_PORTS[scheme]


def cannot_be_rebound(host: str) -> bool:
    """Whether nobody outside can point this name at an address of his choice: an address, a name
    of one label, or one that is never sold."""
    try:
        ip_address(host)
    except ValueError:
        return "." not in host or host.endswith(PRIVATE_SUFFIXES)
    return True


class Origins:
    """Refuses requests of other sites' pages, and requests under a name that is not ours."""

    def __init__(
        self, app: ASGIApp, public_url: str, origins: Iterable[str], any_host: bool
    ) -> None:
        self.app = app
        named = [normal(each) for each in (public_url, *origins) if each]
        self.named = {each for each in named if each is not None}
        self.hosts = {host for _, host, _ in self.named}
        self.any_host = any_host and not public_url

    def own(self, scope: Scope) -> tuple[str, str, int] | None:
        return normal(f"{scope.get('scheme', 'http')}://{header(scope, b'host')}")

    def host_is_ours(self, scope: Scope) -> bool:
        own = self.own(scope)
        if own is None or count(scope, b"host") != 1:
            return False
        return self.any_host or own[1] in self.hosts or cannot_be_rebound(own[1])

    def page_is_ours(self, scope: Scope) -> bool:
        if count(scope, b"origin"):
            found = normal(header(scope, b"origin"))
            if found is None or count(scope, b"origin") != 1:
                return False
            return found == self.own(scope) or found in self.named
        return header(scope, b"sec-fetch-site") in ("", "same-origin", "none")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        unsafe = scope["type"] == "websocket" or scope["method"] in UNSAFE
        if not self.host_is_ours(scope):
            message = "This server does not go by that name; its host can set SANDTABLE_PUBLIC_URL."
            await refuse(scope, receive, send, ProblemError("not-allowed", message))
        elif unsafe and not self.page_is_ours(scope):
            message = "Another site's page may not do that."
            await refuse(scope, receive, send, ProblemError("not-allowed", message))
        else:
            await self.app(scope, receive, send)
