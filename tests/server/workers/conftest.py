"""Two workers of one server: processes of their own, with one PostgreSQL and one Redis."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.server.conftest import new_database
from tools.driving.client import Person
from tools.driving.serving import Server

LEASE = 15.0
"""Seconds after which a dead worker's computer seats are taken over."""


@dataclass
class Pair:
    one: Server
    other: Server

    @asynccontextmanager
    async def person(self) -> AsyncIterator[tuple[Person, Person]]:
        """Somebody new, at both workers."""
        async with Person(self.one.address) as here, here.elsewhere(self.other.address) as there:
            yield here, there


def start_pair(
    stack: ExitStack, database: str, redis: str, folder: Path, lease: float = LEASE
) -> Pair:
    one, other = (
        stack.enter_context(
            Server(database, folder / f"{name}.log", redis=redis, lease_seconds=str(lease))
        )
        for name in ("one", "other")
    )
    return Pair(one, other)


@pytest.fixture(scope="module")
def pair(
    postgres_server: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("workers")
        yield start_pair(stack, new_database(postgres_server), redis_url, folder)
