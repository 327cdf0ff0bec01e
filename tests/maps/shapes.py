"""What the tests of the maps ask of shapes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Ring = Sequence[Point]


def holds(rings: Iterable[Ring], point: Point) -> bool:
    """Whether a point is inside a shape with holes."""
    x, y = point
    inside = False
    for ring in rings:
        ax, ay = ring[-1]
        for bx, by in ring:
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
            ax, ay = bx, by
    return inside
