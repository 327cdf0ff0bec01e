"""The hub: games in memory, one at a time changed by one, kept in the database.

async with hub.open(game_id) as table:   # locked, and caught up with the database
    entries = table.decide(...)          # tries; raises ProblemError
    await hub.append(table, entries)     # commits, then applies, then tells
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterable,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from sandtable.game.dice.fairness import SECRET_BYTES
from sandtable.server.people.secrets import new_id
from sandtable.server.problems import Conflict, NotFound, ProblemError
from sandtable.server.schemas.people import PersonView
from sandtable.server.store.base import now
from sandtable.server.store.games import Duplicate, GameStore, Stored
from sandtable.server.table.bus import Bus, LocalBus
from sandtable.server.table.entries import (
    NOBODY,
    BadEntry,
    Created,
    Entry,
    entry_from_json,
    entry_to_json,
)
from sandtable.server.table.projecting import project
from sandtable.server.table.table import Item, Table

log = logging.getLogger(__name__)
T = TypeVar("T")

SLICE = 100
"""Entries replayed at a time while a game is loaded, so that others are served in between."""


@dataclass(frozen=True, slots=True)
class Change:
    """New entries of a game. `here`: this worker appended them."""

    table: Table
    items: tuple[Item, ...]
    here: bool


Names = Callable[[Iterable[str]], Awaitable[dict[str, PersonView]]]


async def no_names(persons: Iterable[str]) -> dict[str, PersonView]:
    return {}


class Hub:
    """Everything that happens to games goes through here."""

    def __init__(self, store: GameStore, bus: Bus | None = None, cache_games: int = 512) -> None:
        self.store = store
        self.bus: Bus = bus or LocalBus()
        self.after_append: list[Callable[[Change], None]] = []
        """Called with every change once it is committed, while the game is still locked: to be
        quick, and to start a task for whatever takes longer."""
        self.after_load: list[Callable[[Table], None]] = []
        """Called with a game that was read anew: whoever knew an older version is told here."""
        self.after_renaming: list[Callable[[Table], None]] = []
        """Called with a game in which people are called otherwise now."""
        self.watched: Callable[[], Iterable[str]] = tuple
        """The games that somebody watches here: these are followed even if nobody plays here."""
        self.names: Names = no_names
        """Looks people up by their ids."""
        self._cache_games = cache_games
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: dict[str, _Lock] = {}
        self._running: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Begin to listen to other workers."""
        await self.bus.start(self._heard, self._reconnected)

    async def stop(self) -> None:
        """Stop listening, and wait for what is being stored."""
        await self._finish()
        await self.bus.stop()
        await self._finish()

    async def _finish(self) -> None:
        while self._running:
            await asyncio.wait(self._running)

    # --- opening

    @asynccontextmanager
    async def open(self, game_id: str) -> AsyncIterator[Table]:
        """A game, locked against changes by others of this worker, and caught up with what other
        workers did. Raises `NotFound`."""
        async with self._locked(game_id):
            yield await self._current(game_id)

    async def create(
        self, created: Created, entries: Sequence[Entry] = (), *, secret: bytes | None = None
    ) -> Table:
        """Start a game; `entries` follow at once (an imported record)."""
        game_id = new_id()
        secret = secret or secrets.token_bytes(SECRET_BYTES)
        async with self._locked(game_id):
            at = now()
            table = Table(game_id, created, at, secret)
            for start in range(0, len(entries), SLICE):
                for entry in entries[start : start + SLICE]:
                    table.apply(entry, at)
                await asyncio.sleep(0)
            stored = [
                Stored(item.version, item.entry.kind, entry_to_json(item.entry), item.at)
                for item in table.items
            ]
            await self._learn_names(table, table.items)
            await self.store.create(game_id, secret, stored, project(table))
            self._keep(table)
            self._tell(Change(table, tuple(table.items), here=True))
        return table

    async def append(self, table: Table, entries: Sequence[Entry]) -> tuple[Item, ...]:
        """Append to a game that the caller has open. What was committed is told to everybody
        even if the caller is gone by then. Raises `Conflict` when another worker was faster."""
        task = self._spawn(self._append(table, entries))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait([task])
            raise

    async def _append(self, table: Table, entries: Sequence[Entry]) -> tuple[Item, ...]:
        if not entries:
            return ()
        at = now()
        try:
            items = tuple(table.apply(entry, at) for entry in entries)
            stored = [
                Stored(item.version, item.entry.kind, entry_to_json(item.entry), item.at)
                for item in items
            ]
            await self.store.append(table.id, stored, project(table))
        except BaseException as error:
            # What the table in memory says may not be what is stored.
            self._tables.pop(table.id, None)
            if table.id in self.watched():
                # News of the other worker's entries may have come while it said so.
                self._spawn(self._follow(table.id))
            if isinstance(error, Duplicate):
                raise Conflict(await self.store.version(table.id) or 0) from None
            raise
        await self._learn_names(table, items)
        self._tell(Change(table, items, here=True))
        # Nobody waits for it: it is a hint, and what it speaks of is committed.
        self._spawn(self.bus.publish(table.id, table.version))
        return items

    async def person_changed(self, person: str) -> None:
        """A name has changed: games in memory show the new one from now on."""
        for table in list(self._tables.values()):
            if person in table.people:
                self._rename(table, await self.names([person]))

    async def refresh_names(self) -> None:
        """Names may have changed in another worker."""
        tables = list(self._tables.values())
        names = await self.names({person for table in tables for person in table.people})
        for table in tables:
            self._rename(table, {p: names[p] for p in table.people if p in names})

    def _rename(self, table: Table, names: Mapping[str, PersonView]) -> None:
        if all(table.people.get(person) == view for person, view in names.items()):
            return
        table.people.update(names)
        for callback in self.after_renaming:
            callback(table)

    @property
    def games_in_memory(self) -> int:
        return len(self._tables)

    # --- inside

    async def _heard(self, game_id: str, version: int) -> None:
        """Another worker has changed a game: those who watch it here are told."""
        table = self._tables.get(game_id)
        if table is None and game_id not in self.watched():
            return
        if table is not None and table.version >= version:
            return
        self._spawn(self._follow(game_id))

    async def _reconnected(self) -> None:
        """Messages may have been missed: every game in memory is looked at again."""
        for game_id in {*self._tables, *self.watched()}:
            await self._follow(game_id)

    async def _follow(self, game_id: str) -> None:
        """Catch up with a game, whatever else goes on."""
        try:
            async with self.open(game_id):
                pass
        except Exception as error:
            log.warning("game %s could not be followed: %s", game_id, error)

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something that is finished before the hub stops."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _current(self, game_id: str) -> Table:
        table = self._tables.get(game_id)
        version = await self.store.version(game_id)
        if version is None:
            raise NotFound
        if table is None:
            table = await self._load(game_id)
        elif table.version < version:
            await self._catch_up(table)
        self._tables.move_to_end(game_id)
        return table

    async def _load(self, game_id: str) -> Table:
        secret = await self.store.secret(game_id)
        stored = await self.store.entries(game_id)
        if secret is None or not stored:
            raise NotFound
        try:
            created = entry_from_json(stored[0].kind, stored[0].data)
            if not isinstance(created, Created):
                raise BadEntry("the first entry does not create a game")
            table = Table(game_id, created, stored[0].at, secret)
            for start in range(1, len(stored), SLICE):
                _replay(table, stored[start : start + SLICE])
                await asyncio.sleep(0)
        except Exception as error:
            raise _broken(game_id) from error
        await self._learn_names(table, table.items)
        self._keep(table)
        for callback in self.after_load:
            callback(table)
        return table

    async def _catch_up(self, table: Table) -> None:
        stored = await self.store.entries(table.id, table.version)
        try:
            items = _replay(table, stored)
        except Exception as error:
            self._tables.pop(table.id, None)
            raise _broken(table.id) from error
        await self._learn_names(table, items)
        self._tell(Change(table, items, here=False))

    async def _learn_names(self, table: Table, items: Iterable[Item]) -> None:
        """Look up whoever new entries speak of."""
        wanted = {seat.person for seat in table.seats.values() if seat.person}
        wanted.update(by for item in items if (by := getattr(item.entry, "by", "")))
        if table.host:
            wanted.add(table.host)
        unknown = wanted - NOBODY - table.people.keys()
        if unknown:
            table.people.update(await self.names(unknown))

    def _keep(self, table: Table) -> None:
        self._tables[table.id] = table
        while len(self._tables) > self._cache_games:
            self._tables.popitem(last=False)

    def _tell(self, change: Change) -> None:
        if not change.items:
            return
        for callback in self.after_append:
            try:
                callback(change)
            except Exception:
                log.exception("a listener failed")

    @asynccontextmanager
    async def _locked(self, game_id: str) -> AsyncIterator[None]:
        held = self._locks.setdefault(game_id, _Lock())
        held.users += 1
        try:
            async with held.lock:
                yield
        finally:
            held.users -= 1
            if not held.users:
                del self._locks[game_id]


class _Lock:
    """A lock, and how many use it or wait for it."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.users = 0


def _replay(table: Table, stored: Iterable[Stored]) -> tuple[Item, ...]:
    found = []
    for entry in stored:
        if entry.version != table.version + 1:
            raise BadEntry(f"entry {table.version + 1} is missing")
        found.append(table.apply(entry_from_json(entry.kind, entry.data), entry.at))
    return tuple(found)


def _broken(game_id: str) -> ProblemError:
    log.exception("the log of a game does not replay: %s", game_id)
    return ProblemError("failed", "This game's log cannot be replayed. Nothing of it is lost.")
