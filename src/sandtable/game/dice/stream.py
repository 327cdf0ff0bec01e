"""Turns random bytes into fair dice.

A byte under 252 gives the number `byte % 6 + 1`; 252 is the largest multiple of 6 that a byte can
count to, so each number comes from exactly 42 values. The bytes 252 to 255 are skipped.
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["numbers_in", "take"]

_FIRST_SKIPPED = 252
_NUMBERS = bytes(byte % 6 + 1 for byte in range(256))
_SKIPPED = bytes(range(_FIRST_SKIPPED, 256))


def numbers_in(block: bytes) -> bytes:
    """Give the numbers 1 to 6 that a block of random bytes holds, one in each byte."""
    return block.translate(_NUMBERS, _SKIPPED)


def take(block: Callable[[int], bytes], count: int) -> tuple[int, ...]:
    """Take the first `count` numbers of the stream made of block(0), block(1), ..."""
    numbers = b""
    blocks = 0
    while len(numbers) < count:
        numbers += numbers_in(block(blocks))
        blocks += 1
    return tuple(numbers[:count])
