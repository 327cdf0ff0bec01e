"""Making the picture equal to the graph where only a little is missing.

Each difference is tried with small strokes of the brush: pixels near an unwanted border are given
to a third region, pixels in a gap to one of the regions that should meet. The best stroke that
makes the whole better is kept. What takes more than that is for the description.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.contacts import Difference, Pair, contacts, edge_pixels, touching_edges
from tools.mapmaker.filling import Raster
from tools.mapmaker.making import Sheet
from tools.mapmaker.parts import parts_of

LONGEST = 60.0
"""Pixels, at full width: a longer unwanted border is not mended here."""
WIDEST = 50.0
"""Pixels, at full width: a wider gap is not bridged here."""
WEAK = 16
"""Pixel edges that a wanted border should have at least, to be seen."""
RADII = (1.0, 2.0, 4.0, 7.0, 11.0)
CORNER = 2.0
"""The radius up to which a stroke may move a coast."""
SHORT = 4.0
"""Pixel edges up to which an unwanted border is squeezed into a point."""
CRUMB = 25
"""Pixels: what a stroke cuts off and is smaller is painted with it."""
MARGIN = 14
TRIES = 12
"""Places where a gap is tried to be bridged."""

Mask = NDArray[np.bool_]


@dataclass
class Brush:
    """A stroke: a window of the raster as it would be afterwards."""

    rows: slice
    columns: NDArray[np.intp]
    before: Raster
    after: Raster
    gain: float


class Mender:
    """Improves a sheet's raster stroke by stroke."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.raster = sheet.raster
        self.ashore = sheet.ashore
        self.allowed = sheet.allowed
        self.counts = {
            pair: each.length for pair, each in contacts(self.raster, self.wraps).items()
        }

    @property
    def wraps(self) -> bool:
        return self.sheet.wraps

    def mend(self) -> int:
        """Mend all that can be mended; the number of strokes."""
        strokes = 0
        for _ in range(12):
            done = sum(self.mend_one(each) for each in sorted(self.faults(), key=difficulty))
            strokes += done
            if not done:
                break
        return strokes

    def faults(self) -> list[Difference]:
        """Differences, and wanted borders that are too short to be seen."""
        found = self.sheet.differences()
        for pair, each in contacts(self.raster, self.wraps).items():
            if pair in self.sheet.wanted and each.length < WEAK * self.sheet.zoom:
                found.append(Difference(pair, False, 0.0, each.place))
        return found

    def mend_one(self, fault: Difference) -> bool:
        zoom = self.sheet.zoom
        if fault.size > (LONGEST if fault.unwanted else WIDEST) * zoom:
            return False
        tries = self.parting(fault.pair) if fault.unwanted else self.joining(fault.pair)
        best = max(tries, key=lambda brush: brush.gain, default=None)
        if (best is None or best.gain <= 0) and fault.unwanted:
            best = max(self.crossing(fault), key=lambda brush: brush.gain, default=None)
        if best is None or best.gain <= 0:
            return False
        self.apply(best)
        return True

    def apply(self, brush: Brush) -> None:
        for pair, change in count_changes(brush).items():
            self.counts[pair] = self.counts.get(pair, 0) + change
        self.raster[brush.rows, brush.columns] = brush.after

    def parting(self, pair: Pair) -> Iterator[Brush]:
        """Strokes that give the pixels along an unwanted border to a third region."""
        first, second, x, y = touching_edges(self.raster, self.wraps)
        low, high = np.minimum(first, second), np.maximum(first, second)
        here = (low == pair[0]) & (high == pair[1])
        points = np.column_stack((x[here], y[here]))
        if not len(points):
            return
        for cluster in clusters(points):
            for radius in RADII:
                rows, columns, window = self.window(cluster, radius * self.sheet.zoom)
                near = self.near(cluster, rows, columns, radius * max(self.sheet.zoom, 0.6))
                around = np.unique(window)
                for victims in ((pair[0],), (pair[1],), pair):
                    for third in around.tolist():
                        if third in victims or not self.may_take(third, victims, radius):
                            continue
                        chosen = near & np.isin(window, victims)
                        yield from self.stroke(rows, columns, window, chosen, third)

    def may_take(self, third: int, victims: Sequence[int], radius: float) -> bool:
        """Land takes land and water takes water, but for the last pixels of a coast's corner."""
        alike = all(self.ashore[each] == self.ashore[third] for each in victims)
        return alike or radius <= CORNER

    def crossing(self, fault: Difference) -> Iterator[Brush]:
        """Strokes of two by two pixels that make four regions meet in one point."""
        if fault.size > SHORT:
            return
        at = np.array([fault.place])
        rows, columns, window = self.window(at, 1.0)
        down, across = np.argwhere(self.away(at, rows, columns) <= 1.0)[0]
        near = window[max(0, down - 2) : down + 3, max(0, across - 2) : across + 3]
        labels = np.unique(near).tolist()
        if len(labels) > 5:
            return
        for row in range(max(0, down - 2), min(down + 2, len(window) - 1)):
            for column in range(max(0, across - 2), min(across + 2, window.shape[1] - 1)):
                for four in permutations(labels, 4):
                    after = window.copy()
                    after[row : row + 2, column : column + 2] = np.reshape(four, (2, 2))
                    yield from self.judge(rows, columns, window, after)

    def joining(self, pair: Pair) -> Iterator[Brush]:
        """Strokes that fill a gap between two regions which should meet."""
        for start, end in closest(self.raster, pair):
            steps = int(np.abs(end - start).max()) + 1
            line = start + (end - start) * np.linspace(0.0, 1.0, steps)[:, None]
            for radius in RADII[1:]:
                rows, columns, window = self.window(line, radius * self.sheet.zoom)
                near = self.near(line, rows, columns, radius * max(self.sheet.zoom, 0.6))
                others = near & ~np.isin(window, pair)
                for painter in pair:
                    same = self.ashore[window] == self.ashore[painter]
                    yield from self.stroke(rows, columns, window, others & same, painter)
                if self.ashore[pair[0]] == self.ashore[pair[1]]:
                    yield from self.halves(rows, columns, window, others, pair, (start, end))

    def halves(
        self,
        rows: slice,
        columns: NDArray[np.intp],
        window: Raster,
        chosen: Mask,
        pair: Pair,
        ends: tuple[NDArray[np.float64], NDArray[np.float64]],
    ) -> Iterator[Brush]:
        """Both regions come half of the way."""
        chosen = chosen & (self.ashore[window] == self.ashore[pair[0]])
        after = window.copy()
        first = self.away(ends[0][None], rows, columns) < self.away(ends[1][None], rows, columns)
        for painter, half in zip(pair, (first, ~first), strict=True):
            mask = self.harmless(window, chosen & half, painter, keep=chosen)
            after[mask] = painter
        yield from self.judge(rows, columns, window, after)

    def stroke(
        self, rows: slice, columns: NDArray[np.intp], window: Raster, chosen: Mask, painter: int
    ) -> Iterator[Brush]:
        mask = self.harmless(window, chosen, painter, keep=chosen)
        if mask.any():
            after = window.copy()
            after[mask] = painter
            sweep_crumbs(after, np.unique(window[mask]), painter)
            yield from self.judge(rows, columns, window, after)

    def harmless(self, window: Raster, chosen: Mask, painter: int, keep: Mask) -> Mask:
        """The chosen pixels that would not touch a region which the painter must not touch."""
        forbidden = ~self.allowed[painter][window] & ~keep
        beside = np.zeros_like(forbidden)
        beside[1:] |= forbidden[:-1]
        beside[:-1] |= forbidden[1:]
        beside[:, 1:] |= forbidden[:, :-1]
        beside[:, :-1] |= forbidden[:, 1:]
        found: Mask = chosen & ~beside
        return found

    def judge(
        self, rows: slice, columns: NDArray[np.intp], before: Raster, after: Raster
    ) -> Iterator[Brush]:
        """The stroke, unless it breaks a region apart."""
        if (before == after).all() or breaks_apart(before, after):
            return
        brush = Brush(rows, columns, before, after, 0.0)
        gain = -0.02 * float((before != after).sum())
        for pair, change in count_changes(brush).items():
            old = self.counts.get(pair, 0)
            gain += self.cost(pair, old) - self.cost(pair, old + change)
        brush.gain = gain
        yield brush

    def cost(self, pair: Pair, length: int) -> float:
        """How bad a border of that length is."""
        if not self.allowed[pair]:
            return 20.0 + length if length else 0.0
        if pair not in self.sheet.wanted:
            return 0.0
        weak = WEAK * self.sheet.zoom
        return 100.0 if length == 0 else max(0.0, weak - length)

    def window(
        self, points: NDArray[np.float64], radius: float
    ) -> tuple[slice, NDArray[np.intp], Raster]:
        """The part of the raster around points, across the seam where there is one."""
        height, width = self.raster.shape
        reach = int(radius) + MARGIN
        low, high = points.min(axis=0).astype(int) - reach, points.max(axis=0).astype(int) + reach
        rows = slice(max(0, low[1]), min(height, high[1] + 1))
        if self.wraps:
            columns = np.arange(low[0], high[0] + 1) % width
        else:
            columns = np.arange(max(0, low[0]), min(width, high[0] + 1))
        return rows, columns, self.raster[rows, columns].copy()

    def away(
        self, points: NDArray[np.float64], rows: slice, columns: NDArray[np.intp]
    ) -> NDArray[np.float64]:
        """How far the pixels of a window are from the nearest of some points."""
        y = np.arange(rows.start, rows.stop) + 0.5
        x = columns + 0.5
        best = np.full((len(y), len(x)), np.inf)
        for px, py in points:
            across = np.abs(x - px)
            if self.wraps:
                across = np.minimum(across, self.raster.shape[1] - across)
            np.minimum(best, np.hypot(across[None, :], (y - py)[:, None]), out=best)
        return best

    def near(
        self,
        points: NDArray[np.float64],
        rows: slice,
        columns: NDArray[np.intp],
        radius: float,
    ) -> Mask:
        found: Mask = self.away(points, rows, columns) <= radius
        return found


