"""What a player is: it is shown a `View` and a `Decision`, and answers.

Built-in levels, bots over the network and research code all come through here. A player is made
from a seed and the seconds that it may think, and answers `decide(view, decision)`. It gets no
further than the rules allow, as every answer goes through the engine, and it sees neither the dice
to come nor what others think; all else on the board is open to everybody.

A level is written as a `Planner`, which thinks a whole phase over at once and gives reasons;
`players/planned.py` makes a player of it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, runtime_checkable

from sandtable.game import machine
from sandtable.game.answers import Answer
from sandtable.game.notation.answers import format_answer, parse_answer
from sandtable.game.offers import offers
from sandtable.game.state import Decision, State
from sandtable.players.trial import Choice, Trial
from sandtable.rules.edition import Edition
from sandtable.rules.refusal import InvalidAnswer, Refusal
from sandtable.words.reasons import Reason

__all__ = [
    "Budget",
    "Choice",
    "Decision",
    "Factory",
    "Given",
    "Mind",
    "Plan",
    "Planner",
    "Player",
    "Reason",
    "Trial",
    "View",
    "answers_of",
]


class View(NamedTuple):
    """A game as the power that is asked sees it, and what it may find out about it."""

    state: State
    power: int
    """Who looks, by its index in the edition."""
    moment: int = 0
    """How many decisions the game has had: what a seed is made different by."""

    @property
    def edition(self) -> Edition:
        return self.state.match.edition

    def legal(self, decision: Decision) -> Iterator[Answer]:
        """Answers that would be accepted, as they are found; there can be very many."""
        return (answer for _, answer in offers(self.state, decision))

    def refusal(self, answer: Answer | str) -> Refusal | InvalidAnswer | None:
        """Why an answer would not be accepted now, or None if it would."""
        try:
            machine.answer(self.state, self.power, self.parsed(answer))
        except (Refusal, InvalidAnswer) as error:
            return error
        return None

    def trial(self) -> Trial:
        """A game on paper that goes on from here, until dice are wanted."""
        return Trial(self.state)

    def parsed(self, answer: object) -> Answer:
        """An answer, or a line of the notation, as an answer. Raises for anything else."""
        if isinstance(answer, str):
            return parse_answer(self.edition, answer)
        if not isinstance(answer, Answer):
            raise InvalidAnswer(f"neither an answer nor a line of one: {type(answer).__name__}")
        return answer

    def line(self, answer: Answer) -> str:
        """An answer as a line of the notation."""
        return format_answer(self.edition, answer)


Given = Answer | Choice | str
"""What a player may return: an answer, one with a reason, or a line of the notation."""


@runtime_checkable
class Player(Protocol):
    """Anything that can play."""

    def decide(self, view: View, decision: Decision) -> Given:
        """Answer a decision that is open for `view.power`."""
        ...


Factory = Callable[[str, float | None], Player]
"""Makes a player from a seed and the seconds that it may think about a decision, if they are
limited. A class whose constructor takes these two is one."""


@dataclass
class Budget:
    """Time to think. A safety stop: what is thought in time must not depend on it."""

    seconds: float | None = None
    clock: Callable[[], float] = time.monotonic
    started: float = field(init=False)

    def __post_init__(self) -> None:
        self.started = self.clock()

    def left(self) -> float:
        """Seconds that are left."""
        if self.seconds is None:
            return float("inf")
        return self.seconds - (self.clock() - self.started)

    def over(self) -> bool:
        return self.left() <= 0


MOVES = frozenset(("combat-move", "noncombat-move"))
"""What is answered with order after order, until the phase is ended."""
SHARE_AGAIN = 0.05


def again(seconds: float | None) -> float | None:
    """Time for the rest of a phase of moves, where dice fell amid its orders: most of them are
    given then, and the time to think it over was spent."""
    return None if seconds is None else seconds * SHARE_AGAIN


@dataclass(frozen=True)
class Mind:
    """What a planner thinks with: its chance and its time."""

    seed: str = ""
    budget: Budget = field(default_factory=Budget)

    def random(self, about: str = "") -> random.Random:
        """A source that gives the same each time it is asked for, and another for another name."""
        return random.Random(f"{self.seed}/{about}" if about else self.seed)


Plan = Sequence[Choice]
"""Answers to give one after the other; only at the last one dice may fall."""

Planner = Callable[[View, Decision, Mind], Plan]
"""From a view, a decision that is open in it and a mind: what to do, at least one answer."""


def answers_of(plan: Plan) -> list[Answer]:
    return [choice.answer for choice in plan]
