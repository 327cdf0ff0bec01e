"""Who is told: the browsers that watch a game. A message is made once and sent to all of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass, field

from sandtable.server.problems import ProblemError
from sandtable.server.schemas.base import Message
from sandtable.server.schemas.errors import Problem
from sandtable.server.schemas.live import Bye, Presence, Update
from sandtable.server.schemas.views import SpaceView
from sandtable.server.store.base import now
from sandtable.server.table.elsewhere import NOBODY_ELSE, Alone, Crowd, Elsewhere
from sandtable.server.table.entries import Changed, SeatChanged
from sandtable.server.table.hub import Change, Hub
from sandtable.server.table.logbook import entry_view
from sandtable.server.table.table import Table
from sandtable.server.table.telling import Present, head_of, table_position, table_spaces

log = logging.getLogger(__name__)

QUEUE = 128
"""Messages that may wait for one browser; one that falls behind further is dropped."""
PRESENCE_SECONDS = 0.3
"""Comings and goings within this time are told together."""


class Watcher:
    """A connection that watches a game. It is never waited for."""

    def __init__(self, person: str | None) -> None:
        self.person = person
        self.session: str | None = None
        """Which sign-in it came with, so that it can end with it."""
        self.queue: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        self.rights_changed = asyncio.Event()
        """Set when seats, the host or the visibility of the game changed for this watcher."""
        self.gone = asyncio.Event()
        """Set when the connection is to be closed without waiting for the queue."""
        self.last_words: str | None = None

    def offer(self, text: str) -> None:
        """Queue a message, or give the connection up if it has too many waiting."""
        if self.gone.is_set():
            return
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.dismiss(ProblemError("unavailable", "The connection is too slow.").problem)

    def say(self, message: Message) -> None:
        self.offer(message.model_dump_json())

    def dismiss(self, problem: Problem) -> None:
        """Close the connection, with a reason."""
        self.last_words = Bye(problem=problem).model_dump_json()
        self.gone.set()


@dataclass(slots=True)
class Channel:
    """The watchers of a game, and what they were told last."""

    version: int
    spaces: dict[str, SpaceView]
    watchers: set[Watcher] = field(default_factory=set)
    seats: dict[str, str | None] = field(default_factory=dict)
    presence: asyncio.TimerHandle | None = None
    told: Present | None = None
    here: Crowd = NOBODY_ELSE
    """What other workers were told last."""
    there: Crowd = NOBODY_ELSE
    """Who watches at other workers."""

    def crowd(self) -> Crowd:
        people = frozenset(w.person for w in self.watchers if w.person is not None)
        return Crowd(people, sum(w.person is None for w in self.watchers))


class Publisher:
    """Tells watchers of changes. It listens to the hub."""

    def __init__(self, hub: Hub, elsewhere: Elsewhere | None = None) -> None:
        self.channels: dict[str, Channel] = {}
        self.elsewhere: Elsewhere = elsewhere or Alone()
        self._telling: set[asyncio.Task[None]] = set()
        hub.after_append.append(self.changed)
        hub.after_load.append(self.loaded)
        hub.watched = lambda: self.channels.keys()
        hub.after_renaming.append(self.renamed)

    async def start(self) -> None:
        await self.elsewhere.start(self._heard, self._again)

    async def stop(self) -> None:
        for task in tuple(self._telling):
            await asyncio.wait([task])
        await self.elsewhere.stop()

    # --- who is there

    def join(self, table: Table, watcher: Watcher) -> None:
        """To be called while the table is open, so that nothing is missed."""
        channel = self.channels.get(table.id)
        if channel is None:
            channel = Channel(table.version, dict(table_spaces(table)), seats=_persons(table))
            self.channels[table.id] = channel
            self._soon(self._heard(table.id))
        channel.watchers.add(watcher)
        self._tell_presence_soon(table.id)

    def leave(self, game_id: str, watcher: Watcher) -> None:
        channel = self.channels.get(game_id)
        if channel is None:
            return
        channel.watchers.discard(watcher)
        if channel.watchers:
            self._tell_presence_soon(game_id)
            return
        if channel.presence is not None:
            channel.presence.cancel()
        del self.channels[game_id]
        if channel.here != NOBODY_ELSE:
            self._soon(self.elsewhere.tell(game_id, NOBODY_ELSE))

    def present(self, game_id: str) -> Present:
        channel = self.channels.get(game_id)
        if channel is None:
            return Present()
        crowd = channel.crowd() | channel.there
        powers = frozenset(p for p, person in channel.seats.items() if person in crowd.people)
        players = set(channel.seats.values())
        return Present(powers, len(crowd.people - players) + crowd.strangers)

    async def connected(self, game_id: str, person: str) -> bool:
        """Whether a browser of this person is watching the game, at whatever worker."""
        channel = self.channels.get(game_id)
        if channel is not None and any(w.person == person for w in channel.watchers):
            return True
        return person in (await self.elsewhere.ask(game_id)).people

    def dismiss(
        self, problem: Problem, *, person: str | None = None, session: str | None = None
    ) -> None:
        """Close the connections of a person or of one sign-in."""
        for channel in self.channels.values():
            for watcher in channel.watchers:
                mine = person is not None and watcher.person == person
                if mine or (session is not None and watcher.session == session):
                    watcher.dismiss(problem)

    def person_changed(self, game_id: str) -> None:
        """A watcher is somebody else now."""
        self._tell_presence_soon(game_id)

    # --- what they are told

    def changed(self, change: Change) -> None:
        table = change.table
        channel = self.channels.get(table.id)
        if channel is None:
            return
        before, channel.seats = channel.seats, _persons(table)
        text = self.update(table, channel).model_dump_json()
        channel.version, channel.spaces = table.version, dict(table_spaces(table))
        for watcher in tuple(channel.watchers):
            watcher.offer(text)
        self._tell_rights(change, channel, before)
        if before != channel.seats:
            self._tell_presence_soon(table.id)

    def loaded(self, table: Table) -> None:
        """A game was read anew; in between another worker may have gone on with it."""
        channel = self.channels.get(table.id)
        if channel is not None and channel.version < table.version:
            self.changed(Change(table, tuple(table.items[channel.version :]), here=False))

    def renamed(self, table: Table) -> None:
        """Names have changed; the game has not."""
        channel = self.channels.get(table.id)
        if channel is None or channel.version != table.version:
            return
        text = self.update(table, channel).model_dump_json()
        for watcher in tuple(channel.watchers):
            watcher.offer(text)

    def update(self, table: Table, channel: Channel) -> Update:
        """What changed since the watchers were told last."""
        spaces = table_spaces(table)
        return Update(
            since=channel.version,
            head=head_of(table, now(), self.present(table.id)),
            spaces=changed_spaces(channel.spaces, spaces),
            position=table_position(table),
            entries=[entry_view(table, item) for item in table.items[channel.version :]],
        )

    def catch_up(self, table: Table, since: int) -> Update:
        """Everything that somebody lacks who was told nothing since a version."""
        spaces = table_spaces(table)
        every = (space.id for space in table.edition.board.spaces)
        return Update(
            since=since,
            head=head_of(table, now(), self.present(table.id)),
            spaces={space: spaces.get(space) for space in every},
            position=table_position(table),
            entries=[entry_view(table, item) for item in table.items[since:]],
        )

    def _tell_rights(self, change: Change, channel: Channel, before: dict[str, str | None]) -> None:
        """Wake those whose rights may be others now: few, even if thousands watch."""
        concerned: set[str | None] = set()
        for item in change.items:
            if isinstance(item.entry, SeatChanged):
                concerned |= {before.get(item.entry.power), item.entry.seat.person}
            elif isinstance(item.entry, Changed) and item.entry.visibility == "private":
                concerned |= {watcher.person for watcher in channel.watchers}
            elif isinstance(item.entry, Changed) and item.entry.host is not None:
                concerned |= {item.entry.host, item.entry.by}
        for watcher in channel.watchers:
            if watcher.person in concerned:
                watcher.rights_changed.set()

    def _tell_presence_soon(self, game_id: str) -> None:
        channel = self.channels.get(game_id)
        if channel is None or channel.presence is not None:
            return
        loop = asyncio.get_running_loop()
        channel.presence = loop.call_later(PRESENCE_SECONDS, self._tell_presence, game_id)

    def _tell_presence(self, game_id: str) -> None:
        channel = self.channels.get(game_id)
        if channel is None:
            return
        channel.presence = None
        here = channel.crowd()
        if here != channel.here:
            channel.here = here
            self._soon(self.elsewhere.tell(game_id, here))
        there = self.present(game_id)
        if there == channel.told:
            return
        channel.told = there
        message = Presence(connected=sorted(there.powers), spectators=there.spectators)
        text = message.model_dump_json()
        for watcher in tuple(channel.watchers):
            watcher.offer(text)

    # --- other workers

    async def _heard(self, game_id: str) -> None:
        """Others came or went elsewhere."""
        if game_id not in self.channels:
            return
        there = await self.elsewhere.ask(game_id)
        channel = self.channels.get(game_id)
        if channel is not None and channel.there != there:
            channel.there = there
            self._tell_presence_soon(game_id)

    async def _again(self) -> None:
        """What is told expires: say it anew, and look whether others are still there."""
        for game_id, channel in tuple(self.channels.items()):
            await self.elsewhere.tell(game_id, channel.crowd())
            await self._heard(game_id)

    def _soon(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)


def _persons(table: Table) -> dict[str, str | None]:
    return {power: seat.person for power, seat in table.seats.items()}


def changed_spaces(
    before: dict[str, SpaceView], after: dict[str, SpaceView]
) -> dict[str, SpaceView | None]:
    """Spaces that are not as they were; None for those with nothing to tell any more."""
    found: dict[str, SpaceView | None] = {
        space: view for space, view in after.items() if before.get(space) != view
    }
    found.update((space, None) for space in before if space not in after)
    return found
