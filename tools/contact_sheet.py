"""Draws the pictures of docs/maps: every board, all of them on one sheet, and some close up."""

from __future__ import annotations

import base64
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from sandtable.maps import Drawing, draw
from sandtable.maps.lettering import FAMILY, WEIGHT
from sandtable.maps.palette import load_palette
from sandtable.maps.png import to_png
from sandtable.maps.svg import escape, num, tag
from sandtable.maps.topology import map_names

FOLDER = Path(__file__).parents[1] / "docs" / "maps"
SHEET = "contact-sheet.png"
LARGEST = 1_000_000
"""Bytes of a picture."""
WIDTHS = (2048, 1800, 1600, 1400)
COLUMNS, CELL, GAP, TITLE = 2, 600, 24, 34
CLOSE: dict[str, Callable[[], Drawing]] = {
    "close-europe": partial(
        draw,
        "global1940",
        width=1200,
        units="kinds",
        crop=("united-kingdom", "southern-italy", "poland"),
    ),
    "close-islands": partial(
        draw,
        "pacific1940",
        width=1200,
        units="kinds",
        crop=("japan", "kwangtung", "guam"),
    ),
    "close-night": partial(
        draw,
        "revised",
        width=1200,
        units="kinds",
        theme="dark",
        crop=("germany", "caucasus", "algeria"),
    ),
    "phone": partial(draw, "1941", width=390),
}
"""Parts of boards that show crowded places, the dark theme, and a phone's width."""


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    names = map_names()
    for name in names:
        picture(name)
    for name, drawn in CLOSE.items():
        (FOLDER / f"{name}.png").write_bytes(drawn().png())
    (FOLDER / SHEET).write_bytes(sheet(names))
    print(FOLDER / SHEET)
    return 0


def picture(name: str) -> None:
    """A board at the largest size that is not too large a file."""
    for width in WIDTHS:
        data = draw(name, width=width).png()
        if len(data) <= LARGEST:
            break
    path = FOLDER / f"{name}.png"
    path.write_bytes(data)
    print(f"{path}: {width} pixels wide, {len(data)} bytes")


def sheet(names: list[str]) -> bytes:
    """All boards, small and with their titles; each goes into the column that is shorter."""
    drawings = [draw(name, width=CELL, units="none", legend=False) for name in names]
    colors = load_palette("light")
    parts: list[str] = []
    low = [GAP] * COLUMNS
    for drawing in sorted(drawings, key=lambda drawing: -drawing.height):
        column = low.index(min(low))
        parts += cell(drawing, GAP + column * (CELL + GAP), low[column], colors.ink)
        low[column] += TITLE + drawing.height + GAP
    width, height = COLUMNS * CELL + (COLUMNS + 1) * GAP, max(low)
    page = tag("rect", width=width, height=height, fill=colors.page)
    svg = tag(
        "svg",
        page,
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        font_family=FAMILY,
        font_weight=WEIGHT,
    )
    return to_png(svg, width, height)


def cell(drawing: Drawing, x: float, y: float, ink: str) -> list[str]:
    spaces = len(drawing.scene.places)
    data = base64.b64encode(drawing.png()).decode()
    title = f"{drawing.scene.title} · {spaces} spaces"
    return [
        tag("text", escape(title), x=num(x), y=num(y + 22), font_size=20, fill=ink),
        tag(
            "image",
            x=num(x),
            y=num(y + TITLE),
            width=drawing.width,
            height=drawing.height,
            href=f"data:image/png;base64,{data}",
        ),
    ]


if __name__ == "__main__":
    sys.exit(main())
