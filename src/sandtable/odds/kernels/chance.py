"""Chance for kernels: streams of numbers, and how many of some shots hit.

The generator is SplitMix64: a stream is a counter, so that any number of streams can be begun
from one seed, each at its own place.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.odds.compiling import compiled, lean
from sandtable.odds.fight import FloatArray

Words = NDArray[np.uint64]

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1, MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
S11, S27, S30, S31 = (np.uint64(n) for n in (11, 27, 30, 31))
FLOATS = 2.0**-53


@lean
def mixed(z: np.uint64) -> np.uint64:
    """The finishing steps of SplitMix64."""
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@lean
def uniform(stream: Words) -> float:
    """A number from 0 to less than 1."""
    stream[0] += GOLDEN
    return float(mixed(stream[0]) >> S11) * FLOATS


@lean
def tally(chances: FloatArray, row: int, shots: int, stream: Words) -> int:
    """How many of some shots hit."""
    most = chances.shape[2] - 1
    found = 0
    while shots > 0:
        part = min(shots, most)
        shots -= part
        u = uniform(stream)
        low, high = 0, part
        while low < high:
            middle = (low + high) // 2
            if u < chances[row, part, middle]:
                high = middle
            else:
                low = middle + 1
        found += low
    return found


@compiled
def cumulated(chance: FloatArray, most: int) -> FloatArray:
    """Chances of at most k hits with n shots, for every chance of one shot."""
    found = np.zeros((len(chance), most + 1, most + 1))
    for c in range(len(chance)):
        p = chance[c]
        found[c, 0, 0] = 1.0
        for n in range(1, most + 1):
            for k in range(n + 1):
                miss = found[c, n - 1, k] * (1.0 - p)
                found[c, n, k] = miss + (found[c, n - 1, k - 1] * p if k else 0.0)
        for n in range(most + 1):
            for k in range(1, n + 1):
                found[c, n, k] += found[c, n, k - 1]
    return found


@lean
def begun(seed: np.uint64, number: int, stream: Words) -> None:
    """Put a stream at the beginning of the one with a number."""
    stream[0] = mixed(mixed(seed) + np.uint64(number) * GOLDEN)
