"""Questions about lines and areas on a grid of whole numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

CELL = 96  # steps of the grid; a segment is compared with those that share a cell with it

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Arc = tuple[tuple[int, int], ...]


def doubled_area(ring: Sequence[tuple[int, int]]) -> int:
    """Twice the area of a closed ring, positive if it runs clockwise on a picture."""
    total = 0
    for i in range(len(ring) - 1):
        total += ring[i][0] * ring[i + 1][1] - ring[i + 1][0] * ring[i][1]
    return total


def clashes(arcs: Sequence[Arc]) -> list[tuple[int, int, tuple[int, int]]]:
    """Where lines cross or touch other than by meeting at their ends: two numbers and a place."""
    points = [np.array(arc, dtype=np.int64) for arc in arcs]
    start = np.concatenate([each[:-1] for each in points])
    end = np.concatenate([each[1:] for each in points])
    sizes = np.array([len(each) - 1 for each in points])
    owner = np.repeat(np.arange(len(points)), sizes)
    place = np.arange(len(owner)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    one, two = neighbors(start, end)
    one, two = np.minimum(one, two), np.maximum(one, two)
    meeting = meet(start[one], end[one], start[two], end[two])
    one, two = one[meeting], two[meeting]
    found = []
    rings = np.array([len(each) > 1 and bool((each[0] == each[-1]).all()) for each in points])
    for i, j in zip(one.tolist(), two.tolist(), strict=True):
        a, b = int(owner[i]), int(owner[j])
        last_i, last_j = int(sizes[a]) - 1, int(sizes[b]) - 1
        here: set[tuple[int, int]] = set()
        if a == b:
            if place[j] == place[i] + 1:
                here.add(tuple(end[i].tolist()))
            if rings[a] and place[i] == 0 and place[j] == last_j:
                here.add(tuple(start[i].tolist()))
        else:
            ends_i = {tuple(start[i].tolist())} if place[i] == 0 else set()
            ends_i |= {tuple(end[i].tolist())} if place[i] == last_i else set()
            ends_j = {tuple(start[j].tolist())} if place[j] == 0 else set()
            ends_j |= {tuple(end[j].tolist())} if place[j] == last_j else set()
            here = ends_i & ends_j
        if len(here) == 1 and apart(start[i], end[i], start[j], end[j], here.pop()):
            continue
        found.append((a, b, (int(start[i][0]), int(start[i][1]))))
    return found


def apart(a: Ints, b: Ints, c: Ints, d: Ints, common: tuple[int, int]) -> bool:
    """Whether two segments have nothing but a common end in common."""
    ux, uy = (b if tuple(a.tolist()) == common else a).tolist()
    vx, vy = (d if tuple(c.tolist()) == common else c).tolist()
    ux, uy, vx, vy = ux - common[0], uy - common[1], vx - common[0], vy - common[1]
    return bool(ux * vy != uy * vx or ux * vx + uy * vy < 0)


def neighbors(start: Ints, end: Ints) -> tuple[Ints, Ints]:
    """Pairs of segments that may meet because their boxes share a cell; each pair once."""
    low = np.minimum(start, end) // CELL
    high = np.maximum(start, end) // CELL
    wide, tall = high[:, 0] - low[:, 0] + 1, high[:, 1] - low[:, 1] + 1
    which = np.repeat(np.arange(len(start)), wide * tall)
    step = np.arange(len(which)) - np.repeat(np.cumsum(wide * tall) - wide * tall, wide * tall)
    x = low[which, 0] + step % wide[which]
    y = low[which, 1] + step // wide[which]
    cell = (y - low[:, 1].min()) * (high[:, 0].max() + 2 - low[:, 0].min()) + x - low[:, 0].min()
    order = np.argsort(cell, kind="stable")
    cell, which = cell[order], which[order]
    ones, twos = [], []
    for gap in range(1, len(cell)):
        same = cell[gap:] == cell[:-gap]
        if not same.any():
            break
        ones.append(which[:-gap][same])
        twos.append(which[gap:][same])
    if not ones:
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, nothing
    one, two = np.concatenate(ones), np.concatenate(twos)
    keys = np.unique(np.minimum(one, two) * len(start) + np.maximum(one, two))
    return keys // len(start), keys % len(start)


def turn(a: Ints, b: Ints, c: Ints) -> Ints:
    """Twice the signed areas of triangles."""
    found: Ints = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (
        c[:, 0] - a[:, 0]
    )
    return found


def meet(a: Ints, b: Ints, c: Ints, d: Ints) -> NDArray[np.bool_]:
    """For each pair of segments ab and cd whether they have a point in common."""
    boxes = np.ones(len(a), dtype=bool)
    for axis in (0, 1):
        boxes &= np.maximum(a[:, axis], b[:, axis]) >= np.minimum(c[:, axis], d[:, axis])
        boxes &= np.maximum(c[:, axis], d[:, axis]) >= np.minimum(a[:, axis], b[:, axis])
    p, q = np.sign(turn(a, b, c)), np.sign(turn(a, b, d))
    r, s = np.sign(turn(c, d, a)), np.sign(turn(c, d, b))
    found: NDArray[np.bool_] = boxes & (p * q <= 0) & (r * s <= 0)
    return found


class Area:
    """An area bounded by rings, for questions about points in it."""

    def __init__(self, rings: Sequence[Sequence[tuple[float, float]]]) -> None:
        lines = [np.array(ring, dtype=np.float64) for ring in rings]
        self.start: Floats = np.concatenate([line[:-1] for line in lines])
        self.end: Floats = np.concatenate([line[1:] for line in lines])

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is inside."""
        ax, ay, bx, by = *self.start.T, *self.end.T
        spans = (ay > y) != (by > y)
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        return bool(np.count_nonzero(spans & ((side > 0) == (by > ay))) % 2)

    def distance(self, x: float, y: float) -> float:
        """How far the nearest line is from a point."""
        along = self.end - self.start
        length = np.maximum((along**2).sum(axis=1), 1e-12)
        part = np.array([x, y]) - self.start
        t = np.clip((part * along).sum(axis=1) / length, 0.0, 1.0)
        return float(np.hypot(*(part - along * t[:, None]).T).min())

    def cuts(self, west: float, north: float, east: float, south: float) -> bool:
        """Whether a line runs through a rectangle."""
        ax, ay, bx, by = *self.start.T, *self.end.T
        near = (
            (np.maximum(ax, bx) > west)
            & (np.minimum(ax, bx) < east)
            & (np.maximum(ay, by) > north)
            & (np.minimum(ay, by) < south)
        )
        ax, ay, bx, by = ax[near], ay[near], bx[near], by[near]
        sides = [
            (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            for x in (west, east)
            for y in (north, south)
        ]
        above, below = np.min(sides, axis=0) < 0, np.max(sides, axis=0) > 0
        return bool((above & below).any())
