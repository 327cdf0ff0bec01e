"""From the staircase of pixel edges to lines that please.

Coasts keep their detail and lose the stairs. Borders on land are a little smoother. Borders at sea
are pulled taut, but keep away from the coasts. Ends stay put, except that a coast runs smoothly
through the nodes on it and nodes between regions of one element find their balance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.compiling import compiled
from tools.mapmaker.distances import clearance
from tools.mapmaker.planar import CELL, move
from tools.mapmaker.regions import Region
from tools.mapmaker.tracing import OUTSIDE, UNIT, Tracing

FRAME, COAST, LAND, SEA = 0, 1, 2, 3

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Filter:
    """How a kind of line is smoothed: so many passes at a time, so many times."""

    passes: int
    times: int
    back: float = 0.0  # each pass is followed by one that pushes back so strongly: no shrinking
    aloof: float = 0.0  # keeps so many pixels away from coasts


FILTERS = {
    COAST: Filter(6, 1, back=0.53),
    LAND: Filter(12, 1),
    SEA: Filter(80, 8, aloof=4.0),
}


def smooth(
    tracing: Tracing, labels: NDArray[np.int16], regions: Sequence[Region]
) -> NDArray[np.int64]:
    """New positions for the vertices of a tracing."""
    ashore = np.array([region.ashore for region in regions])
    kinds = arc_kinds(tracing, ashore)
    near, degree = neighborhoods(tracing)
    positions = tracing.positions.copy()
    away = clearance(ashore[labels].astype(np.int16), False)
    columns = tracing.width * UNIT // CELL + 1
    rows = tracing.height * UNIT // CELL + 1
    for kind, filtering in FILTERS.items():
        who, pull = movable(tracing, kinds, near, degree, kind)
        if not len(who):
            continue
        start = sample(away, positions[who] / UNIT)
        limit = np.minimum(filtering.aloof, start / 2)
        for _ in range(filtering.times):
            targets = filtered(positions, who, pull, filtering.passes, filtering.back, away, limit)
            move(positions, targets, who, near, degree, columns, rows, 3)
    return positions


def arc_kinds(tracing: Tracing, ashore: NDArray[np.bool_]) -> Ints:
    """What each arc is: frame, coast, a border on land or one at sea."""
    left, right = ashore[tracing.left], ashore[tracing.right]
    kinds = np.where(left != right, COAST, np.where(left, LAND, SEA)).astype(np.int64)
    kinds[(tracing.left == OUTSIDE) | (tracing.right == OUTSIDE)] = FRAME
    return kinds


def neighborhoods(tracing: Tracing) -> tuple[Ints, Ints]:
    """For each vertex the vertices next to it (up to four) and how many they are."""
    near = np.full((len(tracing.positions), 4), -1, dtype=np.int64)
    degree = np.zeros(len(tracing.positions), dtype=np.int64)
    chain = tracing.chain
    joined = np.ones(len(chain), dtype=bool)
    joined[tracing.first[1:] - 1] = False
    one = chain[np.flatnonzero(joined)]
    two = chain[np.flatnonzero(joined) + 1]
    loops = np.flatnonzero(tracing.closed)
    one = np.concatenate((one, chain[tracing.first[loops + 1] - 1]))
    two = np.concatenate((two, chain[tracing.first[loops]]))
    source = np.concatenate((one, two))
    sink = np.concatenate((two, one))
    order = np.argsort(source, kind="stable")
    source, sink = source[order], sink[order]
    degree[:] = np.bincount(source, minlength=len(degree))
    place = np.arange(len(source)) - np.repeat(np.cumsum(degree) - degree, degree)
    near[source, place] = sink
    return near, degree


def movable(
    tracing: Tracing, kinds: Ints, near: Ints, degree: Ints, kind: int
) -> tuple[Ints, Ints]:
    """The vertices that belong to lines of a kind, and the two or three that pull at each.

    The third is -1 where there are two.
    """
    kind_of = np.full(len(tracing.positions), FRAME, dtype=np.int64)
    inner = np.repeat(kinds, np.diff(tracing.first))
    own = tracing.chain >= tracing.nodes
    kind_of[tracing.chain[own]] = inner[own]
    size = np.bincount(np.repeat(np.arange(tracing.arcs), np.diff(tracing.first))[own])
    lengths = np.zeros(len(tracing.positions), dtype=np.int64)
    lengths[tracing.chain[own]] = np.repeat(size, np.diff(tracing.first))[own]
    tiny = np.zeros(len(tracing.positions), dtype=bool)
    tiny[tracing.chain[own]] = (
        np.repeat(tracing.closed, np.diff(tracing.first))
        & (np.repeat(size, np.diff(tracing.first)) < 12)
    )[own]
    who = []
    pull = []
    inside = np.flatnonzero((kind_of == kind) & ~tiny)
    inside = inside[inside >= tracing.nodes]
    who.append(inside)
    pull.append(near[inside, :3])
    nodes = np.arange(tracing.nodes)
    nodes = nodes[degree[: tracing.nodes] == 3]
    about = kind_of[near[nodes, :3]]
    on_frame = (about == FRAME).any(axis=1)
    same = (about == kind).sum(axis=1)
    through = nodes[(same == 2) & ~on_frame] if kind == COAST else nodes[:0]
    which = about[(same == 2) & ~on_frame] == kind if kind == COAST else about[:0] == kind
    ends = near[through, :3][which].reshape(-1, 2)
    who.append(through)
    pull.append(np.column_stack((ends, np.full(len(ends), -1))))
    free = nodes[(same == 3) & ~on_frame]
    who.append(free)
    pull.append(near[free, :3])
    return np.concatenate(who), np.concatenate(pull)


@compiled
def filtered(
    positions: Ints,
    who: Ints,
    pull: Ints,
    passes: int,
    back: float,
    away: NDArray[np.float32],
    limit: Floats,
) -> Ints:
    """Where the vertices go if nothing is in their way; `back` is the strength of pushing back."""
    height, width = away.shape
    now = positions.astype(np.float64)
    moved = np.empty((len(who), 2))
    for step in range(2 * passes if back else passes):
        strength = -back if back and step % 2 else 0.5
        for i in range(len(who)):
            a, b, c = pull[i]
            x, y = now[a, 0] + now[b, 0], now[a, 1] + now[b, 1]
            if c >= 0:
                x, y = (x + now[c, 0]) / 3, (y + now[c, 1]) / 3
            else:
                x, y = x / 2, y / 2
            old_x, old_y = now[who[i], 0], now[who[i], 1]
            x, y = old_x + strength * (x - old_x), old_y + strength * (y - old_y)
            column = min(max(int(x / UNIT), 0), width - 1)
            row = min(max(int(y / UNIT), 0), height - 1)
            if away[row, column] < limit[i]:
                x, y = old_x, old_y
            moved[i, 0], moved[i, 1] = x, y
        for i in range(len(who)):
            now[who[i], 0], now[who[i], 1] = moved[i, 0], moved[i, 1]
    return np.rint(now).astype(np.int64)


def sample(away: NDArray[np.float32], places: Floats) -> Floats:
    """The distance from the coast at places."""
    height, width = away.shape
    x = np.clip(places[:, 0].astype(np.int64), 0, width - 1)
    y = np.clip(places[:, 1].astype(np.int64), 0, height - 1)
    found: Floats = away[y, x].astype(np.float64)
    return found
