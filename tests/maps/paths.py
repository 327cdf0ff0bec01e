"""Path data of SVG as polygons, and polygons as pixels: just enough to judge symbols."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

Point = tuple[float, float]
Polygon = list[Point]

TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)")
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "A": 7, "Z": 0}


def polygons(data: str) -> list[Polygon]:
    """The closed shapes of a path, its curves as short lines."""
    found: list[Polygon] = []
    at = start = (0.0, 0.0)
    handle: Point | None = None
    for letter, values in commands(data):
        x, y = at if letter.islower() else (0.0, 0.0)
        kind, last = letter.upper(), at
        ends = [(values[i] + x, values[i + 1] + y) for i in range(0, len(values) - 1, 2)]
        before, handle = handle, None
        if kind == "Z":
            at = start
            continue
        if kind == "M":
            start = at = ends[0]
            found.append([at])
            continue
        if kind == "L":
            line = [ends[0]]
        elif kind == "H":
            line = [(values[0] + x, at[1])]
        elif kind == "V":
            line = [(at[0], values[0] + y)]
        elif kind == "A":
            line = list(arc(at, values, (values[5] + x, values[6] + y)))
        else:
            first = before if before and kind == "S" else at if kind == "S" else ends[0]
            second, end = ends[-2:]
            line = list(bezier(at, first, second, end))
            handle = 2 * end[0] - second[0], 2 * end[1] - second[1]
        at = line[-1]
        if found[-1][-1] != last:
            found.append([last])
        found[-1] += line
    return found


def commands(data: str) -> Iterator[tuple[str, list[float]]]:
    tokens = TOKEN.findall(data)
    assert re.sub(r"[\s,]", "", data) == "".join(tokens), f"not path data: {data}"
    letter, i = "", 0
    while i < len(tokens):
        if tokens[i].isalpha():
            letter = tokens[i]
            i += 1
        count = COUNTS[letter.upper()]
        yield letter, [float(token) for token in tokens[i : i + count]]
        i += count
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def bezier(a: Point, b: Point, c: Point, d: Point, steps: int = 8) -> Iterator[Point]:
    for i in range(1, steps + 1):
        t, s = i / steps, 1 - i / steps
        weights = s**3, 3 * s * s * t, 3 * s * t * t, t**3
        yield (
            sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
            sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
        )


def arc(start: Point, values: list[float], end: Point, steps: int = 16) -> Iterator[Point]:
    """An elliptic arc without rotation, from its ends to its centre as the standard reckons."""
    rx, ry, rotation, large, sweep = values[:5]
    assert rotation == 0
    dx, dy = (start[0] - end[0]) / 2 / rx, (start[1] - end[1]) / 2 / ry
    reach = dx * dx + dy * dy
    grow = max(1.0, math.sqrt(reach))
    rx, ry, dx, dy, reach = rx * grow, ry * grow, dx / grow, dy / grow, min(reach, 1.0)
    factor = math.sqrt(max(0.0, 1 / reach - 1)) * (-1 if large == sweep else 1)
    cx, cy = factor * dy, -factor * dx
    first = math.atan2(dy - cy, dx - cx)
    turn = math.atan2(-dy - cy, -dx - cx) - first
    if sweep and turn < 0:
        turn += 2 * math.pi
    elif not sweep and turn > 0:
        turn -= 2 * math.pi
    mx, my = (start[0] + end[0]) / 2 + rx * cx, (start[1] + end[1]) / 2 + ry * cy
    for i in range(1, steps):
        angle = first + turn * i / steps
        yield mx + rx * math.cos(angle), my + ry * math.sin(angle)
    yield end


def covered(shapes: list[Polygon], x: float, y: float, *, evenodd: bool) -> bool:
    """Whether a path's inside holds a point."""
    winding = crossings = 0
    for shape in shapes:
        for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
            if (ay <= y) != (by <= y) and ax + (y - ay) / (by - ay) * (bx - ax) > x:
                crossings += 1
                winding += 1 if by > ay else -1
    return crossings % 2 == 1 if evenodd else winding != 0
