"""Short differences between picture and graph are mended, and nothing falls apart."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.mapmaker.rasters import raster as drawn
from tools.mapmaker.contacts import contacts
from tools.mapmaker.description import Description, Frame
from tools.mapmaker.growing import FREE, gather, grow
from tools.mapmaker.making import Sheet, loose_parts
from tools.mapmaker.mending import Mender
from tools.mapmaker.parts import parts_of
from tools.mapmaker.projection import make_plane
from tools.mapmaker.regions import Region

NOTHING = Description("none", 100, False, Frame(), {}, {}, {})


def sheet_of(raster: np.ndarray, kinds: str, wanted: set[tuple[int, int]]) -> Sheet:
    regions = [
        Region(str(i), "land" if kind == "l" else "sea", str(i), kind == "l")
        for i, kind in enumerate(kinds)
    ]
    plane = make_plane(Frame(), 100, wraps=False)
    return Sheet(NOTHING, plane, 1.0, regions, raster.astype(np.int16), frozenset(wanted), [])


def coast(shift: int) -> np.ndarray:
    """Two territories above two zones; the sea border meets the coast beside the land border."""
    raster = np.zeros((80, 80))
    raster[:40, 40:] = 1
    raster[40:, : 40 + shift] = 2
    raster[40:, 40 + shift :] = 3
    return raster


@pytest.mark.parametrize("shift", [-20, -9, -1, 0, 1, 3, 12, 30])
def test_a_sea_border_is_moved_to_the_land_border(shift: int) -> None:
    wanted = {(0, 1), (2, 3), (0, 2), (1, 3)}
    sheet = sheet_of(coast(shift), "llss", wanted)
    Mender(sheet).mend()
    assert sheet.differences() == []
    assert loose_parts(sheet) == []


@pytest.mark.parametrize("shift", [-9, 0, 9])
def test_a_missing_border_is_made(shift: int) -> None:
    wanted = {(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)}
    sheet = sheet_of(coast(shift), "llss", wanted)
    # The third border of the corner must be drawn; the fourth must not.
    Mender(sheet).mend()
    assert sheet.differences() == []


def test_land_never_becomes_water() -> None:
    raster = coast(7)
    sheet = sheet_of(raster, "llss", {(0, 1), (2, 3), (0, 2), (1, 3)})
    Mender(sheet).mend()
    assert ((sheet.raster < 2) == (raster < 2)).all()


JAGGED = """
dbbbbbbbbbbbbbb
dbbbbbbbbbbbbbb
ddbbbbbbbbbbbbb
dddbbbbbbbbbbbb
dddbbbbbbbbaaaa
ddddbbbbbbaaaaa
ddddddbbbaaaaaa
dddddddaaaaaaaa
dddddcccaaaaaaa
ddddcccccaaaaaa
dddcccccccaaaaa
ddcccccccccaaaa
dcccccccccccaaa
ccccccccccccaaa
cccccccccccccaa
"""


def test_four_regions_meet_on_a_slanting_coast() -> None:
    sheet = sheet_of(drawn(JAGGED), "llss", {(0, 1), (0, 2), (1, 3), (2, 3)})
    assert len(sheet.differences()) == 1
    Mender(sheet).mend()
    assert sheet.differences() == []


def test_what_is_too_long_is_left_alone() -> None:
    raster = np.zeros((200, 200))
    raster[:, 100:] = 1
    sheet = sheet_of(raster, "ss", set())
    assert Mender(sheet).mend() == 0
    assert len(sheet.differences()) == 1


def test_random_four_corner_points() -> None:
    seed = random.randrange(10**6)
    print("seed", seed)
    chance = random.Random(seed)
    for _ in range(10):
        raster = np.full((90, 120), FREE, np.int16)
        for label in range(5):
            raster[chance.randrange(90), chance.randrange(120)] = label
        raster = grow(raster, raster == FREE, wraps=False)
        raster = gather(raster, np.ones_like(raster, dtype=bool), False, 50.0)
        found = contacts(raster, False)
        short = [pair for pair, each in found.items() if each.length < 25]
        wanted = set(found) - set(short[:1])
        sheet = sheet_of(raster, "sssss", wanted)
        before = len(sheet.differences())
        Mender(sheet).mend()
        assert len(sheet.differences()) <= before
        labels = parts_of(sheet.raster).sizes
        assert len(labels) == len(np.unique(raster))
