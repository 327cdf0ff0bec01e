"""Islands that are too small to hold a stack grow."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.distances import clearance
from tools.mapmaker.filling import Raster, disc
from tools.mapmaker.ground import WATER, Ground

GAP = 5.0
"""Pixels of water that an island which is grown keeps to other land, at full width."""


def raise_islands(ground: Ground, islands: Sequence[str]) -> None:
    """Islands that are smaller than their least size grow into the sea around them."""
    for space in islands:
        spot = ground.spots[space]
        label = ground.labels[space]
        least = spot.least * ground.zoom**2
        if not (ground.raster == label).any():
            radius = max(1.5, (least / max(1, len(spot.points)) / np.pi) ** 0.5 * 0.6)
            for point in spot.points:
                disc(ground.raster, ground.plane.pixel(point), radius, label, ground.wraps)
        size = int((ground.raster == label).sum())
        if size < least:
            swell(ground, label, least)


def swell(ground: Ground, label: int, least: float) -> None:
    """Grow one island evenly until it is large enough, without coming near other land."""
    rows, columns = np.nonzero(ground.raster == label)
    if not len(rows):
        return
    reach = int(least**0.5) + int(GAP) + 8
    shift = int(columns[0]) - ground.plane.width // 2 if ground.wraps else 0
    turned = np.roll(ground.raster, -shift, axis=1)
    rows, columns = np.nonzero(turned == label)
    top, bottom = max(0, rows.min() - reach), rows.max() + reach
    left, right = max(0, columns.min() - reach), columns.max() + reach
    window = turned[top:bottom, left:right]
    open_water = (window == WATER) & ~near(window, label, GAP * ground.zoom)
    away = rounded(window == label, open_water)
    candidates = np.sort(away[np.isfinite(away)])
    if len(candidates) == 0:
        return
    limit = candidates[min(len(candidates), int(least)) - 1]
    window[(away <= limit) & open_water] = label
    ground.raster = np.roll(turned, shift, axis=1)


def near(window: Raster, label: int, gap: float) -> NDArray[np.bool_]:
    """Water close to land of another label."""
    other = (window != label) & (window != WATER)
    found: NDArray[np.bool_] = distances(other, window == WATER, gap) <= gap
    return found


def rounded(source: Raster, free: Raster) -> NDArray[np.float64]:
    """Straight distances from a set of pixels, but only where no long way round leads there."""
    steps = distances(source, free)
    straight = clearance(source.astype(np.int16), False)
    reached: NDArray[np.float64] = np.where(steps <= 1.5 * straight + 2.0, straight, np.inf)
    reached[source] = 0.0
    return reached


def distances(source: Raster, free: Raster, farthest: float = np.inf) -> NDArray[np.float64]:
    """How far each pixel is from a set of pixels, through free ones; infinitely if too far."""
    reached = np.where(source, 0.0, np.inf)
    front = source.copy()
    # Alternating square and diamond steps come near to straight distances.
    step = 0
    while step < farthest:
        step += 1
        wider = front.copy()
        wider[1:] |= front[:-1]
        wider[:-1] |= front[1:]
        wider[:, 1:] |= front[:, :-1]
        wider[:, :-1] |= front[:, 1:]
        if step % 2:
            wider[1:, 1:] |= front[:-1, :-1]
            wider[:-1, :-1] |= front[1:, 1:]
            wider[1:, :-1] |= front[:-1, 1:]
            wider[:-1, 1:] |= front[1:, :-1]
        wider &= free | source
        new = wider & ~front
        if not new.any():
            break
        reached[new] = step
        front = wider
    return reached
