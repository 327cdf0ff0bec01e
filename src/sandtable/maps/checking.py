"""Whether a map is the picture of its board's graph, and sound in itself."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.maps.geometry import Area, clashes, doubled_area
from sandtable.maps.topology import BoardMap, Level, MapSpace, Pair, paired, steps

SHOWN = 5  # of clashes of a level
SLACK = 0.1  # places are rounded to a tenth

Graph = Mapping[str, Any]


def differences(found: BoardMap, graph: Graph) -> list[str]:
    """What is wrong with a map, given its board's `board.json`; nothing if all is well."""
    return [
        *check_spaces(found, graph),
        *check_borders(found, graph),
        *check_undrawn(found, graph),
        *check_gates(found, graph),
        *(line for level in found.levels.values() for line in check_level(found, level)),
        *check_places(found),
    ]


def check_spaces(found: BoardMap, graph: Graph) -> Iterator[str]:
    """Every space of the board is there, and nothing else."""
    kinds = {space["id"]: space["kind"] for space in graph["spaces"]}
    for name in sorted(kinds.keys() - found.spaces.keys()):
        yield f"{name}: not on the map"
    for name in sorted(found.spaces.keys() - kinds.keys()):
        yield f"{name}: no space of the board"
    for name in sorted(kinds.keys() & found.spaces.keys()):
        if found.spaces[name].kind != kinds[name]:
            yield f"{name}: is {kinds[name]} but drawn as {found.spaces[name].kind}"


def check_borders(found: BoardMap, graph: Graph) -> Iterator[str]:
    """Spaces share a line exactly if they share a border, at each level."""
    wanted = {paired(*edge) for edge in graph["borders"]}
    excused = {each.edge for each in found.undrawn if each.kind == "link"}
    for level in found.levels:
        drawn = found.neighbors(level)
        for edge in sorted(wanted - drawn - excused):
            yield f"{level}: {edge[0]} and {edge[1]} do not touch"
        for edge in sorted(drawn - wanted):
            yield f"{level}: {edge[0]} and {edge[1]} touch, but are not adjacent"
    around = {paired(*edge) for edge in graph.get("edge_borders", ())}
    if around and not found.wraps:
        yield "the board has borders across its edge, but the map does not wrap"
    elif found.wraps:
        for edge in sorted(around - found.across()):
            yield f"{edge[0]} and {edge[1]} do not touch across the edge of the map"
        for edge in sorted(found.across() - around):
            yield f"{edge[0]} and {edge[1]} touch across the edge of the map"


def check_undrawn(found: BoardMap, graph: Graph) -> Iterator[str]:
    """Borders without a line are declared, and only they."""
    wanted = {paired(*edge) for edge in graph["borders"]}
    lines = touching(found)
    counts = Counter(each.edge for each in found.undrawn)
    for edge in sorted(edge for edge, count in counts.items() if count > 1):
        yield f"{edge[0]} and {edge[1]}: declared as undrawn {counts[edge]} times"
    for each in found.undrawn:
        name = f"{each.edge[0]} and {each.edge[1]}"
        if each.edge not in wanted:
            yield f"{name}: declared as undrawn, but not adjacent"
        if each.edge in lines or (each.kind == "link" and each.edge in found.across()):
            yield f"{name}: declared as undrawn, but drawn"
        elif each.kind == "wrap" and each.edge not in found.across():
            yield f"{name}: declared as a border across the edge of the map, but is none"
        if not each.why:
            yield f"{name}: undrawn for no reason"
    for edge in sorted(found.across() - lines - counts.keys()):
        yield f"{edge[0]} and {edge[1]}: touch across the edge of the map only, undeclared"


def touching(found: BoardMap) -> set[Pair]:
    """The pairs of spaces that share a line within the map."""
    return {
        paired(*names)
        for names in found.level().sides.values()
        if len(names) == 2 and all(name in found.spaces for name in names)
    }


def check_gates(found: BoardMap, graph: Graph) -> Iterator[str]:
    """Every canal and strait has its mark."""
    wanted = {passage["id"]: paired(*passage["edge"]) for passage in graph.get("passages", ())}
    marked = {gate.passage: gate.edge for gate in found.gates}
    if len(marked) < len(found.gates):
        yield "a passage has two gates"
    for name in sorted(wanted.keys() | marked.keys()):
        if name not in marked:
            yield f"{name}: has no gate"
        elif name not in wanted:
            yield f"{name}: no passage of the board"
        elif marked[name] != wanted[name]:
            yield f"{name}: its gate is between {' and '.join(marked[name])}"


