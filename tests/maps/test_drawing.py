"""Pictures of boards: whole, well-formed, the same each time, nothing outside of its space."""

from __future__ import annotations

import struct
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

import sandtable
from sandtable.maps import draw
from sandtable.maps.asking import map_of
from sandtable.maps.clutter import Clutter, distance
from sandtable.maps.drawing import LEVELS, THEMES, UNITS, Drawing, Options, Sheet
from sandtable.maps.drawing_layout import REACH, Layout
from sandtable.maps.drawing_plans import abbreviated
from sandtable.maps.drawing_shapes import Placed
from sandtable.maps.png import PictureError
from sandtable.maps.room import Box
from sandtable.maps.scene import Force, Scene, SceneError, Units
from sandtable.maps.scenes import scene_of_board
from sandtable.maps.topology import map_names
from tests.maps.shapes import holds

SVG = "{http://www.w3.org/2000/svg}"
BOARD = map_names()[0]


def parsed(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.svg)


def spaces_of(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {e.attrib["data-space"]: e for e in root.iter(f"{SVG}g") if "data-space" in e.attrib}


@lru_cache(maxsize=8)
def drawn(name: str, width: int, theme: str = "light") -> Drawing:
    return draw(name, width=width, theme=theme)


@lru_cache(maxsize=8)
def layout_of(drawing: Drawing) -> tuple[Sheet, dict[str, Placed]]:
    """What stands where on a picture."""
    sheet = Sheet(drawing)
    return sheet, Layout(sheet.shapes(), sheet.shore(), sheet.wish).run(sheet.places)


def corners(box: Box) -> list[tuple[float, float]]:
    right, low = box.x + box.width, box.y + box.height
    x, _ = box.center
    return [(box.x, box.y), (right, box.y), (right, low), (box.x, low), (x, box.y), (x, low)]


@pytest.mark.parametrize("name", map_names())
@pytest.mark.parametrize("theme", THEMES)
def test_every_space_has_a_path_and_a_title(name: str, theme: str) -> None:
    drawing = drawn(name, 1024, theme)
    found = spaces_of(parsed(drawing))
    assert set(found) == set(drawing.scene.by_id)
    for space, element in found.items():
        title, path = element
        assert title.text is not None
        assert title.text.startswith(drawing.scene.by_id[space].name)
        assert path.attrib["d"].startswith("M")


@pytest.mark.parametrize("name", map_names())
def test_whatever_is_referred_to_is_there(name: str) -> None:
    root = parsed(drawn(name, 1024))
    ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
    assert len(ids) == len(set(ids))
    wanted = {e.attrib["href"][1:] for e in root.iter(f"{SVG}use")}
    for element in root.iter():
        for value in element.attrib.values():
            if value.startswith("url(#"):
                wanted.add(value[5:-1])
    assert wanted <= set(ids)


@pytest.mark.parametrize("name", map_names())
@pytest.mark.parametrize("width", [4096, 1024])
def test_pieces_stand_in_their_space_or_have_a_leader(name: str, width: int) -> None:
    sheet, placed = layout_of(drawn(name, width))
    seas = [place.id for place in sheet.places if place.sea]
    for space, each in placed.items():
        inside = [space] if each.leader is None else seas
        rings = [r for n in inside for polygon in sheet.level.spaces[n] for r in polygon]
        for piece in each.pieces:
            assert all(holds(rings, point) for point in corners(piece.box)), (space, piece)


@pytest.mark.parametrize("name", map_names())
@pytest.mark.parametrize("width", [4096, 1024])
def test_nothing_stands_on_anything_else(name: str, width: int) -> None:
    _, placed = layout_of(drawn(name, width))
    boxes = sorted(p.box for each in placed.values() for p in each.pieces)
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            if b.x >= a.x + a.width:
                break
            apart = b.y >= a.y + a.height - 1e-6 or a.y >= b.y + b.height - 1e-6
            assert apart or b.x >= a.x + a.width - 1e-6, (a, b)


@pytest.mark.parametrize("name", map_names())
@pytest.mark.parametrize("width", [4096, 2048, 1024])
def test_lines_to_plates_are_short_and_meet_nothing(name: str, width: int) -> None:
    sheet, placed = layout_of(drawn(name, width))
    lines = {space: each.leader for space, each in placed.items() if each.leader is not None}
    for space, line in lines.items():
        others = [each for other, each in placed.items() if other != space]
        boxes = [piece.box for each in others for piece in each.pieces]
        boxes += [each.plate for each in others if each.plate is not None]
        crossed = (other for key, other in lines.items() if key != space)
        assert not Clutter(boxes, crossed).meets(line, 0.0), space
        assert distance(*line) <= REACH * sheet.unit
        polygons = sheet.level.spaces[space]
        assert holds([ring for polygon in polygons for ring in polygon], line[0]), space


@pytest.mark.parametrize("name", map_names())
def test_on_a_phone_no_plates_without_units(name: str) -> None:
    sheet, placed = layout_of(drawn(name, 780))
    empty = [place.id for place in sheet.places if not place.forces]
    assert not [space for space in empty if placed[space].plate is not None]


def test_a_short_name_comes_before_none() -> None:
    assert abbreviated("Eastern United States") == "E. United States"
    assert abbreviated("Caroline Islands") == "Caroline Is."
    assert abbreviated("Germany") == "Germany"


@pytest.mark.parametrize("name", map_names())
def test_all_powers_with_units_are_shown(name: str) -> None:
    """On a large picture by chips, but for the very smallest spaces."""
    drawing = drawn(name, 4096)
    _, placed = layout_of(drawing)
    dots = 0
    for place in drawing.scene.places:
        shown = {getattr(piece, "power", "") for piece in placed[place.id].pieces}
        dotted = {power for _, _, power in placed[place.id].dots}
        assert {force.power for force in place.forces} <= shown | dotted, place.id
        dots += bool(dotted)
    assert dots <= 2


def test_the_water_along_the_coast_has_no_notches() -> None:
    groups = [e for e in parsed(drawn(BOARD, 1024)).iter() if e.get("class") == "shallows"]
    assert [each.get("stroke-linecap") for each in groups] == ["round"]


def test_words_are_escaped() -> None:
    scene = scene_of_board(BOARD)
    odd = replace(scene.places[0], name='<b>"Tom" & \x07Jerry</b>')
    other = replace(scene, places=(odd, *scene.places[1:]), title="A & B")
    root = parsed(Drawing(map_of(other), other, Options()))
    text = spaces_of(root)[odd.id][0].text
    assert text is not None
    assert text.startswith('<b>"Tom" & Jerry</b>')


def test_the_same_scene_gives_the_same_bytes() -> None:
    first, second = draw(BOARD, width=500), draw(BOARD, width=500)
    assert first.svg == second.svg
    assert first.png() == second.png()
    assert draw(BOARD, width=500, theme="dark").svg != first.svg


def test_less_detail_is_less_text() -> None:
    sizes = [len(draw(BOARD, level=level, width=500).svg) for level in LEVELS]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < sizes[0] / 2


def test_png() -> None:
    data = draw(BOARD, width=640).png()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", data[16:24]) == (640, draw(BOARD, width=640).height)


def test_saving(tmp_path: Path) -> None:
    drawing = draw(BOARD, width=640)
    for name in ("a.svg", "a.png", "A.SVG"):
        drawing.save(tmp_path / name)
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == drawing._repr_svg_()
    with pytest.raises(PictureError, match=r"\.svg or \.png"):
        drawing.save(tmp_path / "a.gif")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["A.SVG", "a.png", "a.svg"]


def test_units_by_kind_in_total_or_not_at_all() -> None:
    texts = {units: draw(BOARD, units=units, level="small").svg for units in UNITS}
    assert "unit-infantry" in texts["kinds"]
    assert "unit-infantry" not in texts["totals"]
    assert texts["totals"].count("<use") > texts["none"].count("<use")


def test_names_and_legend_can_be_left_out() -> None:
    whole, bare = drawn(BOARD, 1024), draw(BOARD, names=False, legend=False, width=1024)
    count = [len(list(parsed(drawing).iter(f"{SVG}text"))) for drawing in (whole, bare)]
    assert count[1] < count[0] - 50
    assert bare.height < whole.height
    assert 'class="legend"' not in bare.svg


def test_a_part_of_the_map() -> None:
    whole = draw(BOARD)
    part = draw(BOARD, crop=[whole.scene.places[0].id])
    assert part.unit < whole.unit
    shown = set(spaces_of(parsed(part)))
    assert whole.scene.places[0].id in shown
    assert shown < set(whole.scene.by_id)


def test_marks_of_a_game() -> None:
    game = sandtable.new_game("1941", seed=7)
    game.play("soviet-union: buy 2 infantry")
    game.play("soviet-union: move 3 infantry, 1 tank: caucasus > ukraine")
    svg = sandtable.draw(game, moves=[["caucasus", "ukraine"]], highlight=["urals"]).svg
    for kind in ("battles", "arrows", "highlights"):
        assert f'class="{kind}"' in svg
    plain = sandtable.draw("1941").svg
    for kind in ("battles", "arrows", "highlights"):
        assert f'class="{kind}"' not in plain


def test_a_crowd_stays_in_its_space() -> None:
    """All kinds of units of all powers in every land: totals or dots, and no error."""
    scene = crowded(scene_of_board(BOARD))
    drawing = Drawing(map_of(scene), scene, Options(width=1024))
    _, placed = layout_of(drawing)
    assert all(each.pieces or each.dots for each in placed.values())


def crowded(scene: Scene) -> Scene:
    kinds = ("infantry", "tank", "fighter")
    forces = tuple(
        Force(power, tuple(Units(kind, 99) for kind in kinds)) for power, _ in scene.powers
    )
    return replace(scene, places=tuple(replace(place, forces=forces) for place in scene.places))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"theme": "blue"}, "theme is one of light, dark, not 'blue'"),
        ({"units": "some"}, "units is one of"),
        ({"level": "huge"}, "level is one of"),
        ({"width": 10}, "at least 120 pixels"),
    ],
)
def test_what_cannot_be_drawn_is_refused(given: dict[str, object], message: str) -> None:
    with pytest.raises(PictureError, match=message):
        draw(BOARD, **given)  # type: ignore[arg-type]


def test_unknown_spaces_are_refused() -> None:
    for name in ("crop", "highlight"):
        with pytest.raises(SceneError, match="unknown space"):
            draw(BOARD, **{name: ["atlantis"]})  # type: ignore[arg-type]
