"""Where the ends of a border go that cannot be drawn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.contacts import edge_pixels

INWARDS = 14  # pixels from the edge of the space, if it has so much room

Point = tuple[float, float]


def nearest_points(labels: NDArray[np.int16], a: int, b: int) -> list[Point]:
    """A point in either space, where the two are nearest to each other."""
    one, other = border_of(labels, a), border_of(labels, b)
    best, ends = np.inf, (one[0], other[0])
    for start in range(0, len(one), 256):
        some = one[start : start + 256]
        away = ((some[:, None, :] - other[None, :, :]) ** 2).sum(axis=2)
        at = int(away.argmin())
        if away.flat[at] < best:
            best = float(away.flat[at])
            ends = (some[at // len(other)], other[at % len(other)])
    return [inwards(labels, a, ends[0]), inwards(labels, b, ends[1])]


def border_of(labels: NDArray[np.int16], label: int) -> NDArray[np.int64]:
    """The pixels of a label at its border, x before y."""
    rows, columns = edge_pixels(labels, label)
    return np.column_stack((columns, rows)).astype(np.int64)


def inwards(labels: NDArray[np.int16], label: int, at: NDArray[np.int64]) -> Point:
    """The middle of the space's pixels that are near to one of them, or the pixel nearest to it."""
    x, y = int(at[0]), int(at[1])
    west, north = max(0, x - INWARDS), max(0, y - INWARDS)
    window = labels[north : y + INWARDS + 1, west : x + INWARDS + 1] == label
    rows, columns = np.nonzero(window)
    middle_x, middle_y = columns.mean(), rows.mean()
    nearest = int(((columns - middle_x) ** 2 + (rows - middle_y) ** 2).argmin())
    return west + int(columns[nearest]) + 0.5, north + int(rows[nearest]) + 0.5


def seam_points(labels: NDArray[np.int16], a: int, b: int) -> list[Point]:
    """The points at the edges of the picture where two spaces touch across the seam, a's first."""
    width = labels.shape[1]
    for first, second, ends in ((a, b, (0.0, float(width))), (b, a, (float(width), 0.0))):
        rows = np.flatnonzero((labels[:, 0] == first) & (labels[:, -1] == second))
        if len(rows):
            y = float(rows[len(rows) // 2]) + 0.5
            return [(ends[0], y), (ends[1], y)]
    raise ValueError("the spaces do not touch across the seam")
