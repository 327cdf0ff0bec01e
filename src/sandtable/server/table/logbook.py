"""The lines of a game's log, in words."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from sandtable.game.game import Entry as GameEntry
from sandtable.rules.edition import Edition
from sandtable.server.schemas.views import EntryView, RollView
from sandtable.server.table.entries import (
    NOBODY,
    Changed,
    Created,
    Decided,
    Ended,
    EntropyAdded,
    Noted,
    Proposed,
    Seat,
    SeatChanged,
    Undone,
    Voted,
)
from sandtable.server.table.table import Item, Table
from sandtable.server.table.telling import person_view, power_name
from sandtable.server.views.log import entry_text, event_view
from sandtable.server.views.rolls import roll_view
from sandtable.words.english import Speaker

Kind = Literal["decision", "undo", "seat", "proposal", "entropy", "end", "note"]

KINDS: dict[type, Kind] = {
    Created: "note",
    Decided: "decision",
    Undone: "undo",
    SeatChanged: "seat",
    Proposed: "proposal",
    Voted: "proposal",
    EntropyAdded: "entropy",
    Ended: "end",
    Changed: "note",
    Noted: "note",
}

ENDS = {
    "victory": "{result} won.",
    "concession": "{result} won: the other side conceded.",
    "agreement": "{result} won by agreement.",
    "timeout": "{result} won: the other side ran out of time.",
}
PROPOSALS = {"undo": "to take back", "concede": "to concede", "draw": "a draw"}


@lru_cache(maxsize=16)
def speaker_of(edition: Edition) -> Speaker:
    return Speaker(edition)


def entry_view(table: Table, item: Item) -> EntryView:
    """A line of the log."""
    entry = item.entry
    speaker = speaker_of(table.edition)
    events = [event_view(speaker, event, item.turn) for event in item.events]
    return EntryView(
        version=item.version,
        kind=KINDS[type(entry)],
        at=item.at,
        power=getattr(entry, "power", None) or None,
        by=_by(table, getattr(entry, "by", "")),
        line=f"{entry.power}: {entry.answer}" if isinstance(entry, Decided) else None,
        text=_text(table, item),
        events=events,
        rolls=rolls_of(item),
        undone=item.undone,
        heading=item.heading,
        decisions=item.decisions,
        why=(entry.why or None) if isinstance(entry, Decided) else None,
    )


def rolls_of(item: Item) -> list[RollView]:
    if not isinstance(item.entry, Decided):
        return []
    first = item.entry.first_roll
    return [
        roll_view(first + number, dice, request)
        for number, (dice, request) in enumerate(zip(item.entry.rolls, item.requests, strict=True))
    ]


def _by(table: Table, by: str) -> str | None:
    if not by:
        return None
    if by in NOBODY:
        return by
    person = person_view(table, by)
    return None if person is None else person.name


def _text(table: Table, item: Item) -> str:
    match item.entry:
        case Created():
            return "The game begins."
        case Decided(answer=answer, rolls=rolls):
            if item.played is None:
                return answer
            move = GameEntry(*item.played, rolls, item.events, table.game.start)
            return entry_text(speaker_of(table.edition), table.game, move)
        case Undone() as entry:
            how = "All agreed: the game goes back" if entry.agreed else "The move was taken back"
            return f"{how}."
        case SeatChanged() as entry:
            return _seat_text(table, entry)
        case Proposed() as entry:
            what = PROPOSALS[entry.what]
            return f"{power_name(table.edition, entry.power)} proposes {what}."
        case Voted() as entry:
            verb = "agrees" if entry.agree else "does not agree"
            return f"{power_name(table.edition, entry.power)} {verb}."
        case EntropyAdded() as entry:
            return f"{power_name(table.edition, entry.party)} adds a text to the dice."
        case Ended() as entry:
            return _end_text(entry)
        case Changed() as entry:
            return _change_text(table, entry)
        case Noted(text=text):
            return text


def _seat_text(table: Table, entry: SeatChanged) -> str:
    power = power_name(table.edition, entry.power)
    seat: Seat = entry.seat
    if seat.kind == "computer":
        if entry.why == "clock":
            return f"Time is up: the computer plays {power} now."
        return f"The computer plays {power} now."
    if seat.kind == "open":
        return f"The seat of {power} is open."
    person = person_view(table, seat.person)
    return f"{person.name if person else 'Somebody'} plays {power} now."


def _end_text(entry: Ended) -> str:
    if entry.result == "draw":
        return "The players agreed to a draw."
    return ENDS[entry.how].format(result=f"The {entry.result.title()}")


def _change_text(table: Table, entry: Changed) -> str:
    if entry.paused is not None:
        return "The game is paused." if entry.paused else "The game goes on."
    if entry.closed:
        return "The game was closed."
    if entry.closed is False:
        return "The game was opened again."
    if entry.host:
        person = person_view(table, entry.host)
        return f"{person.name if person else 'Somebody'} is the host now."
    if entry.title is not None:
        return f"The game is called {entry.title} now." if entry.title else "The title was removed."
    if entry.visibility is not None:
        return {
            "private": "Only players and those invited can see the game now.",
            "link": "Whoever has the link can watch now.",
            "public": "The game is listed for everybody now.",
        }[entry.visibility]
    return "The game was changed."
