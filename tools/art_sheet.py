"""Draws sheets of the symbols and of the palette, to look at them.

Run from the repository's root: python tools/art_sheet.py DIRECTORY
It writes, as SVG and as PNG: `units` (every symbol in four sizes, and the units of all powers at
their smallest), `chips` (all powers' units in all sizes) and `palette` (both themes, as four kinds
of eyes see them). docs/maps/units.png and docs/maps/palette.png are made so.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from sandtable.maps.colors import VISIONS, seen
from sandtable.maps.lettering import FAMILY, WEIGHT
from sandtable.maps.palette import Palette, PowerColors, Theme, load_palette
from sandtable.maps.png import to_png
from sandtable.maps.symbols import pattern, sprite, symbol_names, unit_symbols

SIZES = (64, 32, 24, 16)
THEMES: tuple[Theme, ...] = ("light", "dark")
EDGE = 12
CELL = (164, 92)
COLUMNS = 7
SWATCH = (132, 84)
ACROSS = 8
STRIP = 44
Sight = Callable[[str], str]


class Sheet(NamedTuple):
    """A drawing in the making."""

    width: int
    height: int
    parts: list[str]

    def svg(self) -> str:
        symbols = sprite().split(">", 1)[1].rsplit("</svg>", 1)[0]
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'font-family="{FAMILY}" font-weight="{WEIGHT}" font-size="12">'
        )
        return "\n".join((head, f"<defs>{symbols}</defs>", *self.parts, "</svg>\n"))


def rect(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" {more}/>'


def text(x: float, y: float, words: str, fill: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{fill}">{words}</text>'


def use(name: str, x: float, y: float, size: float, color: str) -> str:
    return f'<use href="#{name}" x="{x}" y="{y}" width="{size}" height="{size}" color="{color}"/>'


def chip(colors: PowerColors, unit: str, x: float, y: float, size: int, see: Sight = str) -> str:
    """A unit on a plate a little larger than its symbol."""
    plate = rect(x, y, size + 4, size + 4, see(colors.strong), f'rx="{size / 6:g}"')
    return plate + use(f"unit-{unit}", x + 2, y + 2, size, see(colors.ink))


def rows_of(palette: Palette) -> list[tuple[str, PowerColors]]:
    """Whoever may have units."""
    spares = ((f"spare {i}", each) for i, each in enumerate(palette.spares, 1))
    return [*palette.powers.items(), ("neutral", palette.power("neutral")), *spares]


def units_sheet() -> Sheet:
    """Every symbol large and small, then the units of all powers at their smallest."""
    wide, high = CELL
    width = 2 * EDGE + COLUMNS * wide
    palette = load_palette("light")
    names = symbol_names()
    top = 2 * EDGE + -(-len(names) // COLUMNS) * high
    parts = [rect(0, 0, width, top, palette.page)]
    for i, name in enumerate(names):
        x, y = EDGE + i % COLUMNS * wide, EDGE + i // COLUMNS * high
        parts.append(text(x, y + 78, name, palette.ink))
        for size in SIZES:
            parts.append(use(name, x, y + SIZES[0] - size, size, palette.ink))
            x += size + 6
    bottom = top
    for left, theme in zip((0, width // 2), THEMES, strict=True):
        palette = load_palette(theme)
        rows = rows_of(palette)
        bottom = top + 2 * EDGE + 24 * len(rows)
        parts.append(rect(left, top, width // 2, bottom - top, palette.sea))
        for j, (power, colors) in enumerate(rows):
            y = top + EDGE + 24 * j
            parts.append(rect(left + 104, y, width // 2 - 116, 24, colors.tint))
            parts.append(text(left + EDGE, y + 16, power, palette.sea_ink))
            for k, unit in enumerate(unit_symbols()):
                parts.append(chip(colors, unit, left + 110 + 23 * k, y + 2, 16))
    return Sheet(width, bottom, parts)


def chips_sheet() -> Sheet:
    """The units of every power in every size, on its land."""
    units = unit_symbols()
    width = 2 * EDGE + 72 * len(units)
    parts: list[str] = []
    top = 0
    for theme in THEMES:
        palette = load_palette(theme)
        for power, colors in rows_of(palette):
            high = sum(SIZES) + 8 * len(SIZES) + 2 * EDGE
            parts.append(rect(0, top, width, high, colors.tint))
            parts.append(text(EDGE, top + high - 4, f"{power}, {theme}", colors.tint_ink))
            y = top + EDGE
            for size in SIZES:
                for k, unit in enumerate(units):
                    parts.append(chip(colors, unit, EDGE + (size + 8) * k, y, size))
                y += size + 8
            top += high
    return Sheet(width, top, parts)


def palette_sheet() -> Sheet:
    """Land, chips and patterns in both themes, then the colours for other kinds of eyes."""
    parts: list[str] = []
    width, top = 2 * EDGE + ACROSS * SWATCH[0], 0
    for theme in THEMES:
        palette = load_palette(theme)
        high = 2 * EDGE + 2 * SWATCH[1]
        parts.append(rect(0, top, width, high, palette.sea))
        parts += swatches(palette, top + EDGE)
        top += high
        for vision in VISIONS:
            parts += strip(palette, vision, top, width)
            top += STRIP
    return Sheet(width, top, parts)


def swatches(palette: Palette, top: int) -> Iterable[str]:
    """The land of every power beside the land of others."""
    wide, high = SWATCH
    lands = [*palette.powers.items()]
    lands += [(f"neutral, {kind}", each) for kind, each in palette.neutrals.items()]
    for i, (name, colors) in enumerate(lands):
        x, y = EDGE + i % ACROSS * wide, top + i // ACROSS * high
        key = f"{palette.theme}-{i}"
        yield pattern(colors.pattern, key, colors.strong)
        yield rect(x, y, wide, high, colors.tint, f'stroke="{palette.border}"')
        yield rect(x, y, wide, high, f"url(#{key})", f'opacity="{palette.pattern_opacity}"')
        yield text(x + 6, y + 16, name, colors.tint_ink)
        yield use(colors.emblem, x + 8, y + 28, 48, colors.strong)
        for k, unit in enumerate(("infantry", "fighter", "destroyer", "tank")):
            yield chip(colors, unit, x + 64 + 32 * (k % 2), y + 24 + 30 * (k // 2), 24)
    others = (
        ("impassable", palette.impassable, palette.impassable_ink),
        ("ice", palette.ice, palette.ice_ink),
        ("nobody", palette.nobody, palette.ink),
    )
    for i, (name, color, ink) in enumerate(others, len(lands)):
        x, y = EDGE + i % ACROSS * wide, top + i // ACROSS * high
        yield rect(x, y, wide, high, color, f'stroke="{palette.coast}"')
        if name == "impassable":
            yield pattern("lattice", f"{palette.theme}-closed", palette.hatch)
            yield rect(x, y, wide, high, f"url(#{palette.theme}-closed)")
        yield text(x + 6, y + 16, name, ink)
    marks = (("battle", palette.battle), ("moved", palette.highlight), ("value", palette.ink))
    for k, (name, color) in enumerate(marks):
        yield use(name, x + 8 + 40 * k, y + 36, 32, color)


def strip(palette: Palette, vision: str, top: int, width: int) -> Iterable[str]:
    """Tints with a unit on each, as a kind of eye sees them."""

    def see(color: str) -> str:
        return seen(color, vision)

    lands = [*palette.powers.values(), *palette.neutrals.values()]
    yield rect(0, top, width, STRIP, see(palette.sea))
    yield text(EDGE, top + 26, f"{palette.theme}, {vision}", see(palette.sea_ink))
    step = (width - 140 - EDGE) / len(lands)
    for i, colors in enumerate(lands):
        x = 140 + step * i
        yield rect(x, top + 4, step, STRIP - 8, see(colors.tint))
        yield use(colors.emblem, x + 4, top + 10, 24, see(colors.strong))
        yield chip(colors, "infantry", x + step - 34, top + 8, 24, see)


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    sheets = {"units": units_sheet(), "chips": chips_sheet(), "palette": palette_sheet()}
    for name, sheet in sheets.items():
        svg = sheet.svg()
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
        (folder / f"{name}.png").write_bytes(to_png(svg, sheet.width, sheet.height))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
