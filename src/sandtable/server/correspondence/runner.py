"""The runner: plays computer seats, follows standing orders, and acts when a clock runs out.

Games wait in a queue and each gets one answer (or one phase of moves) at a time, so that many games
share the machine fairly; those that somebody watches come first. Computer players think elsewhere
(`thinking.py`), without a lock; what they say is appended only if the game has not gone on
meanwhile, so that nothing is decided twice, whoever else runs.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from sqlalchemy import or_, select

from sandtable.game.notation import format_answer
from sandtable.game.state import State
from sandtable.players.interface import Plan, again
from sandtable.players.registry import level_named
from sandtable.server.correspondence import due, votes
from sandtable.server.correspondence.due import Asked
from sandtable.server.correspondence.leases import Leases
from sandtable.server.correspondence.orders import OrdersStore
from sandtable.server.correspondence.standing import answer_by_order
from sandtable.server.correspondence.thinking import Thinkers
from sandtable.server.observing import metrics
from sandtable.server.problems import Conflict, NotFound, ProblemError
from sandtable.server.store.base import now
from sandtable.server.store.tables_correspondence import StandingOrdersRow
from sandtable.server.store.tables_games import GameRow, SeatRow
from sandtable.server.table.entries import COMPUTER, STANDING_ORDER, Decided, Entry, Undone
from sandtable.server.table.hub import Change, Hub
from sandtable.server.table.table import Table
from sandtable.words.reasons import PLAIN, reason_line

log = logging.getLogger(__name__)

AT_ONCE = 2
"""Games that are gone on with at a time, if there are no more processes to think."""
TICK_SECONDS = 5.0
SCAN_TICKS = 6
"""Every so many ticks the database is asked for games that everybody else has forgotten."""

Connected = Callable[[str, str], Awaitable[bool]]
"""Whether a browser of a person is connected to a game."""


async def nobody_connected(game_id: str, person: str) -> bool:
    return False


class Runner:
    """Does what is due in all games of this worker."""

    def __init__(
        self,
        hub: Hub,
        orders: OrdersStore,
        leases: Leases | None = None,
        thinkers: Thinkers | None = None,
        *,
        connected: Connected = nobody_connected,
        clock: Callable[[], datetime] = now,
        tick: float = TICK_SECONDS,
    ) -> None:
        self.hub = hub
        self.orders = orders
        self.leases = leases or Leases(None)
        self.thinkers = thinkers or Thinkers()
        self.connected = connected
        self.clock = clock
        self.tick = tick
        self._queue: asyncio.PriorityQueue[tuple[int, int, str]] = asyncio.PriorityQueue()
        """Games that somebody watches come first; equals in the order of their coming."""
        self._count = itertools.count()
        self._queued: set[str] = set()
        self._at_work: set[str] = set()
        """Games that are being gone on with: no two thinkers take one."""
        self._again: set[str] = set()
        """Those among them that something has happened to meanwhile."""
        self._later: set[str] = set()
        """Games to look at again with the next tick."""
        self._tasks: list[asyncio.Task[None]] = []

    # --- starting and stopping

    async def start(self) -> None:
        await self.thinkers.start()
        self.hub.after_append.append(self.heard)
        at_once = max(AT_ONCE, self.thinkers.number)
        self._tasks = [asyncio.create_task(self._work()) for _ in range(at_once)]
        self._tasks.append(asyncio.create_task(self._ticking()))

    async def stop(self) -> None:
        if self.heard in self.hub.after_append:
            self.hub.after_append.remove(self.heard)
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        await self.thinkers.stop()

    def heard(self, change: Change) -> None:
        """A game has gone on. What another worker appended is that worker's to go on with, unless
        this one has the lease."""
        table = change.table
        mine = change.here or self.leases.holds(table.id)
        if mine and (due.is_due(table, self.clock()) or table.proposals):
            self.look_at(table.id)

    def look_at(self, game_id: str) -> None:
        """Go on with a game when its turn comes, once however often it is asked for."""
        if game_id in self._at_work:
            self._again.add(game_id)
        elif game_id not in self._queued:
            self._queued.add(game_id)
            first = 0 if game_id in self.hub.watched() else 1
            self._queue.put_nowait((first, next(self._count), game_id))

    async def idle(self) -> None:
        """Wait until nothing is queued or being done."""
        await self._queue.join()

    # --- the tasks

    async def _work(self) -> None:
        while True:
            _, _, game_id = await self._queue.get()
            self._queued.discard(game_id)
            self._at_work.add(game_id)
            try:
                if await self.step(game_id):
                    self._again.add(game_id)
            except (Conflict, NotFound):
                pass
            except Exception:
                log.exception("a game could not be gone on with: %s", game_id)
                self._later.add(game_id)
            finally:
                self._at_work.discard(game_id)
                if game_id in self._again:
                    self._again.discard(game_id)
                    self.look_at(game_id)
                self._queue.task_done()

    async def _ticking(self) -> None:
        ticks = 0
        while True:
            try:
                for game_id in await self._forgotten(everything=ticks % SCAN_TICKS == 0):
                    self.look_at(game_id)
                for game_id in self._later:
                    self.look_at(game_id)
                self._later.clear()
            except Exception:
                log.exception("looking for games to go on with failed")
            ticks += 1
            await asyncio.sleep(self.tick)

    async def _forgotten(self, *, everything: bool) -> list[str]:
        """Games whose clock ran out; and all where a computer or an order may have to answer."""
        late = GameRow.due <= self.clock()
        query = select(GameRow.id).where(GameRow.status == "playing", ~GameRow.paused, late)
        async with self.hub.store.engine.connect() as connection:
            found = list((await connection.execute(query)).scalars())
            if everything:
                waiting = (
                    select(GameRow.id, GameRow.waiting_for, SeatRow.power)
                    .join(SeatRow, SeatRow.game_id == GameRow.id)
                    .outerjoin(
                        StandingOrdersRow,
                        (StandingOrdersRow.game_id == SeatRow.game_id)
                        & (StandingOrdersRow.power == SeatRow.power),
                    )
                    .where(GameRow.status.in_(("playing", "waiting")), ~GameRow.paused)
                    .where(or_(SeatRow.kind == "computer", StandingOrdersRow.power.is_not(None)))
                )
                for game_id, asked, power in await connection.execute(waiting):
                    if power in asked:
                        found.append(game_id)
        return list(dict.fromkeys(found))

    # --- one step of one game

    async def step(self, game_id: str) -> bool:
        """Do one thing that is due in a game; whether there may be more."""
        if not await self.leases.take(game_id):
            self._later.add(game_id)
            return False
        async with self.hub.open(game_id) as table:
            entries = votes.settle(table) or due.out_of_time(table, self.clock())
            entries = entries or await self._by_order(table)
            if entries:
                await self.hub.append(table, entries)
                return True
            asked = due.for_computer(table)
            if asked is None:
                await self.leases.release(game_id)
                return False
            version, state = table.version, table.game.state
            level = table.seats[asked.power].level
            seed = f"{game_id}/{len(table.in_force)}"
            seconds = level_named(level).seconds
            if due.goes_on(table.game, asked.decision):
                seconds = again(seconds)
        plan = await self._think(level, state, asked, seed, seconds)
        async with self.hub.open(game_id) as table:
            if table.version != version:
                return True
            await self.hub.append(table, self._entries(table, asked, plan, level))
        return True

    async def _think(
        self, level: str | None, state: State, asked: Asked, seed: str, seconds: float | None
    ) -> Plan:
        with metrics.thinking_seconds.labels(level or "usual").time():
            return await self.thinkers.plan(level, state, asked.decision, seed, seconds)

    def _entries(
        self, table: Table, asked: Asked, plan: Plan, level: str | None
    ) -> Sequence[Entry]:
        lines = [format_answer(table.edition, choice.answer) for choice in plan]
        if lines:
            try:
                return explained(table, table.decide(asked.power, lines, by=COMPUTER), plan)
            except ProblemError as problem:
                log.error(
                    "a computer player's answer was not accepted: %s, %s: %s: %s",
                    table.id, asked.power, lines, problem,
                )  # fmt: skip
        return taken_back(table, asked)

    async def _by_order(self, table: Table) -> list[Entry]:
        wanted = due.for_orders(table)
        if not wanted:
            return []
        orders = await self.orders.of_table(table)
        for asked in wanted:
            given = orders.get(asked.power)
            person = table.seats[asked.power].person
            if given is None or person is None:
                continue
            answer = answer_by_order(table.game.state, asked.decision, given)
            if answer is None:
                continue
            if given.only_when_away and await self.connected(table.id, person):
                self._later.add(table.id)
                continue
            line = format_answer(table.edition, answer)
            return table.decide(asked.power, [line], by=STANDING_ORDER)
        return []


def explained(table: Table, entries: Sequence[Entry], plan: Plan) -> list[Entry]:
    """Decisions with the reasons that their plan gives for them, where they say anything."""
    reasons = iter([choice.reason for choice in plan])
    found: list[Entry] = []
    for entry in entries:
        reason = next(reasons, None) if isinstance(entry, Decided) else None
        if isinstance(entry, Decided) and reason is not None and reason.goal not in PLAIN:
            entry = replace(entry, why=reason_line(table.edition, reason))
        found.append(entry)
    return found


def taken_back(table: Table, asked: Asked) -> list[Entry]:
    """Moves of the phase are taken back, where they led to a position that no player gets out of:
    one that a person left who was replaced by the computer."""
    to = len(table.in_force)
    heading = table.in_force[-1].heading if to else ""
    while to:
        item = table.in_force[to - 1]
        entry = item.entry
        assert isinstance(entry, Decided)
        if entry.rolls or entry.power != asked.power or item.heading != heading:
            break
        to -= 1
    if to == len(table.in_force):
        raise RuntimeError(f"no player can answer {asked.decision.kind} in {table.id}")
    return [Undone(to=to, power=asked.power, by=COMPUTER)]
