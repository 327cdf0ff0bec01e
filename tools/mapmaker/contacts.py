"""Which regions of a raster touch, and how that differs from the board's graph."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.filling import Raster

Pair = tuple[int, int]
Place = tuple[float, float]


@dataclass(frozen=True)
class Contact:
    """A border between two regions: its length in pixel edges and a place on it."""

    length: int
    place: Place


def contacts(raster: Raster, wraps: bool) -> dict[Pair, Contact]:
    """All pairs of labels that share an edge."""
    first, second, x, y = touching_edges(raster, wraps)
    low = np.minimum(first, second).astype(np.int64)
    high = np.maximum(first, second).astype(np.int64)
    order = np.lexsort((x, y, high, low))
    low, high, x, y = low[order], high[order], x[order], y[order]
    starts = np.flatnonzero(np.r_[True, (np.diff(low) != 0) | (np.diff(high) != 0)])
    ends = np.r_[starts[1:], len(low)]
    found = {}
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        if start == end:
            continue
        middle = (start + end) // 2
        found[int(low[start]), int(high[start])] = Contact(
            end - start, (float(x[middle]), float(y[middle]))
        )
    return found


def touching_edges(
    raster: Raster, wraps: bool
) -> tuple[Raster, Raster, NDArray[np.float64], NDArray[np.float64]]:
    """Every pixel edge between different labels: both labels, and where it is."""
    width = raster.shape[1]
    right = np.roll(raster, -1, axis=1) if wraps else raster[:, 1:]
    left = raster if wraps else raster[:, :-1]
    row, column = np.nonzero(left != right)
    below_row, below_column = np.nonzero(raster[:-1] != raster[1:])
    return (
        np.concatenate((left[row, column], raster[below_row, below_column])),
        np.concatenate((right[row, column], raster[below_row + 1, below_column])),
        np.concatenate(((column + 1.0) % (width + 1), below_column + 0.5)),
        np.concatenate((row + 0.5, below_row + 1.0)),
    )


@dataclass(frozen=True)
class Difference:
    """A border that is drawn but not on the board, or the other way round."""

    pair: Pair
    unwanted: bool
    size: float
    """Length of an unwanted border, or the gap to bridge for a missing one."""
    place: Place


def differences(
    raster: Raster, wraps: bool, wanted: frozenset[Pair], judged: Iterable[int]
) -> list[Difference]:
    """Where the picture is not the graph. Only pairs of judged labels count."""
    found = contacts(raster, wraps)
    judged = set(judged)
    result = [
        Difference(pair, True, contact.length, contact.place)
        for pair, contact in found.items()
        if pair not in wanted and pair[0] in judged and pair[1] in judged
    ]
    for pair in sorted(wanted - found.keys()):
        gap, place = distance_between(raster, *pair)
        result.append(Difference(pair, False, gap, place))
    return result


SAMPLE = 3000
"""Pixels of either region that are compared to find the gap between them."""


def distance_between(raster: Raster, a: int, b: int) -> tuple[float, Place]:
    """About how far two regions are from each other, and the middle of the gap."""
    sides = []
    for label in (a, b):
        rows, columns = edge_pixels(raster, label)
        if not len(rows):
            return np.inf, (0.0, 0.0)
        step = max(1, len(rows) // SAMPLE)
        sides.append(np.column_stack((columns[::step] + 0.5, rows[::step] + 0.5)))
    best = np.inf
    place = (0.0, 0.0)
    for point in sides[0]:
        away = np.hypot(*(sides[1] - point).T)
        nearest = int(away.argmin())
        if away[nearest] < best:
            best = float(away[nearest])
            middle = (point + sides[1][nearest]) / 2
            place = (float(middle[0]), float(middle[1]))
    return best, place


def edge_pixels(raster: Raster, label: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The pixels of a label that have a neighbour of another one."""
    mask = np.pad(raster == label, 1)
    inner = mask[1:-1, 1:-1]
    edge = inner & ~(mask[:-2, 1:-1] & mask[2:, 1:-1] & mask[1:-1, :-2] & mask[1:-1, 2:])
    rows, columns = np.nonzero(edge)
    return rows, columns
