"""Levels of detail: the same arcs with fewer and fewer vertices."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.planar import CELL, thin
from tools.mapmaker.tracing import OUTSIDE, UNIT, Tracing

LEVELS = {"": 0.25, "-medium": 1.2, "-small": 3.0}  # suffix of the object, tolerance in pixels

RING = 4  # a ring keeps so many vertices

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Level:
    """One level: for every arc its vertices, a ring without its first one again."""

    suffix: str
    arcs: list[Ints]


def levels(tracing: Tracing, positions: Ints) -> list[Level]:
    """All levels of detail, the finest first."""
    chain = tracing.chain
    sizes = np.diff(tracing.first)
    arc_of = np.repeat(np.arange(tracing.arcs), sizes)
    previous = np.arange(len(chain)) - 1
    following = np.arange(len(chain)) + 1
    loops = np.flatnonzero(tracing.closed)
    previous[tracing.first[loops]] = tracing.first[loops + 1] - 1
    following[tracing.first[loops + 1] - 1] = tracing.first[loops]
    fixed = np.zeros(len(positions), dtype=bool)
    fixed[: tracing.nodes] = True
    edge = np.array([tracing.width, tracing.height]) * UNIT
    corner = ((positions == 0) | (positions == edge)).all(axis=1)
    fixed |= corner
    kept = np.ones(len(chain), dtype=bool)
    count = np.where(tracing.closed, sizes, sizes - 2)
    floor = least(tracing)
    columns, rows = (int(size) * UNIT // CELL + 1 for size in (tracing.width, tracing.height))
    found = []
    for suffix, tolerance in LEVELS.items():
        thin(
            positions,
            chain,
            tracing.first,
            arc_of,
            previous,
            following,
            kept,
            floor,
            count,
            fixed,
            tolerance * UNIT,
            columns,
            rows,
        )
        found.append(Level(suffix, vertices_kept(tracing, kept)))
    return found


def least(tracing: Tracing) -> Ints:
    """How many vertices between its ends each arc must keep.

    Arcs with the same two ends would fall together if both became straight.
    """
    ends = [
        tuple(sorted((int(tracing.chain[start]), int(tracing.chain[end - 1]))))
        for start, end in zip(tracing.first[:-1], tracing.first[1:], strict=True)
    ]
    frame = (tracing.left == OUTSIDE) | (tracing.right == OUTSIDE)
    common = Counter(pair for pair, ring in zip(ends, tracing.closed, strict=True) if not ring)
    floor = np.array([int(common[pair] > 1) for pair in ends], dtype=np.int64)
    floor[frame] = 0
    floor[tracing.closed] = RING
    return floor


def vertices_kept(tracing: Tracing, kept: NDArray[np.bool_]) -> list[Ints]:
    return [
        tracing.chain[start:end][kept[start:end]]
        for start, end in zip(tracing.first[:-1], tracing.first[1:], strict=True)
    ]
