"""Secrets that are handed out once: 256 bits of chance, of which we keep only the hash.

They are not passwords: nobody can guess them, so a plain hash is enough to keep the database of
no use to whoever steals it.
"""

from __future__ import annotations

import hashlib
import secrets

LENGTH = 32


def new_secret(prefix: str = "") -> str:
    """The prefix lets people and scanners recognize what they found."""
    return prefix + secrets.token_urlsafe(LENGTH)


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def new_id() -> str:
    """96 bits: not to be guessed, though nothing depends on it alone. A command line would take one
    that begins with a dash for an option."""
    found = secrets.token_urlsafe(12)
    return found if not found.startswith("-") else new_id()
