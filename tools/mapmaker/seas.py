"""Which zone each pixel of water belongs to."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tools.mapmaker.description import Spot
from tools.mapmaker.filling import Raster, fill_outline, stroke
from tools.mapmaker.growing import FREE, grow
from tools.mapmaker.projection import Plane

FAR = 30.0
"""Pixels from a seed on land to the nearest water beyond which the seed is reported."""


def grow_seas(
    water: Raster,
    plane: Plane,
    labels: Mapping[str, int],
    spots: Mapping[str, Spot],
    notes: list[str],
) -> Raster:
    """Zones grow over water from their seeds; water that none reaches stays free."""
    seeds = np.full(water.shape, FREE, np.int16)
    for zone, spot in spots.items():
        for outline in spot.outline:
            fill_outline(seeds, plane, outline, labels[zone])
    for zone, spot in spots.items():
        for line in (*spot.lines, *((point,) for point in spot.points)):
            stroke(seeds, plane, line, 1.5, labels[zone])
    seeds[~water] = FREE
    for zone, spot in spots.items():
        if not (seeds == labels[zone]).any():
            settle_seed(seeds, water, plane, zone, labels[zone], spot, notes)
    return grow(seeds, water, bool(plane.turn))


def settle_seed(
    seeds: Raster,
    water: Raster,
    plane: Plane,
    zone: str,
    label: int,
    spot: Spot,
    notes: list[str],
) -> None:
    """A zone whose seeds all fell on land starts at the water nearest to the first of them."""
    points = spot.points or tuple(line[0] for line in spot.lines)
    if not points:
        notes.append(f"{zone}: nothing says where it is")
        return
    x, y = plane.pixel(points[0])
    rows, columns = np.nonzero(water & (seeds == FREE))
    away = np.hypot(columns + 0.5 - x, rows + 0.5 - y)
    nearest = int(away.argmin())
    if away[nearest] > FAR:
        notes.append(f"{zone}: its seed is {away[nearest]:.0f} px from free water")
    seeds[rows[nearest], columns[nearest]] = label
