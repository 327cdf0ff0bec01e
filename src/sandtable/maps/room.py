"""The free room of a shape: where a box fits, and what is left when it stands there.

A shape is cut into level strips. Of each strip those intervals are kept whose whole height lies
inside the shape, so that a box made of them is inside as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Ring = Sequence[tuple[float, float]]
Span = tuple[float, float]


class Box(NamedTuple):
    """A rectangle by its left upper corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def grown(self, by: float) -> Box:
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


class Room:
    """What is still free of a shape. `margin` keeps boxes away from its edge.

    A shape is given by its rings, or as lines that make rings together and are not `closed`.
    """

    def __init__(
        self, rings: Iterable[Ring], step: float, margin: float = 0.0, *, closed: bool = True
    ) -> None:
        kept = [ring for ring in rings if len(ring) > 1]
        heights = [y for ring in kept for _, y in ring]
        self.top = min(heights, default=0.0)
        self.step = step
        count = math.ceil((max(heights, default=0.0) - self.top) / step) if heights else 0
        crossings: list[list[float]] = [[] for _ in range(count)]
        blocked: list[list[Span]] = [[] for _ in range(count)]
        for ring in kept:
            previous = ring[-1] if closed else ring[0]
            for point in ring:
                if point != previous:
                    self._edge(previous, point, margin, crossings, blocked)
                previous = point
        self.free = [
            without(paired(sorted(found)), merged(taken))
            for found, taken in zip(crossings, blocked, strict=True)
        ]
        self.widest = max((b - a for spans in self.free for a, b in spans), default=0.0)
        self.area = step * sum(b - a for spans in self.free for a, b in spans)

    def _edge(
        self,
        a: tuple[float, float],
        b: tuple[float, float],
        margin: float,
        crossings: list[list[float]],
        blocked: list[list[Span]],
    ) -> None:
        """Enter one edge of the shape into the strips that it passes, or passes near."""
        (x1, y1), (x2, y2) = (a, b) if a[1] <= b[1] else (b, a)
        slope = (x2 - x1) / (y2 - y1) if y2 > y1 else 0.0
        first = max(0, math.floor((y1 - margin - self.top) / self.step))
        last = min(len(crossings) - 1, math.floor((y2 + margin - self.top) / self.step))
        for i in range(first, last + 1):
            upper = self.top + i * self.step
            if slope:
                ends = [
                    x1 + (min(max(y, y1), y2) - y1) * slope
                    for y in (upper - margin, upper + self.step + margin)
                ]
            else:
                ends = [x1, x2]
            blocked[i].append((min(ends) - margin, max(ends) + margin))
            middle = upper + self.step / 2
            if y1 <= middle < y2:
                crossings[i].append(x1 + (middle - y1) * slope)

    def find(
        self, width: float, height: float, near: tuple[float, float], reach: float = math.inf
    ) -> Box | None:
        """The place nearest to a point where a box fits, its middle within `reach` of the point."""
        if width > self.widest or width * height > self.area:
            return None
        count = max(1, math.ceil(height / self.step - 1e-9))
        slack = count * self.step - height
        first, last = 0, len(self.free)
        left, right = -math.inf, math.inf
        if reach < math.inf:
            first = max(first, math.floor((near[1] - reach - height - self.top) / self.step))
            last = min(last, math.ceil((near[1] + reach + height - self.top) / self.step))
            left, right = near[0] - reach - width, near[0] + reach + width
        wide: list[list[Span]] = [[]] * max(0, first)
        wide += [
            [(a, b) for a, b in spans if b - a >= width and a < right and b > left]
            for spans in self.free[first : max(first, last)]
        ]
        best: tuple[float, float, float] | None = None
        order = sorted(
            windows(wide, count),
            key=lambda i: abs(self.top + (i + count / 2) * self.step - near[1]),
        )
        for i in order:
            top = self.top + i * self.step
            y = min(max(near[1] - height / 2, top), top + slack)
            dy = y + height / 2 - near[1]
            if abs(dy) > reach or (best is not None and dy * dy >= best[0]):
                break
            for start, end in shared(wide[i : i + count], width):
                x = min(max(near[0] - width / 2, start), end - width)
                dx = x + width / 2 - near[0]
                found = dx * dx + dy * dy, x, y
                if found[0] <= reach * reach and (best is None or found < best):
                    best = found
        return None if best is None else Box(best[1], best[2], width, height)

    def holds(self, point: tuple[float, float]) -> bool:
        """Whether a point is free."""
        i = math.floor((point[1] - self.top) / self.step)
        if not 0 <= i < len(self.free):
            return False
        return any(left <= point[0] <= right for left, right in self.free[i])

    def take(self, box: Box, gap: float = 0.0) -> None:
        """Let nothing else stand where this box does, nor too near to it."""
        first = max(0, math.floor((box.y - gap - self.top) / self.step + 1e-9))
        last = math.ceil((box.y + box.height + gap - self.top) / self.step - 1e-9)
        cut = [(box.x - gap, box.x + box.width + gap)]
        for i in range(first, min(last, len(self.free))):
            self.free[i] = without(self.free[i], cut)

    def take_line(self, a: tuple[float, float], b: tuple[float, float], gap: float) -> None:
        """Let nothing stand on a line, nor too near to it."""
        (x1, y1), (x2, y2) = (a, b) if a[1] <= b[1] else (b, a)
        slope = (x2 - x1) / (y2 - y1) if y2 > y1 else 0.0
        first = max(0, math.floor((y1 - gap - self.top) / self.step))
        last = math.ceil((y2 + gap - self.top) / self.step)
        for i in range(first, min(last, len(self.free))):
            upper = self.top + i * self.step
            ends = [x1, x2]
            if slope:
                levels = (upper - gap, upper + self.step + gap)
                ends = [x1 + (min(max(y, y1), y2) - y1) * slope for y in levels]
            self.free[i] = without(self.free[i], [(min(ends) - gap, max(ends) + gap)])

    def copy(self) -> Room:
        """Another one, to try things in; strips are replaced, never changed."""
        found = Room((), self.step)
        found.top, found.free = self.top, list(self.free)
        found.widest, found.area = self.widest, self.area
        return found


