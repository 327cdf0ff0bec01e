"""Which territory each pixel of land belongs to."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.description import Border, Spot, Stroke
from tools.mapmaker.distances import clearance
from tools.mapmaker.filling import Raster, disc, fill_outline, fill_rings, project_ring, stroke
from tools.mapmaker.growing import FREE, grow, parts
from tools.mapmaker.projection import Plane, Points
from tools.mapmaker.sources import Area

WATER = -2
"""A pixel of the sea."""
GAP = 5.0
"""Pixels of water that an island which is grown keeps to other land, at full width."""


STEP = 3.0
"""Pixels between the points that stand for a border."""
APART = 1.0
"""Pixels from a border to the points on its sides."""
BENDS = 4
"""How often the pieces of a border are bent in their middle."""
ROUGH = 0.18
"""How far they are bent at most, as a part of their length."""


@dataclass
class Ground:
    """The land of a board on its way to a finished raster."""

    plane: Plane
    zoom: float
    """This raster's width over the width that the description's sizes are meant for."""
    labels: Mapping[str, int]
    spots: Mapping[str, Spot]
    borders: Sequence[Border] = ()
    raster: Raster = field(init=False)
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.raster = np.full((self.plane.height, self.plane.width), WATER, np.int16)

    @property
    def wraps(self) -> bool:
        return bool(self.plane.turn)


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


def enlarge(members: list[list[Points]], factor: float) -> None:
    """Scale the rings of a space about their common middle, in place."""
    every = np.concatenate([ring for rings in members for ring in rings])
    middle = (every.min(axis=0) + every.max(axis=0)) / 2
    for rings in members:
        for index, ring in enumerate(rings):
            rings[index] = middle + (ring - middle) * factor


def divide(ground: Ground, rings: list[Points], spaces: list[str]) -> None:
    """Share an area among several spaces: each pixel goes to the nearest of their points.

    A border between two of them counts as a row of points on either side of it.
    """
    mask = np.zeros_like(ground.raster, dtype=np.uint8)
    fill_rings(mask, rings, 1, ground.wraps)
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return
    best = np.full(len(rows), np.inf)
    label = np.zeros(len(rows), np.int16)
    for space in spaces:
        points = [ground.plane.pixel(point) for point in ground.spots[space].points]
        for border in ground.borders:
            if space in border.between and set(border.between) <= set(spaces):
                points += beside(ground.plane, border, space == border.between[0])
        for x, y in points:
            across = np.abs(columns + 0.5 - x)
            if ground.wraps:
                across = np.minimum(across, ground.plane.turn - across)
            away = np.hypot(across, rows + 0.5 - y)
            nearer = away < best
            best[nearer] = away[nearer]
            label[nearer] = ground.labels[space]
    ground.raster[rows, columns] = label


def beside(plane: Plane, border: Border, left: bool) -> list[tuple[float, float]]:
    """Pixels along one side of a border."""
    line = roughened(np.array([plane.pixel(point) for point in border.line]), repr(border.line))
    found = []
    for start, end in pairwise(line):
        gap = end - start
        length = float(np.hypot(*gap))
        if length == 0.0:
            continue
        away = np.array([gap[1], -gap[0]]) / length * (APART if left else -APART)
        for part in np.arange(0.5 / np.ceil(length / STEP), 1.0, 1.0 / np.ceil(length / STEP)):
            x, y = start + gap * part + away
            found.append((float(x), float(y)))
    return found


def roughened(line: Points, name: str) -> Points:
    """A line with bends like those of a surveyed border; always the same ones for a name."""
    chance = np.random.default_rng(zlib.crc32(name.encode()))
    for _ in range(BENDS):
        gaps = np.diff(line, axis=0)
        aside = np.column_stack((gaps[:, 1], -gaps[:, 0])) * chance.uniform(
            -ROUGH, ROUGH, (len(gaps), 1)
        )
        finer = np.empty((2 * len(line) - 1, 2))
        finer[::2] = line
        finer[1::2] = line[:-1] + gaps / 2 + aside
        line = finer
    return line


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
        numbers, sizes = parts(ground.raster, ground.wraps)
        owners = np.zeros(len(sizes), np.int64)
        owners[numbers.ravel()] = ground.raster.ravel()
        largest = np.zeros(len(keep))
        np.maximum.at(largest, owners[owners >= 0], sizes[owners >= 0])
        small = (owners >= 0) & (sizes < keep[owners]) & (sizes < largest[owners])
        if not small.any():
            return
        loose = small[numbers]
        # An islet that hangs on to land by a corner only would come back as that land.
        masses, _ = parts((ground.raster != WATER).astype(np.int16), ground.wraps)
        firm = np.zeros(masses.max() + 1, np.bool_)
        firm[masses[~loose]] = True
        ground.raster[loose & ~firm[masses]] = WATER
        loose &= firm[masses]
        ground.raster[loose] = FREE
        labels = np.where(ground.raster == WATER, FREE, ground.raster).astype(np.int16)
        ground.raster = np.where(loose, grow(labels, loose, ground.wraps), ground.raster)
        ground.raster[ground.raster == FREE] = WATER


def raise_islands(ground: Ground, islands: Sequence[str]) -> None:
    """Islands that are smaller than their least size grow into the sea around them."""
    for space in islands:
        spot = ground.spots[space]
        label = ground.labels[space]
        least = spot.least * ground.zoom**2
        if not (ground.raster == label).any():
            radius = max(1.5, (least / max(1, len(spot.points)) / np.pi) ** 0.5 * 0.6)
            for point in spot.points:
                disc(ground.raster, ground.plane.pixel(point), radius, label, ground.wraps)
        size = int((ground.raster == label).sum())
        if size < least:
            swell(ground, label, least)


def swell(ground: Ground, label: int, least: float) -> None:
    """Grow one island evenly until it is large enough, without coming near other land."""
    rows, columns = np.nonzero(ground.raster == label)
    if not len(rows):
        return
    reach = int(least**0.5) + int(GAP) + 8
    shift = int(columns[0]) - ground.plane.width // 2 if ground.wraps else 0
    turned = np.roll(ground.raster, -shift, axis=1)
    rows, columns = np.nonzero(turned == label)
    top, bottom = max(0, rows.min() - reach), rows.max() + reach
    left, right = max(0, columns.min() - reach), columns.max() + reach
    window = turned[top:bottom, left:right]
    open_water = (window == WATER) & ~near(window, label, GAP * ground.zoom)
    away = rounded(window == label, open_water)
    candidates = np.sort(away[np.isfinite(away)])
    if len(candidates) == 0:
        return
    limit = candidates[min(len(candidates), int(least)) - 1]
    window[(away <= limit) & open_water] = label
    ground.raster = np.roll(turned, shift, axis=1)


def near(window: Raster, label: int, gap: float) -> NDArray[np.bool_]:
    """Water close to land of another label."""
    other = (window != label) & (window != WATER)
    found: NDArray[np.bool_] = distances(other, window == WATER) <= gap
    return found


def rounded(source: Raster, free: Raster) -> NDArray[np.float64]:
    """Straight distances from a set of pixels, but only where no long way round leads there."""
    steps = distances(source, free)
    straight = clearance(source.astype(np.int16), False)
    reached: NDArray[np.float64] = np.where(steps <= 1.5 * straight + 2.0, straight, np.inf)
    reached[source] = 0.0
    return reached


def distances(source: Raster, free: Raster) -> NDArray[np.float64]:
    """How far each pixel is from a set of pixels, through free ones."""
    reached = np.where(source, 0.0, np.inf)
    front = source.copy()
    # Alternating square and diamond steps come near to straight distances.
    step = 0
    while True:
        step += 1
        wider = front.copy()
        wider[1:] |= front[:-1]
        wider[:-1] |= front[1:]
        wider[:, 1:] |= front[:, :-1]
        wider[:, :-1] |= front[:, 1:]
        if step % 2:
            wider[1:, 1:] |= front[:-1, :-1]
            wider[:-1, :-1] |= front[1:, 1:]
            wider[1:, :-1] |= front[:-1, 1:]
            wider[:-1, 1:] |= front[1:, :-1]
        wider &= free | source
        new = wider & ~front
        if not new.any():
            return reached
        reached[new] = step
        front = wider


def cut_and_bridge(ground: Ground, cuts: Sequence[Stroke], bridges: Sequence[Stroke]) -> None:
    """Make straits that the raster would close, and land that it would open."""
    for each in cuts:
        stroke(ground.raster, ground.plane, each.line, each.width * ground.zoom, WATER)
    for each in bridges:
        if each.to in ground.labels:
            width = each.width * ground.zoom
            stroke(ground.raster, ground.plane, each.line, width, ground.labels[each.to])
