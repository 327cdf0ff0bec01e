"""The type of the maps: one family, measured from the font that comes with the package."""

from __future__ import annotations

import struct
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

FAMILY = (
    "'Source Sans 3', 'Source Sans Pro', 'Segoe UI', Roboto, 'Noto Sans', "
    "'DejaVu Sans', system-ui, sans-serif"
)
WEIGHT = 600
CAP_HEIGHT = 0.66
"""Of capitals and figures, in units of the size."""


def font_file() -> Traversable:
    return resources.files("sandtable.maps") / "fonts" / "SourceSans3-SemiBold.ttf"


@lru_cache(maxsize=1)
def advances() -> dict[int, float]:
    """How far each character moves the pen, in units of the size."""
    data = font_file().read_bytes()
    (count,) = struct.unpack_from(">H", data, 4)
    tables = {}
    for i in range(count):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * i)
        tables[tag] = offset
    (size,) = struct.unpack_from(">H", data, tables[b"head"] + 18)
    (metrics,) = struct.unpack_from(">H", data, tables[b"hhea"] + 34)
    found = {}
    for character, glyph in characters(data, tables[b"cmap"]):
        at = tables[b"hmtx"] + 4 * min(glyph, metrics - 1)
        found[character] = struct.unpack_from(">H", data, at)[0] / size
    return found


def characters(data: bytes, cmap: int) -> list[tuple[int, int]]:
    """Characters of the basic plane with their glyphs: a subtable of format 4."""
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    for i in range(count):
        (offset,) = struct.unpack_from(">I", data, cmap + 8 + 8 * i)
        at = cmap + offset
        if struct.unpack_from(">H", data, at)[0] == 4:
            break
    else:
        raise ValueError("the font has no table of characters in format 4")
    segments = struct.unpack_from(">H", data, at + 6)[0] // 2
    lists = [at + 14, at + 16 + 2 * segments, at + 16 + 4 * segments, at + 16 + 6 * segments]
    found = []
    for i in range(segments):
        end, start, delta, skip = (struct.unpack_from(">H", data, p + 2 * i)[0] for p in lists)
        for character in range(start, min(end, 0xFFFE) + 1):
            glyph = character
            if skip:
                place = lists[3] + 2 * i + skip + 2 * (character - start)
                (glyph,) = struct.unpack_from(">H", data, place)
            if glyph or not skip:
                found.append((character, (glyph + delta) & 0xFFFF))
    return found


@lru_cache(maxsize=4096)
def text_width(text: str) -> float:
    """The width of a text, in units of its size. Kerning would only make it narrower."""
    known = advances()
    return sum(known.get(ord(c), 0.6) for c in text)


def shortened(text: str, width: float) -> str:
    """As much of a text as fits into a width, in units of its size."""
    if text_width(text) <= width:
        return text
    kept = text
    while kept and text_width(f"{kept}…") > width:
        kept = kept[: max(len(kept) // 2, 0)] if text_width(kept) > 3 * width else kept[:-1]
    return f"{kept.rstrip()}…"


@lru_cache(maxsize=4096)
def broken(text: str, lines: int) -> tuple[str, ...]:
    """A text in so many lines of much the same width, or in fewer if it has too few words."""
    words = text.replace("/", "/ ").split()
    if lines <= 1 or len(words) < 2:
        return (text,)
    best: tuple[float, tuple[str, ...]] | None = None
    for first in range(1, len(words)):
        rest = broken(
            " ".join(words[first:]).replace("/ ", "/"), min(lines, len(words) - first + 1) - 1
        )
        found = (" ".join(words[:first]).replace("/ ", "/"), *rest)
        width = max(map(text_width, found))
        if best is None or width < best[0]:
            best = width, found
    assert best is not None
    return best[1]
