"""Taking away specks, and what is one pixel wide and leads nowhere.

Short spits and inlets of one pixel would be drawn as knots. They are given to the region around
them, pixel by pixel from the tip, but only where no third region is near. Parts of a few pixels go
the same way if two regions touch elsewhere too. So the same regions touch as before, and none falls
apart.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.compiling import compiled
from tools.mapmaker.contacts import contacts

LONGEST = 12  # pixels; what is longer is no knot but a shape of its own
SPECK = 12  # pixels; what is larger is no speck


def tidy(labels: NDArray[np.int16]) -> NDArray[np.int16]:
    """The raster without specks, spits and inlets; its outermost pixels stay as they are."""
    return without_spits(without_specks(labels))


def without_specks(labels: NDArray[np.int16]) -> NDArray[np.int16]:
    """Gives small parts that lie in one other region to it."""
    labels = labels.copy()
    touching = {pair: each.length for pair, each in contacts(labels, False).items()}
    pixels, starts, others, edges = parts(labels)
    sizes = np.diff(starts)
    owners = labels.ravel()[pixels[starts[:-1]]]
    main: dict[int, int] = {}
    for part in np.argsort(sizes, kind="stable").tolist():
        main[int(owners[part])] = part
    for part in np.flatnonzero((sizes <= SPECK) & (others >= 0)).tolist():
        a, b, count = int(owners[part]), int(others[part]), int(edges[part])
        pair = (min(a, b), max(a, b))
        if main[a] != part and touching[pair] > count:
            touching[pair] -= count
            labels.ravel()[pixels[starts[part] : starts[part + 1]]] = b
    return labels


@compiled
def parts(
    labels: NDArray[np.int16],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The connected parts: their pixels one part after the other, and where each part starts.

    Then, for each, the one label around it, or -1 if there are several or it is at the edge of the
    raster; and how many pixel edges it shares with that.
    """
    height, width = labels.shape
    pixels = np.empty(height * width, dtype=np.int64)
    starts = np.empty(height * width + 1, dtype=np.int64)
    others = np.empty(height * width, dtype=np.int64)
    edges = np.zeros(height * width, dtype=np.int64)
    seen = np.zeros((height, width), dtype=np.bool_)
    count = size = 0
    for first in range(height * width):
        if seen[first // width, first % width]:
            continue
        own = labels[first // width, first % width]
        other, several = -1, False
        starts[count] = at = size
        seen[first // width, first % width] = True
        pixels[size] = first
        size += 1
        while at < size:
            y, x = pixels[at] // width, pixels[at] % width
            at += 1
            for way in range(4):
                near_x = x + int(way == 0) - int(way == 1)
                near_y = y + int(way == 2) - int(way == 3)
                if not (0 <= near_x < width and 0 <= near_y < height):
                    several = True
                elif labels[near_y, near_x] != own:
                    near = int(labels[near_y, near_x])
                    several = several or (other >= 0 and other != near)
                    other = near
                    edges[count] += 1
                elif not seen[near_y, near_x]:
                    seen[near_y, near_x] = True
                    pixels[size] = near_y * width + near_x
                    size += 1
        others[count] = -1 if several else other
        count += 1
    starts[count] = size
    return pixels, starts[: count + 1].copy(), others[:count].copy(), edges[:count].copy()


@compiled
def around(labels: NDArray[np.int16], x: int, y: int) -> tuple[int, int, int, int]:
    """What is about a pixel: how many of its label beside it, where the last of these is, and
    the one other label near it; that is its own if there are several."""
    own = labels[y, x]
    other = own
    beside, next_x, next_y = 0, x, y
    several = False
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            near = labels[y + dy, x + dx]
            if near != own:
                several = several or (other != own and other != near)
                other = near
            elif (dx == 0) != (dy == 0):
                beside += 1
                next_x, next_y = x + dx, y + dy
    return beside, next_x, next_y, own if several else other


@compiled
def without_spits(labels: NDArray[np.int16]) -> NDArray[np.int16]:
    """Gives spits and inlets to the region around them."""
    labels = labels.copy()
    height, width = labels.shape
    way = np.empty((LONGEST, 2), dtype=np.int64)
    for y0 in range(1, height - 1):
        for x0 in range(1, width - 1):
            own = labels[y0, x0]
            x, y, length = x0, y0, 0
            while True:
                if not (0 < x < width - 1 and 0 < y < height - 1):
                    break
                beside, next_x, next_y, other = around(labels, x, y)
                if beside != 1 or other == own:
                    break
                if length == LONGEST:
                    beside = 0
                    break
                labels[y, x] = other
                way[length, 0], way[length, 1] = x, y
                length += 1
                x, y = next_x, next_y
            if length > 0 and beside == 0:  # a thin island: as it was
                for i in range(length):
                    labels[way[i, 1], way[i, 0]] = own
    return labels
