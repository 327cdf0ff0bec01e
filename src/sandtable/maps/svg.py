"""SVG as text: elements, escaped words, short numbers and paths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Ring = Sequence[Point]

FORBIDDEN = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Control characters, halves of surrogate pairs, and what is no character."""

GRID = 10
"""Coordinates of paths are whole tenths of a map unit."""


def escape(text: str) -> str:
    """Text as it may stand in an element or an attribute; what XML does not allow is left out."""
    text = FORBIDDEN.sub("", text)
    for char, safe in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(char, safe)
    return text


def num(value: float, places: int = 2) -> str:
    """A number as short as it can be written."""
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def attributes(given: dict[str, object]) -> str:
    """Attributes in the order given; `_` in a name stands for `-`, None for leaving it out."""
    parts = []
    for name, value in given.items():
        if value is not None:
            text = num(value) if isinstance(value, float) else escape(str(value))
            parts.append(f' {name.rstrip("_").replace("_", "-")}="{text}"')
    return "".join(parts)


def tag(name: str, *inner: str, **given: object) -> str:
    """An element with its content, which must be SVG or escaped already."""
    head = f"<{name}{attributes(given)}"
    return f"{head}>{''.join(inner)}</{name}>" if inner else f"{head}/>"


def group(inner: Iterable[str], **given: object) -> str:
    """A `g` with one element to a line; nothing at all if it would be empty."""
    lines = list(inner)
    return "\n".join((f"<g{attributes(given)}>", *lines, "</g>")) if lines else ""


def path_data(lines: Iterable[Ring], *, closed: bool) -> str:
    """Rings or lines as the `d` of a path, in short relative steps."""
    parts = []
    for line in lines:
        points = [(round(x * GRID), round(y * GRID)) for x, y in line]
        if closed and points[0] == points[-1]:
            points.pop()
        if len(points) < 2:
            continue
        parts.append(f"M{tenths(points[0][0])} {tenths(points[0][1])}l")
        last = points[0]
        steps = []
        for point in points[1:]:
            if point != last:
                steps.append(f"{tenths(point[0] - last[0])} {tenths(point[1] - last[1])}")
            last = point
        parts.append(" ".join(steps).replace(" -", "-"))
        if closed:
            parts.append("z")
    return "".join(parts)


def tenths(value: int) -> str:
    """Whole tenths as a number."""
    whole, rest = divmod(abs(value), GRID)
    sign = "-" if value < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}.{rest}"
