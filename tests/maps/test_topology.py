"""Reading maps."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.maps.mapfile import MapError
from sandtable.maps.topology import from_raw, load_map
from tests.maps.little import fresh


def test_what_a_map_knows() -> None:
    found = from_raw(fresh())
    assert (found.board, found.width, found.wraps) == ("little", 4096, True)
    assert found.height == pytest.approx(4096 * 8 / 12, abs=0.1)
    assert sorted(found.order) == sorted(found.spaces)
    assert found.spaces["oahu"].kind == "land"
    assert found.spaces["land"].city == pytest.approx((1600, 1066.7), abs=0.1)
    assert found.spaces["west"].short == "1"
    assert found.fills["arctic"].kind == "ice"
    assert [gate.passage for gate in found.gates] == ["canal"]
    assert {(each.edge, each.kind) for each in found.undrawn} == {
        (("bay", "east"), "link"),
        (("east", "west"), "wrap"),
    }


def test_shapes() -> None:
    level = from_raw(fresh()).level("small")
    outline, hole = level.spaces["west"][0]
    assert outline[0] == outline[-1]
    assert set(hole) == set(level.spaces["oahu"][0][0])
    assert level.fills.keys() == {"arctic"}
    assert {frozenset(border.sides) for border in level.borders} >= {
        frozenset(("land", "west")),
        frozenset(("arctic", "land")),
        frozenset(("east",)),
    }


def test_fewer_points_at_lower_levels() -> None:
    found = from_raw(fresh())
    sizes = [sum(len(each.points) for each in level.borders) for level in found.levels.values()]
    assert sizes[0] > sizes[1] >= sizes[2]


def drop(*keys: str | int) -> Callable[[Any], None]:
    def change(raw: Any) -> None:
        for key in keys[:-1]:
            raw = raw[key]
        del raw[keys[-1]]

    return change


def put(value: object, *keys: str | int) -> Callable[[Any], None]:
    def change(raw: Any) -> None:
        for key in keys[:-1]:
            raw = raw[key]
        raw[keys[-1]] = value

    return change


FIRST = ("objects", "spaces", "geometries", 0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("Feature", "type"), "type: not a Topology"),
        (drop("sandtable"), "sandtable: missing"),
        (put(2, "sandtable", "format"), "sandtable.format: 2 is not 1"),
        (put("yes", "sandtable", "wraps"), "wraps: is not true or false"),
        (drop("sandtable", "order", 0), "order: is not every space once"),
        (put("4096", "sandtable", "width"), "width: '4096' is not a number"),
        (drop("transform"), "transform: missing"),
        (drop("arcs"), "arcs: missing"),
        (put([[0, 0], [0.5, 1]], "arcs", 3), "arc 3: [0.5, 1] is not a pair of whole numbers"),
        (put([[4, 4], [0, 0]], "arcs", 3), "arc 3: has no length"),
        (put([[4, 4], [9, 9]], "arcs", 0), "has a ring that is not closed"),
        (drop("objects", "fills-small"), "objects.fills-small: missing"),
        (drop("objects", "spaces-small", "geometries", 0), "not have the shapes of spaces: bay"),
        (put("Point", *FIRST, "type"), "spaces bay: type 'Point' is not Polygon or MultiPolygon"),
        (put([[99999]], *FIRST, "arcs"), "spaces bay: there is no arc 99999"),
        (put("east", *FIRST, "id"), "spaces east: is there twice"),
        (drop(*FIRST, "properties"), "space bay: missing"),
        (put("lake", *FIRST, "properties", "kind"), "space bay: kind 'lake' is not land or sea"),
        (put([], *FIRST, "properties", "anchors"), "space bay: has no anchor"),
        (put([[1, 2]], *FIRST, "properties", "anchors"), "[1, 2] is not x, y and radius"),
        (drop(*FIRST, "properties", "label"), "space bay: label: missing"),
        (put(["bay", "x"], "sandtable", "gates", 0, "edge"), "gates[0]: there is no space 'x'"),
        (put("gap", "sandtable", "undrawn", 0, "kind"), "undrawn[0]: kind 'gap' is not link"),
    ],
)
def test_damage_is_named(change: Callable[[Any], None], message: str) -> None:
    raw = fresh()
    change(raw)
    with pytest.raises(MapError) as caught:
        from_raw(raw, "some/map.json")
    assert str(caught.value).startswith("some/map.json: ")
    assert message in str(caught.value)


def test_a_file_that_is_no_json(tmp_path: Path) -> None:
    (tmp_path / "map.json").write_text('{"type": ')
    with pytest.raises(MapError, match=r"map\.json: .*line 1"):
        load_map(tmp_path)


def test_a_directory_of_ones_own(tmp_path: Path) -> None:
    with pytest.raises(MapError, match="has no map"):
        load_map(tmp_path)
    (tmp_path / "map.json").write_text(json.dumps(fresh()))
    assert load_map(tmp_path).board == "little"
    with pytest.raises(MapError, match="no such directory"):
        load_map(tmp_path / "elsewhere")


def test_an_unknown_edition() -> None:
    with pytest.raises(MapError, match="unknown edition 'revized'; did you mean 'revised'"):
        load_map("revized")


def test_an_edition_uses_the_map_of_the_one_it_extends(tmp_path: Path) -> None:
    assert load_map("lhtr") == load_map("revised")
    (tmp_path / "edition.toml").write_text('extends = "lhtr"\n')
    assert load_map(tmp_path) == load_map("revised")
