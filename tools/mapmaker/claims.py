"""Which territory each pixel of land belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tools.mapmaker.description import Spot, Stroke
from tools.mapmaker.dividing import divide
from tools.mapmaker.filling import fill_outline, fill_rings, project_ring, stroke
from tools.mapmaker.ground import WATER, Ground
from tools.mapmaker.growing import FREE, grow
from tools.mapmaker.parts import parts_of
from tools.mapmaker.projection import Points
from tools.mapmaker.sources import Area


def claimants(areas: Sequence[Area], spots: Mapping[str, Spot]) -> list[list[str]]:
    """The spaces that claim each area; a claim to a province beats one to its whole country."""
    countries: dict[str, list[str]] = {}
    provinces: dict[str, list[str]] = {}
    excepted: set[tuple[str, str]] = set()
    known = {area.key for area in areas} | {area.country for area in areas}
    for space, spot in spots.items():
        for claim in spot.areas:
            key = claim.removeprefix("-")
            if key not in known:
                raise ValueError(f"{space}: there is no area {key!r}")
            if claim.startswith("-"):
                excepted.add((space, key))
            else:
                (provinces if "/" in key else countries).setdefault(key, []).append(space)
    found = []
    for area in areas:
        claims = provinces.get(area.key) or [
            space for space in countries.get(area.country, ()) if (space, area.key) not in excepted
        ]
        found.append(claims)
    return found


def fill_areas(ground: Ground, areas: Sequence[Area], drops: frozenset[str]) -> None:
    """Fill every area with the label of the space that claims it; unclaimed land stays free."""
    claims = claimants(areas, ground.spots)
    drawn: list[tuple[float, list[Points], list[str]]] = []
    by_space: dict[str, list[int]] = {}
    for area, spaces in zip(areas, claims, strict=True):
        if area.key in drops or area.country in drops:
            continue
        rings = [shown for ring in area.rings for shown in project_ring(ground.plane, ring)]
        if not rings:
            continue
        if len(spaces) == 1 and ground.spots[spaces[0]].upright:
            rings = [upright(ground, ground.spots[spaces[0]], ring) for ring in area.rings]
        low = np.min([ring.min(axis=0) for ring in rings], axis=0)
        high = np.max([ring.max(axis=0) for ring in rings], axis=0)
        if high[1] < 0 or low[1] > ground.plane.height:
            continue
        for space in spaces:
            by_space.setdefault(space, []).append(len(drawn))
        drawn.append((float(np.prod(high - low)), rings, spaces))
    for space, members in by_space.items():
        factor = ground.spots[space].enlarge
        if factor != 1.0:
            enlarge([drawn[member][1] for member in members], factor)
    for _, rings, spaces in sorted(drawn, key=lambda each: -each[0]):
        if len(spaces) == 1:
            fill_rings(ground.raster, rings, ground.labels[spaces[0]], ground.wraps)
        elif not spaces:
            fill_rings(ground.raster, rings, FREE, ground.wraps)
        else:
            divide(ground, rings, spaces)


def upright(ground: Ground, spot: Spot, ring: Points) -> Points:
    """A ring around a space's first point, true to shape: no lens applies to it."""
    lon, lat = spot.points[0]
    size = spot.upright * ground.zoom
    across = (ring[:, 0] - lon + 180.0) % 360.0 - 180.0
    away = np.column_stack((across * np.cos(np.radians(lat)), lat - ring[:, 1])) * size
    found: Points = np.asarray(ground.plane.pixel(spot.points[0])) + away
    return found


def enlarge(members: list[list[Points]], factor: float) -> None:
    """Scale the rings of a space about their common middle, in place."""
    every = np.concatenate([ring for rings in members for ring in rings])
    middle = (every.min(axis=0) + every.max(axis=0)) / 2
    for rings in members:
        for index, ring in enumerate(rings):
            rings[index] = middle + (ring - middle) * factor


def apply_outlines(ground: Ground) -> None:
    """Land inside a space's outlines belongs to it."""
    for space, spot in ground.spots.items():
        for outline in spot.outline:
            mask = np.zeros_like(ground.raster, dtype=np.uint8)
            fill_outline(mask, ground.plane, outline, 1)
            ground.raster[(mask == 1) & (ground.raster != WATER)] = ground.labels[space]


def settle_unclaimed(ground: Ground) -> None:
    """Unclaimed land goes to the nearest space on the same mass, unclaimed islands to the sea."""
    free = ground.raster == FREE
    if not free.any():
        return
    lost = int(free.sum())
    labels = np.where(ground.raster == WATER, FREE, ground.raster).astype(np.int16)
    ground.raster = np.where(free, grow(labels, free, ground.wraps), ground.raster)
    sunk = ground.raster == FREE
    ground.raster[sunk] = WATER
    ground.notes.append(
        f"unclaimed land: {lost - int(sunk.sum())} px to neighbours, {int(sunk.sum())} px sunk"
    )


def drop_parts(ground: Ground) -> None:
    """Small parts of a space: islets sink, exclaves go to their neighbours."""
    keep = np.zeros(len(ground.labels) + 1)
    for space, spot in ground.spots.items():
        keep[ground.labels[space]] = spot.keep * ground.zoom**2
    for _ in range(3):
        parts = parts_of(ground.raster, ground.wraps)
        small = parts.lesser(keep)
        if not small.any():
            return
        loose = small[parts.numbers]
        # An islet that hangs on to land by a corner only would come back as that land.
        masses = parts_of((ground.raster != WATER).astype(np.int16), ground.wraps).numbers
        firm = np.zeros(masses.max() + 1, np.bool_)
        firm[masses[~loose]] = True
        ground.raster[loose & ~firm[masses]] = WATER
        loose &= firm[masses]
        ground.raster[loose] = FREE
        labels = np.where(ground.raster == WATER, FREE, ground.raster).astype(np.int16)
        ground.raster = np.where(loose, grow(labels, loose, ground.wraps), ground.raster)
        ground.raster[ground.raster == FREE] = WATER


def cut_and_bridge(ground: Ground, cuts: Sequence[Stroke], bridges: Sequence[Stroke]) -> None:
    """Make straits that the raster would close, and land that it would open."""
    for each in cuts:
        stroke(ground.raster, ground.plane, each.line, each.width * ground.zoom, WATER)
    for each in bridges:
        if each.to in ground.labels:
            width = each.width * ground.zoom
            stroke(ground.raster, ground.plane, each.line, width, ground.labels[each.to])
