"""The connected parts of a raster's labels; pixels hang together over edges, not over corners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.compiling import compiled

Raster = NDArray[Any]


@dataclass(frozen=True)
class Parts:
    """Parts by number."""

    numbers: Raster
    """The part that each pixel belongs to."""
    sizes: NDArray[np.int64]
    owners: NDArray[np.int64]
    """The label of each part."""

    def lesser(self, least: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Parts below the least size of their label, unless it has no larger one.

        Negative labels, which stand for no region, have none.
        """
        largest = np.zeros(len(least))
        real = self.owners >= 0
        np.maximum.at(largest, self.owners[real], self.sizes[real])
        found: NDArray[np.bool_] = (
            real & (self.sizes < least[self.owners]) & (self.sizes < largest[self.owners])
        )
        return found


def parts_of(labels: Raster, wraps: bool = False) -> Parts:
    """All parts of a raster."""
    numbers, sizes = _numbered(np.ascontiguousarray(labels), wraps)
    owners = np.zeros(len(sizes), np.int64)
    owners[numbers.ravel()] = labels.ravel()
    return Parts(numbers, sizes, owners)


@compiled
def _numbered(labels: Raster, wraps: bool) -> tuple[Raster, NDArray[np.int64]]:
    """Number the connected parts of equal labels: a raster of numbers, and their sizes."""
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
