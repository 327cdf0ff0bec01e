"""How far every pixel is from the nearest one of another label."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.compiling import compiled

FAR = 1 << 20


@compiled
def clearance(labels: NDArray[np.int16], framed: bool) -> NDArray[np.float32]:
    """The distance from each pixel's middle to the nearest middle of a pixel of another label.

    With a frame, all around the raster is of another label.
    """
    height, width = labels.shape
    upright = np.empty((height, width), dtype=np.int32)
    beyond = 0 if framed else FAR
    for x in range(width):
        run = beyond
        for y in range(height):
            if y > 0 and labels[y, x] != labels[y - 1, x]:
                run = 0
            run = min(run + 1, FAR)
            upright[y, x] = run
        run = beyond
        for y in range(height - 1, -1, -1):
            if y < height - 1 and labels[y, x] != labels[y + 1, x]:
                run = 0
            run = min(run + 1, FAR)
            upright[y, x] = min(run, upright[y, x])
    result = np.empty((height, width), dtype=np.float32)
    # Along a row, within a run of one label: the lower envelope of a parabola per pixel.
    low = np.empty(width + 2, dtype=np.int64)
    value = np.empty(width + 2, dtype=np.int64)
    from_x = np.empty(width + 3, dtype=np.float64)
    for y in range(height):
        start = 0
        while start < width:
            end = start + 1
            while end < width and labels[y, end] == labels[y, start]:
                end += 1
            top = -1
            for x in range(start - 1, end + 1):
                if start <= x < end:
                    high = np.int64(upright[y, x])
                elif framed or 0 <= x < width:
                    high = np.int64(0)
                else:
                    continue
                square = high * high
                while top >= 0:
                    at = (square + x * x - value[top] - low[top] * low[top]) / (
                        2.0 * (x - low[top])
                    )
                    if at > from_x[top]:
                        break
                    top -= 1
                top += 1
                low[top] = x
                value[top] = square
                if top == 0:
                    from_x[top] = -np.inf
                else:
                    below = top - 1
                    from_x[top] = (square + x * x - value[below] - low[below] * low[below]) / (
                        2.0 * (x - low[below])
                    )
            piece = 0
            for x in range(start, end):
                while piece < top and from_x[piece + 1] < x:
                    piece += 1
                away = x - low[piece]
                result[y, x] = np.sqrt(np.float64(value[piece] + away * away))
            start = end
    return result
