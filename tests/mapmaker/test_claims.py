"""Provinces become territories as the description says."""

from __future__ import annotations

import numpy as np
import pytest

from tools.mapmaker.claims import (
    apply_outlines,
    claimants,
    drop_parts,
    fill_areas,
    settle_unclaimed,
)
from tools.mapmaker.description import Border, Frame, Spot
from tools.mapmaker.ground import WATER, Ground
from tools.mapmaker.islands import raise_islands
from tools.mapmaker.projection import make_plane
from tools.mapmaker.seas import grow_seas
from tools.mapmaker.sources import Area

FRAME = Frame(west=0.0, east=100.0, south=-20.0, north=20.0)


def square(country: str, name: str, west: float, south: float, size: float) -> Area:
    corners = [(0, 0), (size, 0), (size, size), (0, size), (0, 0)]
    ring = np.array([(west + x, south + y) for x, y in corners], dtype=np.float64)
    return Area(country, name, (ring,))


AREAS = [
    square("AAA", "North", 10.0, 0.0, 10.0),
    square("AAA", "South", 10.0, -10.0, 10.0),
    square("BBB", "Only", 20.0, -5.0, 10.0),
    square("CCC", "Islet", 80.0, 0.0, 1.0),
    square("DDD", "Unclaimed", 30.0, -5.0, 5.0),
    square("EEE", "Lonely", 60.0, 10.0, 2.0),
]


def ground_of(spots: dict[str, Spot], borders: tuple[Border, ...] = ()) -> Ground:
    plane = make_plane(FRAME, 1000, wraps=False)
    labels = {name: label for label, name in enumerate(spots)}
    ground = Ground(plane, 1.0, labels, spots, borders)
    fill_areas(ground, AREAS, frozenset())
    return ground


def owner(ground: Ground, lon: float, lat: float) -> int:
    x, y = ground.plane.pixel((lon, lat))
    return int(ground.raster[int(y), int(x)])


def test_a_province_beats_its_country() -> None:
    spots = {"a": Spot(areas=("AAA",)), "b": Spot(areas=("BBB", "AAA/South"))}
    assert claimants(AREAS, spots)[:3] == [["a"], ["b"], ["b"]]


def test_an_exception_leaves_a_province_out() -> None:
    spots = {"a": Spot(areas=("AAA", "-AAA/South"))}
    assert claimants(AREAS, spots)[:2] == [["a"], []]


def test_an_unknown_area_is_an_error() -> None:
    with pytest.raises(ValueError, match="a: there is no area 'AAA/West'"):
        claimants(AREAS, {"a": Spot(areas=("AAA/West",))})


def test_a_border_divides_what_two_spaces_claim() -> None:
    spots = {"a": Spot(areas=("AAA", "AAA/North")), "b": Spot(areas=("AAA/North", "CCC"))}
    border = Border(("b", "a"), ((15.0, -1.0), (14.0, 5.0), (15.0, 11.0)))
    ground = ground_of(spots, (border,))
    assert [owner(ground, lon, 5.0) for lon in (10.5, 13.0, 15.0, 19.5)] == [1, 1, 0, 0]
    assert owner(ground, 11.0, -5.0) == 0, "what one space claims alone is not divided"


def test_land_is_filled_divided_and_settled() -> None:
    spots = {
        "a": Spot(areas=("AAA",), points=((12.0, 0.0),)),
        "b": Spot(areas=("AAA/North", "BBB"), points=((19.0, 9.0),)),
        "c": Spot(areas=("AAA/North",), points=((11.0, 5.0),)),
    }
    ground = ground_of(spots)
    assert owner(ground, 19.0, 8.0) == 1
    assert owner(ground, 11.0, 6.0) == 2
    assert owner(ground, 15.0, -5.0) == 0
    settle_unclaimed(ground)
    assert owner(ground, 33.0, -2.0) == 1, "unclaimed land goes to its neighbour"
    assert owner(ground, 61.0, 11.0) == WATER, "unclaimed islands sink"


def test_an_outline_takes_land_but_no_water() -> None:
    box = ((0.0, -20.0), (15.0, -20.0), (15.0, 20.0), (0.0, 20.0))
    ground = ground_of({"a": Spot(areas=("AAA",)), "b": Spot(outline=(box,))})
    apply_outlines(ground)
    assert owner(ground, 12.0, 0.0) == 1
    assert owner(ground, 18.0, 0.0) == 0
    assert owner(ground, 5.0, 0.0) == WATER


def test_small_parts_go_and_small_islands_grow() -> None:
    spots = {
        "a": Spot(areas=("AAA", "CCC"), keep=400),
        "isle": Spot(areas=("EEE",), least=2000),
        "atoll": Spot(points=((50.0, -10.0),), least=700),
    }
    ground = ground_of(spots)
    settle_unclaimed(ground)
    drop_parts(ground)
    assert owner(ground, 80.5, 0.5) == WATER
    raise_islands(ground, ["isle", "atoll"])
    assert (ground.raster == 1).sum() == pytest.approx(2000, rel=0.1)
    assert (ground.raster == 2).sum() == pytest.approx(700, rel=0.15)


def test_enlarging_scales_about_the_middle() -> None:
    plain = ground_of({"isle": Spot(areas=("EEE",))})
    large = ground_of({"isle": Spot(areas=("EEE",), enlarge=3.0)})
    ratio = (large.raster == 0).sum() / (plain.raster == 0).sum()
    assert ratio == pytest.approx(9.0, rel=0.1)
    assert owner(large, 61.0, 11.0) == 0


def test_seas_meet_half_way_and_never_cross_land() -> None:
    ground = ground_of({"wall": Spot(areas=("AAA", "BBB"))})
    ground.raster[:, 450:460] = 0
    water = ground.raster == WATER
    zones = {
        "west": Spot(points=((35.0, 10.0),)),
        "far": Spot(points=((60.0, 0.0),)),
        "east": Spot(points=((90.0, 0.0),)),
    }
    labels = {name: label for label, name in enumerate(zones)}
    found = grow_seas(water, ground.plane, labels, zones, ground.notes)
    middle = ground.plane.height // 2
    assert found[middle, 470] == 1
    assert found[middle, 440] == 0
    assert found[middle, 740] == 1
    assert found[middle, 760] == 2


def test_an_islet_at_the_corner_of_a_coast_sinks() -> None:
    ground = ground_of({"a": Spot(areas=("AAA",), keep=60.0)})
    rows, columns = np.nonzero(ground.raster == 0)
    ground.raster[rows.max() + 1, columns.max() + 1] = 0
    drop_parts(ground)
    assert ground.raster[rows.max() + 1, columns.max() + 1] == WATER
    assert (ground.raster == 0).sum() == len(rows)


def test_an_upright_island_keeps_its_shape_and_size() -> None:
    spots = {"a": Spot(areas=("EEE",), points=((61.0, 11.0),), upright=20.0)}
    rows, columns = np.nonzero(ground_of(spots).raster == 0)
    assert rows.max() - rows.min() + 1 == pytest.approx(40, abs=1)
    assert columns.max() - columns.min() + 1 == pytest.approx(40 * np.cos(np.radians(11.0)), abs=1)
