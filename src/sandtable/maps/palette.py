"""The colours of the map and of the powers, in a light and a dark theme."""

from __future__ import annotations

import tomllib
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any, Literal

from sandtable.maps.colors import contrast

Theme = Literal["light", "dark"]

NEUTRAL = "neutral"
STRICT = "strict"
INKS = ("#ffffff", "#0a0d10")
"""Of these the ink on a colour is chosen, whichever is clearer."""


@dataclass(frozen=True, slots=True)
class PowerColors:
    """How a power looks: `strong` for its units, `tint` for its land, ink on both, its signs."""

    strong: str
    ink: str
    tint: str
    tint_ink: str
    pattern: str
    emblem: str


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of a theme. Powers that it does not know get one of the spare colours."""

    theme: Theme
    powers: Mapping[str, PowerColors]
    neutrals: Mapping[str, PowerColors]
    spares: tuple[PowerColors, ...]
    page: str
    sea: str
    sea_ink: str
    sea_line: str
    shallows: str
    ice: str
    ice_ink: str
    outside: str
    outside_ink: str
    impassable: str
    impassable_ink: str
    hatch: str
    nobody: str
    coast: str
    border: str
    ink: str
    halo: str
    highlight: str
    battle: str
    pattern_opacity: float

    def power(self, name: str) -> PowerColors:
        """A power's colours; `neutral` stands for the armies of neutrals."""
        if name == NEUTRAL:
            return self.neutrals[STRICT]
        return self.powers.get(name) or self.spares[spare_number(name, len(self.spares))]

    def neutral(self, kind: str) -> PowerColors:
        """The colours of a neutral territory: strict, pro-axis or pro-allies."""
        return self.neutrals.get(kind, self.neutrals[STRICT])

    def assigned(self, names: Iterable[str]) -> dict[str, PowerColors]:
        """The colours of all powers of a game; unknown ones share none while there are spares."""
        found: dict[str, PowerColors] = {}
        for name in names:
            colors = self.power(name)
            if colors in self.spares:
                start = self.spares.index(colors)
                turned = (*self.spares[start:], *self.spares[:start])
                colors = next((c for c in turned if c not in found.values()), colors)
            found[name] = colors
        return found


def spare_number(name: str, count: int) -> int:
    """Which of the spare colours or emblems a name gets: always the same one."""
    return zlib.crc32(name.encode()) % count


@lru_cache(maxsize=2)
def load_palette(theme: Theme) -> Palette:
    """The palette of a theme, from `art/palette.toml`."""
    text = (resources.files("sandtable.maps") / "art" / "palette.toml").read_text("utf-8")
    raw = tomllib.loads(text)
    return Palette(
        theme=theme,
        powers={n: _colors(f"emblem-{n}", each, theme) for n, each in raw["powers"].items()},
        neutrals={
            kind: _colors("emblem-neutral" + f"-{kind}" * (kind != STRICT), each, theme)
            for kind, each in raw["neutral"].items()
        },
        spares=tuple(
            _colors(f"emblem-spare-{i}", each, theme) for i, each in enumerate(raw["spare"], 1)
        ),
        **raw[theme],
    )


def _colors(emblem: str, raw: Mapping[str, Any], theme: Theme) -> PowerColors:
    strong, tint = raw[theme]["strong"], raw[theme]["tint"]
    return PowerColors(strong, ink_on(strong), tint, ink_on(tint), raw["pattern"], emblem)


def ink_on(color: str) -> str:
    """The clearest ink on a colour."""
    return max(INKS, key=lambda ink: contrast(ink, color))
