"""How often one may ask. Token buckets in memory: each worker counts for itself."""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.guard.asgi import POLICY_VIOLATION, UNSAFE, refuse
from sandtable.server.problems import ProblemError

MOST_BUCKETS = 20_000


@dataclass(slots=True)
class Bucket:
    tokens: float
    at: float


class Limit:
    """So many per minute for each key, with a burst. Keys longest unused are forgotten."""

    def __init__(
        self,
        per_minute: float,
        burst: float | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        most: int = MOST_BUCKETS,
    ) -> None:
        self.rate = per_minute / 60
        self.burst = per_minute if burst is None else burst
        self.clock = clock
        self.most = most
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, key: str, cost: float = 1) -> float:
        """Takes a token; 0 if there was one, else the seconds until there will be."""
        now = self.clock()
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(self.burst, now)
            if len(self.buckets) > self.most:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(key)
            bucket.tokens = min(self.burst, bucket.tokens + (now - bucket.at) * self.rate)
            bucket.at = now
        if bucket.tokens >= cost:
            bucket.tokens -= cost
            return 0
        return (cost - bucket.tokens) / self.rate

    def give_back(self, key: str, cost: float = 1) -> None:
        """What was asked turned out to be harmless: a right password."""
        bucket = self.buckets.get(key)
        if bucket is not None:
            bucket.tokens = min(self.burst, bucket.tokens + cost)

    def take(self, key: str) -> None:
        """As `wait`, but raises."""
        seconds = self.wait(key)
        if seconds:
            raise too_many(seconds)


def too_many(seconds: float) -> ProblemError:
    message = f"Too many requests. Try again in {math.ceil(seconds)} s."
    return ProblemError("too-many", message, retry_after=math.ceil(seconds * 10) / 10)


def client_key(scope: Scope) -> str:
    """Whom a request is counted against. One line has many addresses of IPv6, but one /64."""
    address = (scope.get("client") or ("unknown", 0))[0]
    try:
        found = ip_address(address)
    except ValueError:
        return str(address)
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ip_network((found, 64), strict=False).network_address)
    return str(found)


GUESSING = frozenset(
    f"/api/{path}"
    for path in (
        *("me", "me/sign-in", "me/sign-up", "me/password"),
        *("invitations/look", "invitations/use"),
    )
)
"""Where somebody could try out secrets, and every try costs us work."""
MAKING = frozenset({"/api/games", "/api/games/import"})
"""Where something is made that stays."""


class RateLimits:
    """Counts what one client asks of the interface; pages and pictures are not counted."""

    def __init__(
        self, app: ASGIApp, per_minute: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.app = app
        self.clock = clock
        self.per_minute = per_minute
        self.all = Limit(per_minute, clock=clock)
        self.guessing = Limit(max(1, per_minute / 20), clock=clock)
        self.making = Limit(max(1, per_minute / 10), clock=clock)
        self.connected: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] == "lifespan" or not path.startswith("/api/"):
            await self.app(scope, receive, send)
            return
        key = client_key(scope)
        seconds = self.all.wait(key) or self.stricter(scope, key)
        if seconds:
            await refuse(scope, receive, send, too_many(seconds))
        elif scope["type"] == "websocket":
            await self.connect(scope, receive, send, key)
        else:
            await self.app(scope, receive, send)

    def stricter(self, scope: Scope, key: str) -> float:
        """Seconds to wait before a request of a kind that is limited further."""
        if scope.get("method") not in UNSAFE:
            return 0
        path = scope["path"].rstrip("/")
        if path in GUESSING:
            return self.guessing.wait(key)
        return self.making.wait(key) if path in MAKING else 0

    async def connect(self, scope: Scope, receive: Receive, send: Send, key: str) -> None:
        """As many connections may be open at once as requests are allowed in a minute."""
        if self.connected[key] >= self.per_minute:
            await refuse(scope, receive, send, too_many(60))
            return
        self.connected[key] += 1
        try:
            await self.app(scope, self.messages(receive), send)
        finally:
            self.connected[key] -= 1
            if not self.connected[key]:
                del self.connected[key]

    def messages(self, receive: Receive) -> Receive:
        """A WebSocket's messages; too many of them end the connection."""
        limit = Limit(self.per_minute, clock=self.clock, most=1)

        async def limited() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and limit.wait(""):
                return {"type": "websocket.disconnect", "code": POLICY_VIOLATION, "reason": ""}
            return message

        return limited
