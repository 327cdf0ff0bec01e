"""A mail server and a web hook that remember what they were sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from tools.services.running import free_port


@dataclass
class Mailbox:
    """What arrived; the first `refusals` mails are not taken."""

    refusals: int = 0
    mails: list[EmailMessage] = field(default_factory=list)
    url: str = ""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.refusals:
            self.refusals -= 1
            return "451 try again"
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 taken"


@contextmanager
def mail_server() -> Iterator[Mailbox]:
    box = Mailbox()
    controller = Controller(box, hostname="127.0.0.1", port=free_port())
    controller.start()
    box.url = f"smtp://127.0.0.1:{controller.port}"
    try:
        yield box
    finally:
        controller.stop()


@dataclass
class Hook:
    """Requests that arrived, as headers and body; it answers with `status`."""

    status: str = "200 OK"
    url: str = ""
    requests: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    location: str = ""

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        lines = [line for line in head.split("\r\n")[1:] if line]
        headers = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        self.requests.append((headers, body))
        more = f"Location: {self.location}\r\n" if self.location else ""
        writer.write(f"HTTP/1.1 {self.status}\r\n{more}Content-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()


@asynccontextmanager
async def web_hook() -> AsyncIterator[Hook]:
    hook = Hook()
    server = await asyncio.start_server(hook.answer, "127.0.0.1", 0)
    hook.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/told?you=me"
    async with server:
        yield hook
