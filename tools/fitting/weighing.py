"""What counts in a position: the features that foretell which of some plans will turn out well."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.players.value.features import NAMES

Floats = NDArray[np.float64]

ENOUGH = 0.003
"""The part of the error that one more feature has to take away."""


class Position(NamedTuple):
    """The plans at one decision, as sums: all that a least squares fit has to know.

    Everything is taken from the middle of the position's plans and courses, as it is the plans
    that are compared.
    """

    xx: Floats
    xy: Floats
    yy: float


def position_of(x: Floats, y: Floats) -> Position:
    x, y = x - x.mean(axis=0), y - y.mean()
    return Position(x.T @ x, x.T @ y, float(y @ y))


def read(folder: Path) -> list[Position]:
    """What the plans of all decisions came to."""
    rows: dict[tuple[str, int], list[tuple[list[float], float]]] = {}
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text().splitlines():
            row = json.loads(line)
            key = row["edition"], row["position"]
            rows.setdefault(key, []).append((row["x"], row["later"]))
    return [
        position_of(np.array([x for x, _ in each]), np.array([y for _, y in each]))
        for each in rows.values()
    ]


def least_squares(positions: list[Position], kept: list[int]) -> Floats:
    xx = sum(p.xx[np.ix_(kept, kept)] for p in positions)
    xy = sum(p.xy[kept] for p in positions)
    found: Floats = np.linalg.lstsq(np.asarray(xx), np.asarray(xy), rcond=None)[0]
    return found


def error(positions: list[Position], kept: list[int]) -> float:
    """The squared error for positions that were left out of the fit, one after the other, as a
    part of what there is to foretell."""
    left = 0.0
    for at, out in enumerate(positions):
        w = least_squares([*positions[:at], *positions[at + 1 :]], kept)
        xx, xy = out.xx[np.ix_(kept, kept)], out.xy[kept]
        left += out.yy - 2 * float(w @ xy) + float(w @ xx @ w)
    return left / sum(p.yy for p in positions)


def chosen(positions: list[Position]) -> list[int]:
    """Features, beginning with the lead: the best one is added as long as that helps to foretell.

    Every feature is something good to have. One whose weight would be negative only stands for
    others, and is not taken.
    """
    kept = [NAMES.index("lead")]
    now = error(positions, kept)
    while True:
        rest = [
            f
            for f in range(len(NAMES))
            if f not in kept and least_squares(positions, [*kept, f]).min() > 0
        ]
        errors = {f: error(positions, [*kept, f]) for f in rest}
        best = min(errors, key=lambda f: errors[f], default=None)
        if best is None or errors[best] > now - ENOUGH:
            return kept
        kept.append(best)
        now = errors[best]


def weights(positions: list[Position], kept: list[int]) -> Floats:
    found = np.zeros(len(NAMES))
    found[kept] = least_squares(positions, kept)
    return found


def figures(positions: list[Position], kept: list[int]) -> dict[str, float]:
    """How much of what becomes of plans is foretold, for decisions that were not fitted to."""
    lead = [NAMES.index("lead")]
    return {
        "decisions": len(positions),
        "explained": round(1 - error(positions, kept), 4),
        "explained_by_lead": round(1 - error(positions, lead), 4),
    }
