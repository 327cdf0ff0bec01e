"""The kinds of entries in a game's log. A game is what its entries come to, from the first on.

People are named by their ids only, so that a name can change or be forgotten.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Literal

from pydantic import TypeAdapter, ValidationError

COMPUTER = "computer"
STANDING_ORDER = "standing order"
CLOCK = "clock"
RECORD = "record"
"""What may stand in place of a person as the one who did something."""
NOBODY = frozenset({COMPUTER, STANDING_ORDER, CLOCK, RECORD, ""})

SeatKind = Literal["open", "person", "computer"]
Visibility = Literal["private", "link", "public"]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a power."""

    kind: SeatKind
    person: str | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """How long players may think; see `TimeControl`."""

    kind: Literal["none", "live", "correspondence"] = "none"
    base: float = 0
    increment: float = 0
    on_timeout: Literal["computer", "concede"] = "computer"


@dataclass(frozen=True, slots=True)
class Created:
    """The first entry of every log. The secret of the dice is kept elsewhere."""

    kind: ClassVar[str] = "created"
    edition: str
    rules_version: int
    options: dict[str, str]
    seats: dict[str, Seat]
    host: str
    dice: Literal["fair", "low-luck"]
    commitment: str
    title: str = ""
    visibility: Visibility = "link"
    time: Times = field(default_factory=Times)
    beginning: tuple[tuple[str, str], ...] = ()
    """Tags of a record that say where the game began, if not at the edition's setup."""
    rolls_before: int = 0
    """Rolls of an imported record, which were not made here."""


@dataclass(frozen=True, slots=True)
class Decided:
    """An answer that the engine accepted, with the dice that fell."""

    kind: ClassVar[str] = "decided"
    power: str
    answer: str
    by: str
    rolls: tuple[tuple[int, ...], ...] = ()
    first_roll: int = 0
    """The index of the first of the rolls; those of a game only ever go up."""
    thrown: tuple[tuple[int, ...], ...] = ()
    """With low luck: the dice really thrown for each roll."""
    why: str = ""
    """A computer player's reason, in a line."""


@dataclass(frozen=True, slots=True)
class Undone:
    """Decisions were taken back; so many are left in force."""

    kind: ClassVar[str] = "undone"
    to: int
    power: str
    by: str
    agreed: bool = False
    """By vote of the players, not by the decider alone."""


@dataclass(frozen=True, slots=True)
class SeatChanged:
    kind: ClassVar[str] = "seat"
    power: str
    seat: Seat
    by: str
    why: Literal["", "clock", "left"] = ""


@dataclass(frozen=True, slots=True)
class Proposed:
    """Something to be voted on. `to` is for an undo: decisions left in force."""

    kind: ClassVar[str] = "proposed"
    id: str
    what: Literal["undo", "concede", "draw"]
    power: str
    by: str
    side: str | None = None
    to: int | None = None
    to_version: int | None = None


@dataclass(frozen=True, slots=True)
class Voted:
    """A refusal closes the proposal; the last agreement is followed by what was agreed."""

    kind: ClassVar[str] = "voted"
    id: str
    power: str
    agree: bool
    by: str


@dataclass(frozen=True, slots=True)
class EntropyAdded:
    """A text for the dice; it counts from the roll `since` on."""

    kind: ClassVar[str] = "entropy"
    party: str
    text: str
    since: int
    by: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over; `result` is a side or `draw`."""

    kind: ClassVar[str] = "ended"
    result: str
    how: Literal["victory", "concession", "agreement", "timeout"]
    by: str = ""


@dataclass(frozen=True, slots=True)
class Changed:
    """What the host changed; None: it stays."""

    kind: ClassVar[str] = "changed"
    by: str
    title: str | None = None
    visibility: Visibility | None = None
    paused: bool | None = None
    closed: bool | None = None
    host: str | None = None


@dataclass(frozen=True, slots=True)
class Noted:
    """Something worth telling, such as a clock that ran out."""

    kind: ClassVar[str] = "noted"
    text: str
    power: str | None = None


Entry = (
    Created
    | Decided
    | Undone
    | SeatChanged
    | Proposed
    | Voted
    | EntropyAdded
    | Ended
    | Changed
    | Noted
)

_KINDS: dict[str, Any] = {
    found.kind: (found, TypeAdapter(found))
    for found in (
        Created,
        Decided,
        Undone,
        SeatChanged,
        Proposed,
        Voted,
        EntropyAdded,
        Ended,
        Changed,
        Noted,
    )
}


class BadEntry(Exception):
    """A stored entry that cannot be read or does not fit what went before."""


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """The fields of an entry as plain data, without its kind."""
    return asdict(entry)


def entry_from_json(kind: str, data: dict[str, Any]) -> Entry:
    """Raises `BadEntry` for what cannot be read."""
    if kind not in _KINDS:
        raise BadEntry(f"an entry of the unknown kind {kind!r}")
    try:
        found: Entry = _KINDS[kind][1].validate_python(data)
    except ValidationError as error:
        raise BadEntry(f"an entry {kind!r} cannot be read: {error}") from None
    return found
