"""Dice that can be checked after the game: commit first, reveal afterwards.

docs/dice.md gives the protocol byte by byte, and what it proves.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import ClassVar

from sandtable.game.dice.entropy import Entropy, EntropyPool
from sandtable.game.dice.errors import DiceError
from sandtable.game.dice.fairness import SECRET_BYTES, commitment_of, dice_of
from sandtable.game.dice.transcript import MAX_DICE, MAX_ROLLS, RollLog, Transcript
from sandtable.game.dice.verify import verify
from sandtable.rules.roll import RollRequest

__all__ = ["VerifiableDice"]


class VerifiableDice:
    """Dice drawn from a secret that is fixed before the game, and from the players' entropy.

    To go on with an interrupted game, give the secret together with the entropies and rolls so
    far; they are checked against each other.
    """

    KIND: ClassVar[str] = "verifiable"

    __slots__ = ("_pool", "_revealed", "_rolls", "_secret")

    def __init__(
        self, secret: bytes, entropies: Iterable[Entropy] = (), rolls: Iterable[RollLog] = ()
    ) -> None:
        if len(secret) != SECRET_BYTES:
            raise DiceError(f"the secret has {len(secret)} bytes, {SECRET_BYTES} are needed")
        self._secret = secret
        self._rolls = list(rolls)
        self._revealed = False
        entropies = tuple(entropies)
        problems = verify(commitment_of(secret), secret, entropies, self._rolls)
        if problems:
            raise DiceError(f"the game so far does not fit the secret: {problems[0]}")
        self._pool = EntropyPool(entropies)

    @classmethod
    def new(cls) -> VerifiableDice:
        """Make a source with a fresh secret."""
        return cls(secrets.token_bytes(SECRET_BYTES))

    @property
    def commitment(self) -> str:
        """What to publish before the game."""
        return commitment_of(self._secret)

    def add_entropy(self, party: str, text: str) -> Entropy:
        """Mix a party's text into all rolls from the next one on.

        It adds to what was there before; nothing that was added can be taken out. Returns the
        record of it, which the party should keep.
        """
        entropy = Entropy(len(self._rolls), party, text)
        self._pool.add(entropy)
        return entropy

    def roll(self, index: int, request: RollRequest) -> tuple[int, ...]:
        """Roll the dice. A roll that was made before may be made again, and gives the same."""
        made = len(self._rolls)
        if not 0 <= index <= made:
            raise DiceError(f"roll {index} cannot be made: roll {made} is next")
        if request.size > MAX_DICE:
            raise DiceError(f"{request.size} dice in one roll, at most {MAX_DICE} can be rolled")
        if index == made and self._revealed:
            raise DiceError("the secret has been revealed: no further rolls can be made")
        if index == MAX_ROLLS:
            raise DiceError(f"at most {MAX_ROLLS} rolls can be made")
        dice = dice_of(self._secret, index, self._pool.digest(index), request.size)
        self._rolls[index : index + 1] = [RollLog(index, dice)]
        return dice

    def describe(self) -> dict[str, str]:
        return {"kind": self.KIND, "commitment": self.commitment}

    def transcript(self) -> Transcript:
        """Give the record so far, without the secret."""
        return Transcript(self.commitment, None, self._pool.entropies(), tuple(self._rolls))

    def reveal(self) -> Transcript:
        """End the game: give the whole record, with the secret. No roll can follow."""
        self._revealed = True
        entropies = self._pool.entropies()
        return Transcript(self.commitment, self._secret, entropies, tuple(self._rolls))
