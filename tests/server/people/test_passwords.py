"""Passwords are checked with the same work whether there is anything to check against or not."""

from __future__ import annotations

import asyncio
from typing import Any

from argon2 import PasswordHasher

from sandtable.server.people.passwords import Passwords

WEAK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Counting(PasswordHasher):
    verified = 0

    def verify(self, *given: Any) -> Any:
        self.verified += 1
        return super().verify(*given)


def test_argon2id_is_used_as_advised() -> None:
    hasher = Passwords().hasher
    assert (hasher.type.name, hasher.time_cost, hasher.memory_cost) == ("ID", 3, 65_536)


def test_a_password_is_recognized() -> None:
    async def check() -> None:
        passwords = Passwords(WEAK)
        stored = await passwords.hash("correct horse")
        assert "correct" not in stored
        assert await passwords.check(stored, "correct horse")
        assert not await passwords.check(stored, "Correct horse")
        assert not await passwords.check("nonsense", "correct horse")

    asyncio.run(check())


def test_an_unknown_name_costs_the_same_work() -> None:
    async def check() -> None:
        hasher = Counting(time_cost=1, memory_cost=8, parallelism=1)
        passwords = Passwords(hasher)
        assert not await passwords.check(None, "correct horse")
        assert not await passwords.check(None, "correct horse")
        assert hasher.verified == 2

    asyncio.run(check())


def test_other_parameters_make_a_hash_dated() -> None:
    async def check() -> None:
        stored = await Passwords(WEAK).hash("correct horse")
        stronger = Passwords(PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
        assert stronger.is_dated(stored)
        assert not Passwords(WEAK).is_dated(stored)
        assert await stronger.check(stored, "correct horse")

    asyncio.run(check())
