"""What has to be done at a table without a person: found by looking, changing nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sandtable.game.game import Game
from sandtable.game.state import Decision
from sandtable.players.interface import MOVES
from sandtable.server.correspondence.standing import KINDS
from sandtable.server.table.entries import CLOCK, Ended, Entry, Seat, SeatChanged
from sandtable.server.table.table import Table


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision that is open at a table."""

    power: str
    decision: Decision


def open_decisions(table: Table) -> list[Asked]:
    """Decisions that may be answered now: none while the game stands still."""
    if table.result is not None or table.closed or table.paused:
        return []
    powers = table.edition.powers
    return [Asked(powers[found.power].id, found) for found in table.game.pending]


def for_computer(table: Table) -> Asked | None:
    """A decision that a computer seat has to make. Before the first one all seats are taken."""
    if table.status != "playing" and not table.in_force:
        return None
    for asked in open_decisions(table):
        if table.seats[asked.power].kind == "computer":
            return asked
    return None


def goes_on(game: Game, asked: Decision) -> bool:
    """Whether a phase of moves is still open in which dice fell at its last order."""
    if asked.kind not in MOVES or not game.history or not game.history[-1].rolls:
        return False
    before = game.at(len(game.history) - 1)
    return asked in before.pending and game.history[-1].power == asked.power


def for_orders(table: Table) -> list[Asked]:
    """Decisions of people that standing orders may answer."""
    return [
        asked
        for asked in open_decisions(table)
        if asked.decision.kind in KINDS and table.seats[asked.power].kind == "person"
    ]


def out_of_time(table: Table, now: datetime) -> list[Entry]:
    """What becomes of those whose clock has run out."""
    if table.status != "playing" or table.paused:
        return []
    found: list[Entry] = []
    for power in table.clocks.expired(now):
        if table.seats[power].kind != "person":
            continue
        if table.beginning.time.on_timeout == "concede":
            mine = table.side_of(power)
            other = next(side for side in table.edition.sides if side != mine)
            return [Ended(other, "timeout", by=CLOCK)]
        found.append(SeatChanged(power, Seat("computer"), by=CLOCK, why="clock"))
    return found


def is_due(table: Table, now: datetime) -> bool:
    """Whether the runner has something to look at."""
    return bool(for_computer(table) or for_orders(table) or out_of_time(table, now))
