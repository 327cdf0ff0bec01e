"""From what counts in a position to the chance to win, and how well it foretells games that the
fit has not seen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.players.value.features import NAMES

Floats = NDArray[np.float64]

HELD_OUT = 5
"""Every fifth game is not fitted to."""
OUTCOME = 0.5
"""What the end of the game counts, beside how the side stands a few rounds later. The latter knows
less and is less a matter of luck."""
LOOSE = 0.1
"""How strongly the leads of sides by round are held to nothing."""


class Sample(NamedTuple):
    """Positions with the outcome of their games, from the first side's view."""

    edition: NDArray[np.str_]
    game: NDArray[np.int64]
    round: NDArray[np.int64]
    x: Floats
    y: Floats

    def where(self, mask: NDArray[np.bool_]) -> Sample:
        edition, game, rounds = self.edition[mask], self.game[mask], self.round[mask]
        return Sample(edition, game, rounds, self.x[mask], self.y[mask])


class Fit(NamedTuple):
    weights: Floats
    rounds: Floats
    """What the first side is better off when all else is equal, by round: positions of a round are
    compared with each other, not with those of other rounds, as sides gain at different times."""

    @property
    def bias(self) -> float:
        return float(self.rounds[1:].mean())


def read(folder: Path) -> Sample:
    rows: list[dict[str, Any]] = [
        json.loads(line)
        for file in sorted(folder.glob("*.jsonl"))
        for line in file.read_text().splitlines()
    ]
    return Sample(
        np.array([row["edition"] for row in rows]),
        np.array([int(row["game"]) for row in rows]),
        np.array([row["round"] for row in rows]),
        np.array([row["x"] for row in rows], dtype=float),
        np.array([OUTCOME * row["y"] + (1 - OUTCOME) * row["later"] for row in rows]),
    )


def chance(sample: Sample, fit: Fit) -> Floats:
    rounds = fit.rounds[np.minimum(sample.round, len(fit.rounds) - 1)]
    sums = sample.x @ fit.weights + rounds
    found: Floats = 1 / (1 + np.exp(-np.clip(sums, -30, 30)))
    return found


def scaled(sample: Sample, weights: Floats) -> Fit:
    """Logistic regression by Newton's method: how fast chances grow with the weighted sum, and what
    the first side is better off in each round."""
    rounds = int(sample.round.max()) + 1
    z = np.hstack([(sample.x @ weights)[:, None], np.eye(rounds)[sample.round]])
    penalty = np.append(0.0, np.full(rounds, LOOSE))
    w = np.zeros(len(penalty))
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(z @ w, -30, 30)))
        slope = z.T @ (p - sample.y) + penalty * w
        curve = (z * (p * (1 - p))[:, None]).T @ z + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        w -= step
        if np.abs(step).max() < 1e-8:
            break
    return Fit(weights * w[0], w[1:])


def log_loss(p: Floats, y: Floats) -> float:
    p = np.clip(p, 1e-6, 1 - 1e-6)
    return float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean())


def accuracy(p: Floats, y: Floats) -> float:
    return float(((p > 0.5) == (y > 0.5)).mean())


def calibration(p: Floats, y: Floats, bins: int = 10) -> list[tuple[float, float, int]]:
    """Foretold and real chances, in bins of what was foretold."""
    found = []
    for low in range(bins):
        inside = (p >= low / bins) & (p < (low + 1) / bins)
        if inside.any():
            found.append((float(p[inside].mean()), float(y[inside].mean()), int(inside.sum())))
    return found


def figures(train: Sample, test: Sample, fit: Fit) -> dict[str, Any]:
    """How well a fit foretells games held out, beside a fit of the lead alone."""
    lead = np.zeros(len(NAMES))
    lead[NAMES.index("lead")] = 1.0
    p, q = chance(test, fit), chance(test, scaled(train, lead))
    even = np.full(len(test.y), train.y.mean())
    return {
        "games": len(set(train.game.tolist())) + len(set(test.game.tolist())),
        "positions": len(train.y) + len(test.y),
        "log_loss": round(log_loss(p, test.y), 4),
        "log_loss_lead": round(log_loss(q, test.y), 4),
        "log_loss_constant": round(log_loss(even, test.y), 4),
        "least_log_loss": round(log_loss(test.y, test.y), 4),
        "accuracy": round(accuracy(p, test.y), 4),
        "calibration": [
            {"foretold": round(a, 3), "real": round(b, 3), "positions": n}
            for a, b, n in calibration(p, test.y)
        ],
    }


def halves(sample: Sample) -> tuple[Sample, Sample]:
    out = sample.game % HELD_OUT == 0
    return sample.where(~out), sample.where(out)
