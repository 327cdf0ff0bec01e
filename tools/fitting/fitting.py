"""Logistic regression by Newton's method, and how well it foretells games that it has not seen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.players.value.features import NAMES

Floats = NDArray[np.float64]

RIDGE = 5.0
"""How strongly weights are held to what was thought before, in positions."""
PRIOR = {
    "land": 3.0,
    "air": 3.0,
    "warships": 2.5,
    "transports": 2.5,
    "hits": 0.8,
    "attack": 0.8,
    "defense": 0.8,
    "income": 2.5,
    "treasury": 5.0,
    "capitals": 2.0,
    "factories": 0.3,
    "goal": 1.0,
    "brink": 1.0,
    "pressure": 1.5,
    "guard": 0.5,
    "peril": 0.5,
    "tempo": 0.1,
    "menace": 1.0,
    "menace_now": 3.0,
}
"""A guess: what the common fit is held towards, as many features say nearly the same."""
HELD_OUT = 5
"""Every fifth game is not fitted to."""
OUTCOME = 0.5
"""What the end of the game counts, beside how the side stands a few rounds later. The latter knows
less and is less a matter of luck."""
LOOSE = 0.1
"""How strongly the leads of sides by round are held to nothing."""
MATERIAL = ("land", "air", "warships", "transports")


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


def chance(x: Floats, rounds: NDArray[np.int64], fit: Fit) -> Floats:
    sums = x @ fit.weights + fit.rounds[np.minimum(rounds, len(fit.rounds) - 1)]
    found: Floats = 1 / (1 + np.exp(-np.clip(sums, -30, 30)))
    return found


def fitted(sample: Sample, prior: Floats, ridge: Floats) -> Fit:
    """The weights that make the outcomes most likely, held towards a prior.

    Every feature is something good to have. Where games seem to say otherwise, as they do of
    features that always come together, the weight is zero and the others are fitted again.
    """
    kept = np.arange(sample.x.shape[1])
    while True:
        part = newton(sample._replace(x=sample.x[:, kept]), prior[kept], ridge[kept])
        good = part.weights >= 0
        if good.all():
            break
        kept = kept[good]
    weights = np.zeros(sample.x.shape[1])
    weights[kept] = part.weights
    return Fit(weights, part.rounds)


def newton(sample: Sample, prior: Floats, ridge: Floats) -> Fit:
    """In parts of the prior: what games say little about stays as it was."""
    x, y = sample.x, sample.y
    rounds = int(sample.round.max()) + 1
    z = np.hstack([x * prior, np.eye(rounds)[sample.round]])
    penalty = np.append(ridge, np.full(rounds, LOOSE))
    target = np.append(np.ones(x.shape[1]), np.zeros(rounds))
    w = np.zeros(len(target))
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(z @ w, -30, 30)))
        slope = z.T @ (p - y) + penalty * (w - target)
        curve = (z * (p * (1 - p))[:, None]).T @ z + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        w -= step
        if np.abs(step).max() < 1e-8:
            break
    return Fit(w[: len(prior)] * prior, w[len(prior) :])


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
    """How well a fit foretells games held out, beside a fit of material alone."""
    keep = [NAMES.index(name) for name in MATERIAL]
    few = len(keep)
    less = train._replace(x=train.x[:, keep])
    plain = fitted(less, np.full(few, 6.0), np.full(few, RIDGE))
    p = chance(test.x, test.round, fit)
    q = chance(test.x[:, keep], test.round, plain)
    even = np.full(len(test.y), train.y.mean())
    return {
        "games": len(set(train.game.tolist())) + len(set(test.game.tolist())),
        "positions": len(train.y) + len(test.y),
        "log_loss": round(log_loss(p, test.y), 4),
        "log_loss_material": round(log_loss(q, test.y), 4),
        "log_loss_constant": round(log_loss(even, test.y), 4),
        "least_log_loss": round(log_loss(test.y, test.y), 4),
        "accuracy": round(accuracy(p, test.y), 4),
        "accuracy_material": round(accuracy(q, test.y), 4),
        "calibration": [
            {"foretold": round(a, 3), "real": round(b, 3), "positions": n}
            for a, b, n in calibration(p, test.y)
        ],
    }


def halves(sample: Sample) -> tuple[Sample, Sample]:
    out = sample.game % HELD_OUT == 0
    return sample.where(~out), sample.where(out)