def paired(ends: list[float]) -> list[Span]:
    return list(zip(ends[::2], ends[1::2], strict=False))


def merged(spans: list[Span]) -> list[Span]:
    """The same ground as intervals that are apart, in order."""
    found: list[Span] = []
    for left, right in sorted(spans):
        if found and left <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], right)
        else:
            found.append((left, right))
    return found


def without(spans: list[Span], taken: list[Span]) -> list[Span]:
    """What is left of some intervals. Both lists are in order."""
    found = []
    for left, right in spans:
        for start, end in taken:
            if end <= left:
                continue
            if start >= right:
                break
            if start > left:
                found.append((left, start))
            left = max(left, end)
            if left >= right:
                break
        if left < right:
            found.append((left, right))
    return found


def windows(strips: list[list[Span]], count: int) -> list[int]:
    """Where so many strips in a row begin of which none is full."""
    found = []
    run = 0
    for i, spans in enumerate(strips):
        run = run + 1 if spans else 0
        if run >= count:
            found.append(i - count + 1)
    return found


def shared(strips: list[list[Span]], width: float) -> list[Span]:
    """Intervals at least so wide that are free in all of some strips."""
    found = strips[0]
    for strip in strips[1:]:
        found = common(found, strip, width)
        if not found:
            break
    return found


def common(some: list[Span], others: list[Span], width: float) -> list[Span]:
    """What two lists of intervals share, if it is at least so wide."""
    if some is others:
        return some
    found = []
    i = j = 0
    while i < len(some) and j < len(others):
        a, b = some[i], others[j]
        left = a[0] if a[0] > b[0] else b[0]
        right = a[1] if a[1] < b[1] else b[1]
        if right - left >= width:
            found.append((left, right))
        if a[1] < b[1]:
            i += 1
        else:
            j += 1
    return found