def difficulty(fault: Difference) -> tuple[float, Pair]:
    return fault.size, fault.pair


def count_changes(brush: Brush) -> dict[Pair, int]:
    """How the lengths of borders change in a window."""
    changes = {pair: -each.length for pair, each in contacts(brush.before, False).items()}
    for pair, each in contacts(brush.after, False).items():
        changes[pair] = changes.get(pair, 0) + each.length
    return {pair: change for pair, change in changes.items() if change}


def breaks_apart(before: Raster, after: Raster) -> bool:
    """Whether a region is in more parts, or gone, within a window."""
    old, new = part_counts(before), part_counts(after)
    return any(label not in new or new[label] > count for label, count in old.items())


def sweep_crumbs(window: Raster, victims: NDArray[np.int16], painter: int) -> None:
    """Crumbs of the painted regions that a stroke has cut off are painted as well."""
    parts = parts_of(window)
    numbers = parts.numbers
    edge = np.unique(np.r_[numbers[0], numbers[-1], numbers[:, 0], numbers[:, -1]])
    crumbs = parts.sizes < CRUMB
    crumbs[edge] = False
    window[crumbs[numbers] & np.isin(window, victims)] = painter


def part_counts(window: Raster) -> dict[int, int]:
    labels, counts = np.unique(parts_of(window).owners, return_counts=True)
    return dict(zip(labels.tolist(), counts.tolist(), strict=True))


