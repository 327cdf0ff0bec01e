"""Symbols of units, marks, emblems and patterns, drawn in the current colour."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from typing import Final, NamedTuple

from sandtable.maps.palette import spare_number

UNIT: Final = "unit-"
EMBLEM: Final = "emblem-"
SPARE: Final = "emblem-spare-"
GENERIC: Final = "generic-"
SIZE: Final = 32
"""Symbols are drawn in a square of this size."""


class Tile(NamedTuple):
    """A piece of a pattern that repeats, in pixels."""

    width: float
    height: float
    inner: str


def symbol(name: str, domain: str = "") -> str:
    """The inner SVG of a symbol.

    A unit without a symbol gets the general one of its domain (land, air, sea, facility), a power
    without an emblem one of the spare emblems, the same as in the palette.
    """
    known = _symbols()
    if name in known:
        return known[name]
    if name.startswith(UNIT):
        return known.get(f"{GENERIC}{domain}", known[f"{GENERIC}unit"])
    if name.startswith(EMBLEM):
        spares = sum(other.startswith(SPARE) for other in known)
        return known[f"{SPARE}{1 + spare_number(name.removeprefix(EMBLEM), spares)}"]
    raise KeyError(f"there is no symbol {name!r}")


def sprite() -> str:
    """All symbols as one SVG, to be used by reference: `<use href="#unit-tank"/>`."""
    return _read("units.svg")


def symbol_names() -> tuple[str, ...]:
    return tuple(_symbols())


def unit_symbols() -> tuple[str, ...]:
    """The units and facilities that have a symbol, without the `unit-`."""
    return tuple(name.removeprefix(UNIT) for name in _symbols() if name.startswith(UNIT))


def pattern_names() -> tuple[str, ...]:
    return tuple(_patterns())


def pattern(name: str, element_id: str, color: str, scale: float = 1.0) -> str:
    """A `pattern` element in a colour; `scale` is the size of a pixel in units of the drawing."""
    tile = _patterns()[name]
    inner = tile.inner.replace("currentColor", color)
    return (
        f'<pattern id="{element_id}" width="{tile.width:g}" height="{tile.height:g}" '
        f'patternUnits="userSpaceOnUse" patternTransform="scale({scale:g})">{inner}</pattern>'
    )


@lru_cache(maxsize=1)
def _symbols() -> dict[str, str]:
    found = re.findall(r'<symbol id="([^"]+)"[^>]*>\s*(.*?)\s*</symbol>', sprite(), re.DOTALL)
    return {name: inner.replace("\n", "") for name, inner in found}


@lru_cache(maxsize=1)
def _patterns() -> dict[str, Tile]:
    form = r'<pattern id="([^"]+)" width="([^"]+)" height="([^"]+)">(.*?)</pattern>'
    found = re.findall(form, _read("patterns.svg"), re.DOTALL)
    return {name: Tile(float(w), float(h), inner) for name, w, h, inner in found}


def _read(name: str) -> str:
    return (resources.files("sandtable.maps") / "art" / name).read_text("utf-8")
