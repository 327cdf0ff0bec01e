"""Figures of a match: shares with intervals, and ratings from who beat whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import NamedTuple

import numpy as np

Z = 1.959964
"""A normal variable is within so many standard deviations in 95 of 100 cases."""
ELO = 400 / log(10)
MEAN = 1500.0
PRIOR = 0.5
"""Of a game that each pair is taken to have drawn: it keeps the rating of somebody who has won
or lost every game finite."""


class Share(NamedTuple):
    """A share of games, and the interval that holds the true one in 95 of 100 cases."""

    value: float
    low: float
    high: float


def wilson(won: float, games: int) -> Share:
    """The share of games won, drawn ones counted half, with Wilson's interval."""
    if not games:
        return Share(0.0, 0.0, 1.0)
    share, square = won / games, Z * Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    reach = Z * sqrt(share * (1 - share) / games + square / (4 * games * games))
    reach /= 1 + square / games
    return Share(share, max(0.0, middle - reach), min(1.0, middle + reach))


class Rating(NamedTuple):
    elo: float
    reach: float
    """The interval's half width."""


def elo(players: Sequence[str], points: Mapping[tuple[str, str], float]) -> dict[str, Rating]:
    """Ratings by the model of Bradley and Terry, most likely ones, around a mean of 1500.

    `points` has what the first of a pair scored against the second, in games. Who played nobody
    has the mean and no interval.
    """
    size = len(players)
    scored = np.zeros((size, size))
    for (one, other), number in points.items():
        scored[players.index(one), players.index(other)] += number
    games = scored + scored.T
    scored = scored + np.where(games > 0, PRIOR / 2, 0)
    games = scored + scored.T
    strength = np.zeros(size)
    ones = np.full((size, size), 1 / size)
    for _ in range(50):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (scored - games * chance).sum(axis=1)
        weight = games * chance * (1 - chance)
        # Strengths are known up to a constant only: the ones keep their mean at nought.
        matrix = np.diag(weight.sum(axis=1)) - weight + ones
        step = np.linalg.solve(matrix + 1e-9 * np.eye(size), slope)
        strength += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    strength -= strength.mean()
    spread = np.linalg.pinv(matrix) - ones if size > 1 else np.zeros((size, size))
    found = {}
    for at, name in enumerate(players):
        idle = not games[at].sum()
        reach = 0.0 if idle else Z * ELO * sqrt(max(0.0, float(spread[at, at])))
        found[name] = Rating(MEAN + ELO * float(strength[at]), reach)
    return found


def quantile(values: Sequence[float], part: float) -> float:
    return float(np.quantile(np.array(values), part)) if values else 0.0
