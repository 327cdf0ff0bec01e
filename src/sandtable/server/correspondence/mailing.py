"""Notices as e-mail: plain text, with the link to the game."""

from __future__ import annotations

import hashlib
from email.message import EmailMessage
from email.utils import formatdate, parseaddr
from urllib.parse import unquote, urlsplit

import aiosmtplib

from sandtable.server.correspondence.outbox import Parcel

SECONDS = 20


def message_of(parcel: Parcel, name: str, to: str, sender: str, link: str) -> EmailMessage:
    """The mail. Its id is made of the notice's, so that a second copy can be told."""
    mail = EmailMessage()
    mail["From"] = sender
    mail["To"] = to
    mail["Subject"] = parcel.subject
    mail["Date"] = formatdate()
    domain = parseaddr(sender)[1].rpartition("@")[2] or "localhost"
    mail["Message-ID"] = f"<{hashlib.sha256(parcel.id.encode()).hexdigest()[:40]}@{domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(
        f"Hello {name},\n\n{parcel.text}\n\n{link}\n\n"
        "You get this mail because you play this game.\n"
        "You can turn reminders off in your account.\n"
    )
    return mail


async def send_mail(url: str, mail: EmailMessage) -> None:
    """Hand a mail to the server at smtp://user:password@host:port, or smtps://. An smtp server
    that offers encryption is spoken to in it. Raises if it is not taken."""
    parts = urlsplit(url)
    secure = parts.scheme == "smtps"
    await aiosmtplib.send(
        mail,
        hostname=parts.hostname or "localhost",
        port=parts.port or (465 if secure else 587),
        username=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        use_tls=secure,
        timeout=SECONDS,
    )
