"""The game played on, on paper: the rest of the own turn, then everybody else, until the next one
and further.

All powers play as captains. Dice are low luck ones, so that a few courses of events show what a
plan is worth, and all plans share them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from sandtable.game.dice.lowluck import LowLuck
from sandtable.game.game import Game
from sandtable.game.state import Decision, State
from sandtable.players.general.paired import PairedDice
from sandtable.players.interface import Mind, Plan, Planner, View
from sandtable.players.value import value
from sandtable.rules.refusal import SandtableError

MOST_DECISIONS = 2000
"""A course of events that takes more than this is judged as it stands."""


class Ahead:
    """Looks ahead from one decision, for one power."""

    def __init__(self, state: State, asked: Decision, mind: Mind, planner: Planner) -> None:
        self.state, self.asked, self.mind, self.planner = state, asked, mind, planner
        self.side = state.match.edition.powers[asked.power].side

    def values(self, plan: Plan, number: int) -> Iterator[float]:
        """The chance to win after a plan in one course of events, whenever the power is on turn
        again. It ends if the plan is refused, or when time is up."""
        try:
            for state in self.course(plan, number):
                if self.mind.budget.over():
                    return
                yield value(state, self.side)
        except SandtableError:
            return

    def course(self, plan: Plan, number: int) -> Iterator[State]:
        """What comes of a plan in one course of events: how things stand whenever the power is on
        turn again. If the game ends or time is up, how they stand then."""
        seed, at = f"{self.mind.seed}/{number}", self.state.position
        game = Game(self.state.match, self.state, LowLuck(PairedDice(self.mind.seed, number)))
        for choice in plan:
            game.decide(self.asked.power, choice.answer)
        for turn in count(1):
            self.play_on(game, seed, (at.round + turn, at.turn))
            yield game.state

    def play_on(self, game: Game, seed: str, end: tuple[int, int]) -> None:
        """Everybody plays as the planner does, up to a round and turn or until time is up."""
        for _ in range(MOST_DECISIONS):
            at = game.state.position
            if (at.round, at.turn) >= end or game.winner is not None or self.mind.budget.over():
                return
            asked = game.pending[0]
            mind = Mind(f"{seed}/{at.round}/{at.turn}/{asked.kind}")
            for choice in self.planner(View(game.state, asked.power), asked, mind):
                game.decide(asked.power, choice.answer)
