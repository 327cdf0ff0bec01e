"""The finished map as TopoJSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.levels import Level, levels
from tools.mapmaker.linking import nearest_points, seam_points
from tools.mapmaker.outlines import outlines
from tools.mapmaker.places import Place, find_places, inside, reading_order
from tools.mapmaker.refilling import refill
from tools.mapmaker.regions import Region
from tools.mapmaker.rings import Polygon, polygons
from tools.mapmaker.smoothing import smooth
from tools.mapmaker.tidying import tidy
from tools.mapmaker.tracing import UNIT, Tracing, across, trace

FORMAT = 1
WIDTH = 4096

Point = tuple[float, float]
Gate = tuple[str, tuple[str, str], Point]
Link = tuple[tuple[str, str], str]
Json = dict[str, Any]


def build_topology(
    board: str,
    labels: NDArray[np.int16],
    wraps: bool,
    regions: Sequence[Region],
    cities: Mapping[str, Point],
    gates: Sequence[Gate],
    links: Sequence[Link],
    shorts: Mapping[str, str],
    source: str = "",
) -> Json:
    """The map as a TopoJSON object; points given are in pixels of the raster."""
    labels = tidy(np.ascontiguousarray(labels, dtype=np.int16))
    height, width = labels.shape
    scale = WIDTH / width
    tracing = trace(labels, np.array([not region.ashore for region in regions]))
    positions = smooth(tracing, labels, regions)
    details = levels(tracing, positions)
    drawn = refill(tracing, positions, details[0])
    lost = np.setdiff1d(labels, drawn)  # too thin for the middle of a pixel
    drawn = np.where(np.isin(labels, lost), labels, drawn)
    shapes = polygons(tracing, positions, len(regions))
    lines = outlines(tracing, positions, details[0], shapes)
    places = find_places(drawn, lines, regions, shorts, scale)
    objects, arcs = gather(tracing, positions, details, regions, shapes)
    for geometry, label in zip(objects["spaces"], spaces_of(regions), strict=True):
        geometry["properties"] = properties(regions[label], places[label], scale)
        if regions[label].id in cities:
            city = inside(drawn, label, *cities[regions[label].id])
            geometry["properties"]["city"] = scaled([city], scale)[0]
    number = {region.id: label for label, region in enumerate(regions)}
    undrawn = [
        {
            "edge": sorted(edge),
            "kind": "link",
            "why": why,
            "at": scaled(nearest_points(drawn, number[min(edge)], number[max(edge)]), scale),
        }
        for edge, why in sorted(links)
    ]
    if wraps:
        undrawn += wrapped(tracing, labels, regions, scale)
    return {
        "type": "Topology",
        "bbox": [0, 0, WIDTH, rounded(height * scale)],
        "transform": {"scale": [scale / UNIT, scale / UNIT], "translate": [0, 0]},
        "sandtable": {
            "format": FORMAT,
            "board": board,
            "width": WIDTH,
            "height": rounded(height * scale),
            "wraps": wraps,
            "order": [regions[label].id for label in reading_order(places, scale)],
            "gates": [
                {"passage": passage, "edge": sorted(edge), "at": scaled([at], scale)[0]}
                for passage, edge, at in sorted(gates)
            ],
            "undrawn": undrawn,
            "source": source,
        },
        "objects": {
            name: {"type": "GeometryCollection", "geometries": geometries}
            for name, geometries in objects.items()
        },
        "arcs": arcs,
    }


def spaces_of(regions: Sequence[Region]) -> list[int]:
    """The labels of spaces, by their ids."""
    found = (label for label, region in enumerate(regions) if region.space)
    return sorted(found, key=lambda label: regions[label].id)


def gather(
    tracing: Tracing,
    positions: NDArray[np.int64],
    details: Sequence[Level],
    regions: Sequence[Region],
    shapes: Sequence[list[Polygon]],
) -> tuple[dict[str, list[Json]], list[list[list[int]]]]:
    """The geometries of all levels, and the arcs that they share."""
    arcs: list[list[list[int]]] = []
    objects: dict[str, list[Json]] = {}
    number: list[int] = []
    last: Level | None = None
    for level in details:
        before, number = number, []
        for arc, vertices in enumerate(level.arcs):
            if last is not None and len(vertices) == len(last.arcs[arc]):
                number.append(before[arc])
                continue
            number.append(len(arcs))
            whole = np.append(vertices, vertices[0]) if tracing.closed[arc] else vertices
            points = positions[whole]
            arcs.append([points[0].tolist(), *np.diff(points, axis=0).tolist()])
        last = level
        spaces = spaces_of(regions)
        fills = [label for label, region in enumerate(regions) if not region.space]
        fills = [label for label in fills if shapes[label]]
        fills.sort(key=lambda label: regions[label].id)
        objects["spaces" + level.suffix] = [
            geometry(regions[label].id, shapes[label], number) for label in spaces
        ]
        objects["fills" + level.suffix] = [
            {
                **geometry(regions[label].id, shapes[label], number),
                "properties": {"kind": regions[label].kind, "ashore": regions[label].ashore},
            }
            for label in fills
        ]
    return objects, arcs


def geometry(name: str, shape: list[Polygon], number: list[int]) -> Json:
    """A polygon or several, with the arcs' numbers in the file."""
    found = [
        [[number[way] if way >= 0 else ~number[~way] for way in ring] for ring in polygon]
        for polygon in shape
    ]
    if len(found) == 1:
        return {"type": "Polygon", "id": name, "arcs": found[0]}
    return {"type": "MultiPolygon", "id": name, "arcs": found}


