"""Dice from a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from sandtable.game.dice.errors import BadDice, DiceExhausted
from sandtable.rules.roll import RollRequest

__all__ = ["ScriptedDice"]


class ScriptedDice:
    """Gives the listed numbers in order, whatever the roll's index."""

    KIND: ClassVar[str] = "scripted"

    __slots__ = ("_numbers", "_used")

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = tuple(numbers)
        self._used = 0
        for place, number in enumerate(self._numbers):
            if type(number) is not int or not 1 <= number <= 6:
                raise BadDice(f"a die shows a number from 1 to 6, not {number!r} (place {place})")

    @property
    def left(self) -> int:
        """How many numbers have not been given out."""
        return len(self._numbers) - self._used

    def roll(self, index: int, request: RollRequest) -> tuple[int, ...]:
        wanted = request.size
        if wanted > self.left:
            where = f" in {request.space}" if request.space else ""
            raise DiceExhausted(
                f"roll {index} ({request.purpose}{where}): "
                f"{wanted} dice are wanted, {self.left} are left"
            )
        start = self._used
        self._used += wanted
        return self._numbers[start : self._used]

    def describe(self) -> dict[str, str]:
        return {"kind": self.KIND}
