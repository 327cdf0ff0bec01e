"""From a description to a finished raster."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.claims import (
    apply_outlines,
    cut_and_bridge,
    drop_parts,
    fill_areas,
    settle_unclaimed,
)
from tools.mapmaker.clearing import clear_islands
from tools.mapmaker.contacts import Difference, Pair, differences
from tools.mapmaker.description import Description, Spot
from tools.mapmaker.filling import Raster
from tools.mapmaker.ground import WATER, Ground
from tools.mapmaker.growing import FREE, gather, grow
from tools.mapmaker.islands import raise_islands
from tools.mapmaker.parts import parts_of
from tools.mapmaker.projection import Plane, make_plane
from tools.mapmaker.regions import Region
from tools.mapmaker.seas import grow_seas
from tools.mapmaker.sources import Area

LOOSE = 600.0
"""Pixels, at full width: a part of a zone that is cut off and smaller goes to its neighbours."""

EDITIONS = Path(__file__).parents[2] / "src" / "sandtable" / "editions"


@dataclass
class Sheet:
    """A raster with what its labels mean and which of them must touch."""

    description: Description
    plane: Plane
    zoom: float
    regions: list[Region]
    raster: Raster
    wanted: frozenset[Pair]
    notes: list[str]

    @property
    def wraps(self) -> bool:
        return self.description.wraps

    @cached_property
    def ashore(self) -> NDArray[np.bool_]:
        """Which labels lie on land."""
        return np.array([region.ashore for region in self.regions])

    @cached_property
    def allowed(self) -> NDArray[np.bool_]:
        """Which pairs of labels may touch: borders of the board, and fills with anything."""
        judged = np.array([region.space for region in self.regions])
        found: NDArray[np.bool_] = ~(judged[:, None] & judged[None, :])
        for a, b in self.wanted:
            found[a, b] = found[b, a] = True
        np.fill_diagonal(found, True)
        return found

    @property
    def spaces(self) -> list[int]:
        return [label for label, region in enumerate(self.regions) if region.space]

    def differences(self) -> list[Difference]:
        return differences(self.raster, self.wraps, self.wanted, self.spaces)


def load_board(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((EDITIONS / name / "board.json").read_text("utf-8"))
    return found


def make_sheet(description: Description, areas: Sequence[Area], zoom: float) -> Sheet:
    """The raster of a board as its description has it, not yet mended."""
    board = load_board(description.board)
    regions, land, sea = regions_of(description, board)
    labels = {region.id: label for label, region in enumerate(regions)}
    width = round(description.width * zoom)
    plane = make_plane(description.frame, width, description.wraps)
    ground = Ground(plane, zoom, labels, land, description.borders)
    fill_areas(ground, areas, description.drops)
    apply_outlines(ground)
    settle_unclaimed(ground)
    cut_and_bridge(ground, description.cuts, description.bridges)
    drop_parts(ground)
    neighbors = list(board["borders"])
    ashore = {region.id for region in regions if region.ashore}
    mainland = {a for a, b in neighbors if b in ashore} | {b for a, b in neighbors if a in ashore}
    islands = [space for space in land if space not in mainland]
    raise_islands(ground, islands)
    raster = ground.raster
    water = open_water(raster, LOOSE * zoom**2, description.wraps)
    zones = grow_seas(water, plane, labels, sea, ground.notes)
    zones = gather(zones, water & (zones != FREE), description.wraps, LOOSE * zoom**2)
    raster = np.where(water, zones, raster)
    raster = np.where(raster == WATER, FREE, raster).astype(np.int16)
    raster = fill_lakes(raster, ground)
    wanted = frozenset(
        (min(labels[a], labels[b]), max(labels[a], labels[b]))
        for a, b in neighbors
        if sorted((a, b)) not in [sorted(link.edge) for link in description.links]
    )
    for label, region in enumerate(regions):
        if region.space and not (raster == label).any():
            ground.notes.append(f"{region.id}: has no pixel")
    sheet = Sheet(description, plane, zoom, regions, raster, wanted, ground.notes)
    clear_islands(raster, [labels[name] for name in islands], sheet.allowed, sheet.ashore, zoom)
    return sheet


def regions_of(
    description: Description, board: dict[str, Any]
) -> tuple[list[Region], dict[str, Spot], dict[str, Spot]]:
    """All regions, and the descriptions of those on land and of those at sea."""
    spaces = {space["id"]: space for space in board["spaces"]}
    regions = []
    land: dict[str, Spot] = {}
    sea: dict[str, Spot] = {}
    for space in board["spaces"]:
        kind = space["kind"]
        spots = description.land if kind == "land" else description.sea
        if space["id"] not in spots:
            raise ValueError(f"{description.board}: {space['id']} is not described")
        (land if kind == "land" else sea)[space["id"]] = spots[space["id"]]
        regions.append(Region(space["id"], kind, space["name"], kind == "land"))
    fills = dict(description.fill)
    for spots, domain in ((description.land, "land"), (description.sea, "sea")):
        for name, spot in spots.items():
            if name not in spaces:
                fills[name] = replace(spot, kind="outside", domain=domain)
    for name, spot in fills.items():
        (land if spot.domain == "land" else sea)[name] = spot
        regions.append(Region(name, spot.kind, name, spot.domain == "land"))
    return regions, land, sea


def open_water(raster: Raster, least: float, wraps: bool) -> NDArray[np.bool_]:
    """Water without ponds and the inner ends of fjords, which hang on by a corner only."""
    wet = raster == WATER
    parts = parts_of(wet.astype(np.int16), wraps)
    found: NDArray[np.bool_] = wet & (parts.sizes[parts.numbers] >= least)
    return found


def fill_lakes(raster: Raster, ground: Ground) -> Raster:
    """Water that no zone reaches becomes land of the nearest territory."""
    free = raster == FREE
    if free.any():
        ground.notes.append(f"lakes: {int(free.sum())} px")
        raster = np.where(free, grow(raster, free, ground.wraps), raster)
    return raster


def loose_parts(sheet: Sheet) -> list[str]:
    """Regions at sea that fell apart, which no description wants."""
    parts = parts_of(sheet.raster, sheet.wraps)
    found = []
    for label, region in enumerate(sheet.regions):
        mine = parts.sizes[parts.owners == label]
        if region.kind == "sea" and len(mine) > 1:
            found.append(f"{region.id} is in {len(mine)} parts: {sorted(mine.tolist())[::-1]} px")
    return found
