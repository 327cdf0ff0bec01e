"""Dice computed from a seed."""

from __future__ import annotations

from hashlib import blake2b
from struct import Struct
from typing import ClassVar

from sandtable.game.dice.stream import numbers_in, take
from sandtable.rules.roll import RollRequest

__all__ = ["SeededDice"]

_PERSON = b"sandtable/seed"
_COUNTERS = Struct(">QQ")  # the roll's index, the block within the roll


class SeededDice:
    """Dice that depend on the seed and the roll's index, and on nothing else.

    No state is kept, so a game can be resumed, replayed or branched at any roll. The numbers are
    the same on every machine. The seeds 7 and "7" are the same seed.

    Block b of roll i is the 64 bytes of BLAKE2b over i and b (8 bytes each, big-endian), keyed
    with the digest of the seed.
    """

    KIND: ClassVar[str] = "seeded"

    __slots__ = ("_key", "_seed")

    def __init__(self, seed: str | int) -> None:
        self._seed = str(seed)
        self._key = blake2b(self._seed.encode(), person=_PERSON).digest()

    def __repr__(self) -> str:
        return f"SeededDice({self._seed!r})"

    def roll(self, index: int, request: RollRequest) -> tuple[int, ...]:
        size = request.size
        # Nearly every roll fits in one block.
        numbers = numbers_in(self._block(index, 0))
        if len(numbers) >= size:
            return tuple(numbers[:size])
        return take(lambda block: self._block(index, block), size)

    def describe(self) -> dict[str, str]:
        return {"kind": self.KIND, "seed": self._seed}

    def _block(self, index: int, block: int) -> bytes:
        return blake2b(_COUNTERS.pack(index, block), key=self._key).digest()
