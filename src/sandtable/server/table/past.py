"""Earlier moments of a long game, without keeping every state in memory.

A table keeps its last decisions as they are. Of those before it keeps a state now and then, from
which the moments in between are played again when somebody looks at them.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.game.answers import Answer
from sandtable.game.game import Game
from sandtable.game.state import State
from sandtable.server.table.dice import Recorded

KEPT = 200
"""Decisions whose states are kept, at least; and how far checkpoints are apart."""

Played = tuple[int, Answer, tuple[tuple[int, ...], ...]]
"""A decision: power, answer and dice."""


class Past:
    """The moments of a game before those that it still has in its own history."""

    def __init__(self, game: Game) -> None:
        self.forgotten = 0
        """Decisions that the game has no states of any more."""
        self._opening = game.at(0)
        self._checkpoints: dict[int, State] = {0: game.start}
        self._window: tuple[int, Game] | None = None

    def trim(self, game: Game) -> Game:
        """The game with less history, where it has grown long."""
        if len(game.history) < 2 * KEPT:
            return game
        later = game.since(KEPT)
        self.forgotten += KEPT
        self._checkpoints[self.forgotten] = later.start
        return later

    def at(self, decisions: int, played: Sequence[Played]) -> Game:
        """The game after so many decisions, fewer than are still at hand."""
        if self._window is None or not self._holds(*self._window, decisions):
            start = max(place for place in self._checkpoints if place <= decisions)
            end = min(start + KEPT, len(played))
            self._window = start, self._replayed(start, played[start:end])
        start, game = self._window
        return game.at(decisions - start)

    def back_to(self, decisions: int, played: Sequence[Played]) -> Game:
        """As `at`, where the game goes on from there: what came after is dropped."""
        game = self.at(decisions, played)
        self.forgotten = decisions - len(game.history)
        self._checkpoints = {
            place: state for place, state in self._checkpoints.items() if place <= self.forgotten
        }
        self._window = None
        return game

    def whole(self, played: Sequence[Played]) -> Game:
        """All of the game, played again from its beginning."""
        return self._replayed(0, played)

    def _holds(self, start: int, game: Game, decisions: int) -> bool:
        return start <= decisions <= start + len(game.history)

    def _replayed(self, start: int, played: Sequence[Played]) -> Game:
        if start:
            state = self._checkpoints[start]
            game = Game(state.match, state, self._opening.dice)
        else:
            game = self._opening.at(0)
        dice = game.dice
        for power, answer, rolls in played:
            game.dice = Recorded(rolls)
            game.decide(power, answer)
        game.dice = dice
        return game
