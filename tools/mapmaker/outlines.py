"""Regions as they are drawn, for measuring. The checker of maps has its own means, on purpose."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.levels import Level
from tools.mapmaker.rings import Polygon
from tools.mapmaker.tracing import UNIT, Tracing

Floats = NDArray[np.float64]


class Outline:
    """The straight pieces of all lines around a region."""

    def __init__(self, start: Floats, end: Floats) -> None:
        self.start = start
        self.end = end

    def moved(self, x: float, y: float) -> Outline:
        """The same somewhere else."""
        way = np.array([x, y])
        return Outline(self.start + way, self.end + way)

    def distance(self, x: float, y: float) -> float:
        """How far the nearest line is from a point."""
        along = self.end - self.start
        part = np.array([x, y]) - self.start
        t = np.clip((part * along).sum(axis=1) / (along**2).sum(axis=1), 0.0, 1.0)
        return float(np.hypot(*(part - along * t[:, None]).T).min())

    def cuts(self, west: float, north: float, east: float, south: float) -> bool:
        """Whether a line runs through a rectangle."""
        (ax, ay), (bx, by) = self.start.T, self.end.T
        beside = (np.maximum(ax, bx) <= west) | (np.minimum(ax, bx) >= east)
        beside |= (np.maximum(ay, by) <= north) | (np.minimum(ay, by) >= south)
        corners = [(x, y) for x in (west, east) for y in (north, south)]
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in corners]
        beside |= (np.min(sides, axis=0) >= 0) | (np.max(sides, axis=0) <= 0)
        return not beside.all()


def outlines(
    tracing: Tracing, positions: NDArray[np.int64], level: Level, shapes: Sequence[list[Polygon]]
) -> list[Outline | None]:
    """The regions at a level, in pixels; None for one that is not there."""
    found: list[Outline | None] = []
    for shape in shapes:
        starts, ends = [], []
        for way in (way for polygon in shape for ring in polygon for way in ring):
            arc = way if way >= 0 else ~way
            line = positions[level.arcs[arc]] / UNIT
            if tracing.closed[arc]:
                line = np.concatenate((line, line[:1]))
            starts.append(line[:-1])
            ends.append(line[1:])
        found.append(Outline(np.concatenate(starts), np.concatenate(ends)) if starts else None)
    return found
