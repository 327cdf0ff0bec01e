"""The messenger: looks what absent players should be told, and sends it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from sqlalchemy import select

from sandtable.server.correspondence.hooking import Unwanted, call_hook
from sandtable.server.correspondence.mailing import message_of, send_mail
from sandtable.server.correspondence.notices import LOW, low_at, notices_of
from sandtable.server.correspondence.outbox import Outbox, Parcel
from sandtable.server.correspondence.runner import Connected, nobody_connected
from sandtable.server.observing import metrics
from sandtable.server.problems import ProblemError
from sandtable.server.settings import Settings
from sandtable.server.store.base import now
from sandtable.server.store.tables_games import GameRow
from sandtable.server.store.tables_people import PersonRow
from sandtable.server.table.hub import Change, Hub

log = logging.getLogger(__name__)

TICK_SECONDS = 20.0
FORGET_TICKS = 1000


class Messenger:
    """Tells people of games where something waits for them, while they are away."""

    def __init__(
        self,
        hub: Hub,
        settings: Settings,
        *,
        connected: Connected = nobody_connected,
        clock: Callable[[], datetime] = now,
        tick: float = TICK_SECONDS,
    ) -> None:
        self.hub = hub
        self.settings = settings
        self.outbox = Outbox(hub.store.engine)
        self.connected = connected
        self.clock = clock
        self.tick = tick
        self._wake = asyncio.Event()
        self._changed: set[str] = set()
        """Games to look at: they have gone on, or somebody was there who may be gone."""
        self._seen: dict[str, tuple[datetime | None, datetime | None]] = {}
        """When a game was due when it was looked at, and when to look again if that stays."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self.hub.after_append.append(self.heard)
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self.heard in self.hub.after_append:
            self.hub.after_append.remove(self.heard)
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def heard(self, change: Change) -> None:
        if change.here and change.table.beginning.time.kind == "correspondence":
            self._changed.add(change.table.id)
            self._wake.set()

    async def _run(self) -> None:
        ticks = 0
        while True:
            try:
                await self.round(everything=ticks == 0)
                if ticks % FORGET_TICKS == 0:
                    self._seen.clear()
                    await self.outbox.forget(self.clock())
            except Exception:
                log.exception("notices could not be sent")
            ticks += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self.tick)
            self._wake.clear()

    async def round(self, *, everything: bool = False) -> None:
        """Look at games that changed or whose clocks are low, and send what waits."""
        games, self._changed = self._changed, set()
        for game_id in games | set(await self._in_play(everything=everything)):
            try:
                await self.look_at(game_id)
            except ProblemError:
                log.warning("no notices of a game that cannot be opened: %s", game_id)
        while parcels := await self.outbox.take(self.clock()):
            await asyncio.gather(*(self.deliver(parcel) for parcel in parcels))

    async def _in_play(self, *, everything: bool) -> list[str]:
        """Correspondence games that a person may have to be told of."""
        at = self.clock()
        query = select(GameRow.id, GameRow.due).where(
            GameRow.status == "playing",
            GameRow.time_kind == "correspondence",
            ~GameRow.paused,
        )
        if not everything:
            query = query.where(GameRow.due <= at + LOW)
        async with self.hub.store.engine.connect() as connection:
            rows = list(await connection.execute(query))
        found = []
        for game_id, due in rows:
            seen, again = self._seen.get(game_id, (None, None))
            if everything or due != seen or (again is not None and again <= at):
                found.append(game_id)
        return found

    async def look_at(self, game_id: str) -> None:
        """Put what people of a game should know into the outbox. Who is there knows it already:
        if they leave without an answer, the next look finds it."""
        channels = ["hook"] + (["mail"] if self.settings.smtp_url.get_secret_value() else [])
        async with self.hub.open(game_id) as table:
            found = notices_of(table, self.clock())
            due, low = table.clocks.due(), low_at(table)
            again = low if low is not None and low > self.clock() else None
            self._seen[game_id] = (due, again)
        away = [n for n in found if not await self.connected(game_id, n.person)]
        if len(away) < len(found):
            self._changed.add(game_id)
        await self.outbox.put(away, channels, self.clock())

    async def deliver(self, parcel: Parcel) -> None:
        """Send one notice, and mark what became of it."""
        try:
            taken = await self._send(parcel)
        except Unwanted as reason:
            log.info("a notice cannot be delivered: %s: %s", parcel.channel, reason)
            await self.outbox.dropped(parcel)
            outcome = "dropped"
        except Exception as error:
            # Whatever went wrong: where it goes to is not ours, and it is tried again.
            log.info("a notice was not taken: %s: %s", parcel.channel, type(error).__name__)
            await self.outbox.failed(parcel, self.clock())
            outcome = "failed"
        else:
            await (self.outbox.sent(parcel) if taken else self.outbox.dropped(parcel))
            outcome = "sent" if taken else "dropped"
        metrics.notices.labels(parcel.channel, outcome).inc()

    async def _send(self, parcel: Parcel) -> bool:
        """Whether there was somebody to send it to."""
        query = select(PersonRow).where(PersonRow.id == parcel.person, PersonRow.left.is_(None))
        async with self.hub.store.engine.connect() as connection:
            person = (await connection.execute(query)).one_or_none()
        if person is None or not person.reminders:
            return False
        link = f"{self.address}/games/{parcel.game}"
        if parcel.channel == "mail":
            if not person.email:
                return False
            sender = self.settings.mail_from
            mail = message_of(parcel, person.name, person.email, sender, link)
            await send_mail(self.settings.smtp_url.get_secret_value(), mail)
            return True
        if not person.webhook:
            return False
        await call_hook(
            person.webhook,
            person.webhook_secret or "",
            parcel,
            link,
            self.clock(),
            private=self.settings.webhook_private,
        )
        return True

    @property
    def address(self) -> str:
        """Where players find the server."""
        given = self.settings.public_url.rstrip("/")
        return given or f"http://{self.settings.host}:{self.settings.port}"