def clusters(points: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Points in groups that lie close together, smallest group first."""
    left = list(range(len(points)))
    groups = []
    while left:
        group = [left.pop()]
        for member in group:
            close = [i for i in left if np.abs(points[i] - points[member]).max() <= 4.0]
            group += close
            left = [i for i in left if i not in close]
        groups.append(points[group])
    return sorted(groups, key=len)


def closest(
    raster: Raster, pair: Pair
) -> Iterable[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Pairs of points where two regions come near each other, nearest first, well apart."""
    sides = []
    for label in pair:
        rows, columns = edge_pixels(raster, label)
        step = max(1, len(rows) // 1500)
        sides.append(np.column_stack((columns[::step] + 0.5, rows[::step] + 0.5)))
    if not len(sides[0]) or not len(sides[1]):
        return
    gaps = np.hypot(*(sides[0][:, None] - sides[1][None]).transpose(2, 0, 1))
    partner = gaps.argmin(axis=1)
    nearest = gaps[np.arange(len(partner)), partner]
    taken: list[NDArray[np.float64]] = []
    for index in np.argsort(nearest, kind="stable"):
        start, end = sides[0][index], sides[1][partner[index]]
        if all(np.abs(start - other).max() > 12 for other in taken):
            taken.append(start)
            yield start, end
        if len(taken) >= TRIES:
            return
