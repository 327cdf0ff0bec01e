"""Believes X-Forwarded-For and -Proto, but only of the proxies that the host has named."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from starlette.types import ASGIApp, Receive, Scope, Send

from sandtable.server.guard.asgi import header

Network = IPv4Network | IPv6Network


class TrustedProxies:
    """Sets `scope["client"]` and `scope["scheme"]` to what the player's browser has."""

    def __init__(self, app: ASGIApp, proxies: Sequence[str]) -> None:
        self.app = app
        self.networks: list[Network] = [ip_network(each, strict=False) for each in proxies]

    def trusts(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.networks)

    def client(self, peer: str, forwarded: str) -> str:
        """The last address in the chain that is none of ours: what stands before it anybody
        may have made up."""
        hops = [each.strip() for each in forwarded.split(",") if each.strip()]
        found = peer
        for hop in reversed(hops):
            if not self.trusts(found) or not is_address(hop):
                break
            found = hop
        return found

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        peer = (scope.get("client") or ("", 0))[0] if scope["type"] != "lifespan" else ""
        if peer and self.trusts(peer):
            scope = dict(scope)
            address = self.client(peer, ",".join(all_of(scope, b"x-forwarded-for")))
            scope["client"] = (address, 0)
            scheme = header(scope, b"x-forwarded-proto").strip().lower()
            if scheme in ("http", "https"):
                secure = scheme == "https"
                web_socket = scope["type"] == "websocket"
                scope["scheme"] = ("ws" if web_socket else "http") + ("s" if secure else "")
            scope["sandtable.trusted"] = True
        await self.app(scope, receive, send)


def is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def all_of(scope: Scope, name: bytes) -> list[str]:
    return [str(value, "latin-1") for key, value in scope["headers"] if key == name]
