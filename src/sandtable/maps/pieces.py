"""What stands on the map: chips, badges and names, and blocks put together from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sandtable.maps.lettering import text_width
from sandtable.maps.room import Box

LEADING = 1.12
"""From line to line, in units of the size of the letters."""
COUNT = 0.7
"""The size of a chip's count, in units of the chip's height."""
PAD = 0.16
SIGN = 0.26
"""What a sign at the corner of a chip takes from it, in units of the chip's height."""
HURT = 0.7
"""The size of the damage beside a facility, in units of the facility's height."""
VALUE = "value"


class Label(NamedTuple):
    """A name in one line or more."""

    box: Box
    lines: tuple[str, ...]
    size: float


class Chip(NamedTuple):
    """Units of a power: one kind, or all of them if `kind` is empty. A number of 0 is not shown."""

    box: Box
    power: str
    kind: str
    number: int
    damaged: bool = False
    loaded: bool = False
    plain: bool = False
    """The number alone."""


class Badge(NamedTuple):
    """A mark with perhaps a number in it: a factory, a coin, a city."""

    box: Box
    mark: str
    text: str = ""
    power: str = ""


Piece = Label | Chip | Badge


class Block(NamedTuple):
    """Pieces arranged in a rectangle, its left upper corner at the origin."""

    width: float
    height: float
    pieces: tuple[Piece, ...]

    def at(self, x: float, y: float) -> tuple[Piece, ...]:
        """The pieces with the corner moved there."""
        return tuple(
            piece._replace(box=Box(piece.box[0] + x, piece.box[1] + y, *piece.box[2:]))
            for piece in self.pieces
        )


def label(lines: tuple[str, ...], size: float) -> Block:
    """Lines of a name, centred."""
    width = max(map(text_width, lines)) * size + 0.2 * size
    height = len(lines) * LEADING * size
    return Block(width, height, (Label(Box(0, 0, width, height), lines, size),))


def chip(
    power: str, kind: str, count: int, height: float, damaged: bool = False, loaded: bool = False
) -> Block:
    """A chip; a single unit of a kind needs no number."""
    shown = count if count > 1 or not kind else 0
    width = height * (1 + PAD)
    if shown:
        width += text_width(str(shown)) * COUNT * height + PAD * height
        width += SIGN * height * (damaged or loaded)
    box = Box(0, 0, width, height)
    return Block(width, height, (Chip(box, power, kind, shown, damaged, loaded),))


def tally(power: str, count: int, height: float) -> Block:
    """A chip with nothing but the number of a power's units, for where there is no more room."""
    width = max(height, text_width(str(count)) * COUNT * height + 2 * PAD * height)
    box = Box(0, 0, width, height)
    return Block(width, height, (Chip(box, power, "", count, plain=True),))


def emblem(power: str, height: float) -> Block:
    """The sign of a power in front of its chips."""
    return Block(height, height, (Chip(Box(0, 0, height, height), power, "", 0),))


def badge(mark: str, height: float, text: str = "", power: str = "") -> Block:
    """A mark; the value of a space stands in it, any other number beside it."""
    width = height
    if text and mark != VALUE:
        width += text_width(text) * HURT * height
    return Block(width, height, (Badge(Box(0, 0, width, height), mark, text, power),))


def rows_of(widths: Sequence[float], widest: float, gap: float) -> list[list[int]]:
    """Which blocks stand in which row, if each row takes as many as it can."""
    rows: list[list[int]] = [[]]
    used = 0.0
    for i, width in enumerate(widths):
        if rows[-1] and used + gap + width > widest + 1e-6:
            rows.append([])
            used = 0.0
        used += width + (gap if rows[-1] else 0.0)
        rows[-1].append(i)
    return rows


def beside(blocks: Sequence[Block], gap: float) -> Block:
    """Blocks from left to right, their middles level."""
    height = max((b.height for b in blocks), default=0.0)
    pieces: list[Piece] = []
    x = 0.0
    for block in blocks:
        pieces += block.at(x, (height - block.height) / 2)
        x += block.width + gap
    return Block(max(x - gap, 0.0), height, tuple(pieces))


def stacked(blocks: Iterable[Block | None], gap: float) -> Block:
    """Blocks from top to bottom, centred."""
    kept = [block for block in blocks if block is not None and block.pieces]
    width = max((b.width for b in kept), default=0.0)
    pieces: list[Piece] = []
    y = 0.0
    for block in kept:
        pieces += block.at((width - block.width) / 2, y)
        y += block.height + gap
    return Block(width, max(y - gap, 0.0), tuple(pieces))


def arrangements(blocks: Sequence[Block], gap: float, most: int = 5) -> list[Block]:
    """The same blocks in one row, in two rows and so on, each as narrow as it can be."""
    if not blocks:
        return [Block(0.0, 0.0, ())]
    widths = [block.width for block in blocks]
    whole = sum(widths) + gap * (len(blocks) - 1)
    found: list[Block] = []
    last = 0
    for rows in range(1, min(most, len(blocks)) + 1):
        low, high = max(max(widths), whole / rows - max(widths)), whole
        for _ in range(8):
            middle = (low + high) / 2
            if len(rows_of(widths, middle, gap)) > rows:
                low = middle
            else:
                high = middle
        parts = rows_of(widths, high, gap)
        if len(parts) > last:
            last = len(parts)
            found.append(stacked([beside([blocks[i] for i in row], gap) for row in parts], gap))
    return found
