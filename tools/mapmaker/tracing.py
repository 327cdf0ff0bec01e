"""From a raster of labels to the borders between them.

The border of two regions runs along pixel edges. It is cut into arcs at nodes, the lattice corners
where three or more regions meet, so that neighbours share the arc between them. An arc is a chain
of vertices: a node, the middle of every pixel edge on the way, a node; or a ring of such middles.
Where two pixels of one region touch at a corner only, the borders on either side pass by without
a node: each region has at most one wedge at a node, so every ring is simple.

The frame is traced too, the outside being the label -1. On a board that wraps, the seam is a part
of the frame; what touches across it is told by `across`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.compiling import compiled

UNIT = 8  # lattice points per pixel: every coordinate is a whole number of eighths
OUTSIDE = -1

EAST, SOUTH, WEST, NORTH = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Tracing:
    """Vertices, and arcs as chains of vertices.

    Arc i is `chain[first[i]:first[i + 1]]`; a closed one does not repeat its first vertex.
    Heading along an arc, region `left[i]` is at the left hand and `right[i]` at the right, seen
    with y downwards: heading east, north is left.
    """

    width: int
    height: int
    positions: NDArray[np.int64]  # V x 2, in units
    nodes: int  # the first so many vertices are nodes
    chain: NDArray[np.int64]
    first: NDArray[np.int64]
    closed: NDArray[np.bool_]
    left: NDArray[np.int64]
    right: NDArray[np.int64]

    @property
    def arcs(self) -> int:
        """How many arcs there are."""
        return len(self.closed)


def trace(labels: NDArray[np.int16], wet: NDArray[np.bool_]) -> Tracing:
    """The arcs of a raster; where checkered corners join is decided in favour of water."""
    height, width = labels.shape
    framed = np.full((height + 2, width + 2), OUTSIDE, dtype=np.int32)
    framed[1:-1, 1:-1] = labels
    positions, nodes, chain, first, closed, left, right = follow(framed, wet)
    return Tracing(width, height, positions, nodes, chain, first, closed, left, right)


def across(labels: NDArray[np.int16]) -> set[tuple[int, int]]:
    """The pairs of labels, lower first, that touch across the seam."""
    return {
        (min(a, b), max(a, b))
        for a, b in zip(labels[:, 0].tolist(), labels[:, -1].tolist(), strict=True)
        if a != b
    }


@compiled
def links(
    framed: NDArray[np.int32], wet: NDArray[np.bool_], x: int, y: int
) -> tuple[int, int, int, int, int]:
    """How borders pass a corner: for each direction of leaving, where to from an edge.

    The first four say for the edge to the east, south, west and north which edge goes on from it,
    or -1 if there is none; the last is the number of edges if the corner is a node, else 0.
    """
    nw = framed[y, x]
    ne = framed[y, x + 1]
    sw = framed[y + 1, x]
    se = framed[y + 1, x + 1]
    east, south, west, north = ne != se, sw != se, nw != sw, nw != ne
    count = int(east) + int(south) + int(west) + int(north)
    if count < 2:
        return -1, -1, -1, -1, 0
    if count == 4:
        falling, rising = nw == se, ne == sw
        if not falling and not rising:
            return -1, -1, -1, -1, 4
        if falling and rising:
            a, b = nw, ne
            falling = wet[a] if wet[a] != wet[b] else a < b
        if falling:
            return NORTH, WEST, SOUTH, EAST, 0
        return SOUTH, EAST, NORTH, WEST, 0
    if count == 3:
        return -1, -1, -1, -1, 3
    if east and west:
        return WEST, -1, EAST, -1, 0
    if south and north:
        return -1, NORTH, -1, SOUTH, 0
    if east:
        return (SOUTH, EAST, -1, -1, 0) if south else (NORTH, -1, -1, EAST, 0)
    return (-1, WEST, SOUTH, -1, 0) if south else (-1, -1, NORTH, WEST, 0)


@compiled
def edge_at(
    framed: NDArray[np.int32], x: int, y: int, way: int
) -> tuple[bool, int, int, int, int, int, int, int]:
    """The edge that leaves a corner: is it a border, its key, where it ends, middle, sides."""
    if way == EAST:
        left, right = framed[y, x + 1], framed[y + 1, x + 1]
        return left != right, 0, y, x, 2 * x + 1, 2 * y, left, right
    if way == WEST:
        left, right = framed[y + 1, x], framed[y, x]
        return left != right, 0, y, x - 1, 2 * x - 1, 2 * y, left, right
    if way == SOUTH:
        left, right = framed[y + 1, x + 1], framed[y + 1, x]
        return left != right, 1, y, x, 2 * x, 2 * y + 1, left, right
    left, right = framed[y, x], framed[y, x + 1]
    return left != right, 1, y - 1, x, 2 * x, 2 * y - 1, left, right


@compiled
def follow(
    framed: NDArray[np.int32], wet: NDArray[np.bool_]
) -> tuple[
    NDArray[np.int64],
    int,
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.bool_],
    NDArray[np.int64],
    NDArray[np.int64],
]:
    """Walks every border once: first those between nodes, then the rings that have none."""
    height, width = framed.shape[0] - 2, framed.shape[1] - 2
    node_at = np.full((height + 1, width + 1), -1, dtype=np.int32)
    nodes = 0
    edges = 0
    for y in range(height + 1):
        for x in range(width + 1):
            if links(framed, wet, x, y)[4] > 0:
                node_at[y, x] = nodes
                nodes += 1
            edges += int(framed[y, x + 1] != framed[y + 1, x + 1])
            edges += int(framed[y + 1, x] != framed[y + 1, x + 1])
    positions = np.empty((nodes + edges + 4, 2), dtype=np.int64)
    chain = np.empty(edges + 4 * nodes + 4, dtype=np.int64)
    first = np.empty(edges + 1, dtype=np.int64)
    closed = np.zeros(edges, dtype=np.bool_)
    left = np.empty(edges, dtype=np.int64)
    right = np.empty(edges, dtype=np.int64)
    walked = np.zeros((2, height + 1, width + 1), dtype=np.bool_)
    for y in range(height + 1):
        for x in range(width + 1):
            if node_at[y, x] >= 0:
                positions[node_at[y, x], 0] = UNIT * x
                positions[node_at[y, x], 1] = UNIT * y
    vertices = nodes
    size = 0
    arcs = 0
    for rings in range(2):
        for y0 in range(height + 1):
            for x0 in range(width + 1):
                if (node_at[y0, x0] >= 0) == (rings == 1):
                    continue
                for way0 in range(4):
                    border, kind, ky, kx, mx, my, on_left, on_right = edge_at(framed, x0, y0, way0)
                    if not border or walked[kind, ky, kx]:
                        continue
                    first[arcs] = size
                    left[arcs] = on_left
                    right[arcs] = on_right
                    if rings == 0:
                        chain[size] = node_at[y0, x0]
                        size += 1
                    x, y, way = x0, y0, way0
                    while True:
                        border, kind, ky, kx, mx, my, on_left, on_right = edge_at(framed, x, y, way)
                        if walked[kind, ky, kx]:
                            closed[arcs] = True
                            break
                        walked[kind, ky, kx] = True
                        positions[vertices, 0] = UNIT * mx // 2
                        positions[vertices, 1] = UNIT * my // 2
                        chain[size] = vertices
                        vertices += 1
                        size += 1
                        x += int(way == EAST) - int(way == WEST)
                        y += int(way == SOUTH) - int(way == NORTH)
                        if node_at[y, x] >= 0:
                            chain[size] = node_at[y, x]
                            size += 1
                            break
                        if (x == 0 or x == width) and (y == 0 or y == height):
                            positions[vertices, 0] = UNIT * x
                            positions[vertices, 1] = UNIT * y
                            chain[size] = vertices
                            vertices += 1
                            size += 1
                        on = links(framed, wet, x, y)
                        way = on[(way + 2) % 4]
                    arcs += 1
    first[arcs] = size
    return (
        positions[:vertices].copy(),
        nodes,
        chain[:size].copy(),
        first[: arcs + 1].copy(),
        closed[:arcs].copy(),
        left[:arcs].copy(),
        right[:arcs].copy(),
    )
