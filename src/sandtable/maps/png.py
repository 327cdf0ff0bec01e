"""Pictures as PNG, drawn by resvg with the font that comes with the package."""

from __future__ import annotations

from importlib import resources

from sandtable.maps.lettering import font_file
from sandtable.rules.refusal import SandtableError

LARGEST = 16_384
"""The most pixels that a side may have."""


class PictureError(SandtableError):
    """A picture that cannot be made."""


def to_png(svg: str, width: int, height: int) -> bytes:
    """An SVG as a PNG of this size."""
    if max(width, height) > LARGEST:
        raise PictureError(f"a picture of {width} x {height} is too large: at most {LARGEST}")
    import resvg_py

    with resources.as_file(font_file()) as font:
        found = resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            height=height,
            skip_system_fonts=True,
            font_files=[str(font)],
            font_family="Source Sans 3",
            sans_serif_family="Source Sans 3",
        )
    return bytes(found)
