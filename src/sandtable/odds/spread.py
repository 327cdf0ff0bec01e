"""A number that depends on dice: its values with their chances, and what follows from them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property

import numpy as np

from sandtable.odds.fight import FloatArray
from sandtable.rules.refusal import InvalidAnswer


class Spread:
    """The distribution of a number: `values` in rising order, each with its chance."""

    def __init__(self, values: FloatArray, chances: FloatArray, samples: int = 0) -> None:
        self.values = values
        self.chances = chances
        self.samples = samples

    def __repr__(self) -> str:
        return f"<Spread mean {self.mean:.2f}, deviation {self.deviation:.2f}>"

    @cached_property
    def mean(self) -> float:
        total = float(self.chances.sum())
        return float(self.values @ self.chances) / total if total else 0.0

    @cached_property
    def deviation(self) -> float:
        """The standard deviation."""
        total = float(self.chances.sum())
        if not total:
            return 0.0
        return math.sqrt(float(((self.values - self.mean) ** 2) @ self.chances) / total)

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 if it is exact."""
        return self.deviation / math.sqrt(self.samples) if self.samples else 0.0

    def quantile(self, share: float) -> float:
        """The least value that is not exceeded with this chance."""
        if not 0 <= share <= 1:
            raise InvalidAnswer(f"a share is a number from 0 to 1, not {share}")
        running = np.cumsum(self.chances)
        if not running.size:
            return 0.0
        # Chances are sums of floats: a hair less than the wanted share is as good.
        at = int(np.searchsorted(running, share * running[-1] * (1 - 1e-12)))
        return float(self.values[min(at, len(self.values) - 1)])

    @property
    def median(self) -> float:
        return self.quantile(0.5)

    def at_least(self, value: float) -> float:
        """The chance of this much or more."""
        return float(self.chances[self.values >= value - 1e-9].sum())

    def as_dict(self) -> Mapping[float, float]:
        """Chances by value."""
        return dict(zip(map(float, self.values), map(float, self.chances), strict=True))


def spread_of(values: FloatArray, chances: FloatArray, samples: int = 0) -> Spread:
    """A spread from any values and chances; equal values are put together."""
    merged, at = np.unique(np.round(values, 6), return_inverse=True)
    summed: FloatArray = np.zeros(len(merged))
    np.add.at(summed, at.ravel(), chances)
    kept = summed > 0
    return Spread(merged[kept], summed[kept], samples)
