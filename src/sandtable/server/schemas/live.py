"""Messages of the WebSocket at `/api/games/{id}/live`. Each is one JSON object with a `type`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sandtable.server.schemas.base import Message, Request, SpaceId
from sandtable.server.schemas.errors import Problem
from sandtable.server.schemas.games import Decide, Decided, Me, Undo
from sandtable.server.schemas.views import EntryView, GameHead, GameView, SpaceView

# --- from the server


class Hello(Message):
    """The first message."""

    type: Literal["hello"] = "hello"
    game: GameView
    me: Me


class Update(Message):
    """The game went on. It fits a client that has version `since`; others load the game again."""

    type: Literal["update"] = "update"
    since: int
    head: GameHead
    spaces: dict[SpaceId, SpaceView | None]
    """Those that changed; None: nothing to tell any more."""
    position: str
    entries: list[EntryView]


class MeChanged(Message):
    """The caller's seats or rights have changed."""

    type: Literal["me"] = "me"
    me: Me


class Presence(Message):
    """Who is there; sent when that changes."""

    type: Literal["presence"] = "presence"
    connected: list[str]
    """Powers whose players are connected."""
    spectators: int


class Reply(Message):
    """The answer to a request with the same `request`."""

    type: Literal["reply"] = "reply"
    request: str
    decided: Decided | None = None
    problem: Problem | None = None


class Pong(Message):
    type: Literal["pong"] = "pong"
    version: int


class Bye(Message):
    """The last message before the server closes the connection."""

    type: Literal["bye"] = "bye"
    problem: Problem


ServerMessage = Annotated[
    Hello | Update | MeChanged | Presence | Reply | Pong | Bye, Field(discriminator="type")
]

# --- from the client

RequestId = Annotated[str, Field(min_length=1, max_length=64)]


class LiveDecide(Request):
    type: Literal["decide"]
    request: RequestId
    decide: Decide


class LiveUndo(Request):
    type: Literal["undo"]
    request: RequestId
    undo: Undo


class Ping(Request):
    """Keeps the connection alive; `version` is what the client has, and makes the server send
    what it missed."""

    type: Literal["ping"]
    version: Annotated[int, Field(ge=0)]


class Authenticate(Request):
    """For programs that cannot send a header: a token, as the first message."""

    type: Literal["authenticate"]
    token: Annotated[str, Field(min_length=8, max_length=200)]


ClientMessage = Annotated[LiveDecide | LiveUndo | Ping | Authenticate, Field(discriminator="type")]
