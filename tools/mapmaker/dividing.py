"""Areas that several spaces claim are divided among them."""

from __future__ import annotations

import zlib
from itertools import pairwise

import numpy as np

from tools.mapmaker.description import Border
from tools.mapmaker.filling import fill_rings
from tools.mapmaker.ground import Ground
from tools.mapmaker.projection import Plane, Points

STEP = 3.0
"""Pixels between the points that stand for a border."""
APART = 1.0
"""Pixels from a border to the points on its sides."""
BENDS = 4
"""How often the pieces of a border are bent in their middle."""
ROUGH = 0.18
"""How far they are bent at most, as a part of their length."""


def divide(ground: Ground, rings: list[Points], spaces: list[str]) -> None:
    """Share an area among several spaces: each pixel goes to the nearest of their points.

    A border between two of them counts as a row of points on either side of it.
    """
    mask = np.zeros_like(ground.raster, dtype=np.uint8)
    fill_rings(mask, rings, 1, ground.wraps)
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return
    best = np.full(len(rows), np.inf)
    label = np.zeros(len(rows), np.int16)
    for space in spaces:
        points = [ground.plane.pixel(point) for point in ground.spots[space].points]
        for border in ground.borders:
            if space in border.between and set(border.between) <= set(spaces):
                points += beside(ground.plane, border, space == border.between[0])
        for x, y in points:
            across = np.abs(columns + 0.5 - x)
            if ground.wraps:
                across = np.minimum(across, ground.plane.turn - across)
            away = np.hypot(across, rows + 0.5 - y)
            nearer = away < best
            best[nearer] = away[nearer]
            label[nearer] = ground.labels[space]
    ground.raster[rows, columns] = label


def beside(plane: Plane, border: Border, left: bool) -> list[tuple[float, float]]:
    """Pixels along one side of a border."""
    line = roughened(np.array([plane.pixel(point) for point in border.line]), repr(border.line))
    found = []
    for start, end in pairwise(line):
        gap = end - start
        length = float(np.hypot(*gap))
        if length == 0.0:
            continue
        away = np.array([gap[1], -gap[0]]) / length * (APART if left else -APART)
        for part in np.arange(0.5 / np.ceil(length / STEP), 1.0, 1.0 / np.ceil(length / STEP)):
            x, y = start + gap * part + away
            found.append((float(x), float(y)))
    return found


def roughened(line: Points, name: str) -> Points:
    """A line with bends like those of a surveyed border; always the same ones for a name."""
    chance = np.random.default_rng(zlib.crc32(name.encode()))
    for _ in range(BENDS):
        gaps = np.diff(line, axis=0)
        aside = np.column_stack((gaps[:, 1], -gaps[:, 0])) * chance.uniform(
            -ROUGH, ROUGH, (len(gaps), 1)
        )
        finer = np.empty((2 * len(line) - 1, 2))
        finer[::2] = line
        finer[1::2] = line[:-1] + gaps / 2 + aside
        line = finer
    return line
