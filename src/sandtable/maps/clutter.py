"""What lines on the map must not run through: blocks that stand, and other lines."""

from __future__ import annotations

import math
from collections.abc import Iterable

from sandtable.maps.room import Box

Point = tuple[float, float]
Segment = tuple[Point, Point]


class Clutter:
    """Blocks and lines that are on the map already."""

    def __init__(self, boxes: Iterable[Box] = (), lines: Iterable[Segment] = ()) -> None:
        self.boxes = list(boxes)
        self.lines = list(lines)

    def near(self, point: Point, reach: float) -> Clutter:
        """What a line from a point can meet if it is no longer than this."""
        area = Box(*point, 0.0, 0.0).grown(reach)
        return Clutter(
            (box for box in self.boxes if apart(area, box) <= 0),
            (line for line in self.lines if apart(area, around(line)) <= 0),
        )

    def meets(self, line: Segment, gap: float) -> bool:
        """Whether a line runs over anything, or nearer to a block than the gap."""
        return any(touches(line, box.grown(gap)) for box in self.boxes) or any(
            crosses(line, other) for other in self.lines
        )


def distance(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def nearest_point(box: Box, to: Point) -> Point:
    return (
        min(max(to[0], box.x), box.x + box.width),
        min(max(to[1], box.y), box.y + box.height),
    )


def gap_to(box: Box, to: Point) -> float:
    return distance(nearest_point(box, to), to)


def apart(a: Box, b: Box) -> float:
    """How far two boxes are from each other; 0 if they meet."""
    dx = max(a.x - b.x - b.width, b.x - a.x - a.width, 0.0)
    dy = max(a.y - b.y - b.height, b.y - a.y - a.height, 0.0)
    return math.hypot(dx, dy)


def around(line: Segment) -> Box:
    (ax, ay), (bx, by) = line
    return Box(min(ax, bx), min(ay, by), abs(ax - bx), abs(ay - by))


def touches(line: Segment, box: Box) -> bool:
    """Whether a line goes through a box."""
    low, high = 0.0, 1.0
    sides = (box.x, box.x + box.width), (box.y, box.y + box.height)
    for start, end, (first, last) in zip(*line, sides, strict=True):
        way = end - start
        if abs(way) < 1e-9:
            if not first < start < last:
                return False
            continue
        ends = (first - start) / way, (last - start) / way
        low, high = max(low, min(ends)), min(high, max(ends))
    return low < high


def crosses(line: Segment, other: Segment) -> bool:
    """Whether two lines have a point in common that is no end of either."""
    (a, b), (c, d) = line, other
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def turn(a: Point, b: Point, c: Point) -> float:
    """Positive if the way from a over b to c turns one way, negative if it turns the other."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
