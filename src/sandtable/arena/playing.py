"""One game of a match, from the first decision to its result."""

from __future__ import annotations

import contextlib
import hashlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from sandtable.arena.contestants import contestant
from sandtable.arena.settings import Job, Settings, edition_at
from sandtable.arena.signals import OutOfTimeError, is_from_outside, patience
from sandtable.game.dice import LowLuck, SeededDice
from sandtable.game.game import Game
from sandtable.game.notation.answers import format_answer
from sandtable.game.recording import write_record
from sandtable.game.state import Decision
from sandtable.players.interface import Choice, Player, Reason, View
from sandtable.players.measure import shares
from sandtable.players.playing import failure
from sandtable.rules.refusal import SandtableError
from sandtable.words.reasons import reason_line

Result = dict[str, Any]
"""What came of a game, as it is written down: see `docs/arena.md`."""
LONGEST_TEXT = 500
"""Of what is kept of a player's own words."""


class Fault(Exception):
    """A player gave no answer that could be taken: its game is lost."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        """`refused`, `failed` or `stalled`."""


class Finished(NamedTuple):
    """A game that was played, and its record as text if that is wanted."""

    job: Job
    result: Result
    record: str | None


class Contest:
    """A game in play between two players."""

    def __init__(
        self, job: Job, settings: Settings, leave: Callable[[Finished], object] | None = None
    ) -> None:
        self.job, self.settings, self.leave = job, settings, leave
        source = SeededDice(job.seed)
        dice = LowLuck(source) if settings.low_luck else source
        edition = edition_at(settings.edition)
        self.game = Game.new(edition, options=dict(settings.options), dice=dice)
        self.players: dict[str, Player] = {}
        self.reasons: dict[int, Reason] = {}
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
        return self.finished(fault)

    def step(self, asked: Decision) -> None:
        """Let the player that is asked give an answer."""
        game, name = self.game, self.player(asked.power)
        turn = (game.round, asked.power)
        with self.timed(name, turn):
            choice = self.choice(name, asked)
        self.made[turn] += 1
        if self.made[turn] > self.settings.most_decisions:
            raise Fault("stalled", f"{asked.kind}: {self.made[turn]} decisions in one round")
        try:
            game.decide(asked.power, choice.answer)
        except Exception as error:  # nobody knows what an answer may be made of
            why = error if isinstance(error, SandtableError) else represented(error)
            what = shown(game, choice)[: LONGEST_TEXT // 2]
            raise Fault("refused", f"{asked.kind}: {what}: {why}") from None
        if choice.reason is not None and self.settings.keep:
            self.reasons[len(game.history) - 1] = choice.reason

    def choice(self, name: str, asked: Decision) -> Choice:
        """What a player answers. What it prints is not mixed with what the match tells."""
        late = Fault("stalled", f"{asked.kind}: no answer in {self.settings.patience:g} seconds")
        give_up = self.leave and partial(self.abandon, name, late)
        try:
            with (
                contextlib.redirect_stdout(sys.stderr),
                patience(self.settings.patience, give_up),
            ):
                if name not in self.players:
                    seed = hidden(f"{self.job.seed}/{name}")
                    self.players[name] = contestant(name, seed, self.settings.seconds)
                view = View(self.game.state, asked.power, len(self.game.history))
                given: Any = self.players[name].decide(view, asked)
                return given if isinstance(given, Choice) else Choice(given)
        except OutOfTimeError:
            raise late from None
        except BaseException as error:  # whatever a player does wrong is its own fault
            if is_from_outside(error):
                raise
            raise Fault("failed", f"{asked.kind}: {failure(error)}") from error

    def abandon(self, name: str, fault: Fault) -> None:
        """End the game while a player still thinks and cannot be stopped."""
        if self.leave is not None:
            self.leave(self.finished((name, fault)))

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

    def finished(self, fault: tuple[str, Fault] | None) -> Finished:
        return Finished(self.job, self.result(fault), self.record())

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
            else {"player": fault[0], "kind": fault[1].kind, "message": legible(str(fault[1]))},
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
        if self.settings.scenario is not None:
            tags["Scenario"] = str(self.settings.scenario.resolve())
        return write_record(self.game, tags, self.notes())

    def notes(self) -> dict[int, str]:
        """The reasons that players gave, by the number of the decision."""
        found = {}
        for number, reason in self.reasons.items():
            with contextlib.suppress(Exception):  # they may be made of anything
                found[number] = legible(reason_line(self.game.edition, reason))
        return found


def figures(spent: dict[tuple[int, int], float]) -> list[float]:
    return [round(each, 5) for each in spent.values()]


def shown(game: Game, choice: Choice) -> str:
    """An answer that makes no sense may have no text either."""
    answer: Any = None
    try:
        answer = choice.answer
        return answer if isinstance(answer, str) else format_answer(game.edition, answer)
    except Exception:
        return represented(answer)


def represented(value: object) -> str:
    try:
        return repr(value)
    except Exception:
        return f"a {type(value).__name__}"


def legible(text: str) -> str:
    """Words of a player in one line that can be printed anywhere."""
    cut = " ".join(text[:LONGEST_TEXT].split())
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in cut)


def hidden(text: str) -> str:
    """A seed for a player, from which the seed of the dice cannot be found."""
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def play(
    job: Job, settings: Settings, leave: Callable[[Finished], object] | None = None
) -> Finished:
    """Play a game of a match. The same arguments give the same game on every machine.

    A game whose player cannot be stopped is given to `leave`, which ends the process.
    """
    return Contest(job, settings, leave).play()
