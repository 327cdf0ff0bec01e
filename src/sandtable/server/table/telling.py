"""A table as others see it: the game's view, its head, and the lines of its log."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sandtable.rules.edition import Edition
from sandtable.server.correspondence.votes import waiting_for
from sandtable.server.schemas.people import PersonView
from sandtable.server.schemas.views import (
    DecisionView,
    DiceView,
    EntropyView,
    GameHead,
    GameView,
    ProposalView,
    SeatView,
    SpaceView,
    TimeControl,
)
from sandtable.server.table.table import Table
from sandtable.server.views.board import spaces_of
from sandtable.server.views.moment import moment_of, position_line


@dataclass(frozen=True, slots=True)
class Present:
    """Who is connected: powers by their players, and how many only watch."""

    powers: frozenset[str] = field(default_factory=frozenset)
    spectators: int = 0


NOBODY_THERE = Present()


def person_view(table: Table, person: str | None) -> PersonView | None:
    """Somebody by id. One whose name is not known any more still has a seat or a line."""
    if person is None:
        return None
    return table.people.get(person) or PersonView(id=person, name="Somebody", guest=True)


def head_of(table: Table, now: datetime, present: Present = NOBODY_THERE) -> GameHead:
    """All of a game but its spaces."""
    return GameHead(**_head(table, now, present))


def view_of(table: Table, now: datetime, present: Present = NOBODY_THERE) -> GameView:
    """A game as everybody may see it."""
    return GameView(
        **_head(table, now, present), spaces=table_spaces(table), position=table_position(table)
    )


def view_at(table: Table, decisions: int, now: datetime) -> GameView:
    """A game as it stood after so many decisions, with the people of today."""
    game = table.game_at(decisions)
    head = _head(table, now, NOBODY_THERE) | moment_of(game).as_fields()
    head |= {"decisions": decisions, "result": None, "ended_by": None}
    head |= {"can_undo": False, "undo_power": None}
    return GameView(**head, spaces=spaces_of(game), position=position_line(game))


def table_spaces(table: Table) -> dict[str, SpaceView]:
    """The spaces of a game now, made once for a version."""
    if "spaces" not in table.memo:
        table.memo["spaces"] = spaces_of(table.game)
    found: dict[str, SpaceView] = table.memo["spaces"]
    return found


def table_position(table: Table) -> str:
    if "position" not in table.memo:
        table.memo["position"] = position_line(table.game)
    found: str = table.memo["position"]
    return found


def _head(table: Table, now: datetime, present: Present) -> dict[str, Any]:
    moment = moment_of(table.game)
    undo = table.free_undo()
    over = table.result is not None or table.closed
    return moment.as_fields() | {
        "id": table.id,
        "version": table.version,
        "decisions": len(table.in_force),
        "title": table.title,
        "status": table.status,
        "result": table.result,
        "ended_by": table.ended_by,
        "created": table.created,
        "changed": table.changed,
        "visibility": table.visibility,
        "host": person_view(table, table.host),
        "seats": seats_of(table, present, now),
        "time": time_of(table),
        "paused": table.paused,
        "spectators": present.spectators,
        "pending": [] if over else [_timed(table, found) for found in moment.pending],
        "proposals": proposals_of(table),
        "can_undo": undo is not None,
        "undo_power": None if undo is None else undo[0],
        "dice": dice_of(table),
    }


def _timed(table: Table, decision: DecisionView) -> DecisionView:
    times = {"since": table.asked_since, "due": table.clocks.runs_out(decision.power)}
    return decision.model_copy(update=times)


def seats_of(table: Table, present: Present, now: datetime) -> list[SeatView]:
    return [
        SeatView(
            power=power,
            kind=seat.kind,
            person=person_view(table, seat.person),
            level=seat.level,
            connected=power in present.powers,
            clock=table.clocks.seconds(power, now),
        )
        for power, seat in table.seats.items()
    ]


def time_of(table: Table) -> TimeControl:
    time = table.beginning.time
    return TimeControl(
        kind=time.kind, base=time.base, increment=time.increment, on_timeout=time.on_timeout
    )


def proposals_of(table: Table) -> list[ProposalView]:
    return [
        ProposalView(
            id=proposal.entry.id,
            kind=proposal.entry.what,
            by=proposal.entry.power,
            side=proposal.entry.side,
            to_version=proposal.entry.to_version,
            agreed=list(proposal.agreed),
            waiting_for=waiting_for(table, proposal),
            made=proposal.made,
        )
        for proposal in table.proposals.values()
    ]


def dice_of(table: Table) -> DiceView:
    secret = table.secret
    return DiceView(
        kind=table.beginning.dice,
        commitment=table.beginning.commitment,
        entropies=[EntropyView(since=e.since, party=e.party, text=e.text) for e in table.entropies],
        rolls=table.next_roll,
        secret=None if secret is None else secret.hex(),
    )


def power_name(edition: Edition, power: str) -> str:
    return next((found.name for found in edition.powers if found.id == power), power)
