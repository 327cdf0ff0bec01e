"""A player at a seat of a server: it follows a game over the network and answers for its powers.

Any `Player` can play so. The game is rebuilt here from its record and the entries that come after
it (docs/protocol.md), so that a player sees the same states as it would in a game of its own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect

from sandtable.game.game import Game
from sandtable.game.notation.answers_json import answer_to_json
from sandtable.game.notation.record import Rolled, read_record
from sandtable.game.recording import RecordedDice, replay
from sandtable.players.interface import Player
from sandtable.players.playing import ask
from sandtable.rules.refusal import SandtableError

log = logging.getLogger(__name__)

CONFLICT = 409
TOO_MANY = 429
PATIENCE = 30.0


class RemoteError(SandtableError):
    """The server said no, or cannot be reached."""


class Seated:
    """A player at the seats that a token's owner has in a game."""

    def __init__(self, http: httpx.AsyncClient, address: str, player: Player) -> None:
        self.http = http
        self.address = address
        self.player = player
        self.game: Game | None = None
        self.version = -1
        self.status = ""
        self.made = 0
        """Decisions that were made here."""

    async def call(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """A request; waits where the server wants that. Raises `RemoteError` for a no."""
        while True:
            try:
                answer = await self.http.request(method, self.address + path, json=body)
            except httpx.HTTPError as error:
                raise RemoteError(f"the server cannot be reached: {error}") from None
            if answer.status_code == TOO_MANY:
                await asyncio.sleep(float(answer.headers.get("Retry-After", "1")))
                continue
            if answer.is_success or answer.status_code == CONFLICT:
                return answer
            raise RemoteError(problem_of(answer))

    async def load(self) -> None:
        """The game from its record, with the version that belongs to it."""
        while True:
            game = replay(read_record((await self.call("GET", "/record")).text))
            head = (await self.call("GET", "")).json()["game"]
            if head["decisions"] == len(game.history):
                self.game, self.version = game, head["version"]
                return

    async def follow(self, message: dict[str, Any]) -> None:
        """Take part in what a message tells of."""
        head = message.get("game") or message["head"]
        self.status = "paused" if head["paused"] else head["status"]
        if head["version"] <= self.version:
            return
        if message["type"] != "update" or message["since"] != self.version or self.game is None:
            await self.load()
            return
        for entry in message["entries"]:
            if entry["kind"] == "undo":
                await self.load()
                return
            if entry["kind"] == "decision":
                rolls = tuple(Rolled(tuple(roll["dice"]), 1) for roll in entry["rolls"])
                self.game.dice = RecordedDice(rolls, 1, {})
                self.game.play(entry["line"])
        self.version = head["version"]

    async def answer(self, powers: Iterable[str]) -> None:
        """Answer the first decision that is open for one of the powers, if there is any."""
        game, version = self.game, self.version
        if game is None or self.status != "playing":
            return
        names = [power.id for power in game.edition.powers]
        asked = next((each for each in game.pending if names[each.power] in powers), None)
        if asked is None:
            return
        choice = await asyncio.to_thread(ask, self.player, game, asked)
        wanted = answer_to_json(game.edition, choice.answer)
        body = {"power": names[asked.power], "version": version, "answers": [wanted]}
        answer = await self.call("POST", "/decide", body)
        if answer.status_code != CONFLICT:
            self.made += 1


def problem_of(answer: httpx.Response) -> str:
    try:
        return str(answer.json()["message"])
    except (ValueError, KeyError, TypeError):
        return f"the server answers {answer.status_code}"


async def play_seat(
    server: str,
    game: str,
    token: str,
    player: Player,
    *,
    take: Sequence[str] = (),
    decisions: int | None = None,
) -> int:
    """Play the seats that the token's owner has in a game until it is over; how many decisions
    that took. `take`: sit down at these open seats first. `decisions`: stop after so many."""
    headers = {"Authorization": f"Bearer {token}"}
    base = f"{server.rstrip('/')}/api/games/{game}"
    live = f"{base.replace('http', 'ws', 1)}/live"
    async with httpx.AsyncClient(headers=headers, timeout=PATIENCE) as http:
        seated = Seated(http, base, player)
        for power in take:
            await seated.call("POST", f"/seats/{power}", {"action": "take"})
        await seated.call("GET", "")  # says no before anything is waited for
        async for socket in connect(live, additional_headers=headers, max_size=None):
            if await listened(socket, seated, decisions):
                break
    return seated.made


async def listened(socket: ClientConnection, seated: Seated, decisions: int | None) -> bool:
    """Answer what comes until the connection is lost; whether the game or the work is over."""
    powers: list[str] = []
    async for text in socket:
        message = orjson.loads(text)
        if message["type"] == "bye":
            raise RemoteError(str(message["problem"]["message"]))
        if "me" in message:
            powers = message["me"]["powers"]
        if message["type"] in ("hello", "update"):
            await seated.follow(message)
        elif message["type"] != "me":
            continue
        if seated.status in ("finished", "closed"):
            return True
        if decisions is not None and seated.made >= decisions:
            return True
        await seated.answer(powers)
    return False
