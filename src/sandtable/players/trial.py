"""A game on paper: answers are tried out on it, and dice end it."""

from __future__ import annotations

from typing import NamedTuple, NoReturn

from sandtable.game.answers import Answer
from sandtable.game.events import Event
from sandtable.game.game import Game
from sandtable.game.notation.answers import parse_answer
from sandtable.game.state import Decision, State
from sandtable.rules.roll import RollRequest
from sandtable.words.reasons import Reason


class Choice(NamedTuple):
    """An answer, and why it is given."""

    answer: Answer
    reason: Reason | None = None


class DiceWanted(Exception):
    """The last answer is accepted, and what becomes of it is up to the dice."""


class NoDice:
    """A source of dice that has none."""

    def roll(self, index: int, request: RollRequest) -> NoReturn:
        raise DiceWanted

    def describe(self) -> dict[str, str]:
        return {"kind": "none"}


class Trial(Game):
    """A game that goes on from a state until dice are wanted. Nobody else sees it."""

    def __init__(self, state: State) -> None:
        super().__init__(state.match, state, NoDice())
        self.last: Answer | None = None
        """The answer that dice are wanted for."""
        self.why: Reason | None = None
        """The reason of what is decided from now on, where none is given with it."""
        self._reasons: list[Reason | None] = []

    def decide(
        self, power: str | int, answer: Answer | str, reason: Reason | None = None
    ) -> tuple[Event, ...]:
        del self._reasons[len(self.history) :]
        self._reasons.append(reason or self.why)
        self.last = None
        given = parse_answer(self.edition, answer) if isinstance(answer, str) else answer
        try:
            return super().decide(power, given)
        except DiceWanted:
            self.last = given
            raise

    def answers(self) -> list[Answer]:
        """Everything that was answered, the answer before the dice included."""
        found = [entry.answer for entry in self.history]
        if self.last is not None:
            found.append(self.last)
        return found

    def choices(self) -> list[Choice]:
        """Everything that was answered, with its reasons: a plan."""
        return [
            Choice(answer, reason)
            for answer, reason in zip(self.answers(), self._reasons, strict=False)
        ]

    def still_asked(self, asked: Decision) -> bool:
        """Whether the same is still asked of the same power, as within a phase of moves."""
        return asked in self.pending
