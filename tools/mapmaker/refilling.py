"""The raster again, filled from the finished lines: what is drawn is what is measured."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.compiling import compiled
from tools.mapmaker.levels import Level
from tools.mapmaker.tracing import OUTSIDE, UNIT, Tracing

Ints = NDArray[np.int64]


def refill(tracing: Tracing, positions: Ints, level: Level) -> NDArray[np.int16]:
    """The label at the middle of every pixel, as the lines of a level have it."""
    froms, tos, lefts, rights = [], [], [], []
    for arc, vertices in enumerate(level.arcs):
        ends = np.roll(vertices, -1) if tracing.closed[arc] else vertices[1:]
        starts = vertices if tracing.closed[arc] else vertices[:-1]
        froms.append(starts)
        tos.append(ends)
        lefts.append(np.full(len(starts), tracing.left[arc]))
        rights.append(np.full(len(starts), tracing.right[arc]))
    start, end = positions[np.concatenate(froms)], positions[np.concatenate(tos)]
    row, at, label = crossings(start, end, np.concatenate(lefts), np.concatenate(rights))
    order = np.lexsort((at, row))
    return fill(row[order], at[order], label[order], tracing.width, tracing.height)


@compiled
def crossings(
    start: Ints, end: Ints, left: Ints, right: Ints
) -> tuple[Ints, NDArray[np.float64], Ints]:
    """Where lines cross the middles of pixel rows: row, x in pixels, label to the east."""
    total = 0
    for i in range(len(start)):
        total += abs(end[i, 1] - start[i, 1]) // UNIT + 2
    rows = np.empty(total, dtype=np.int64)
    places = np.empty(total, dtype=np.float64)
    labels = np.empty(total, dtype=np.int64)
    size = 0
    for i in range(len(start)):
        ax, ay, bx, by = start[i, 0], start[i, 1], end[i, 0], end[i, 1]
        east = left[i] if by > ay else right[i]
        top, bottom = min(ay, by), max(ay, by)
        # The middle of row r is at UNIT * r + UNIT / 2; a line covers its upper end only.
        row = (top + UNIT // 2 - 1) // UNIT
        while UNIT * row + UNIT // 2 < bottom:
            y = UNIT * row + UNIT // 2
            if y >= top:
                rows[size] = row
                places[size] = (ax + (bx - ax) * (y - ay) / (by - ay)) / UNIT
                labels[size] = east
                size += 1
            row += 1
    return rows[:size].copy(), places[:size].copy(), labels[:size].copy()


@compiled
def fill(
    row: Ints, at: NDArray[np.float64], label: Ints, width: int, height: int
) -> NDArray[np.int16]:
    """Fills every row from its crossings, in order from the west."""
    raster = np.full((height, width), OUTSIDE, dtype=np.int16)
    for i in range(len(row)):
        begin = max(0, int(np.ceil(at[i] - 0.5)))
        end = width
        if i + 1 < len(row) and row[i + 1] == row[i]:
            end = min(width, int(np.ceil(at[i + 1] - 0.5)))
        for x in range(begin, end):
            raster[row[i], x] = label[i]
    return raster
