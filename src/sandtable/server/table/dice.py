"""The dice of a game on the server: verifiable (docs/dice.md), and no roll is ever made twice.

Players may agree to take back decisions whose dice have fallen. The engine then counts fewer rolls,
the table does not: the index of a roll only goes up, so that new dice fall.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.game.dice import DiceError, DiceSource, Entropy, LowLuck
from sandtable.game.dice.entropy import EntropyPool
from sandtable.game.dice.fairness import commitment_of, dice_of
from sandtable.rules.roll import RollRequest


class Thrown:
    """Makes the dice of the secret and the entropies, and remembers what it threw."""

    def __init__(self, secret: bytes, entropies: Iterable[Entropy]) -> None:
        self.rolls: list[tuple[int, ...]] = []
        self._secret = secret
        self._pool = EntropyPool(entropies)

    def roll(self, index: int, request: RollRequest) -> tuple[int, ...]:
        dice = dice_of(self._secret, index, self._pool.digest(index), request.size)
        self.rolls.append(dice)
        return dice

    def describe(self) -> dict[str, str]:
        return {"kind": "verifiable", "commitment": commitment_of(self._secret)}


def source_of(thrown: Thrown, kind: str) -> DiceSource:
    return LowLuck(thrown) if kind == "low-luck" else thrown


class Recorded:
    """The dice of one decision as the log has them."""

    def __init__(self, rolls: tuple[tuple[int, ...], ...]) -> None:
        self.requests: list[RollRequest] = []
        self._rolls = rolls

    def roll(self, index: int, request: RollRequest) -> tuple[int, ...]:
        if self.done:
            raise DiceError(f"the log has no dice for roll {index} ({request.purpose})")
        dice = self._rolls[len(self.requests)]
        if len(dice) != request.size:
            raise DiceError(f"the log has {len(dice)} dice for roll {index}, not {request.size}")
        self.requests.append(request)
        return dice

    def describe(self) -> dict[str, str]:
        return {"kind": "recorded"}

    @property
    def done(self) -> bool:
        return len(self.requests) == len(self._rolls)


class Described:
    """Stands for a game's dice in its record; it rolls nothing."""

    def __init__(self, commitment: str, kind: str) -> None:
        plain = {"kind": "verifiable", "commitment": commitment}
        self._description = plain
        if kind == "low-luck":
            inner = {LowLuck.PREFIX + name: value for name, value in plain.items()}
            self._description = {"kind": LowLuck.KIND} | inner

    def roll(self, index: int, request: RollRequest) -> tuple[int, ...]:
        raise DiceError("these dice are only a description")

    def describe(self) -> dict[str, str]:
        return dict(self._description)
