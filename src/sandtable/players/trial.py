"""A game on paper: answers are tried out on it, and dice end it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from sandtable.game.answers import Answer
from sandtable.game.events import Event
from sandtable.game.game import Game
from sandtable.game.state import Decision, State
from sandtable.rules.roll import RollRequest


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
        self.last: Answer | str | None = None
        """The answer that dice are wanted for."""

    def decide(self, power: str | int, answer: Answer | str) -> tuple[Event, ...]:
        self.last = answer
        events = super().decide(power, answer)
        self.last = None
        return events

    def answers(self) -> list[Answer]:
        """Everything that was answered, the answer before the dice included."""
        found = [entry.answer for entry in self.history]
        if self.last is not None and not isinstance(self.last, str):
            found.append(self.last)
        return found

    def still_asked(self, asked: Decision) -> bool:
        """Whether the same is still asked of the same power, as within a phase of moves."""
        return asked in self.pending


Plan = Sequence[Answer]
"""Answers to give one after the other; only at the last one dice may fall."""
