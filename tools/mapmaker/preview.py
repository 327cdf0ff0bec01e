"""A quick picture of a raster, with names and with every difference marked."""

from __future__ import annotations

import base64
import colorsys
import struct
import zlib
from html import escape
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.making import Sheet
from tools.mapmaker.parts import parts_of

Window = tuple[float, float, float, float]
"""West, south, east and north, in degrees."""


def write_preview(path: Path, sheet: Sheet, window: Window | None = None, zoom: int = 1) -> None:
    """An SVG with the raster as a picture inside."""
    left, top, right, bottom = limits(sheet, window)
    raster = sheet.raster[top:bottom, left:right]
    picture = np.repeat(np.repeat(paint(sheet, raster), zoom, axis=0), zoom, axis=1)
    height, width = picture.shape[:2]
    data = base64.b64encode(png(picture)).decode()
    texts = []
    parts = parts_of(sheet.raster)
    for number in np.argsort(-parts.sizes)[: 4 * len(sheet.regions)]:
        if parts.sizes[number] < 30:
            break
        rows, columns = np.nonzero(parts.numbers == number)
        region = sheet.regions[int(sheet.raster[rows[0], columns[0]])]
        x, y = (float(np.median(columns)) - left) * zoom, (float(np.median(rows)) - top) * zoom
        texts.append(f'<text x="{x:.0f}" y="{y:.0f}">{escape(region.id)}</text>')
    for each in sheet.differences():
        x, y = (each.place[0] - left) * zoom, (each.place[1] - top) * zoom
        colour = "red" if each.unwanted else "magenta"
        names = "|".join(sheet.regions[label].id for label in each.pair)
        texts.append(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="9" fill="none" stroke="{colour}"/>'
            f'<text x="{x:.0f}" y="{y - 12:.0f}" fill="{colour}">{escape(names)}</text>'
        )
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        "<style>text{font:11px sans-serif;text-anchor:middle}</style>"
        f'<image width="{width}" height="{height}" href="data:image/png;base64,{data}"/>'
        + "\n".join(texts)
        + "</svg>\n",
        encoding="utf-8",
    )


def limits(sheet: Sheet, window: Window | None) -> tuple[int, int, int, int]:
    height, width = sheet.raster.shape
    if window is None:
        return 0, 0, width, height
    west, south, east, north = window
    corners = [sheet.plane.pixel((lon, lat)) for lon in (west, east) for lat in (south, north)]
    x, y = [corner[0] for corner in corners], [corner[1] for corner in corners]
    return (
        max(0, int(min(x))),
        max(0, int(min(y))),
        min(width, int(max(x)) + 1),
        min(height, int(max(y)) + 1),
    )


def paint(sheet: Sheet, raster: NDArray[np.int16]) -> NDArray[np.uint8]:
    """Colours by label: seas in blues, land in other hues, borders dark."""
    colours = np.zeros((len(sheet.regions), 3))
    for label, region in enumerate(sheet.regions):
        spin = label * 0.618034 % 1.0
        if not region.space:
            colours[label] = (0.75, 0.75, 0.75) if region.ashore else (0.92, 0.94, 0.97)
        elif region.ashore:
            colours[label] = colorsys.hsv_to_rgb(spin * 0.42, 0.35, 0.95)
        else:
            colours[label] = colorsys.hsv_to_rgb(0.52 + 0.12 * spin, 0.25 + 0.2 * spin, 0.95)
    picture = (colours[raster] * 255).astype(np.uint8)
    edge = np.zeros(raster.shape, bool)
    edge[:, 1:] |= raster[:, 1:] != raster[:, :-1]
    edge[1:] |= raster[1:] != raster[:-1]
    picture[edge] = 60
    return picture


def png(picture: NDArray[np.uint8]) -> bytes:
    """A picture as PNG bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        whole = kind + data
        return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))

    height, width = picture.shape[:2]
    rows = b"".join(b"\0" + row.tobytes() for row in picture)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows, 6))
        + chunk(b"IEND", b"")
    )
