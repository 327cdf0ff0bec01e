"""Labels that spread over free pixels, and connected parts."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

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


@numba.njit(cache=True)
def _sweep(labels, distance, free, wraps, farthest):  # type: ignore[no-untyped-def]
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


@numba.njit(cache=True)
def _open(free, y, x, v, u):  # type: ignore[no-untyped-def]
    """Whether the two pixels that a knight's move passes can be passed."""
    dy, dx = v - y, u - x
    if abs(dx) == 2:
        step = dx // 2
        return free[y, x + step] and free[v, x + step]
    step = dy // 2
    return free[y + step, x] and free[y + step, u]


def gather(labels: Raster, free: Raster, wraps: bool, least: float) -> Raster:
    """Small loose parts of a label, among free pixels, go to the labels around them."""
    numbers, sizes = parts(labels, wraps)
    owners = np.zeros(len(sizes), np.int64)
    owners[numbers.ravel()] = labels.ravel()
    largest = np.zeros(owners.max() + 1)
    np.maximum.at(largest, owners[owners >= 0], sizes[owners >= 0])
    small = (owners >= 0) & (sizes < least) & (sizes < largest[owners])
    loose = small[numbers] & free
    if not loose.any():
        return labels
    kept = np.where(free & ~loose, labels, FREE).astype(labels.dtype)
    return np.where(loose, grow(kept, loose, wraps), labels)


@numba.njit(cache=True)
def parts(labels, wraps):  # type: ignore[no-untyped-def]
    """Number the connected parts (of equal labels, over edges): a raster of numbers, and sizes."""
    height, width = labels.shape
    numbers = np.full((height, width), -1, np.int32)
    sizes = [0]
    sizes.clear()
    stack = np.empty(height * width, np.int64)
    for sy in range(height):
        for sx in range(width):
            if numbers[sy, sx] != -1:
                continue
            number = len(sizes)
            label = labels[sy, sx]
            numbers[sy, sx] = number
            stack[0] = sy * width + sx
            top = 1
            size = 0
            while top:
                top -= 1
                y, x = divmod(stack[top], width)
                size += 1
                for k in range(4):
                    v = y + (1 if k == 0 else -1 if k == 1 else 0)
                    u = x + (1 if k == 2 else -1 if k == 3 else 0)
                    if v < 0 or v >= height:
                        continue
                    if u < 0 or u >= width:
                        if not wraps:
                            continue
                        u %= width
                    if numbers[v, u] == -1 and labels[v, u] == label:
                        numbers[v, u] = number
                        stack[top] = v * width + u
                        top += 1
            sizes.append(size)
    return numbers, np.array(sizes)
