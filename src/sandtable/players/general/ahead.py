"""The game played on, on paper: the rest of the own turn, then everybody else until the next one.

All powers play as captains. Dice are low luck ones, so that a few courses of events show what a
plan is worth, and all plans share them.
"""

from __future__ import annotations

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

    def sample(self, plan: Plan, number: int) -> float | None:
        """The chance to win after a plan and one course of events; None if it is refused, or if
        time is up."""
        seed = self.mind.seed
        game = Game(self.state.match, self.state, LowLuck(PairedDice(seed, number)))
        try:
            for choice in plan:
                game.decide(self.asked.power, choice.answer)
            self.play_on(game, f"{seed}/{number}")
        except SandtableError:
            return None
        return None if self.mind.budget.over() else value(game.state, self.side)

    def play_on(self, game: Game, seed: str) -> None:
        """Everybody plays as the planner does, until the power is on turn again or time is up."""
        turn, end = self.state.position.turn, self.state.position.round + 1
        for _ in range(MOST_DECISIONS):
            at = game.state.position
            again = (at.round, at.turn) >= (end, turn)
            if again or game.winner is not None or self.mind.budget.over():
                return
            asked = game.pending[0]
            mind = Mind(f"{seed}/{at.round}/{at.turn}/{asked.kind}")
            for choice in self.planner(View(game.state, asked.power), asked, mind):
                game.decide(asked.power, choice.answer)
