"""New games: checked before anything is stored."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from sandtable.game.dice.fairness import SECRET_BYTES, commitment_of
from sandtable.game.game import Game
from sandtable.game.notation import NotationError, RecordError, format_position, parse_position
from sandtable.game.notation.record import BEGINNING, Record, read_record
from sandtable.game.recording import replay
from sandtable.players.registry import LEVELS, USUAL
from sandtable.rules.edition import Edition
from sandtable.rules.position import Position
from sandtable.rules.refusal import SandtableError
from sandtable.server.problems import ProblemError
from sandtable.server.schemas.games import NewGame, SeatRequest
from sandtable.server.table.entries import (
    RECORD,
    Created,
    Decided,
    Ended,
    Entry,
    Seat,
    Times,
)
from sandtable.server.table.table import Table
from sandtable.server.views.editions import playable_editions

MOST_LINES = 20_000
MOST_UNITS = 2_000
"""Units in a position that is sent here: a long game has a few hundred."""
MOST_IPCS = 9_999
"""Of a record that is imported; the longest games have a few thousand."""


@dataclass(frozen=True, slots=True)
class Making:
    """All that the hub needs to begin a game."""

    created: Created
    entries: list[Entry]
    secret: bytes


def make_game(wanted: NewGame, person: str) -> Making:
    """A new game as asked for. Raises `ProblemError` where that cannot be."""
    edition = _edition(wanted.edition)
    secret = secrets.token_bytes(SECRET_BYTES)
    beginning: tuple[tuple[str, str], ...] = ()
    try:
        position = None
        if wanted.position is not None:
            position = parse_position(edition, wanted.position)
            _check_size(position)
            beginning = (("Position", format_position(edition, position)),)
        game = Game.new(edition, options=wanted.options, position=position)
    except SandtableError as error:
        raise ProblemError("malformed", str(error)) from None
    created = Created(
        edition=edition.id,
        rules_version=edition.rules_version,
        options=dict(game.match.options),
        seats=_seats(edition, wanted.seats, person),
        host=person,
        dice=wanted.dice,
        commitment=commitment_of(secret),
        title=wanted.title,
        visibility=wanted.visibility,
        time=Times(
            kind=wanted.time.kind,
            base=wanted.time.base,
            increment=wanted.time.increment,
            on_timeout=wanted.time.on_timeout,
        ),
        beginning=beginning,
    )
    _check_time(created.time)
    return Making(created, [], secret)


def make_from_record(text: str, title: str, person: str) -> Making:
    """A game that goes on where a record ends, with fresh dice."""
    if text.count("\n") > MOST_LINES:
        raise ProblemError("malformed", f"A record has at most {MOST_LINES} lines here.")
    try:
        record = read_record(text)
        edition = _edition(record.edition)
        game = replay(record, edition=edition)
    except RecordError as error:
        raise ProblemError("malformed", f"Line {error.line_number}: {error.reason}") from None
    except NotationError as error:
        raise ProblemError("malformed", str(error)) from None
    _check_size(game.state.position)
    secret = secrets.token_bytes(SECRET_BYTES)
    created = Created(
        edition=edition.id,
        rules_version=edition.rules_version,
        options=dict(game.match.options),
        seats={power.id: Seat("person", person) for power in edition.powers},
        host=person,
        dice="low-luck" if record.pairs("Dice").get("kind") == "low-luck" else "fair",
        commitment=commitment_of(secret),
        title=title,
        visibility="link",
        beginning=_beginning(record),
        rolls_before=game.rolls_made,
    )
    entries: list[Entry] = []
    index = game.first_roll
    for move in game.history:
        power, _, answer = game.line(move).partition(": ")
        entries.append(Decided(power, answer, RECORD, move.rolls, index))
        index += len(move.rolls)
    if game.winner is not None:
        entries.append(Ended(game.winner, "victory"))
    return Making(created, entries, secret)


def show_position(edition: str, position: str, at: datetime) -> Table:
    """A table with nobody at it, to look at a position."""
    making = make_game(NewGame(edition=edition, position=position), "")
    return Table("", making.created, at, making.secret)


def _beginning(record: Record) -> tuple[tuple[str, str], ...]:
    wanted = (*BEGINNING, "Seat")
    return tuple((tag.key, tag.value) for tag in record.tags if tag.key in wanted)


def _edition(name: str) -> Edition:
    for edition in playable_editions():
        if edition.id == name:
            return edition
    raise ProblemError("malformed", "This edition cannot be played here.")


def _seats(edition: Edition, wanted: list[SeatRequest], person: str) -> dict[str, Seat]:
    found = {power.id: Seat("computer", level=USUAL) for power in edition.powers}
    if len({seat.power for seat in wanted}) < len(wanted):
        raise ProblemError("malformed", "A seat is named twice.")
    for seat in wanted:
        if seat.power not in found:
            raise ProblemError("malformed", f"{edition.name} has no power {seat.power!r}.")
        if seat.kind == "me":
            found[seat.power] = Seat("person", person)
        elif seat.kind == "open":
            found[seat.power] = Seat("open")
        else:
            found[seat.power] = Seat("computer", level=known_level(seat.level))
    return found


def known_level(level: str | None) -> str:
    """A computer player's level. Raises `ProblemError` if there is none of that name."""
    if level is None:
        return USUAL
    if level not in LEVELS:
        raise ProblemError("malformed", "There is no such computer player.")
    return level


def _check_size(position: Position) -> None:
    """Raises for armies that no game could build, and that would take for ever to reckon with."""
    if sum(count for stack in position.stacks for _, count in stack) > MOST_UNITS:
        raise ProblemError("malformed", f"A position has at most {MOST_UNITS} units here.")
    if max(position.treasuries, default=0) > MOST_IPCS:
        raise ProblemError("malformed", f"A power has at most {MOST_IPCS} IPCs here.")


def _check_time(time: Times) -> None:
    if time.kind != "none" and time.base <= 0:
        raise ProblemError("malformed", "A game with clocks needs some time on them.")
