"""Labels that spread over free pixels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.compiling import compiled
from tools.mapmaker.parts import parts_of

FREE = -1
"""A pixel without a label yet."""

Raster = NDArray[Any]


def grow(labels: Raster, free: Raster, wraps: bool, *, farthest: float = np.inf) -> Raster:
    """Labels spread over free pixels, each pixel taking the label that is nearest on the way.

    Distances are measured through free pixels only, so water does not spread across land.
    """
    result = labels.copy()
    distance = np.where((labels != FREE), 0.0, np.inf).astype(np.float32)
    while _sweep(result, distance, free, wraps, farthest):
        pass
    return result


@compiled
def _sweep(
    labels: Raster, distance: NDArray[np.float32], free: Raster, wraps: bool, farthest: float
) -> bool:
    """Four passes over the raster, one from each corner; whether anything changed."""
    height, width = labels.shape
    rows = np.array([0, -1, -1, -1, -1, -1, -2, -2])
    columns = np.array([-1, 0, -1, 1, -2, 2, -1, 1])
    costs = np.array([1.0, 1.0, 2.0**0.5, 2.0**0.5, 5.0**0.5, 5.0**0.5, 5.0**0.5, 5.0**0.5])
    changed = False
    for corner in range(4):
        down = 1 if corner < 2 else -1
        right = 1 if corner % 2 == 0 else -1
        for i in range(height):
            y = i if down == 1 else height - 1 - i
            for _lap in range(2 if wraps else 1):
                for j in range(width):
                    x = j if right == 1 else width - 1 - j
                    if not free[y, x]:
                        continue
                    best = distance[y, x]
                    label = labels[y, x]
                    for k in range(8):
                        v = y + rows[k] * down
                        u = x + columns[k] * right
                        if v < 0 or v >= height:
                            continue
                        if u < 0 or u >= width:
                            if not wraps:
                                continue
                            u %= width
                        if labels[v, u] == FREE:
                            continue
                        if k >= 4 and (abs(u - x) > 2 or not _open(free, y, x, v, u)):
                            continue
                        found = distance[v, u] + costs[k]
                        if found < best - 1e-4 and found <= farthest:
                            best = found
                            label = labels[v, u]
                    if best < distance[y, x]:
                        distance[y, x] = best
                        labels[y, x] = label
                        changed = True
    return changed


@compiled
def _open(free: Raster, y: int, x: int, v: int, u: int) -> bool:
    """Whether the two pixels that a knight's move passes can be passed."""
    dy, dx = v - y, u - x
    if abs(dx) == 2:
        step = dx // 2
        return bool(free[y, x + step] and free[v, x + step])
    step = dy // 2
    return bool(free[y + step, x] and free[y + step, u])


def gather(labels: Raster, free: Raster, wraps: bool, least: float) -> Raster:
    """Small loose parts of a label, among free pixels, go to the labels around them."""
    parts = parts_of(labels, wraps)
    small = parts.lesser(np.full(int(labels.max()) + 1, least))
    loose = small[parts.numbers] & free
    if not loose.any():
        return labels
    kept = np.where(free & ~loose, labels, FREE).astype(labels.dtype)
    return np.where(loose, grow(kept, loose, wraps), labels)
