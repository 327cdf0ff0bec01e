"""Symbols for everything that can stand on a map, each of its own shape."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib import resources
from itertools import combinations
from xml.etree import ElementTree

import pytest

from sandtable.game.library import edition_names, load_edition
from sandtable.maps import symbols
from sandtable.maps.palette import load_palette
from tests.maps.paths import covered, polygons
from tools import art_sheet

PIXELS = 16
LEAST_DIFFERENT = 28
"""Pixels, of the 256 of the smallest symbols, in which any two must differ."""
FILLED = (0.08, 0.75)
MARKS = {
    "victory-city",
    "capital",
    "convoy",
    "kamikaze",
    "canal",
    "strait",
    "battle",
    "damaged",
    "factory-damage",
    "loaded",
    "moved",
    "exhausted",
    "submerged",
    "value",
    "link",
    "army",
}


def units_of_boards() -> set[str]:
    """Every unit and facility that stands on some board at the start."""
    found: set[str] = set()
    for folder in resources.files("sandtable.editions").iterdir():
        board, setup = folder / "board.json", folder / "setup.toml"
        if board.is_file():
            for space in json.loads(board.read_text("utf-8"))["spaces"]:
                found |= set(space.get("facilities", ()))
        if setup.is_file():
            for powers in tomllib.loads(setup.read_text("utf-8"))["units"].values():
                for units in powers.values():
                    found |= set(units)
    return found


def paths_of(name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(f"<g>{symbols.symbol(name)}</g>"))


@cache
def pixels(name: str) -> tuple[bool, ...]:
    """The symbol at its smallest size: which pixels are filled, judged at four points of each."""
    paths = [
        (polygons(path.attrib["d"]), path.get("fill-rule") == "evenodd") for path in paths_of(name)
    ]
    step = symbols.SIZE / PIXELS
    found = []
    for row in range(PIXELS):
        for column in range(PIXELS):
            inside = sum(
                any(
                    covered(shapes, (column + dx) * step, (row + dy) * step, evenodd=evenodd)
                    for shapes, evenodd in paths
                )
                for dx in (0.26, 0.76)
                for dy in (0.26, 0.76)
            )
            found.append(inside >= 2)
    return tuple(found)


def test_every_unit_has_a_symbol() -> None:
    known = set(symbols.unit_symbols())
    for edition in edition_names():
        loaded = load_edition(edition)
        assert {unit.id for unit in loaded.units} <= known, edition
    on_boards = units_of_boards()
    assert {"infantry", "aaa", "ic-minor", "naval-base"} <= on_boards
    assert on_boards <= known


def test_marks_are_there() -> None:
    assert set(symbols.symbol_names()) >= MARKS


@pytest.mark.parametrize("name", symbols.symbol_names())
def test_symbol_is_a_plain_shape_within_its_square(name: str) -> None:
    paths = paths_of(name)
    assert 1 <= len(paths) <= 2
    for path in paths:
        assert path.tag == "path"
        assert set(path.attrib) <= {"fill", "fill-rule", "d"}
        assert path.attrib["fill"] == "currentColor"
        for polygon in polygons(path.attrib["d"]):
            assert len(polygon) > 2
            assert all(-0.01 <= v <= symbols.SIZE + 0.01 for point in polygon for v in point)
    share = sum(pixels(name)) / PIXELS**2
    assert FILLED[0] <= share <= FILLED[1]


def test_symbols_differ_at_their_smallest() -> None:
    alike = []
    for one, other in combinations(symbols.symbol_names(), 2):
        count = sum(a != b for a, b in zip(pixels(one), pixels(other), strict=True))
        if count < LEAST_DIFFERENT:
            alike.append((one, other, count))
    assert not alike


def test_sprite_is_well_formed_and_stands_alone() -> None:
    text = symbols.sprite()
    root = ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    found = root.findall(f"{space}symbol")
    assert [each.attrib["id"] for each in found] == list(symbols.symbol_names())
    assert {each.attrib["viewBox"] for each in found} == {f"0 0 {symbols.SIZE} {symbols.SIZE}"}
    assert "href" not in text
    assert "url(" not in text


def test_unknown_unit_gets_the_symbol_of_its_domain() -> None:
    for domain in ("land", "air", "sea", "facility"):
        assert symbols.symbol("unit-rocket", domain) == symbols.symbol(f"generic-{domain}")
    assert symbols.symbol("unit-rocket") == symbols.symbol("generic-unit")
    assert symbols.symbol("unit-rocket", "underground") == symbols.symbol("generic-unit")
    with pytest.raises(KeyError, match="no symbol 'tnak'"):
        symbols.symbol("tnak")


def test_unknown_power_gets_the_emblem_of_its_colors() -> None:
    for power in ("brazil", "sweden", "finland"):
        emblem = load_palette("light").power(power).emblem
        assert symbols.symbol(f"emblem-{power}") == symbols.symbol(emblem)


@pytest.mark.parametrize("name", symbols.pattern_names())
def test_pattern_is_an_element_in_its_color(name: str) -> None:
    element = ElementTree.fromstring(symbols.pattern(name, "p-1", "#123456", 1.5))
    assert element.tag == "pattern"
    assert element.attrib["id"] == "p-1"
    assert element.attrib["patternTransform"] == "scale(1.5)"
    width, height = float(element.attrib["width"]), float(element.attrib["height"])
    for path in element:
        assert path.attrib["fill"] == "#123456"
        for polygon in polygons(path.attrib["d"]):
            assert all(-0.01 <= x <= width + 0.01 for x, _ in polygon)
            assert all(-0.01 <= y <= height + 0.01 for _, y in polygon)


def test_sheets_show_every_symbol() -> None:
    for sheet in (art_sheet.units_sheet(), art_sheet.palette_sheet()):
        root = ElementTree.fromstring(sheet.svg())
        used = {each.attrib["href"] for each in root.iter("{http://www.w3.org/2000/svg}use")}
        assert used <= {f"#{name}" for name in symbols.symbol_names()}
    shown = art_sheet.units_sheet().svg()
    assert all(f'href="#{name}"' in shown for name in symbols.symbol_names())