def check_level(found: BoardMap, level: Level) -> Iterator[str]:
    """The shapes fill the frame without gap or overlap, and no lines cross."""
    width = round(found.width / level.scale[0])
    height = round(found.height / level.scale[1])
    ways: Counter[int] = Counter()
    total = 0
    for shapes in (level.space_arcs, level.fill_arcs):
        for name, shape in shapes.items():
            for polygon in shape:
                rings = [level.ring(ring) for ring in polygon]
                outline = Area(rings[:1])
                for i, ring in enumerate(rings):
                    ways.update(polygon[i])
                    area = doubled_area(ring)
                    total += area
                    if (area > 0) != (i == 0):
                        yield f"{level.name}: {name} has an outline or hole that is inside out"
                    if i > 0 and not outline.holds(*ring[0]):
                        yield f"{level.name}: a hole of {name} is not inside"
    if total != 2 * width * height:
        yield f"{level.name}: the areas add up to {total / 2} and not to {width * height}"
    for way, count in sorted(ways.items()):
        if count > 1:
            yield f"{level.name}: arc {way} bounds {count} areas on one side"
        if ~way not in ways:
            arc = level.arcs[way if way >= 0 else ~way]
            inside = any(
                not (ax == bx and ax in (0, width)) and not (ay == by and ay in (0, height))
                for (ax, ay), (bx, by) in steps(arc)
            )
            if inside:
                yield f"{level.name}: arc {way} has nothing on its other side"
    used = list(level.sides)
    for a, b, cell in clashes([level.arcs[arc] for arc in used])[:SHOWN]:
        sides = " and ".join("/".join(level.sides[used[arc]]) for arc in (a, b))
        yield f"{level.name}: lines of {sides} meet at {level.point(cell)}"


def check_places(found: BoardMap) -> Iterator[str]:
    """Anchors, labels and cities are inside their spaces and not in each other's way."""
    level = found.level()
    areas = {
        name: Area([ring for polygon in polygons for ring in polygon])
        for name, polygons in level.spaces.items()
    }
    for name, space in found.spaces.items():
        for line in check_place(space, areas[name]):
            yield f"{name}: {line}"
    shorts = Counter(space.short for space in found.spaces.values() if space.short)
    for short in sorted(short for short, count in shorts.items() if count > 1):
        yield f"{short!r} is the short name of {shorts[short]} spaces"
    for each in found.undrawn:
        if each.kind == "link":
            for name, at in zip(each.edge, each.at, strict=True):
                if not areas[name].holds(*at):
                    yield f"{name}: the end of its link to {' and '.join(each.edge)} is elsewhere"


def check_place(space: MapSpace, area: Area) -> Iterator[str]:
    """The places of one space."""
    for i, (x, y, r) in enumerate(space.anchors):
        if not area.holds(x, y) or area.distance(x, y) < r - SLACK:
            yield f"anchor {i} is not inside"
        for j, (other_x, other_y, other_r) in enumerate(space.anchors[:i]):
            if math.hypot(x - other_x, y - other_y) < r + other_r - 3 * SLACK:
                yield f"anchors {j} and {i} overlap"
            if other_r < r:
                yield f"anchor {i} is larger than one before it"
    (x, y), wide, high = space.label.at, space.label.width / 2, space.label.height / 2
    box = (x - wide + SLACK, y - high + SLACK, x + wide - SLACK, y + high - SLACK)
    if not area.holds(x, y) or area.cuts(*box):
        yield "its label is not inside"
    # Where there is room for one thing only the label may lie over the first anchor.
    for i, (ax, ay, r) in enumerate(space.anchors[1:], 1):
        dx = max(box[0] - ax, ax - box[2], 0.0)
        dy = max(box[1] - ay, ay - box[3], 0.0)
        if math.hypot(dx, dy) < r - 3 * SLACK:
            yield f"its label overlaps anchor {i}"
    if space.city is not None and not area.holds(*space.city):
        yield "its city is not inside"