def properties(region: Region, place: Place, scale: float) -> Json:
    """What the map says about a space."""
    box = place.label
    found: Json = {
        "kind": region.kind,
        "anchors": [
            [rounded(x * scale), rounded(y * scale), math.floor(r * scale * 10) / 10]
            for x, y, r in place.anchors
        ],
        "label": {
            "at": scaled([(box.x, box.y)], scale)[0],
            "width": rounded(box.width * scale),
            "height": rounded(box.height * scale),
        },
    }
    if place.short:
        found["short"] = place.short
    return found


def wrapped(
    tracing: Tracing, labels: NDArray[np.int16], regions: Sequence[Region], scale: float
) -> list[Json]:
    """The borders between spaces that exist across the seam only."""
    drawn = set(zip(tracing.left.tolist(), tracing.right.tolist(), strict=True))
    found = []
    for a, b in across(labels):
        if regions[a].space and regions[b].space and (a, b) not in drawn and (b, a) not in drawn:
            edge = sorted((a, b), key=lambda label: regions[label].id)
            found.append(
                {
                    "edge": [regions[label].id for label in edge],
                    "kind": "wrap",
                    "why": "the border runs along the edge of the map",
                    "at": scaled(seam_points(labels, edge[0], edge[1]), scale),
                }
            )
    return sorted(found, key=lambda each: str(each["edge"]))


def scaled(points: Iterable[Point], scale: float) -> list[list[float]]:
    return [[rounded(x * scale), rounded(y * scale)] for x, y in points]


def rounded(value: float) -> float:
    """One digit after the point, and none where there is nothing to tell."""
    short = round(float(value), 1)
    return int(short) if short == int(short) else short


def to_text(topology: Json) -> str:
    """JSON with a line for every geometry, arc and entry, so that changes are readable."""
    lines = ["{"]
    for key, value in topology.items():
        if key == "objects":
            inner = [f"{dumped(name)}: {collection(each)}" for name, each in value.items()]
            lines.append(f'"objects": {braced(inner)},')
        elif key == "arcs":
            lines.append(f'"arcs": {listed(value)}')
        elif key == "sandtable":
            inner = [
                f"{dumped(name)}: {listed(each) if name in ('gates', 'undrawn') else dumped(each)}"
                for name, each in value.items()
            ]
            lines.append(f'"sandtable": {braced(inner)},')
        else:
            lines.append(f"{dumped(key)}: {dumped(value)},")
    return "\n".join(lines) + "\n}\n"


def collection(value: Json) -> str:
    return f'{{"type": "GeometryCollection", "geometries": {listed(value["geometries"])}}}'


def braced(lines: Sequence[str]) -> str:
    return "{\n" + ",\n".join(lines) + "\n}"


def listed(values: Sequence[Any]) -> str:
    return "[\n" + ",\n".join(map(dumped, values)) + "\n]" if values else "[]"


def dumped(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
