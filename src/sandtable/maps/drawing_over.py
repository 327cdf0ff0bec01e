"""What lies over the ground besides the pieces: gates, links, arrows, the edges and the legend."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from itertools import pairwise

from sandtable.maps.lettering import shortened, text_width
from sandtable.maps.marks import Pen
from sandtable.maps.room import Box
from sandtable.maps.scene import Scene
from sandtable.maps.svg import escape, group, num, tag
from sandtable.maps.topology import BoardMap, Pair, paired

Point = tuple[float, float]

LINK, WRAP = "link", "wrap"


def gates(pen: Pen, board: BoardMap, scene: Scene, view: Box) -> str:
    """Canals and straits."""
    passages = {passage.id: passage for passage in scene.passages}
    found = []
    size = min(15 * pen.unit, 48.0)
    for gate in board.gates:
        if not inside(view, gate.at):
            continue
        passage = passages.get(gate.passage)
        words = passage.name if passage else gate.passage
        if passage and passage.closed:
            words += ", closed"
        x, y = gate.at
        disc = tag(
            "circle",
            cx=x,
            cy=y,
            r=size * 0.62,
            fill=pen.palette.sea,
            stroke=pen.palette.coast,
            stroke_width=num(pen.unit),
        )
        kind = "strait" if "strait" in gate.passage else "canal"
        mark = pen.use(kind, Box(x - size / 2, y - size / 2, size, size), pen.palette.ink)
        found.append(tag("g", tag("title", escape(words)), disc, mark, data_passage=gate.passage))
    return group(found, class_="gates")


def links(pen: Pen, board: BoardMap, view: Box) -> str:
    """Borders that are no lines on the map: a dotted line from one space to the other."""
    found = []
    for each in board.undrawn:
        if each.kind == LINK and any(inside(view, at) for at in each.at):
            (ax, ay), (bx, by) = each.at
            line = f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"
            why = tag("title", escape(each.why))
            found.append(tag("path", why, d=line, data_link=" ".join(each.edge)))
    return group(
        found,
        class_="links",
        fill="none",
        stroke=pen.palette.sea_ink,
        stroke_width=num(1.6 * pen.unit),
        stroke_dasharray=f"{num(0.1 * pen.unit)} {num(3.5 * pen.unit)}",
        stroke_linecap="round",
    )


def wraps(pen: Pen, board: BoardMap, scene: Scene, gutter: float) -> str:
    """At both edges of a map that goes around the world: which space lies beyond."""
    found = []
    size = 9.5 * pen.unit
    low = {True: -math.inf, False: -math.inf}
    """How far down names reach at the left edge, and at the right one."""
    for each in sorted(board.undrawn, key=lambda each: each.at[0][1]):
        if each.kind != WRAP:
            continue
        for here, (at, name) in enumerate(zip(each.at, each.edge, strict=True)):
            other = scene.by_id[each.edge[1 - here]]
            left = at[0] < board.width / 2
            x = -gutter / 2 if left else board.width + gutter / 2
            turn = -90 if left else 90
            words = other.name.replace("Sea Zone ", "")
            half = text_width(words) * size / 2
            y = min(max(at[1], half + size), board.height - half - size)
            if y - half - size < low[left]:
                continue
            low[left] = y + half
            out = -1 if left else 1
            tip = (0.0 if left else board.width) + out * 1.5 * pen.unit
            arrow = tag(
                "path",
                d=f"M{num(tip)} {num(y - half - size)}l{num(out * 4 * pen.unit)} "
                f"{num(3.5 * pen.unit)}l{num(-out * 4 * pen.unit)} {num(3.5 * pen.unit)}z",
            )
            text = pen.text(0, 0, size, words, pen.palette.sea_ink)
            place = f"translate({num(x)} {num(y)}) rotate({turn})"
            found.append(
                tag(
                    "g",
                    tag("title", escape(f"{scene.by_id[name].name} borders {other.name}")),
                    arrow,
                    tag("g", text, transform=place),
                    data_link=" ".join(each.edge),
                )
            )
    return group(found, class_="wraps", fill=pen.palette.sea_ink)


def arrows(pen: Pen, board: BoardMap, scene: Scene, spots: Mapping[str, Box]) -> str:
    """Moves, each a curve from what stands in its first space to what stands in its last."""
    found = []
    around = {each.edge for each in board.undrawn if each.kind == WRAP}
    for boxes in (line for path in scene.paths for line in unrolled(path, spots, around, board)):
        points = [box.center for box in boxes]
        points[0] = towards(boxes[0].grown(3 * pen.unit), points[1])
        points[-1] = towards(boxes[-1].grown(3 * pen.unit), points[-2])
        line, way = curve(points, 10 * pen.unit)
        x, y = points[-1]
        head = 13 * pen.unit
        wings = [
            (x - head * math.cos(way + turn), y - head * math.sin(way + turn))
            for turn in (0.45, -0.45)
        ]
        tip = "M" + "L".join(map(pair, ((x, y), *wings))) + "z"
        found += [
            tag("path", d=line, stroke=pen.palette.halo, stroke_width=num(6.5 * pen.unit)),
            tag("path", d=line, stroke=pen.palette.highlight, stroke_width=num(3.5 * pen.unit)),
            tag("path", d=tip, fill=pen.palette.highlight, stroke=pen.palette.halo),
        ]
    return group(
        found,
        class_="arrows",
        fill="none",
        stroke_width=num(1.2 * pen.unit),
        stroke_linejoin="round",
        stroke_linecap="round",
        pointer_events="none",
    )


def unrolled(
    path: Sequence[str], spots: Mapping[str, Box], around: Set[Pair], board: BoardMap
) -> list[list[Box]]:
    """The boxes of a move; one that goes around the world leaves at one edge and comes in again
    at the other, so that it is drawn once for each."""
    turns = [0]
    for a, b in pairwise(path):
        step = 0
        if paired(a, b) in around:
            step = 1 if spots[a].x > spots[b].x else -1
        turns.append(turns[-1] + step)
    return [
        [
            spots[name]._replace(x=spots[name].x + (turn - seen) * board.width)
            for name, turn in zip(path, turns, strict=True)
        ]
        for seen in sorted(set(turns))
    ]


def curve(points: Sequence[Point], head: float) -> tuple[str, float]:
    """A smooth line through points that leaves room for a head, and the direction it ends in."""
    if len(points) == 2:
        (ax, ay), (bx, by) = points
        middle = (ax + bx) / 2 + (by - ay) / 8, (ay + by) / 2 - (bx - ax) / 8
        bends = [middle]
    else:
        bends = list(points[1:-1])
    x, y = points[-1]
    way = math.atan2(y - bends[-1][1], x - bends[-1][0])
    end = x - head * math.cos(way), y - head * math.sin(way)
    parts = [f"M{pair(points[0])}"]
    for i, bend in enumerate(bends):
        last = i == len(bends) - 1
        to = end if last else ((bend[0] + bends[i + 1][0]) / 2, (bend[1] + bends[i + 1][1]) / 2)
        parts.append(f"Q{pair(bend)} {pair(to)}")
    return "".join(parts), way


def towards(box: Box, to: Point) -> Point:
    """Where a line from the middle of a box to a point outside leaves the box."""
    x, y = box.center
    dx, dy = to[0] - x, to[1] - y
    parts = [half / abs(d) for half, d in ((box.width / 2, dx), (box.height / 2, dy)) if d]
    part = min((*parts, 1.0))
    return x + dx * part, y + dy * part


def pair(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def legend(pen: Pen, scene: Scene, powers: Sequence[str], box: Box) -> str:
    """A line below the map: what it is, and the powers with their colours and emblems."""
    size = 13 * pen.unit
    y = box.y + box.height / 2
    words = f"{scene.title} · {scene.caption}" if scene.caption else scene.title
    signs = [22 * pen.unit] * len(powers)
    room = box.width - sum(signs) - 24 * pen.unit
    if room < 0.4 * box.width:
        room = box.width - 16 * pen.unit
    words = shortened(words, room / size)
    title = pen.text(box.x + 8 * pen.unit, y, size, words, pen.palette.ink, text_anchor="start")
    found = [title]
    chip = 18 * pen.unit
    free = box.width - text_width(words) * size - 24 * pen.unit
    names = [scene.power_name(power) for power in powers]
    widths = [chip + (5 + 14) * pen.unit + text_width(name) * size for name in names]
    if sum(widths) > free:
        names, widths = [""] * len(names), signs
    if sum(widths) > free + pen.unit:
        return group(found, class_="legend")
    x = box.x + box.width - sum(widths)
    for power, name, width in zip(powers, names, widths, strict=True):
        colors = pen.colors(power)
        swatch = Box(x, y - chip / 2, chip, chip)
        found += [
            tag("rect", x=x, y=swatch.y, width=chip, height=chip, rx=chip / 2, fill=colors.strong),
            pen.use(colors.emblem, swatch.grown(-0.18 * chip), colors.ink),
        ]
        if name:
            at = x + chip + 5 * pen.unit
            found.append(pen.text(at, y, size, name, pen.palette.ink, text_anchor="start"))
        x += width
    return group(found, class_="legend")


def inside(view: Box, at: Point) -> bool:
    return view.x <= at[0] <= view.x + view.width and view.y <= at[1] <= view.y + view.height
