"""What careless or ill-meaning people give to be drawn: refused in words, or drawn right."""

from __future__ import annotations

import copy
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sandtable.maps import draw
from sandtable.maps.asking import map_of, scene_from
from sandtable.maps.drawing import Drawing, Options
from sandtable.maps.lettering import shortened, text_width
from sandtable.maps.mapfile import MapError
from sandtable.maps.pieces import badge, chip
from sandtable.maps.png import PictureError
from sandtable.maps.scene import SceneError
from sandtable.maps.symbols import symbol
from sandtable.maps.topology import LARGEST_FILE, from_raw, load_map
from sandtable.rules.refusal import SandtableError
from tests.maps.little import fresh

Damage = Callable[[dict[str, Any]], object]


def space(raw: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = raw["objects"]["spaces"]["geometries"][0]
    return found


def about(raw: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = raw["sandtable"]
    return found


BAD: tuple[Any, ...] = (None, 5, [5], [None], [["germany"]])
LINK = {"kind": "link", "why": "x", "at": [[0, 0], [1, 1]]}


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda raw: about(raw).update(width=math.nan), "width: nan is out of all bounds"),
        (lambda raw: about(raw).update(height=math.inf), "height: inf is out of all bounds"),
        (lambda raw: about(raw).update(width=0), "width: 0 is not from 1 to 65536"),
        (lambda raw: about(raw).update(width=-5), "width: -5 is not from"),
        (lambda raw: about(raw).update(width=10**400), "is out of all bounds"),
        (lambda raw: about(raw).update(height=9), "is too slim"),
        (lambda raw: raw["transform"].update(scale=[0, 1]), "scale: is not above zero"),
        (lambda raw: raw["transform"].update(translate=[9e5, 0]), "leads far off the map"),
        (lambda raw: raw["transform"].update(scale=[math.nan, 1]), "nan is out"),
        (lambda raw: about(raw)["undrawn"].append(LINK | {"edge": [["a"], "b"]}), "no space"),
        (lambda raw: space(raw).update(type="MultiPolygon", arcs=[[]]), "without an outline"),
        (lambda raw: space(raw).update(type="Polygon", arcs=[]), "without an outline"),
        (lambda raw: space(raw)["properties"].update(anchors=[[1, math.nan, 1]]), "nan is out"),
    ],
)
def test_damaged_maps(damage: Damage, message: str) -> None:
    raw = fresh()
    damage(raw)
    with pytest.raises(MapError, match=message):
        from_raw(raw)


def test_a_file_that_is_far_too_large(tmp_path: Path) -> None:
    with (tmp_path / "map.json").open("wb") as file:
        file.truncate(100 * LARGEST_FILE)
    with pytest.raises(MapError, match="larger than"):
        load_map(tmp_path)


# --- scenarios


def packaged(name: str) -> dict[str, Any]:
    file = resources.files("sandtable.editions") / "1941" / name
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    text = 'extends = "1941"\nid = "mine"\nname = "Mine"\n'
    (tmp_path / "edition.toml").write_text(text, encoding="utf-8")
    return tmp_path


def put(folder: Path, name: str, data: object) -> None:
    (folder / name).write_text(json.dumps(data), encoding="utf-8")


@pytest.mark.parametrize(
    "name", ['<b>&"</b>', "A\ud800B", "A\uffff\x00\x85\u2028B", "Aa " * 1000, "A" * 20_000]
)
def test_odd_names_give_sound_xml(scenario: Path, name: str) -> None:
    board = packaged("board.json")
    board["spaces"][0]["name"] = name
    put(scenario, "board.json", board)
    drawing = draw(scenario, width=600)
    ElementTree.fromstring(drawing.svg.encode())
    assert drawing.png().startswith(b"\x89PNG")


def test_a_unit_without_a_symbol_shows_its_domain(scenario: Path) -> None:
    numbers = "cost = 3\nattack = 1\ndefense = 1\nmove = 2\n"
    text = "".join(
        f'[{unit}]\nname = "{unit}"\ndomain = "{domain}"\n{numbers}'
        for unit, domain in (("rocket", "air"), ("sledge", "land"))
    )
    (scenario / "units.toml").write_text(text, encoding="utf-8")
    setup = "[units]\ngermany.germany = { rocket = 2, sledge = 1 }\n"
    (scenario / "setup.toml").write_text(setup, encoding="utf-8")
    svg = draw(scenario, crop=["germany"], units="kinds").svg
    assert symbol("generic-air") in svg
    assert symbol("generic-land") in svg
    assert symbol("generic-unit") not in svg


def test_another_board_needs_another_map(scenario: Path) -> None:
    board = packaged("board.json")
    changed = copy.deepcopy(board)
    lost = changed["borders"].pop(0)
    put(scenario, "board.json", changed)
    with pytest.raises(MapError, match=r" touch on the map of 1941; .* a map of its own"):
        draw(scenario)
    changed["borders"] += [lost, ["germany", "australia"]]
    put(scenario, "board.json", changed)
    with pytest.raises(MapError, match="Australia and Germany do not touch"):
        draw(scenario)
    scene = scene_from("1941")
    fewer = replace(scene, places=scene.places[1:])
    with pytest.raises(MapError, match="which is not there"):
        Drawing(map_of(fewer), fewer, Options())
    turned = replace(scene, places=(replace(scene.places[0], sea=True), *scene.places[1:]))
    with pytest.raises(MapError, match="is sea, but not on the map"):
        Drawing(map_of(turned), turned, Options())


