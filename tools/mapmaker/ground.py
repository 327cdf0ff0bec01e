"""The land of a board while it is being made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from tools.mapmaker.description import Border, Spot
from tools.mapmaker.filling import Raster
from tools.mapmaker.projection import Plane

WATER = -2
"""A pixel of the sea."""


@dataclass
class Ground:
    """The land of a board on its way to a finished raster."""

    plane: Plane
    zoom: float
    """This raster's width over the width that the description's sizes are meant for."""
    labels: Mapping[str, int]
    spots: Mapping[str, Spot]
    borders: Sequence[Border] = ()
    raster: Raster = field(init=False)
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.raster = np.full((self.plane.height, self.plane.width), WATER, np.int16)

    @property
    def wraps(self) -> bool:
        return bool(self.plane.turn)
