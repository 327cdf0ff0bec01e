"""What is to be drawn, from games, positions and bare boards."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.game.notation.position import format_position, parse_position
from sandtable.maps.asking import scene_from
from sandtable.maps.scene import Force, Scene, SceneError, Units, describe
from sandtable.maps.scenes import board_names, scene_of, scene_of_board
from sandtable.rules.problems import EditionError


def total(scene: Scene, power: str) -> int:
    return sum(f.total for place in scene.places for f in place.forces if f.power == power)


def test_every_board_can_be_shown() -> None:
    for name in board_names():
        scene = scene_of_board(name)
        assert len(scene.places) > 90
        for power, _ in scene.powers:
            assert total(scene, power) > 0 or power in ("dutch", "france", "soviet-union")


def test_the_start_of_a_game_is_the_start_of_its_edition() -> None:
    game = sandtable.new_game("revised")
    assert scene_of(game) == scene_of_board("revised")
    line = format_position(game.edition, game.position)
    assert scene_from(line) == scene_of_board("revised")


def test_a_place_knows_what_the_board_says() -> None:
    scene = scene_of_board("global1940")
    japan = scene.by_id["japan"]
    assert (japan.owner, japan.city, japan.capital_of, japan.value) == (
        "japan",
        "Tokyo",
        "japan",
        8,
    )
    assert [f.kind for f in japan.facilities] == ["ic-major", "air-base", "naval-base"]
    kiangsu = scene.by_id["kiangsu"]
    assert (kiangsu.owner, kiangsu.original_owner) == ("japan", "china")
    assert scene.by_id["turkey"].neutral == "strict"
    assert scene.by_id["turkey"].forces == (Force("neutral", (Units("infantry", 8),)),)
    assert scene.by_id["sz-6"].kamikaze
    assert scene.by_id["sahara-desert"].impassable


def test_convoy_centers_have_owners() -> None:
    scene = scene_of_board("europe1999")
    owners = {place.owner for place in scene.places if place.convoy}
    assert owners == {"soviet-union", "united-kingdom", "united-states"}


def test_damage_and_cargo_are_kept_apart() -> None:
    edition = sandtable.load_edition("revised")
    line = format_position(edition, sandtable.new_game("revised").position)
    units = "germany:sz-5=2*battleship+battleship!1+transport(infantry+tank)"
    head, _, rest = line.partition("units:")
    tail = rest.partition(" ")[2]
    position = parse_position(edition, f"{head}units:{units} {tail}")
    (force,) = scene_from(position, edition).by_id["sz-5"].forces
    assert force.units == (
        Units("battleship", 2),
        Units("battleship", 1, damaged=True),
        Units("transport", 1, aboard=(("germany", "infantry", 1), ("germany", "tank", 1))),
    )
    assert force.total == 6


def test_battles_are_seen_as_soon_as_they_are_certain() -> None:
    game = sandtable.new_game("1941", seed=7)
    game.play("soviet-union: buy 2 infantry")
    assert not any(place.battle for place in scene_of(game).places)
    game.play("soviet-union: move 3 infantry, 1 tank: caucasus > ukraine")
    assert [p.id for p in scene_of(game).places if p.battle] == ["ukraine"]


def test_a_place_in_words() -> None:
    scene = scene_of_board("global1940")
    assert describe(scene, scene.by_id["kiangsu"]).splitlines() == [
        "Kiangsu (Shanghai)",
        "Japan, originally China",
        "worth 3",
        "Japan: 3 infantry, 1 artillery, 1 fighter, 1 tactical bomber",
    ]


@pytest.mark.parametrize("name", ["sz-14", "Sea Zone 14", "sz14", "14", "SZ 14"])
def test_spaces_by_any_name(name: str) -> None:
    assert scene_of_board("global1940").space(name) == "sz-14"


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(SceneError, match="unknown space 'germny'; did you mean 'germany'"):
        scene_of_board("1941").space("germny")
    with pytest.raises(EditionError, match="did you mean 'global1940'"):
        scene_of_board("global1490")
    with pytest.raises(SceneError, match="give the edition"):
        scene_from(sandtable.new_game("1941").position)
    with pytest.raises(SceneError, match="a int cannot be drawn"):
        scene_from(3)  # type: ignore[arg-type]
