"""A player at a seat of a server: it follows a game over the network and answers for its powers.

Any `Player` can play so. The game is rebuilt here from its record and the entries that come after
it (docs/protocol.md), so that a player sees the same states as it would in a game of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from sandtable.game.game import Game
from sandtable.game.notation.answers_json import answer_to_json
from sandtable.game.notation.record import Rolled, read_record
from sandtable.game.recording import RecordedDice, replay
from sandtable.game.state import Decision, State
from sandtable.players.interface import Player
from sandtable.players.playing import ask, failure
from sandtable.rules.refusal import SandtableError

log = logging.getLogger(__name__)

Found = TypeVar("Found")

UNFIT = (400, 422)
"""An answer that makes no sense, or that a rule forbids."""
CONFLICT = 409
TOO_MANY = 429
AWAY = (502, 503, 504)
"""What is said in place of a server that is just being started."""
PATIENCE = 30.0
WAITS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, *[60.0] * 60)
"""Seconds before one attempt after the other to come back to a server: about an hour."""
STEADY = 60.0
"""A connection that lasted so long was one: the next loss of it begins with the first wait."""
AGAIN = 3
"""How often the orders of a phase are taken back and thought over anew."""


class RemoteError(SandtableError):
    """The server said no, or cannot be reached."""


class Unreachable(RemoteError):
    """The server does not answer now. It may later."""


class Unfit(RemoteError):
    """The server does not accept an answer."""


class PlayerFailed(SandtableError):
    """The player has no answer, or none that is accepted."""


class Seated:
    """A player at the seats that a token's owner has in a game."""

    def __init__(self, http: httpx.AsyncClient, address: str, player: Player) -> None:
        self.http = http
        self.address = address
        self.player = player
        self.game: Game | None = None
        self.version = -1
        self.answered = -1
        """The version that was answered last: there is nothing to add to it."""
        self.status = ""
        self.made = 0
        """Decisions that were made here."""
        self.failed: tuple[tuple[int, int, int], int] = ((0, 0, 0), 0)
        """The phase in which the player failed last, and how often it did."""

    async def call(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """A request; waits where the server wants that. Raises `RemoteError` for a no."""
        while True:
            try:
                answer = await self.http.request(method, self.address + path, json=body)
            except httpx.TransportError as error:
                raise Unreachable(unreachable(error)) from None
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                raise RemoteError(unreachable(error)) from None
            if answer.status_code == TOO_MANY:
                await asyncio.sleep(float(answer.headers.get("Retry-After", "1")))
                continue
            if answer.is_success or answer.status_code == CONFLICT:
                return answer
            if answer.status_code in AWAY:
                raise Unreachable(problem_of(answer))
            raise (Unfit if answer.status_code in UNFIT else RemoteError)(problem_of(answer))

    async def find(self) -> None:
        """Says no before anything is waited for."""
        answer = await self.call("GET", "")
        try:
            answer.json()["game"]["version"]
        except (ValueError, KeyError, TypeError):
            raise RemoteError(f"there are no games at {self.address}") from None

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
        if game is None or self.status != "playing" or version == self.answered:
            return
        names = [power.id for power in game.edition.powers]
        asked = next((each for each in game.pending if names[each.power] in powers), None)
        if asked is None:
            return
        try:
            wanted = await aside(lambda: self.thought(game, asked))
            body = {"power": names[asked.power], "version": version, "answers": [wanted]}
            answer = await self.call("POST", "/decide", body)
        except Unfit as error:
            await self.take_back(game, asked, f"the player's answer is not accepted: {error}")
            return
        except PlayerFailed as error:
            await self.take_back(game, asked, str(error))
            return
        if answer.status_code != CONFLICT:
            self.made += 1
            self.answered = version

    def thought(self, game: Game, asked: Decision) -> dict[str, Any]:
        """What the player answers, in the words of the protocol. Where it has failed before in
        this phase, it thinks with another chance."""
        moment = self.version if self.failed[0] == phase_of(game.state) else None
        try:
            return answer_to_json(game.edition, ask(self.player, game, asked, moment).answer)
        except BaseException as error:  # a player of anybody's; signals do not come to this thread
            raise PlayerFailed(f"the player failed: {failure(error)}") from error

    async def take_back(self, game: Game, asked: Decision, why: str) -> None:
        """Take back the orders of the phase, where they led to a position that the player does not
        get out of: it is asked again. Raises where there are none, or that did not help."""
        phase = phase_of(game.state)
        times = self.failed[1] + 1 if self.failed[0] == phase else 1
        number = orders_given(game, asked.power)
        if not number or times > AGAIN:
            raise PlayerFailed(why)
        self.failed = (phase, times)
        log.warning("%s (the orders of the phase are taken back)", why)
        body = {"power": game.edition.powers[asked.power].id, "version": self.version}
        try:
            for _ in range(number):
                answer = await self.call("POST", "/undo", body)
                if answer.status_code == CONFLICT:
                    return
                body["version"] = answer.json()["version"]
        except Unreachable:
            raise
        except RemoteError as error:
            raise PlayerFailed(f"{why} (its orders cannot be taken back: {error})") from None


async def aside(think: Callable[[], Found]) -> Found:
    """What a function returns that takes its time, in a thread that nobody waits for at the end:
    however long a player thinks, the program can be stopped."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Found] = loop.create_future()

    def settle(found: Callable[[], None]) -> None:
        if not future.done():
            found()

    def run() -> None:
        try:
            thought = think()
        except BaseException as error:
            found = partial(future.set_exception, error)
        else:
            found = partial(future.set_result, thought)
        with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
            loop.call_soon_threadsafe(settle, found)

    threading.Thread(target=run, name="player", daemon=True).start()
    return await future


def address_of(server: str) -> str:
    """The address that a server's paths are added to. Raises for what is none."""
    try:
        parts = urlsplit(server)
        sound = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # of the port
        sound = False
    if not sound:
        raise RemoteError(f"{server!r} is not an address such as http://127.0.0.1:1941")
    return server.rstrip("/")


def phase_of(state: State) -> tuple[int, int, int]:
    return state.position.round, state.position.turn, state.position.phase


def orders_given(game: Game, power: int) -> int:
    """How many decisions of a power in this phase can be taken back."""
    states = [game.start, *(entry.state for entry in game.history)]
    number = 0
    for entry, before in zip(reversed(game.history), reversed(states[:-1]), strict=True):
        if entry.rolls or entry.power != power or phase_of(before) != phase_of(game.state):
            break
        number += 1
    return number


def problem_of(answer: httpx.Response) -> str:
    try:
        return str(answer.json()["message"])
    except (ValueError, KeyError, TypeError):
        return f"the server answers {answer.status_code}"


def unreachable(error: Exception) -> str:
    return f"the server cannot be reached: {str(error) or type(error).__name__}"


async def play_seat(
    server: str,
    game: str,
    token: str,
    player: Player,
    *,
    take: Sequence[str] = (),
    decisions: int | None = None,
    waits: Sequence[float] = WAITS,
) -> int:
    """Play the seats that the token's owner has in a game until it is over; how many decisions
    that took. `take`: sit down at these seats first, which are open; the host of a game may take
    those of computers, too. `decisions`: stop after so many.

    A connection that is lost is made again, after one of the `waits` in seconds."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+", game):
        raise RemoteError(f"{game!r} is not the last part of a game's address")
    if not re.fullmatch(r"[!-~]+", token):
        raise RemoteError("the token has characters that no token has")
    headers = {"Authorization": f"Bearer {token}"}
    base = f"{address_of(server)}/api/games/{game}"
    live = f"{base.replace('http', 'ws', 1)}/live"
    async with httpx.AsyncClient(headers=headers, timeout=PATIENCE) as http:
        seated = Seated(http, base, player)
        for power in take:
            await seated.call("POST", f"/seats/{quote(power, safe='')}", {"action": "take"})
        await seated.find()
        left = iter(waits)
        while True:
            since, made = time.monotonic(), seated.made
            try:
                if await visited(live, headers, seated, decisions):
                    return seated.made
                lost = Unreachable("the connection was closed")
            except Unreachable as error:
                lost = error
            if seated.made > made or time.monotonic() - since > STEADY:
                left = iter(waits)
            wait = next(left, None)
            if wait is None:
                raise lost
            log.warning("%s; trying again in %g s", lost, wait)
            await asyncio.sleep(wait)
            seated.version = seated.answered = -1


async def visited(
    live: str, headers: dict[str, str], seated: Seated, decisions: int | None
) -> bool:
    """Connect and listen; as `listened`. Raises `Unreachable` where another try may help."""
    try:
        async with connect(live, additional_headers=headers, max_size=None) as socket:
            return await listened(socket, seated, decisions)
    except InvalidStatus as error:
        again = error.response.status_code >= 500 or error.response.status_code == TOO_MANY
        raise (Unreachable if again else RemoteError)(unreachable(error)) from None
    except InvalidURI as error:
        raise RemoteError(unreachable(error)) from None
    except (ConnectionClosed, InvalidHandshake, OSError) as error:
        raise Unreachable(unreachable(error)) from None


async def listened(socket: ClientConnection, seated: Seated, decisions: int | None) -> bool:
    """Answer what comes until the connection is lost; whether the game or the work is over."""
    powers: list[str] = []
    async for text in socket:
        message = orjson.loads(text)
        if message["type"] == "bye":
            problem = message["problem"]
            again = problem["code"] in ("failed", "unavailable")
            raise (Unreachable if again else RemoteError)(str(problem["message"]))
        if "me" in message:
            powers = message["me"]["powers"]
        if message["type"] in ("hello", "update"):
            await seated.follow(message)
        elif message["type"] != "me":
            continue
        if seated.status in ("finished", "closed"):
            return True
        if not powers:
            raise RemoteError("you have no seat in this game; open ones can be taken")
        if decisions is not None and seated.made >= decisions:
            return True
        await seated.answer(powers)
    return False
