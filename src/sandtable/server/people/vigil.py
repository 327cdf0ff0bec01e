"""Keeps long-lived connections honest: what another worker ended, or what expired, ends here too.

Within a worker it happens at once; this is for what only the database knows.
"""

from __future__ import annotations

import asyncio
import logging

from sandtable.server.people.people import People
from sandtable.server.problems import ProblemError
from sandtable.server.table.hub import Hub
from sandtable.server.table.publishing import Publisher

log = logging.getLogger(__name__)
SECONDS = 30.0
ENDED = ProblemError("not-signed-in", "You were signed out here.").problem


class Vigil:
    """Looks every half minute whether sessions with open connections are still in force."""

    def __init__(self, people: People, hub: Hub, publisher: Publisher, *, several: bool) -> None:
        self.people = people
        self.hub = hub
        self.publisher = publisher
        self.several = several
        """Whether other workers change people, too."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._always())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def look(self) -> None:
        watchers = [w for channel in self.publisher.channels.values() for w in channel.watchers]
        open_sessions = {w.session for w in watchers if w.session is not None}
        valid = await self.people.sessions.of_these(open_sessions)
        for session in open_sessions - valid:
            self.publisher.dismiss(ENDED, session=session)
        if self.several:
            await self.hub.refresh_names()

    async def _always(self) -> None:
        while True:
            await asyncio.sleep(SECONDS)
            try:
                await self.look()
            except Exception:
                log.exception("open connections could not be checked")
