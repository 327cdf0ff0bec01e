"""Draws the icons of the installed client from its emblem: `python -m tools.app_icons`."""

from __future__ import annotations

from pathlib import Path

import resvg_py

PUBLIC = Path(__file__).parent.parent / "web" / "public"
EDGE = 'rx="14" '
"""Rounded corners; an icon that the system cuts to shape itself has none."""


def png(svg: str, side: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=side, height=side))


def maskable(svg: str) -> str:
    """With a wider margin and without round corners: systems cut circles out of it."""
    return (
        svg.replace(EDGE, "")
        .replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"')
        .replace('<rect width="64" height="64"', '<rect x="-8" y="-8" width="80" height="80"')
    )


def main() -> None:
    emblem = (PUBLIC / "emblem.svg").read_text(encoding="utf-8")
    for side in (192, 512):
        (PUBLIC / f"icon-{side}.png").write_bytes(png(emblem, side))
    (PUBLIC / "icon-maskable-512.png").write_bytes(png(maskable(emblem), 512))
    (PUBLIC / "apple-touch-icon.png").write_bytes(png(maskable(emblem), 180))


if __name__ == "__main__":
    main()
