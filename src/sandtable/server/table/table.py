"""A game with its people, folded from its log. It reads no clock and no database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from sandtable.game.answers import Answer as GameAnswer
from sandtable.game.dice import Entropy
from sandtable.game.events import Event
from sandtable.game.game import Game
from sandtable.game.notation import answer_from_json
from sandtable.rules.edition import Edition
from sandtable.rules.refusal import InvalidAnswer, Refusal, SandtableError
from sandtable.rules.roll import RollRequest
from sandtable.server.correspondence import clocks
from sandtable.server.problems import Conflict, NotAllowed, ProblemError
from sandtable.server.schemas.base import Answer
from sandtable.server.schemas.people import PersonView
from sandtable.server.table.beginning import begin
from sandtable.server.table.dice import Recorded, Thrown, source_of
from sandtable.server.table.entries import (
    BadEntry,
    Changed,
    Created,
    Decided,
    Ended,
    EntropyAdded,
    Entry,
    Noted,
    Proposed,
    Seat,
    SeatChanged,
    Undone,
    Voted,
)
from sandtable.server.table.past import Past, Played
from sandtable.server.views.log import heading
from sandtable.server.views.refusing import refusal_view, sentence

Status = Literal["waiting", "playing", "finished", "closed"]


@dataclass(slots=True)
class Item:
    """An entry of the log with what came of it."""

    version: int
    at: datetime
    entry: Entry
    decisions: int
    """Answers in force after it."""
    heading: str = ""
    turn: str = ""
    """The power whose turn it was, by name."""
    events: tuple[Event, ...] = ()
    played: tuple[int, GameAnswer] | None = None
    """The power and the answer of a decision, as the engine understood it."""
    requests: tuple[RollRequest, ...] = ()
    """What its dice were rolled for."""
    undone: bool = False


@dataclass(slots=True)
class Proposal:
    """Something that is voted on."""

    entry: Proposed
    made: datetime
    agreed: list[str] = field(default_factory=list)


class Table:
    """A game with its people. `apply` is the only thing that changes it."""

    def __init__(self, game_id: str, created: Created, at: datetime, secret: bytes) -> None:
        self.id = game_id
        self.version = 0
        self.created = self.changed = at
        self.beginning = created
        self.game: Game = begin(created)
        """The game now, with the last part of its history; see `whole_game`."""
        self._past = Past(self.game)
        self.seats: dict[str, Seat] = {
            power.id: created.seats.get(power.id, Seat("open")) for power in self.edition.powers
        }
        self.seated_since: dict[str, datetime] = {}
        """When somebody sat down in the course of the game."""
        self.replaced: dict[str, str] = {}
        """Who lost a seat to the host or the clock, and may have it back while nobody has it."""
        self.title = created.title
        self.visibility = created.visibility
        self.host: str | None = created.host or None
        self.paused = False
        self.closed = False
        self.result: str | None = None
        self.ended_by: Literal["victory", "concession", "agreement", "timeout"] | None = None
        self.proposals: dict[str, Proposal] = {}
        self.entropies: list[Entropy] = []
        self.next_roll = created.rolls_before
        """The index of the next roll; it never goes back."""
        self.items: list[Item] = []
        self.in_force: list[Item] = []
        """The decisions that have not been taken back."""
        self.people: dict[str, PersonView] = {}
        """Those who are named in the log, as far as they are known; the hub fills it."""
        self.memo: dict[object, Any] = {}
        """What was made for this version to be shown; forgotten with the next entry."""
        self.clocks = clocks.start(created.time, at, list(self.seats))
        self._asked_since = at
        self._secret = secret
        self._take(created, at)

    # --- reading

    @property
    def edition(self) -> Edition:
        return self.game.edition

    @property
    def status(self) -> Status:
        if self.closed:
            return "closed"
        if self.result is not None:
            return "finished"
        if any(seat.kind == "open" for seat in self.seats.values()):
            return "waiting"
        return "playing"

    @property
    def secret(self) -> bytes | None:
        """The secret of the dice, once no more can be rolled."""
        return self._secret if self.result is not None else None

    @property
    def asked(self) -> list[str]:
        """The powers of which something is wanted; none when the game is over."""
        if self.result is not None or self.closed:
            return []
        powers = self.edition.powers
        return list(dict.fromkeys(powers[found.power].id for found in self.game.pending))

    def powers_of(self, person: str | None) -> list[str]:
        """The seats of a person, in turn order."""
        if person is None:
            return []
        return [power for power, seat in self.seats.items() if seat.person == person]

    def persons(self) -> list[str]:
        """Everybody who has a seat."""
        found = (seat.person for seat in self.seats.values())
        return list(dict.fromkeys(person for person in found if person is not None))

    def side_of(self, power: str) -> str:
        return next(self.edition.sides[p.side] for p in self.edition.powers if p.id == power)

    @property
    def asked_since(self) -> datetime:
        """When what is asked now was asked: after the last decision or undo."""
        return self._asked_since

    def game_at(self, decisions: int) -> Game:
        """The game after so many of the decisions in force, as a game of its own."""
        if decisions >= self._past.forgotten:
            return self.game.at(decisions - self._past.forgotten)
        return self._past.at(decisions, self._played())

    def whole_game(self) -> Game:
        """The game with all its history, which `game` has only the last part of."""
        if not self._past.forgotten:
            return self.game.at(len(self.in_force))
        return self._past.whole(self._played())

    def _played(self) -> list[Played]:
        found: list[Played] = []
        for item in self.in_force:
            assert isinstance(item.entry, Decided)
            assert item.played is not None
            found.append((*item.played, item.entry.rolls))
        return found

    def decisions_at(self, version: int) -> int:
        """How many answers were in force at a version."""
        if not 1 <= version <= self.version:
            raise ProblemError("malformed", f"The game has no version {version}.")
        decisions = self.items[version - 1].decisions
        if decisions <= len(self.in_force) and any(
            item.version > version for item in self.in_force[:decisions]
        ):
            raise ProblemError("malformed", f"What stood at version {version} was taken back.")
        return decisions

    def check_version(self, version: int) -> None:
        """Raises `Conflict` if the caller answers to something else than is asked now."""
        if version != self.version:
            raise Conflict(self.version)

    def check_open(self) -> None:
        """Raises `NotAllowed` when nothing may be decided any more, or for now."""
        if self.result is not None:
            raise NotAllowed("The game is over.")
        if self.closed:
            raise NotAllowed("The game has been closed.")
        if self.paused:
            raise NotAllowed("The game is paused.")

    # --- trying: these give entries to be appended, and change nothing

    def decide(self, power: str, answers: Sequence[Answer | str], by: str) -> list[Entry]:
        """Entries for a power's answers, all of them accepted by the engine. Dice may fall only
        after the last. Raises `ProblemError` and then nothing is to be appended."""
        self.check_open()
        thrown = Thrown(self._secret, self.entropies)
        kind = self.beginning.dice
        trial = Game(self.game.match, self.game.state, source_of(thrown, kind), self.next_roll)
        found: list[Entry] = []
        for answer in answers:
            if found and isinstance(found[-1], Decided) and found[-1].rolls:
                raise ProblemError(
                    "invalid-answer", "Dice fall before the last answer: send fewer at once."
                )
            first = trial.rolls_made
            before = len(thrown.rolls)
            try:
                given = (
                    answer if isinstance(answer, str) else answer_from_json(self.edition, answer)
                )
                trial.decide(power, given)
            except Refusal as refusal:
                view = refusal_view(refusal)
                raise ProblemError("refused", view.message, refusal=view) from None
            except InvalidAnswer as error:
                raise ProblemError("invalid-answer", sentence(str(error))) from None
            entry = trial.history[-1]
            found.append(
                Decided(
                    power=power,
                    answer=trial.line(entry).partition(": ")[2],
                    by=by,
                    rolls=entry.rolls,
                    first_roll=first,
                    thrown=tuple(thrown.rolls[before:]) if kind == "low-luck" else (),
                )
            )
        if trial.winner is not None:
            found.append(Ended(trial.winner, "victory"))
        return found

    def free_undo(self) -> tuple[str, str] | None:
        """The power and the person that may take back the last decision without asking."""
        if self.result is not None or self.closed or not self.in_force:
            return None
        last = self.in_force[-1].entry
        assert isinstance(last, Decided)
        if last.rolls or self.seats[last.power].person != last.by:
            return None
        return last.power, last.by

    def undo(self, power: str, by: str, to: int | None = None) -> list[Entry]:
        """The entry that takes back a person's own last decision, or all but the first `to`."""
        self.check_open()
        to = len(self.in_force) - 1 if to is None else to
        if not 0 <= to < len(self.in_force):
            raise ProblemError("malformed", "There is nothing to take back.")
        for item in self.in_force[to:]:
            assert isinstance(item.entry, Decided)
            if item.entry.rolls:
                raise NotAllowed("Dice have fallen since. The other players would have to agree.")
            if item.entry.by != by:
                raise NotAllowed("Somebody else has decided since. They would have to agree.")
        return [Undone(to=to, power=power, by=by)]

    # --- folding

    def apply(self, entry: Entry, at: datetime) -> Item:
        """Take the next entry of the log. Raises `BadEntry` if it does not fit."""
        if isinstance(entry, Created):
            raise BadEntry("a game is created once")
        return self._take(entry, at)

    def _take(self, entry: Entry, at: datetime) -> Item:
        item = Item(self.version + 1, at, entry, len(self.in_force), heading(self.game.state))
        item.turn = self.edition.powers[self.game.state.position.turn].name
        match entry:
            case Created():
                item.events = self.game.opening_events
            case Decided():
                self._decided(entry, item)
            case Undone():
                self._undone(entry)
            case SeatChanged():
                if entry.power not in self.seats:
                    raise BadEntry(f"there is no seat {entry.power!r}")
                self._seated(entry, at)
            case Proposed():
                self.proposals[entry.id] = Proposal(entry, at, [entry.power])
            case Voted():
                self._voted(entry)
            case EntropyAdded():
                self.entropies.append(Entropy(entry.since, entry.party, entry.text))
            case Ended():
                self.result, self.ended_by = entry.result, entry.how
                self.proposals.clear()
            case Changed():
                self._changed(entry)
            case Noted():
                pass
        item.decisions = len(self.in_force)
        self.version += 1
        self.changed = at
        self.memo.clear()
        if isinstance(entry, Decided | Undone):
            self._asked_since = at
        self.items.append(item)
        if self.clocks.kind != "none":
            self.clocks = clocks.after(self.clocks, self._moment(entry, at))
        return item

    def _seated(self, entry: SeatChanged, at: datetime) -> None:
        before = self.seats[entry.power].person
        if entry.seat.kind == "person" or entry.why == "left":
            self.replaced.pop(entry.power, None)
        elif before is not None and entry.by != before:
            self.replaced[entry.power] = before
        self.seats[entry.power] = entry.seat
        self.seated_since[entry.power] = at

    def _moment(self, entry: Entry, at: datetime) -> clocks.Moment:
        """What the clocks have to know: those of people run, while the game does."""
        running = self.status == "playing" and not self.paused
        asked = self.asked if running else []
        return clocks.Moment(
            at,
            tuple(power for power in asked if self.seats[power].kind == "person"),
            (self.game.round, self.game.turn),
            entry.power if isinstance(entry, Decided) else None,
        )

    def _decided(self, entry: Decided, item: Item) -> None:
        recorded = Recorded(entry.rolls)
        self.game.dice = recorded
        try:
            item.events = self.game.decide(entry.power, entry.answer)
        except SandtableError as error:
            raise BadEntry(
                f"entry {item.version}: {entry.power}: {entry.answer}: {error}"
            ) from error
        last = self.game.history[-1]
        item.played = last.power, last.answer
        item.requests = tuple(recorded.requests)
        if not recorded.done:
            raise BadEntry(f"entry {item.version} has dice that are not rolled")
        if entry.rolls:
            if entry.by != "record" and entry.first_roll != self.next_roll:
                raise BadEntry(f"entry {item.version} rolls {entry.first_roll} again")
            self.next_roll = max(self.next_roll, entry.first_roll + len(entry.rolls))
        self.in_force.append(item)
        self.game = self._past.trim(self.game)
        self._drop_undos()

    def _undone(self, entry: Undone) -> None:
        if not 0 <= entry.to < len(self.in_force):
            raise BadEntry(f"{len(self.in_force)} decisions cannot become {entry.to}")
        if entry.to >= self._past.forgotten:
            self.game = self.game.at(entry.to - self._past.forgotten)
        else:
            self.game = self._past.back_to(entry.to, self._played())
        for item in self.in_force[entry.to :]:
            item.undone = True
        del self.in_force[entry.to :]
        self._drop_undos()

    def _drop_undos(self) -> None:
        self.proposals = {
            name: found for name, found in self.proposals.items() if found.entry.what != "undo"
        }

    def _voted(self, entry: Voted) -> None:
        proposal = self.proposals.get(entry.id)
        if proposal is None:
            raise BadEntry(f"there is no proposal {entry.id!r}")
        if not entry.agree:
            del self.proposals[entry.id]
        elif entry.power not in proposal.agreed:
            proposal.agreed.append(entry.power)

    def _changed(self, entry: Changed) -> None:
        if entry.title is not None:
            self.title = entry.title
        if entry.visibility is not None:
            self.visibility = entry.visibility
        if entry.paused is not None:
            self.paused = entry.paused
        if entry.closed is not None:
            self.closed = entry.closed
        if entry.host is not None:
            self.host = entry.host or None
