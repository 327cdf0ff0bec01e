"""Passwords, kept as argon2id. Reckoning one takes a while by design, so it is done in a thread,
and no more than a few at once: each needs memory."""

from __future__ import annotations

import asyncio
import secrets

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 4


class Passwords:
    """`hash` and `check` for one server."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        # The second choice of RFC 9106: 64 MiB, three passes.
        self.hasher = hasher or PasswordHasher(
            time_cost=3, memory_cost=65_536, parallelism=4, type=Type.ID
        )
        self.gate = asyncio.Semaphore(AT_ONCE)
        self.decoy: str | None = None

    async def hash(self, password: str) -> str:
        async with self.gate:
            return await asyncio.to_thread(self.hasher.hash, password)

    async def check(self, stored: str | None, password: str) -> bool:
        """Without anything stored (no such name) it does the same work and says no."""
        if stored is None:
            if self.decoy is None:
                self.decoy = await self.hash(secrets.token_urlsafe())
            await self._verify(self.decoy, password)
            return False
        return await self._verify(stored, password)

    async def _verify(self, stored: str, password: str) -> bool:
        try:
            async with self.gate:
                return await asyncio.to_thread(self.hasher.verify, stored, password)
        except (VerificationError, InvalidHashError):
            return False

    def is_dated(self, stored: str) -> bool:
        """Whether it was made with other parameters than we use now."""
        return self.hasher.check_needs_rehash(stored)
