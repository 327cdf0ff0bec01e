"""Zones keep away from islands that they do not border, unless their own coast is there."""

from __future__ import annotations

import numpy as np

from tools.mapmaker.clearing import CLEAR, clear_islands
from tools.mapmaker.islands import distances

HOME, OTHER, ISLAND, SHORE = range(4)
ASHORE = np.array([False, False, True, True])


def sea(gap: int) -> np.ndarray:
    """An island in one zone, close to the border of the next."""
    raster = np.full((120, 120), HOME, np.int16)
    raster[:, 60 + gap :] = OTHER
    raster[50:70, 40:60] = ISLAND
    return raster


def allowed(*pairs: tuple[int, int]) -> np.ndarray:
    found = np.eye(4, dtype=bool)
    for a, b in pairs:
        found[a, b] = found[b, a] = True
    return found


def gap_between(raster: np.ndarray, a: int, b: int) -> float:
    away = distances(raster == a, np.ones_like(raster, dtype=bool))
    return float(away[raster == b].min())


def test_a_strange_zone_draws_back() -> None:
    raster = sea(gap=1)
    clear_islands(raster, [ISLAND], allowed((HOME, OTHER), (HOME, ISLAND)), ASHORE, 1.0)
    assert gap_between(raster, ISLAND, OTHER) > CLEAR
    assert (raster == ISLAND).sum() == 400


def test_a_neighbour_stays() -> None:
    raster = sea(gap=1)
    pairs = allowed((HOME, OTHER), (HOME, ISLAND), (OTHER, ISLAND))
    clear_islands(raster, [ISLAND], pairs, ASHORE, 1.0)
    assert (raster == sea(gap=1)).all()


def test_a_zone_keeps_the_water_before_its_own_coast() -> None:
    raster = sea(gap=4)
    raster[:, 66:] = SHORE
    pairs = allowed((HOME, OTHER), (HOME, ISLAND), (OTHER, SHORE), (HOME, SHORE))
    before = raster.copy()
    clear_islands(raster, [ISLAND], pairs, ASHORE, 1.0)
    assert (raster == before).all()
