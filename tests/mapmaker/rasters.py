"""Small rasters for tests."""

from __future__ import annotations

import json

import numpy as np
from numpy.typing import NDArray

from sandtable.maps.topology import BoardMap, Pair, from_raw, paired
from tools.mapmaker.regions import Region
from tools.mapmaker.writing import build_topology, to_text

Labels = NDArray[np.int16]


def raster(text: str) -> Labels:
    """A raster drawn with letters; a is label 0."""
    return np.array(
        [[ord(letter) - ord("a") for letter in line] for line in text.split()], dtype=np.int16
    )


def regions_for(labels: Labels) -> list[Region]:
    """A space for every label, sea and land by turns."""
    return [
        Region(f"s{i}", "land" if i % 2 else "sea", f"Space {i}", bool(i % 2))
        for i in range(int(labels.max()) + 1)
    ]


def build(labels: Labels, wraps: bool = False) -> BoardMap:
    """The map of a raster, written and read again."""
    topology = build_topology("board", labels, wraps, regions_for(labels), {}, [], [], {})
    return from_raw(json.loads(to_text(topology)))


def contacts(labels: Labels, wraps: bool) -> set[Pair]:
    """The pairs of spaces that share a pixel edge."""
    pairs = [
        (labels[:-1].ravel(), labels[1:].ravel()),
        (labels[:, :-1].ravel(), labels[:, 1:].ravel()),
    ]
    if wraps:
        pairs.append((labels[:, -1], labels[:, 0]))
    return {
        paired(f"s{a}", f"s{b}")
        for one, two in pairs
        for a, b in zip(one.tolist(), two.tolist(), strict=True)
        if a != b
    }
