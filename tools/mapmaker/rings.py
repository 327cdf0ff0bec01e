"""Polygons of the regions, made up of arcs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.tracing import Tracing

Ints = NDArray[np.int64]
Ring = list[int]
"""Arcs in order; one that is walked backwards is ~i, as in TopoJSON."""
Polygon = list[Ring]
"""The outline first, then the holes."""


def polygons(tracing: Tracing, positions: Ints, count: int) -> list[list[Polygon]]:
    """For each region its polygons, the largest first."""
    found: list[list[tuple[int, Ring]]] = [[] for _ in range(count)]
    for label, ring in rings(tracing):
        found[label].append((doubled_area(line(tracing, positions, ring)), ring))
    return [assemble(tracing, positions, each) for each in found]


def rings(tracing: Tracing) -> list[tuple[int, Ring]]:
    """All rings of all regions: the region is at the right hand, so that outlines run clockwise."""
    leaving: dict[tuple[int, int], int] = {}
    result: list[tuple[int, Ring]] = []
    starts = tracing.chain[tracing.first[:-1]].tolist()
    ends = tracing.chain[tracing.first[1:] - 1].tolist()
    left, right = tracing.left.tolist(), tracing.right.tolist()
    for arc, closed in enumerate(tracing.closed.tolist()):
        for label, way in ((right[arc], arc), (left[arc], ~arc)):
            if label < 0:
                continue
            if closed:
                result.append((label, [way]))
            else:
                leaving[label, starts[arc] if way >= 0 else ends[arc]] = way
    while leaving:
        (label, node), way = next(iter(leaving.items()))
        ring = []
        while (label, node) in leaving:
            way = leaving.pop((label, node))
            ring.append(way)
            node = ends[way] if way >= 0 else starts[~way]
        result.append((label, ring))
    return result


def line(tracing: Tracing, positions: Ints, ring: Ring) -> Ints:
    """The points of a ring, the first not repeated."""
    pieces = []
    for way in ring:
        arc = way if way >= 0 else ~way
        piece = tracing.chain[tracing.first[arc] : tracing.first[arc + 1]]
        if way < 0:
            piece = piece[::-1]
        pieces.append(piece if tracing.closed[arc] else piece[:-1])
    return positions[np.concatenate(pieces)]


def doubled_area(points: Ints) -> int:
    """Twice the area; positive for a ring that runs clockwise on a picture with y downwards."""
    x, y = points[:, 0], points[:, 1]
    return int((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


def assemble(tracing: Tracing, positions: Ints, found: Sequence[tuple[int, Ring]]) -> list[Polygon]:
    """Gives every hole to the smallest outline around it."""
    outlines = sorted((pair for pair in found if pair[0] > 0), key=lambda pair: -pair[0])
    result: list[Polygon] = [[ring] for _, ring in outlines]
    lines = [line(tracing, positions, ring) for _, ring in outlines]
    for area, ring in sorted(found):
        if area > 0:
            continue
        inside = line(tracing, positions, ring)[0]
        around = [i for i, each in enumerate(lines) if encloses(each, inside)]
        result[around[-1]].append(ring)
    return result


def encloses(points: Ints, place: Ints) -> bool:
    """Whether a place is inside a ring; it is on none of them."""
    x, y = points[:, 0], points[:, 1]
    if not (x.min() <= place[0] <= x.max() and y.min() <= place[1] <= y.max()):
        return False
    next_x, next_y = np.roll(x, -1), np.roll(y, -1)
    spans = (y > place[1]) != (next_y > place[1])
    side = (next_x - x) * (place[1] - y) - (next_y - y) * (place[0] - x)
    return bool(np.count_nonzero(spans & ((side > 0) == (next_y > y))) % 2)
