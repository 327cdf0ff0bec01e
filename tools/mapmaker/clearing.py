"""Water between an island and the zones that it does not border.

A sea border that all but touches an island looks like one that does. Such zones draw back a little,
in favour of the zones that the island lies in; but a zone keeps the water that is nearer to a coast
of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.filling import Raster
from tools.mapmaker.growing import FREE, grow
from tools.mapmaker.islands import distances

CLEAR = 9
"""Pixels, at full width, that a zone keeps from an island which it does not border."""


def clear_islands(
    raster: Raster,
    islands: Sequence[int],
    allowed: NDArray[np.bool_],
    ashore: NDArray[np.bool_],
    zoom: float,
) -> None:
    """Push zones away from islands that they do not border, in place."""
    reach = max(2, round(CLEAR * zoom))
    for island in islands:
        rows, columns = np.nonzero(raster == island)
        if not len(rows):
            continue
        margin = 4 * reach
        window = raster[
            max(0, rows.min() - margin) : rows.max() + margin,
            max(0, columns.min() - margin) : columns.max() + margin,
        ]
        clear_window(window, island, allowed, ashore, reach)


def clear_window(
    window: Raster,
    island: int,
    allowed: NDArray[np.bool_],
    ashore: NDArray[np.bool_],
    reach: int,
) -> None:
    """Do so around one island."""
    wet = ~ashore[window]
    strange = wet & ~allowed[island][window]
    everywhere = np.ones_like(wet)
    away = distances(window == island, everywhere, reach)
    near = away <= reach
    for zone in np.unique(window[strange & near]).tolist():
        own_coasts = ashore[window] & allowed[zone][window]
        nearer = away + 1 < distances(own_coasts, everywhere, 2 * reach)
        given = near & (window == zone) & nearer
        takers = wet & allowed[island][window] & allowed[zone][window]
        labels = np.where(takers, window, FREE).astype(window.dtype)
        grown = grow(labels, given, wraps=False)
        window[given & (grown != FREE)] = grown[given & (grown != FREE)]
