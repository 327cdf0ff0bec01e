"""From small rasters to maps: what touches, what is enclosed, what is cut by the edge."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable.maps.checking import check_level
from sandtable.maps.topology import BoardMap, paired
from tests.mapmaker.rasters import Labels, build, contacts, raster, regions_for
from tools.mapmaker.tidying import tidy
from tools.mapmaker.writing import build_topology, to_text

LEVELS = ("full", "medium", "small")


def assert_sound(found: BoardMap) -> None:
    for level in found.levels.values():
        assert list(check_level(found, level)) == []


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("aa", set()),
        ("ab", {"ab"}),
        ("aaa\naba\naaa", {"ab"}),  # an island of one pixel
        ("aaaaa\nabbba\nabcba\nabbba\naaaaa", {"ab", "bc"}),  # an island in an island
        ("ab\ncd", {"ab", "ac", "bd", "cd"}),  # four corners: no border across
        ("ab\nba", {"ab"}),  # a checkerboard
        ("ab\nca", {"ab", "ac"}),  # one diagonal joined: the others do not touch
        ("abab\nbaba\nabab", {"ab"}),
        ("abc\nabc", {"ab", "bc"}),
        ("aabb\naabb\nccdd\nccdd", {"ab", "ac", "bd", "cd"}),
        ("aaaa\nabca\naaaa", {"ab", "ac", "bc"}),  # two islands side by side
        ("aaaaaa\nabbbba\nabaaba\nabbbba\naaaaaa", {"ab"}),  # a lake of the same label
    ],
)
def test_neighbors_are_those_of_the_raster(text: str, pairs: set[str]) -> None:
    labels = raster(text)
    found = build(labels)
    wanted = {paired(*(f"s{ord(letter) - ord('a')}" for letter in pair)) for pair in pairs}
    for level in LEVELS:
        assert found.neighbors(level) == wanted
    assert_sound(found)


def test_islands_are_holes_in_their_zone() -> None:
    found = build(raster("aaaaaaa\nabbaaca\nabbaaca\naaaaaaa"))
    zone = found.level().spaces["s0"]
    assert [len(polygon) for polygon in zone] == [3]
    assert [len(polygon) for polygon in found.level().spaces["s1"]] == [1]


def test_parts_of_a_space_are_polygons_largest_first() -> None:
    found = build(raster("aaaaaaa\nbaaaabb\nbaaaabb\naaaaaaa"))
    parts = found.level("small").spaces["s1"]
    assert len(parts) == 2
    right = max(x for x, _ in parts[0][0])
    assert right == found.width


def test_across_the_seam() -> None:
    labels = raster("abbc\nabbc\nddde\nffff")
    found = build(labels, wraps=True)
    assert found.across() == {("s0", "s2"), ("s3", "s4")}
    assert found.neighbors() == contacts(labels, wraps=True)
    only = {each.edge: each for each in found.undrawn}
    assert only.keys() == {("s0", "s2")}  # s3 and s4 touch within the map as well
    left, right = only["s0", "s2"].at
    assert (left[0], right[0]) == (0, found.width)
    assert left[1] == right[1]
    assert build(labels).across() == frozenset()


def test_a_corner_at_the_seam_is_no_border() -> None:
    labels = raster("ab\nab\ncd\ncd").repeat(2, axis=1)
    found = build(labels, wraps=True)
    assert ("s0", "s3") not in found.neighbors()
    assert ("s1", "s2") not in found.neighbors()


def test_a_space_on_both_sides_of_the_seam_has_two_parts() -> None:
    found = build(raster("abba\nabba\nabba"), wraps=True)
    assert len(found.level().spaces["s0"]) == 2
    assert found.across() == frozenset()


@pytest.mark.parametrize("seed", range(30))
def test_random_rasters(seed: int) -> None:
    """The graph of the raster is the graph of the map, at every level."""
    random = np.random.default_rng(seed)
    shape = tuple(random.integers(1, 30, 2).tolist())
    count = int(random.integers(1, 9))
    coarse = int(random.integers(1, 5))
    drawn = random.integers(0, count, shape).repeat(coarse, axis=0).repeat(coarse, axis=1)
    labels: Labels = np.unique(drawn, return_inverse=True)[1].reshape(drawn.shape).astype(np.int16)
    wraps = bool(random.integers(2))
    found = build(labels, wraps)
    for level in LEVELS:
        assert found.neighbors(level) == contacts(labels, wraps), f"seed {seed}"
        wrong = list(check_level(found, found.level(level)))
        assert wrong == [], f"seed {seed}: {wrong}"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (  # a spit and a speck
            "aaaaaa bbaaaa bbbbaa bbaaba bbaaaa aaaaaa",
            "aaaaaa bbaaaa bbaaaa bbaaaa bbaaaa aaaaaa",
        ),
        ("aaaaaa bbaaaa bbbbcc bbaaaa aaaaaa", "aaaaaa bbaaaa bbbbcc bbaaaa aaaaaa"),
        ("bbbbbb bbbbbb baaaaa bbbbbb bbbbbb", "bbbbbb bbbbbb bbbbba bbbbbb bbbbbb"),
        ("aaaaaa abbbba aaaaaa aaaaaa", "aaaaaa abbbba aaaaaa aaaaaa"),  # a thin island stays
        ("aaaaaa bbaaba bbaaba bbaaaa", "aaaaaa bbaaaa bbaaaa bbaaaa"),  # a speck
        ("cccccc bbcaaa bbcaba bbcaaa", "cccccc bbcaaa bbcaba bbcaaa"),  # their only contact
    ],
)
def test_spits_and_inlets_of_one_pixel_go(before: str, after: str) -> None:
    assert tidy(raster(before)).tolist() == raster(after).tolist()


def test_lines_do_not_depend_on_the_run() -> None:
    labels = raster("aaab\nacbb\naccb\naaab").repeat(9, axis=0).repeat(9, axis=1)
    texts = {
        to_text(build_topology("x", labels, False, regions_for(labels), {}, [], [], {}))
        for _ in range(2)
    }
    assert len(texts) == 1
