"""Moving and leaving out vertices of a planar drawing so that it stays planar.

All coordinates are whole numbers, so every test is exact. A vertex is moved only if none of its
edges sweeps over another vertex and it does not itself cross an edge; it is left out only if the
triangle that is cut off is empty. So no two lines ever cross or touch that did not before, and
nothing changes sides.

Vertices are kept in square cells: `heads` has the first of each cell, `after` and `before` chain
the others.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.compiling import compiled

CELL = 16  # side of a cell, in units
LONGEST = 24  # an edge never grows longer than this by moving

Ints = NDArray[np.int64]


@compiled
def turn(ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> int:
    """Twice the area of a triangle, signed by its sense of rotation."""
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


@compiled
def in_triangle(px: int, py: int, ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> bool:
    """Whether a point is in a triangle or on its edge; a flat triangle is a line."""
    if px < min(ax, bx, cx) or px > max(ax, bx, cx) or py < min(ay, by, cy) or py > max(ay, by, cy):
        return False
    d = turn(ax, ay, bx, by, px, py)
    e = turn(bx, by, cx, cy, px, py)
    f = turn(cx, cy, ax, ay, px, py)
    return not ((d < 0 or e < 0 or f < 0) and (d > 0 or e > 0 or f > 0))


@compiled
def meet(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Whether the lines ab and cd have a point in common."""
    if max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx):
        return False
    if max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by):
        return False
    p = turn(ax, ay, bx, by, cx, cy)
    q = turn(ax, ay, bx, by, dx, dy)
    if (p > 0 and q > 0) or (p < 0 and q < 0):
        return False
    r = turn(cx, cy, dx, dy, ax, ay)
    s = turn(cx, cy, dx, dy, bx, by)
    return not ((r > 0 and s > 0) or (r < 0 and s < 0))


@compiled
def enter(v: int, cell: int, heads: Ints, after: Ints, before: Ints) -> None:
    """Puts a vertex into a cell."""
    after[v] = heads[cell]
    before[v] = -1
    if heads[cell] >= 0:
        before[heads[cell]] = v
    heads[cell] = v


@compiled
def leave(v: int, cell: int, heads: Ints, after: Ints, before: Ints) -> None:
    """Takes a vertex out of a cell."""
    if before[v] >= 0:
        after[before[v]] = after[v]
    else:
        heads[cell] = after[v]
    if after[v] >= 0:
        before[after[v]] = before[v]


