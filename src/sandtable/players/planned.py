"""A planner as a player: it thinks once, and then does as it planned."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.game.state import Decision, State
from sandtable.players.interface import MOVES, Budget, Choice, Mind, Planner, View, again
from sandtable.players.trial import DiceWanted
from sandtable.rules.refusal import SandtableError


class Planned:
    """Answers one decision after the other from a plan, as long as the game goes as planned."""

    def __init__(self, planner: Planner, seed: str = "", seconds: float | None = None) -> None:
        self.planner, self.seed, self.seconds = planner, seed, seconds
        self._rest: tuple[Choice, ...] = ()
        self._expected: tuple[State, Decision] | None = None
        self._phase: tuple[int, ...] = ()
        """The phase of moves that was thought over last."""

    def decide(self, view: View, decision: Decision) -> Choice:
        if self._expected == (view.state, decision):
            choice, *rest = self._rest
        else:
            mind = Mind(f"{self.seed}/{view.moment}", Budget(self._time(view, decision)))
            choice, *rest = checked(self.planner(view, decision, mind))
        self._rest, self._expected = tuple(rest), None
        if rest:
            trial = view.trial()
            try:
                trial.decide(view.power, choice.answer)
                self._expected = (trial.state, decision)
            except DiceWanted:
                pass  # the plan ends here, whatever it says
        return choice

    def _time(self, view: View, decision: Decision) -> float | None:
        """To think about a decision, once a phase."""
        if decision.kind not in MOVES:
            return self.seconds
        at = view.state.position
        before, self._phase = self._phase, (at.round, at.turn, at.phase, decision.power)
        return again(self.seconds) if self._phase == before else self.seconds


def checked(plan: object) -> list[Choice]:
    """What a planner returned, if it is a plan."""
    given = list(plan) if isinstance(plan, Iterable) else [plan]
    found = [each for each in given if isinstance(each, Choice)]
    if not found or len(found) < len(given):
        what = type(plan).__name__ if given else "nothing"
        raise SandtableError(f"a plan is a list of at least one Choice, not {what}")
    return found
