"""One game of a match, from the first decision to its result."""

from __future__ import annotations

import contextlib
import hashlib
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from sandtable.arena.contestants import contestant
from sandtable.arena.measure import shares
from sandtable.arena.settings import Job, Settings, edition_at
from sandtable.game.answers import Answer
from sandtable.game.dice import LowLuck, SeededDice
from sandtable.game.game import Game
from sandtable.game.notation.answers import format_answer
from sandtable.game.recording import write_record
from sandtable.game.state import Decision
from sandtable.players.interface import Player
from sandtable.players.playing import ask
from sandtable.rules.refusal import SandtableError

Result = dict[str, Any]
"""What came of a game, as it is written down: see `docs/arena.md`."""


class Fault(Exception):
    """A player gave no answer that could be taken: its game is lost."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        """`refused`, `failed` or `stalled`."""


class OutOfTimeError(BaseException):
    """A decision has taken too long. No `Exception`, so that no player can swallow it."""


class Finished(NamedTuple):
    """A game that was played, and its record as text if that is wanted."""

    job: Job
    result: Result
    record: str | None


class Contest:
    """A game in play between two players."""

    def __init__(self, job: Job, settings: Settings) -> None:
        self.job, self.settings = job, settings
        source = SeededDice(job.seed)
        dice = LowLuck(source) if settings.low_luck else source
        edition = edition_at(settings.edition)
        self.game = Game.new(edition, options=dict(settings.options), dice=dice)
        self.players: dict[str, Player] = {}
        self.wall: dict[str, dict[tuple[int, int], float]] = {name: {} for name in job.pair}
        self.cpu: dict[str, dict[tuple[int, int], float]] = {name: {} for name in job.pair}
        self.made: Counter[tuple[int, int]] = Counter()
        self.begin = shares(self.game.state)

    def player_of(self, side: int) -> str:
        return self.job.pair[0 if side == self.job.first_side else 1]

    def player(self, power: int) -> str:
        return self.player_of(self.game.edition.powers[power].side)

    def play(self) -> Finished:
        """Play until somebody wins, the rounds are over, or a player is at fault."""
        fault: tuple[str, Fault] | None = None
        game = self.game
        while game.winner is None and game.round <= self.settings.rounds and fault is None:
            asked = game.pending[0]
            try:
                self.step(asked)
            except Fault as error:
                fault = (self.player(asked.power), error)
        return Finished(self.job, self.result(fault), self.record())

    def step(self, asked: Decision) -> None:
        """Let the player that is asked give an answer."""
        game, name = self.game, self.player(asked.power)
        turn = (game.round, asked.power)
        with self.timed(name, turn):
            answer = self.answer(name, asked)
        self.made[turn] += 1
        if self.made[turn] > self.settings.most_decisions:
            raise Fault("stalled", f"{asked.kind}: {self.made[turn]} decisions in one round")
        try:
            game.decide(asked.power, answer)
        except SandtableError as error:
            raise Fault("refused", f"{asked.kind}: {shown(game, answer)}: {error}") from None

    def answer(self, name: str, asked: Decision) -> Answer:
        try:
            with patience(self.settings.patience):
                if name not in self.players:
                    seed = hidden(f"{self.job.seed}/{name}")
                    self.players[name] = contestant(name, seed, self.settings.seconds)
                return ask(self.players[name], self.game, asked).answer
        except OutOfTimeError:
            message = f"{asked.kind}: no answer in {self.settings.patience:g} seconds"
            raise Fault("stalled", message) from None
        except Exception as error:  # whatever a player does wrong is its own fault
            raise Fault("failed", f"{asked.kind}: {error!r}") from error

    @contextlib.contextmanager
    def timed(self, name: str, turn: tuple[int, int]) -> Iterator[None]:
        """Adds up what a power's decisions of a round take."""
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            yield
        finally:
            for spent, since in (
                (self.wall[name], time.perf_counter() - wall),
                (self.cpu[name], time.process_time() - cpu),
            ):
                spent[turn] = spent.get(turn, 0.0) + since

    # --- what came of it

    def result(self, fault: tuple[str, Fault] | None) -> Result:
        game, job = self.game, self.job
        end = shares(game.state)
        winner, how = self.verdict(fault)
        return {
            "pair": list(job.pair),
            "number": job.number,
            "seed": job.seed,
            "sides": {side: self.player_of(at) for at, side in enumerate(game.edition.sides)},
            "winner": winner,
            "how": how,
            "round": min(game.round, self.settings.rounds),
            "decisions": len(game.history),
            "shares": {
                side: [round(self.begin[at], 4), round(end[at], 4)]
                for at, side in enumerate(game.edition.sides)
            },
            "fault": None
            if fault is None
            else {"player": fault[0], "kind": fault[1].kind, "message": str(fault[1])[:500]},
            "wall": {name: figures(spent) for name, spent in self.wall.items()},
            "cpu": {name: figures(spent) for name, spent in self.cpu.items()},
        }

    def verdict(self, fault: tuple[str, Fault] | None) -> tuple[str | None, str]:
        """Who has won and how; nobody yet at the limit, where other games have to be seen first."""
        game = self.game
        if fault is not None:
            return next(name for name in self.job.pair if name != fault[0]), "forfeit"
        if game.winner is not None:
            return self.player_of(game.edition.sides.index(game.winner)), "outright"
        return None, "limit"

    def record(self) -> str | None:
        if not self.settings.keep:
            return None
        sides = enumerate(self.game.edition.sides)
        tags = {"Players": ", ".join(f"{side}: {self.player_of(at)}" for at, side in sides)}
        if Path(self.settings.edition).is_dir():
            tags["Scenario"] = str(Path(self.settings.edition).resolve())
        return write_record(self.game, tags)


def figures(spent: dict[tuple[int, int], float]) -> list[float]:
    return [round(each, 5) for each in spent.values()]


def shown(game: Game, answer: Answer) -> str:
    """An answer that makes no sense may have no text either."""
    try:
        return format_answer(game.edition, answer)
    except Exception:
        return repr(answer)


def hidden(text: str) -> str:
    """A seed for a player, from which the seed of the dice cannot be found."""
    return hashlib.sha256(text.encode()).hexdigest()[:24]


@contextlib.contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Stops what takes too long, where the system can: in the main thread, with timers."""
    able = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not able or seconds <= 0:
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise OutOfTimeError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def play(job: Job, settings: Settings) -> Finished:
    """Play a game of a match. The same arguments give the same game on every machine."""
    return Contest(job, settings).play()
