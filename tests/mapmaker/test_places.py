"""Room for stacks and names, short names, reading order."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

from tests.mapmaker.rasters import raster
from tools.mapmaker.distances import clearance
from tools.mapmaker.names import abridged, ambiguous, broken, clipped, initials
from tools.mapmaker.places import READABLE, Box, Place, reading_order, wordings
from tools.mapmaker.regions import Region
from tools.mapmaker.writing import build_topology

EDITIONS = Path(__file__).parents[2] / "src" / "sandtable" / "editions"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("framed", [False, True])
def test_clearance(seed: int, framed: bool) -> None:
    """Against the distance to every pixel."""
    random = np.random.default_rng(seed)
    labels = random.integers(0, 3, (5, 6)).repeat(3, axis=0).repeat(2, axis=1).astype(np.int16)
    padded = np.pad(labels, 1, constant_values=-1 if framed else -2)
    rows, columns = np.indices(padded.shape)
    found = clearance(labels, framed)
    for y in range(labels.shape[0]):
        for x in range(labels.shape[1]):
            other = (padded != labels[y, x]) & (padded != -2)
            away = np.hypot(rows - y - 1, columns - x - 1)[other].min()
            assert found[y, x] == pytest.approx(away), f"seed {seed}"


def test_names() -> None:
    assert abridged("Sea Zone 114") == "114"
    assert abridged("Eastern United States") == "E. U.S."
    assert abridged("Caroline Islands") == "Caroline Is."
    assert abridged("Kazakh S.S.R.") == "Kazakh"
    assert abridged("Alberta/Saskatchewan/Manitoba") == "Alberta"
    assert clipped("Afghanistan") == ["Afghan.", "Afgh.", "Afg."]
    assert abridged("Union of South Africa") == "S. Africa"
    assert initials("French West Africa") == ["FWA"]
    assert initials("Peru") == []
    assert clipped("Caroline Islands")[:2] == ["Caroline", "Carol."]
    assert clipped("Northern Territory") == []
    assert clipped("Eire") == []
    assert broken("French West Africa") == [
        ("French West Africa",),
        ("French", "West Africa"),
    ]
    assert broken("Peru") == [("Peru",)]


def test_ambiguous_names() -> None:
    taken = ambiguous(["Marianas", "Marshall Islands", "Malta"])
    assert "Mar." in taken
    assert {"Marian.", "Marsh.", "Malta"}.isdisjoint(taken)


def test_short_names_of_a_board_differ() -> None:
    for file in EDITIONS.glob("*/board.json"):
        names = [space["name"] for space in json.loads(file.read_bytes())["spaces"]]
        short = [abridged(name) for name in names]
        assert len(set(short)) == len(short), file.parent.name
        assert all(re.search(r"\w", name) for name in short)


def test_the_best_wording_comes_first() -> None:
    peru = Region("x", "land", "Western Peru", True)
    steps = wordings(peru, None)
    assert steps[0][0][0] == "Western Peru"
    assert list(dict.fromkeys(name for name, _ in steps[0])) == ["Western Peru", "W. Peru"]
    assert min(size for _, size in steps[0]) >= READABLE
    assert words(peru, "WP") == {"Western Peru", "WP"}
    assert words(Region("z", "sea", "Sea Zone 7", False), None) == {"7"}


def words(region: Region, short: str | None) -> set[str]:
    return {name for step in wordings(region, short) for name, _ in step}


def test_places_of_a_large_and_a_small_space() -> None:
    labels = raster("aaaa\nabaa\naaaa\naaaa").repeat(60, axis=0).repeat(1024, axis=1)
    regions = [
        Region("land", "land", "A Land of Some Extent", True),
        Region("inner", "sea", "Sea Zone 5", False),
    ]
    topology = build_topology("x", labels, False, regions, {}, [], [], {})
    by_id = {each["id"]: each["properties"] for each in topology["objects"]["spaces"]["geometries"]}
    land, inner = by_id["land"], by_id["inner"]
    assert "short" not in land
    assert inner["short"] == "5"
    assert len(land["anchors"]) == 12
    radii = [r for _, _, r in land["anchors"]]
    assert radii == sorted(radii, reverse=True)
    assert min(radii) >= 6
    x, y, r = land["anchors"][0]
    box = land["label"]
    dx = max(abs(box["at"][0] - x) - box["width"] / 2, 0)
    dy = max(abs(box["at"][1] - y) - box["height"] / 2, 0)
    assert math.hypot(dx, dy) >= r - 0.2


def test_a_city_outside_is_moved_inside() -> None:
    labels = raster("ab").repeat(40, axis=0).repeat(40, axis=1)
    regions = [Region("sea", "sea", "Sea", False), Region("land", "land", "Land", True)]
    topology = build_topology("x", labels, False, regions, {"land": (35.0, 20.0)}, [], [], {})
    land = topology["objects"]["spaces"]["geometries"][0]
    assert land["properties"]["city"] == pytest.approx([41.5 * 51.2, 20 * 51.2], abs=26)


def test_reading_order_goes_row_by_row() -> None:
    middles = {0: (900, 40), 1: (100, 90), 2: (500, 10), 3: (50, 400), 4: (10, 430)}
    box = Box(0, 0, 1, 1)
    places = {key: Place(((x, y, 9.0),), box, "") for key, (x, y) in middles.items()}
    assert reading_order(places, 1.0) == [1, 2, 0, 4, 3]
