"""What every dice source can do."""

from __future__ import annotations

from typing import Protocol

from sandtable.rules.roll import RollRequest

__all__ = ["DiceSource"]


class DiceSource(Protocol):
    """Answers the engine's requests for dice."""

    def roll(self, index: int, request: RollRequest) -> tuple[int, ...]:
        """Roll the dice of `request`, before which the game has made `index` rolls.

        The answer has `request.size` numbers from 1 to 6, in the order of the shots.
        """

    def describe(self) -> dict[str, str]:
        """Give the source's kind and public parameters, for the header of a game's record."""
