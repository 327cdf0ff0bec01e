"""Drawing polygons, lines and discs into rasters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.compiling import compiled
from tools.mapmaker.projection import FARTHEST, Plane, Points

Raster = NDArray[Any]

FINEST = 0.25
"""Degrees: longer edges are divided before they are projected, so that they bend as they should."""


def fill_rings(raster: Raster, rings: Sequence[Points], value: int, wraps: bool) -> None:
    """Give a value to the pixels inside rings of pixel coordinates, by the even-odd rule."""
    usable = [ring for ring in rings if len(ring) > 2]
    if not usable:
        return
    starts = np.concatenate(usable)
    ends = np.concatenate([np.roll(ring, -1, axis=0) for ring in usable])
    _fill(raster, starts, ends, value, wraps)


@compiled
def _fill(raster: Raster, starts: Points, ends: Points, value: int, wraps: bool) -> None:
    height, width = raster.shape
    edges = len(starts)
    counts = np.zeros(height + 1, np.int64)
    for turn in range(2):
        if turn == 1:
            offsets = np.zeros(height + 1, np.int64)
            for row in range(height):
                offsets[row + 1] = offsets[row] + counts[row]
            crossings = np.empty(offsets[height], np.float64)
            used = np.zeros(height, np.int64)
        for i in range(edges):
            x0, y0 = starts[i]
            x1, y1 = ends[i]
            if y0 == y1:
                continue
            low, high = (y0, y1) if y0 < y1 else (y1, y0)
            first = max(0, int(np.ceil(low - 0.5)))
            last = min(height - 1, int(np.ceil(high - 0.5)) - 1)
            for row in range(first, last + 1):
                if turn == 0:
                    counts[row] += 1
                else:
                    x = x0 + (row + 0.5 - y0) * (x1 - x0) / (y1 - y0)
                    crossings[offsets[row] + used[row]] = x
                    used[row] += 1
    for row in range(height):
        line = np.sort(crossings[offsets[row] : offsets[row + 1]])
        for k in range(0, len(line) - 1, 2):
            first = int(np.ceil(line[k] - 0.5))
            last = int(np.ceil(line[k + 1] - 0.5)) - 1
            if not wraps:
                first = max(first, 0)
                last = min(last, width - 1)
            for column in range(first, last + 1):
                raster[row, column % width] = value


def project_ring(plane: Plane, ring: Points) -> list[Points]:
    """A ring of longitudes and latitudes in pixels: once, or wherever it shows on the sheet."""
    fine = divided(ring)
    frame = plane.frame
    if frame.kind != "cylinder":
        away = (fine[:, 0] - frame.centre[0] + 180.0) % 360.0 - 180.0
        if np.abs(away).max() > FARTHEST:
            return []
        return [plane.to_pixels(fine)]
    fine = fine.copy()
    fine[:, 0] += 360.0 * np.ceil((frame.west - fine[:, 0].min()) / 360.0 - 1e-9)
    shown = []
    for turn in (0.0, -360.0):
        moved = fine + np.array([turn, 0.0])
        if moved[:, 0].max() > frame.west and moved[:, 0].min() < frame.east:
            shown.append(plane.to_pixels(moved))
    return shown[:1] if plane.turn else shown


def divided(line: Points) -> Points:
    """A line with points added on its long edges."""
    points = np.asarray(line, dtype=np.float64)
    lengths = np.abs(np.diff(points, axis=0)).max(axis=1, initial=0.0)
    pieces = np.maximum(1, np.ceil(lengths / FINEST)).astype(int)
    if len(pieces) == 0 or pieces.max() == 1:
        return points
    index = np.repeat(np.arange(len(pieces)), pieces)
    part = np.concatenate([np.arange(n) / n for n in pieces])
    inner = points[index] + (points[index + 1] - points[index]) * part[:, None]
    return np.vstack((inner, points[-1:]))


def fill_outline(raster: Raster, plane: Plane, outline: Sequence[Any], value: int) -> None:
    """Fill a polygon given in longitudes and latitudes."""
    closed = np.array([*outline, outline[0]], dtype=np.float64)
    for ring in project_ring(plane, closed):
        fill_rings(raster, [ring], value, bool(plane.turn))


def stroke(raster: Raster, plane: Plane, line: Sequence[Any], width: float, value: int) -> None:
    """Draw a thick line given in longitudes and latitudes."""
    points = np.array(line, dtype=np.float64)
    fine = divided(points) if len(points) > 1 else points
    pixels = np.array([plane.pixel(point) for point in fine])
    radius = max(0.5, width / 2)
    for start, end in pairwise(pixels):
        gap = end - start
        if plane.turn and abs(gap[0]) > plane.turn / 2:
            gap[0] -= np.sign(gap[0]) * plane.turn
        steps = max(1, int(np.ceil(np.abs(gap).max())))
        for k in range(steps + 1):
            disc(raster, start + gap * k / steps, radius, value, bool(plane.turn))
    if len(pixels) == 1:
        disc(raster, pixels[0], radius, value, bool(plane.turn))


def disc(raster: Raster, at: Sequence[float], radius: float, value: int, wraps: bool) -> None:
    """Fill a disc around a point."""
    x, y = at
    height, width = raster.shape
    reach = int(np.ceil(radius)) + 1
    for row in range(max(0, int(y) - reach), min(height, int(y) + reach + 1)):
        for column in range(int(x) - reach, int(x) + reach + 1):
            if (column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2 <= radius * radius:
                if wraps:
                    raster[row, column % width] = value
                elif 0 <= column < width:
                    raster[row, column] = value
