"""Making games, sitting down at them, answering."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from sandtable.server.schemas.base import Answer, Message, PowerId, Request, SpaceId
from sandtable.server.schemas.people import PersonView
from sandtable.server.schemas.views import EntryView, GameView, SeatView


def one_line(text: str) -> str:
    """Without what cannot be seen: titles stand in lists, mails and logs."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


Title = Annotated[str, Field(max_length=80), AfterValidator(one_line)]


class SeatRequest(Request):
    """Who is to play a power: the caller, a computer player, or whoever takes the seat."""

    power: PowerId
    kind: Literal["me", "computer", "open"]
    level: Annotated[str, Field(max_length=40)] | None = None


class TimeRequest(Request):
    kind: Literal["none", "live", "correspondence"] = "none"
    base: Annotated[float, Field(ge=0, le=60 * 86400)] = 0
    increment: Annotated[float, Field(ge=0, le=3600)] = 0
    on_timeout: Literal["computer", "concede"] = "computer"


class NewGame(Request):
    """Seats that are not named are the computer's."""

    edition: Annotated[str, Field(max_length=40)]
    title: Title = ""
    options: dict[str, str] = {}
    seats: Annotated[list[SeatRequest], Field(max_length=20)] = []
    dice: Literal["fair", "low-luck"] = "fair"
    visibility: Literal["private", "link", "public"] = "link"
    time: TimeRequest = TimeRequest()
    position: Annotated[str, Field(max_length=20_000)] | None = None
    """Begin from this position, docs/position-notation.md."""


class ImportGame(Request):
    """A record (docs/game-record.md); its game goes on here. All seats are the caller's."""

    record: Annotated[str, Field(max_length=2_000_000)]
    title: Title = ""


class LevelInfo(Message):
    """A computer player."""

    id: str
    name: str
    about: str
    usual: bool
    """Who plays where none is named."""


class GameSummary(Message):
    """A game in a list."""

    id: str
    title: str
    edition: str
    status: Literal["waiting", "playing", "finished", "closed"]
    result: str | None
    created: datetime
    changed: datetime
    round: int
    turn: PowerId
    phase: str
    seats: list[SeatView]
    my_powers: list[PowerId]
    waiting_for: list[PowerId]
    """Who is asked something."""
    my_turn: bool
    due: datetime | None


class GameList(Message):
    games: list[GameSummary]
    more: bool


class StandingOrders(Request):
    """Answers that the server gives for an absent player. Nobody else can read them."""

    casualties: Literal["ask", "cheapest", "order"] = "ask"
    order: Annotated[list[str], Field(max_length=40)] = []
    """With `order`: units as they are to be lost; others come after them, cheapest first."""
    submerge: Literal["ask", "never", "always"] = "ask"
    retreat: Literal["ask", "never"] = "ask"
    only_when_away: bool = True
    """Only while no browser of mine is connected."""


class Me(Message):
    """What the caller is and has in a game."""

    person: PersonView | None
    powers: list[PowerId]
    host: bool
    may_watch: bool
    may_return: list[PowerId] = []
    """Seats that the host or the clock gave away, and that the caller may take back."""
    orders: dict[PowerId, StandingOrders]


class GameAndMe(Message):
    game: GameView
    me: Me


class Decide(Request):
    """Answers of one power, all or none. More than one only if no dice fall before the last."""

    power: PowerId
    version: Annotated[int, Field(ge=0)]
    """The game's version that the answer was given to; if it has changed, `conflict`."""
    answers: Annotated[list[Answer], Field(min_length=1, max_length=60)]


class Decided(Message):
    version: int
    entries: list[EntryView]


class Undo(Request):
    """Take back one's own last decision, or all back to a version, as long as no dice fell
    since and nobody else decided. Anything further back is a proposal."""

    power: PowerId
    version: Annotated[int, Field(ge=0)]
    to_version: Annotated[int, Field(ge=0)] | None = None


class Propose(Request):
    kind: Literal["undo", "concede", "draw"]
    power: PowerId
    to_version: Annotated[int, Field(ge=0)] | None = None


class Vote(Request):
    power: PowerId
    agree: bool


class ChangeSeat(Request):
    """`take` an open seat, `release` one's own; the host may also put in a `computer` or `open`
    the seat of somebody who does not come back (people/absence.py). A computer's seat may be
    taken by the host, by whoever has an invitation, or by the player whom it replaced."""

    action: Literal["take", "release", "computer", "open"]
    level: Annotated[str, Field(max_length=40)] | None = None


class ChangeGame(Request):
    """The host's rights. What is left out stays."""

    title: Title | None = None
    visibility: Literal["private", "link", "public"] | None = None
    paused: bool | None = None
    closed: bool | None = None
    host: Annotated[str, Field(max_length=60)] | None = None
    """Hand the game over to this person."""


class NewInvitation(Request):
    powers: Annotated[list[PowerId], Field(max_length=20)] = []
    """Seats that it lets one take; none: to watch only."""
    days: Annotated[int, Field(ge=1, le=90)] = 14


class Invitation(Message):
    """An invitation. `secret` is shown to its maker once; a link carries it behind a `#`, so
    that no server logs it."""

    id: str
    game: str
    powers: list[PowerId]
    expires: datetime
    secret: str | None


class UseInvitation(Request):
    secret: Annotated[str, Field(min_length=8, max_length=200)]
    power: PowerId | None = None


class InvitationAnswer(Message):
    game: str
    powers: list[PowerId]
    """Seats still to be had with it."""
    title: str = ""
    edition: str = ""
    host: str | None = None
    """The name of whoever made the game."""


class AddEntropy(Request):
    """A player's text for the dice, docs/dice.md."""

    power: PowerId
    text: Annotated[str, Field(min_length=1, max_length=64)]


class ShowPosition(Request):
    """A position to be looked at without a game."""

    edition: Annotated[str, Field(max_length=40)]
    position: Annotated[str, Field(max_length=20_000)]


class AskHint(Request):
    """Ask a computer player what it would do in one's place."""

    power: PowerId
    level: Annotated[str, Field(max_length=40)] | None = None


class WhatIfCase(Request):
    answers: Annotated[list[Answer], Field(min_length=1, max_length=60)]
    space: SpaceId | None = None
    """Give the odds of the battle here; None: of no battle."""


class WhatIf(Request):
    power: PowerId
    cases: Annotated[list[WhatIfCase], Field(min_length=1, max_length=40)]