def test_a_long_title_leaves_room_for_the_powers() -> None:
    scene = replace(scene_from("1941"), title="On and on " * 40)
    for width in (390, 1600):
        svg = Drawing(map_of(scene), scene, Options(width=width)).svg
        legend = svg[svg.index('class="legend"') :]
        assert legend.count("<use") == len(scene.powers)
        assert "…" in legend


def test_shortened() -> None:
    assert shortened("Malta", 40) == "Malta"
    cut = shortened("Malta " * 500, 12)
    assert cut.endswith("…")
    assert 8 < text_width(cut) <= 12


# --- calls


@pytest.mark.parametrize("width", [math.nan, math.inf, "800", 800.5, None, True, 10**9])
def test_widths(width: Any) -> None:
    with pytest.raises(PictureError, match=r"whole number|at most 16384"):
        draw("1941", width=width)


@pytest.mark.parametrize(
    "given",
    [
        *({name: bad} for name in ("crop", "highlight") for bad in BAD),
        *({"moves": bad} for bad in (*BAD, "germany", [[]], "germany >")),
    ],
)
def test_lists_of_spaces(given: dict[str, Any]) -> None:
    with pytest.raises(SceneError):
        draw("1941", **given)


@pytest.mark.parametrize("edition", [5, [], "nope", "global1940"])
def test_editions_of_positions(edition: Any) -> None:
    position = "position/1 1941 r1 germany combat-move"
    with pytest.raises(SandtableError):
        draw(position, edition=edition)


def test_moves_as_text() -> None:
    wanted = draw("1941", moves=[["germany", "ukraine"]]).svg
    assert draw("1941", moves=["germany > ukraine"]).svg == wanted
    assert draw("1941", moves="germany > ukraine").svg == wanted


def test_the_same_bytes_in_every_process() -> None:
    code = (
        "import sandtable, hashlib; svg = sandtable.draw('1941', width=400, level='small', "
        "highlight=['germany', 'japan', 'india', 'ukraine']).svg; "
        "print(hashlib.sha256(svg.encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(found) == 1


# --- arrows


def arrow_starts(svg: str) -> list[float]:
    part = svg[svg.index('class="arrows"') :]
    root = ElementTree.fromstring(f"<g {part[: part.index('</g>')]}</g>")
    lines = [each.attrib["d"] for each in root if "fill" not in each.attrib][::2]
    return [float(line[1:].split()[0]) for line in lines]


def test_an_arrow_goes_around_the_world_and_not_across_it() -> None:
    drawing = draw("revised", moves=["sz-54 > sz-20"])
    starts = sorted(arrow_starts(drawing.svg))
    assert len(starts) == 2
    assert starts[0] < 0 < drawing.board.width / 2 < starts[1]
    assert math.isclose(starts[1] - starts[0], drawing.board.width, abs_tol=1)


def test_an_arrow_to_a_space_out_of_view_leads_there() -> None:
    """It does not end in the last space in view, as if it were meant to stop there."""
    part: dict[str, Any] = {"crop": ["germany"], "units": "none"}
    away = draw("revised", moves=["germany > eastern-europe > ukraine-ssr > kazakh-ssr"], **part)
    assert "kazakh-ssr" not in {place.id for place in away.scene.places if shows(away, place.id)}
    near = draw("revised", moves=["germany > eastern-europe"], **part)
    assert arrow_of(away) != arrow_of(near)
    assert arrow_of(away).count("Q") == 2


def shows(drawing: Drawing, name: str) -> bool:
    return f'data-space="{name}"' in drawing.svg


def arrow_of(drawing: Drawing) -> str:
    part = drawing.svg[drawing.svg.index('class="arrows"') :]
    return part[part.index(' d="') :].split('"')[1]


# --- marks


def test_the_damage_of_a_factory_has_room_of_its_own() -> None:
    plain, hurt = badge("factory", 10), badge("factory", 10, "12")
    assert plain.width == 10
    assert hurt.width == hurt.pieces[0].box.width > 10 + text_width("12") * 6
    assert badge("value", 10, "12").width == 10


def test_signs_at_the_corner_of_a_chip_leave_its_number_free() -> None:
    plain = chip("germany", "battleship", 2, 10)
    for given in ({"damaged": True}, {"loaded": True}, {"damaged": True, "loaded": True}):
        assert chip("germany", "battleship", 2, 10, **given).width > plain.width + 2


# --- reading aloud


def test_every_space_can_be_read_aloud() -> None:
    """The parts of an image are not read, so the whole must not be one."""
    root = ElementTree.fromstring(draw("1941", width=400).svg)
    assert root.attrib["role"] == "graphics-document"
    spaces = [each for each in root.iter() if "data-space" in each.attrib]
    assert {each.attrib["role"] for each in spaces} == {"img"}