@compiled
def cell_of(v: int, positions: Ints, columns: int) -> int:
    """The cell that a vertex is in."""
    cell: int = (positions[v, 1] // CELL) * columns + positions[v, 0] // CELL
    return cell


@compiled
def cells(positions: Ints, columns: int, rows: int) -> tuple[Ints, Ints, Ints]:
    """All vertices in their cells."""
    heads = np.full(columns * rows, -1, dtype=np.int64)
    after = np.full(len(positions), -1, dtype=np.int64)
    before = np.full(len(positions), -1, dtype=np.int64)
    for v in range(len(positions)):
        cell = cell_of(v, positions, columns)
        enter(v, cell, heads, after, before)
    return heads, after, before


@compiled
def may_move(
    b: int,
    x: int,
    y: int,
    positions: Ints,
    near: Ints,
    degree: Ints,
    heads: Ints,
    after: Ints,
    columns: int,
    rows: int,
) -> bool:
    """Whether vertex b can go straight to (x, y) with nothing in the way."""
    bx, by = positions[b, 0], positions[b, 1]
    for i in range(degree[b]):
        ex, ey = positions[near[b, i], 0] - x, positions[near[b, i], 1] - y
        if ex * ex + ey * ey > LONGEST * LONGEST:
            return False
    for row in range(
        max(0, (min(y, by) - LONGEST) // CELL), min(rows - 1, (max(y, by) + LONGEST) // CELL) + 1
    ):
        for column in range(
            max(0, (min(x, bx) - LONGEST) // CELL),
            min(columns - 1, (max(x, bx) + LONGEST) // CELL) + 1,
        ):
            v = heads[row * columns + column]
            while v >= 0:
                if v != b:
                    px, py = positions[v, 0], positions[v, 1]
                    for i in range(degree[b]):
                        n = near[b, i]
                        if n != v and in_triangle(
                            px, py, positions[n, 0], positions[n, 1], bx, by, x, y
                        ):
                            return False
                    for j in range(degree[v]):
                        u = near[v, j]
                        if (
                            u > v
                            and u != b
                            and meet(bx, by, x, y, px, py, positions[u, 0], positions[u, 1])
                        ):
                            return False
                v = after[v]
    return True


@compiled
def move(
    positions: Ints,
    targets: Ints,
    who: Ints,
    near: Ints,
    degree: Ints,
    columns: int,
    rows: int,
    sweeps: int,
) -> int:
    """Moves vertices as near to their targets as they can go; says how many did not arrive."""
    heads, after, before = cells(positions, columns, rows)
    late = 0
    for sweep in range(sweeps):
        late = 0
        for i in range(len(who)):
            b = who[i] if sweep % 2 == 0 else who[len(who) - 1 - i]
            dx, dy = targets[b, 0] - positions[b, 0], targets[b, 1] - positions[b, 1]
            if dx == 0 and dy == 0:
                continue
            part = 1
            while part <= 8 and (abs(dx) >= part or abs(dy) >= part):
                x = positions[b, 0] + int(np.trunc(dx / part))
                y = positions[b, 1] + int(np.trunc(dy / part))
                if may_move(b, x, y, positions, near, degree, heads, after, columns, rows):
                    old = cell_of(b, positions, columns)
                    leave(b, old, heads, after, before)
                    positions[b, 0] = x
                    positions[b, 1] = y
                    enter(b, (y // CELL) * columns + x // CELL, heads, after, before)
                    break
                part *= 2
            late += int(part > 1)
        if late == 0:
            break
    return late


@compiled
def empty(a: int, b: int, c: int, positions: Ints, heads: Ints, after: Ints, columns: int) -> bool:
    """Whether no other vertex is in the triangle of three."""
    ax, ay = positions[a, 0], positions[a, 1]
    bx, by = positions[b, 0], positions[b, 1]
    cx, cy = positions[c, 0], positions[c, 1]
    for row in range(min(ay, by, cy) // CELL, max(ay, by, cy) // CELL + 1):
        # What the triangle covers between the lines above and below this row of cells.
        top, bottom = row * CELL, row * CELL + CELL
        low, high = 1 << 60, -(1 << 60)
        for side in range(3):
            if side == 0:
                px, py, qx, qy = ax, ay, bx, by
            elif side == 1:
                px, py, qx, qy = bx, by, cx, cy
            else:
                px, py, qx, qy = cx, cy, ax, ay
            if py > qy:
                px, py, qx, qy = qx, qy, px, py
            if qy < top or py > bottom:
                continue
            if qy == py:
                low, high = min(low, px, qx), max(high, px, qx)
                continue
            x = px + (qx - px) * (max(py, top) - py) // (qy - py)
            low, high = min(low, x), max(high, x + 1)
            x = px + (qx - px) * (min(qy, bottom) - py) // (qy - py)
            low, high = min(low, x), max(high, x + 1)
        for column in range(max(0, low // CELL), min(columns - 1, high // CELL) + 1):
            v = heads[row * columns + column]
            while v >= 0:
                if (
                    v != a
                    and v != b
                    and v != c
                    and in_triangle(positions[v, 0], positions[v, 1], ax, ay, bx, by, cx, cy)
                ):
                    return False
                v = after[v]
    return True


@compiled
def off(px: int, py: int, ax: int, ay: int, bx: int, by: int) -> float:
    """The square of a point's distance from a line ab."""
    ux, uy = float(bx - ax), float(by - ay)
    length = ux * ux + uy * uy
    t = 0.0
    if length > 0:
        t = max(0.0, min(1.0, ((px - ax) * ux + (py - ay) * uy) / length))
    ex, ey = px - ax - t * ux, py - ay - t * uy
    return ex * ex + ey * ey


@compiled
def near_enough(
    k: int, m: int, start: int, end: int, chain: Ints, positions: Ints, tolerance: float
) -> bool:
    """Whether all of a chain between two places lies near the straight line; rings run round."""
    a, c = chain[k], chain[m]
    i = k
    while True:
        i = start if i + 1 == end else i + 1
        if i == m:
            return True
        v = chain[i]
        if (
            off(
                positions[v, 0],
                positions[v, 1],
                positions[a, 0],
                positions[a, 1],
                positions[c, 0],
                positions[c, 1],
            )
            > tolerance * tolerance
        ):
            return False


@compiled
def size_of(a: int, b: int, c: int, positions: Ints) -> int:
    """Twice the area of the triangle of three vertices."""
    size: int = abs(
        turn(
            positions[a, 0],
            positions[a, 1],
            positions[b, 0],
            positions[b, 1],
            positions[c, 0],
            positions[c, 1],
        )
    )
    return size


@compiled
def thin(
    positions: Ints,
    chain: Ints,
    first: Ints,
    arc_of: Ints,
    previous: Ints,
    following: Ints,
    kept: NDArray[np.bool_],
    floor: Ints,
    count: Ints,
    fixed: NDArray[np.bool_],
    tolerance: float,
    columns: int,
    rows: int,
) -> None:
    """Leaves out vertices, the least telling first, while chains stay within the tolerance.

    Works on places in the chain: `previous` and `following` link the kept ones, `count` says how
    many inner vertices an arc has left and `floor` how many it must keep.
    """
    heads, after, before = cells(positions, columns, rows)
    for k in range(len(chain)):
        if not kept[k]:
            v = chain[k]
            leave(v, cell_of(v, positions, columns), heads, after, before)
    stamp = np.zeros(len(chain), dtype=np.int64)
    again = True
    while again:
        again = False
        heap = [(0, -1, 0)]
        for k in range(len(chain)):
            if kept[k] and not fixed[chain[k]]:
                a, b, c = chain[previous[k]], chain[k], chain[following[k]]
                area = size_of(a, b, c, positions)
                heap.append((int(area), int(k), int(stamp[k])))
        heapify(heap)
        while len(heap) > 0:
            _, k, given = heappop(heap)
            if k < 0 or not kept[k] or given != stamp[k]:
                continue
            arc = arc_of[k]
            if count[arc] <= floor[arc]:
                continue
            p, q = previous[k], following[k]
            a, b, c = chain[p], chain[k], chain[q]
            if not near_enough(p, q, first[arc], first[arc + 1], chain, positions, tolerance):
                continue
            if not empty(a, b, c, positions, heads, after, columns):
                continue
            again = True
            kept[k] = False
            count[arc] -= 1
            leave(b, cell_of(b, positions, columns), heads, after, before)
            following[p] = q
            previous[q] = p
            for i in (p, q):
                b = chain[i]
                if fixed[b]:
                    continue
                stamp[i] += 1
                a, c = chain[previous[i]], chain[following[i]]
                area = size_of(a, b, c, positions)
                heappush(heap, (int(area), int(i), int(stamp[i])))
