"""Colours as eyes see them: contrast, difference, and how colour-blind eyes see them."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

VISIONS: Final[dict[str, Matrix]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What each kind of eye makes of linear RGB: Machado, Oliveira, Fernandes (2009), severity 1."""

WHITE: Final = (0.95047, 1.0, 1.08883)


class Lab(NamedTuple):
    """A colour of CIELAB: lightness, green to red, blue to yellow."""

    l: float  # noqa: E741
    a: float
    b: float


def linear(color: str) -> Triple:
    """The linear RGB of `#rrggbb`."""
    if len(color) != 7 or color[0] != "#":
        raise ValueError(f"{color!r} is not a colour like #1a2b3c")
    parts = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return red, green, blue


def encoded(light: Triple) -> str:
    """Linear RGB as `#rrggbb`, cut off at what a screen can show."""
    parts = (min(max(c, 0.0), 1.0) for c in light)
    bent = (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in parts)
    return "#" + "".join(f"{round(255 * c):02x}" for c in bent)


def seen(color: str, vision: str) -> str:
    """How a colour looks to a kind of eye."""
    light = linear(color)
    red, green, blue = (
        sum(a * c for a, c in zip(row, light, strict=True)) for row in VISIONS[vision]
    )
    return encoded((red, green, blue))


def blended(over: str, under: str, opacity: float) -> str:
    """A colour laid over another, as browsers do it."""
    pairs = ((int(over[i : i + 2], 16), int(under[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(opacity * a + (1 - opacity) * b):02x}" for a, b in pairs)


def luminance(color: str) -> float:
    red, green, blue = linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(color: str) -> Lab:
    red, green, blue = linear(color)
    xyz = (
        0.4124564 * red + 0.3575761 * green + 0.1804375 * blue,
        0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
        0.0193339 * red + 0.1191920 * green + 0.9503041 * blue,
    )
    ratios = (c / w for c, w in zip(xyz, WHITE, strict=True))
    x, y, z = (r ** (1 / 3) if r > 216 / 24389 else (24389 / 27 * r + 16) / 116 for r in ratios)
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


def difference(one: str, other: str, vision: str = "normal") -> float:
    """How different two colours look: CIEDE2000, where 1 is just noticeable side by side."""
    return ciede2000(lab(seen(one, vision)), lab(seen(other, vision)))


def ciede2000(one: Lab, other: Lab) -> float:
    """The formula of the CIE with all weights 1."""
    grey = 0.5 * (1 - faint((math.hypot(one.a, one.b) + math.hypot(other.a, other.b)) / 2))
    a1, a2 = one.a * (1 + grey), other.a * (1 + grey)
    c1, c2 = math.hypot(a1, one.b), math.hypot(a2, other.b)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for b, a in ((one.b, a1), (other.b, a2)))
    turn, hue = 0.0, h1 + h2
    if c1 * c2 > 0:
        turn = (h2 - h1 + 180) % 360 - 180
        hue = (h1 + turn / 2) % 360
    light, chroma = (one.l + other.l) / 2, (c1 + c2) / 2
    weight = (
        1
        - 0.17 * cos(hue - 30)
        + 0.24 * cos(2 * hue)
        + 0.32 * cos(3 * hue + 6)
        - 0.20 * cos(4 * hue - 63)
    )
    far = (light - 50) ** 2
    dl = (other.l - one.l) / (1 + 0.015 * far / math.sqrt(20 + far))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * math.sqrt(c1 * c2) * sin(turn / 2) / (1 + 0.015 * chroma * weight)
    bend = -2 * faint(chroma) * sin(60 * math.exp(-(((hue - 275) / 25) ** 2)))
    return math.sqrt(dl * dl + dc * dc + dh * dh + bend * dc * dh)


def faint(chroma: float) -> float:
    """Near 0 for greys, near 1 for vivid colours."""
    return math.sqrt(chroma**7 / (chroma**7 + 25.0**7))


def cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def sin(degrees: float) -> float:
    return math.sin(math.radians(degrees))
