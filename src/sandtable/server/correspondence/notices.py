"""Notices: what absent players are told of a correspondence game. Found by looking at its table.

Each has an id made of what it is about, so that it is told once however often one looks.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sandtable.server.correspondence.votes import waiting_for
from sandtable.server.table.table import Table

LOW = timedelta(hours=24)
LOW_SHARE = 0.25
"""A clock is low when a quarter of its time is left, or a day if that is less."""

Kind = Literal["asked", "clock", "proposal"]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that one person should know."""

    id: str
    kind: Kind
    person: str
    power: str
    game: str
    subject: str
    text: str
    due: datetime | None = None


def notices_of(table: Table, now: datetime) -> list[Notice]:
    """Everything that people at a table wait to be told now."""
    if table.beginning.time.kind != "correspondence":
        return []
    if table.status != "playing" or table.paused:
        return []
    return [*asked(table, now), *proposed(table)]


def asked(table: Table, now: datetime) -> list[Notice]:
    found: list[Notice] = []
    for power in table.asked:
        person = table.seats[power].person
        if person is None:
            continue
        question = question_id(table, power)
        own_turn = power == table.game.turn
        name = power_name(table, power)
        due = table.clocks.runs_out(power)
        until = f" You have until {due:%d %B %Y, %H:%M} UTC." if due is not None else ""
        what = "It is your turn" if own_turn else "You are asked something"
        found.append(
            Notice(
                f"{question}/asked", "asked", person, power, table.id,
                f"{what}: {called(table)}",
                f"{what} as {name} in round {table.game.round} of {called(table)}.{until}",
                due,
            )
        )  # fmt: skip
        if due is not None and now >= due - low_time(table):
            found.append(
                Notice(
                    f"{question}/clock", "clock", person, power, table.id,
                    f"Your clock is running low: {called(table)}",
                    f"Your clock as {name} in {called(table)} is running low.{until}",
                    due,
                )
            )  # fmt: skip
    return found


def low_time(table: Table) -> timedelta:
    return min(LOW, timedelta(seconds=table.beginning.time.base * LOW_SHARE))


def low_at(table: Table) -> datetime | None:
    """When the first of the running clocks will be low."""
    due = table.clocks.due()
    return None if due is None else due - low_time(table)


def question_id(table: Table, power: str) -> str:
    """One's own turn is one question, whatever is asked in it; elsewhere each question is one."""
    if power == table.game.turn:
        return f"{table.id}/{power}/turn-{table.game.round}"
    return f"{table.id}/{power}/question-{len(table.in_force)}-{table.next_roll}"


def proposed(table: Table) -> list[Notice]:
    """Proposals that wait for somebody's vote, one notice for each person."""
    found: list[Notice] = []
    for proposal in table.proposals.values():
        told: set[str] = set()
        entry = proposal.entry
        wish = {
            "undo": "to take back what was decided",
            "concede": "to concede",
            "draw": "to call the game a draw",
        }[entry.what]
        for power in waiting_for(table, proposal):
            person = table.seats[power].person
            if person is None or person in told:
                continue
            told.add(person)
            found.append(
                Notice(
                    f"{table.id}/{power}/proposal-{entry.id}", "proposal", person, power, table.id,
                    f"A proposal waits for your vote: {called(table)}",
                    f"{power_name(table, entry.power)} proposes {wish} in {called(table)}.",
                )
            )  # fmt: skip
    return found


def called(table: Table) -> str:
    """The game by its title, on one line."""
    title = " ".join("".join(c if c.isprintable() else " " for c in table.title).split())
    return title or f"{table.edition.name}, {table.id[:6]}"


def power_name(table: Table, power: str) -> str:
    return next(found.name for found in table.edition.powers if found.id == power)
