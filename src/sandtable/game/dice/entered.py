"""Dice thrown at a real board and typed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from sandtable.game.dice.errors import BadDice
from sandtable.rules.roll import RollRequest

__all__ = ["EnteredDice", "parse_dice"]

_SEPARATORS = " \t\r\n,"


def parse_dice(text: str, request: RollRequest) -> tuple[int, ...]:
    """Read the numbers that answer `request`: "1 5 6", "1,5,6" and "156" are all the same.

    Each digit is a die; spaces and commas are there for the reader only, so that people may group
    the dice as they like. Raises `BadDice` for anything else, and for too many or too few.
    """
    numbers = []
    for char in text:
        if char in "123456":
            numbers.append(int(char))
        elif char not in _SEPARATORS:
            raise BadDice(f"dice show numbers from 1 to 6, not {char!r}")
    if len(numbers) != request.size:
        raise BadDice(f"dice wanted: {request.size}, dice given: {len(numbers)}")
    return tuple(numbers)


class EnteredDice:
    """Asks people what they rolled.

    `ask` is given the request and returns what was typed. When that cannot be used, `tell` (where
    there is one) is given the reason and `ask` is called again, three times in all; then `BadDice`
    is raised.
    """

    KIND: ClassVar[str] = "entered"
    TRIES: ClassVar[int] = 3

    __slots__ = ("_ask", "_tell")

    def __init__(
        self, ask: Callable[[RollRequest], str], tell: Callable[[str], None] | None = None
    ) -> None:
        self._ask = ask
        self._tell = tell

    def roll(self, index: int, request: RollRequest) -> tuple[int, ...]:
        if request.size == 0:
            return ()
        tries = 0
        while True:
            text = self._ask(request)
            tries += 1
            try:
                return parse_dice(text, request)
            except BadDice as error:
                if tries == self.TRIES:
                    raise BadDice(f"{error} (given up after {tries} tries)") from None
                if self._tell is not None:
                    self._tell(str(error))

    def describe(self) -> dict[str, str]:
        return {"kind": self.KIND}
