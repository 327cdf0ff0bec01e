"""What a label of the raster stands for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Region:
    """A space of the board, or a fill: something on the picture that is no space."""

    id: str
    kind: str
    """`land` or `sea` for a space; `ice`, `outside` or `lake` for a fill."""
    name: str
    ashore: bool
    """Whether it lies on land, as far as drawing is concerned."""

    @property
    def space(self) -> bool:
        return self.kind in ("land", "sea")
