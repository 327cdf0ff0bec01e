"""What a running server consists of; the app carries it and every route finds it there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, cast

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.requests import HTTPConnection

from sandtable.server.correspondence.service import Correspondence
from sandtable.server.guard.limits import Limit
from sandtable.server.observing import metrics
from sandtable.server.people.people import People
from sandtable.server.people.vigil import Vigil
from sandtable.server.settings import Settings
from sandtable.server.store.database import open_database
from sandtable.server.store.games import GameStore
from sandtable.server.table.bus import bus_for
from sandtable.server.table.elsewhere import elsewhere_for
from sandtable.server.table.hub import Hub
from sandtable.server.table.publishing import Publisher
from sandtable.server.turns import Turns

HINTS_PER_MINUTE = 20
"""Hints that one person may ask for: each may cost seconds of thinking."""


@dataclass(slots=True)
class Server:
    """The parts of a server that its routes use."""

    settings: Settings
    engine: AsyncEngine
    store: GameStore
    hub: Hub
    publisher: Publisher
    people: People
    correspondence: Correspondence
    vigil: Vigil
    turns: Turns = field(default_factory=Turns)
    hints: Limit = field(default_factory=lambda: Limit(HINTS_PER_MINUTE, 10))

    @classmethod
    def of(cls, settings: Settings) -> Server:
        engine = open_database(settings.database_url)
        store = GameStore(engine)
        hub = Hub(store, bus_for(settings.redis), settings.cache_games)
        publisher = Publisher(hub, elsewhere_for(settings.redis))
        people = People(engine, settings)
        hub.names = people.accounts.people
        hub.after_append.append(metrics.count_decisions)
        correspondence = Correspondence(hub, settings, publisher.connected)
        vigil = Vigil(people, hub, publisher, several=bool(settings.redis))
        return cls(settings, engine, store, hub, publisher, people, correspondence, vigil)

    async def start(self) -> None:
        """Begin what goes on beside the requests."""
        await self.hub.start()
        await self.publisher.start()
        await self.people.start()
        await self.vigil.start()
        await self.correspondence.start()

    async def stop(self) -> None:
        await self.correspondence.stop()
        await self.vigil.stop()
        await self.people.stop()
        await self.publisher.stop()
        await self.hub.stop()
        await self.engine.dispose()


async def server_of(connection: HTTPConnection) -> Server:
    """Async although it waits for nothing: FastAPI would give a plain function a thread."""
    return cast(Server, connection.app.state.server)


TheServer = Annotated[Server, Depends(server_of)]
