"""Notices as web hooks: a signed POST to an address of the player's choice.

The address is anybody's, so it is treated with care: a name is looked up once and what it leads to
is what is called, private addresses are refused, no redirect is followed, no answer is read.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import socket
import ssl
from datetime import datetime
from ipaddress import ip_address

import httpx

from sandtable.server.correspondence.outbox import Parcel

SECONDS = 5.0


class Unwanted(Exception):
    """The receiver is gone, or is not to be called; trying again is no use."""


def body_of(parcel: Parcel, link: str) -> bytes:
    """What is sent: the notice as JSON, docs/notices.md."""
    found = {
        "id": parcel.id,
        "game": parcel.game,
        "subject": parcel.subject,
        "text": parcel.text,
        "link": link,
        **parcel.data,
    }
    return json.dumps(found, separators=(",", ":")).encode()


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """What proves that the message is ours: an HMAC of the time and the body."""
    signed = timestamp.encode() + b"." + body
    return "sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


async def public_address(host: str, port: int, *, private: bool) -> str:
    """An address that a name leads to. Raises `Unwanted` if one of them is not public."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]).partition("%")[0] for entry in found]
    if not private:
        for address in addresses:
            parsed = ip_address(address)
            mapped = getattr(parsed, "ipv4_mapped", None)
            if not (mapped or parsed).is_global or parsed.is_multicast:
                raise Unwanted("the address is private")
    return addresses[0]


async def call_hook(
    url: str,
    secret: str,
    parcel: Parcel,
    link: str,
    now: datetime,
    *,
    private: bool,
    context: ssl.SSLContext | None = None,
) -> None:
    """Send a notice to a web hook. Raises if it does not say that it took it."""
    target = httpx.URL(url)
    if target.scheme not in ("http", "https") or not target.host or target.userinfo:
        raise Unwanted("not an address to be called")
    port = target.port or (443 if target.scheme == "https" else 80)
    address = await public_address(target.host, port, private=private)
    body, timestamp = body_of(parcel, link), str(int(now.timestamp()))
    headers = {
        "Host": target.netloc.decode(),
        "Content-Type": "application/json",
        "User-Agent": "Sandtable",
        "X-Sandtable-Id": parcel.id,
        "X-Sandtable-Timestamp": timestamp,
        "X-Sandtable-Signature": signature(secret, timestamp, body),
    }
    async with (
        asyncio.timeout(2 * SECONDS),
        httpx.AsyncClient(
            timeout=SECONDS, follow_redirects=False, trust_env=False, verify=context or True
        ) as client,
        client.stream(
            "POST",
            target.copy_with(host=address),
            content=body,
            headers=headers,
            extensions={"sni_hostname": target.host},
        ) as answer,
    ):
        if answer.status_code == 410:
            raise Unwanted("the receiver says that it is gone")
        if not answer.is_success:
            raise httpx.HTTPError(f"the receiver says {answer.status_code}")
