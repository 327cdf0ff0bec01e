"""Battles set up from plain forces: what the engine would make of them, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandtable.game.library import load_directory, load_edition
from sandtable.odds import fight as f
from sandtable.odds.staging import Staged, stage
from sandtable.rules.refusal import InvalidAnswer

REVISED = load_edition("revised")
LHTR = load_edition("lhtr")


def staged(attack: str, defend: str, edition: str = "revised", **given: Any) -> Staged:
    return stage(load_edition(edition), attack, defend, **given)


def number(found: Staged, unit: str, *, attacking: bool = True, cycle: int = 1) -> int:
    """What a unit hits on."""
    side = found.fight.attack if attacking else found.fight.defend
    index = found.edition.unit_index[unit]
    row = next(i for i, token in enumerate(side.tokens) if token.unit == index)
    return int(side.table[row, f.NUMBER_1 if cycle == 1 else f.NUMBER_2])


def test_land_and_sea_follow_from_the_units() -> None:
    assert not staged("3i", "2i").sea
    assert staged("3 dd 2 f", "ss").sea
    assert not staged("2f", "1f").sea
    assert staged("2f", "1f", sea=True).sea
    assert staged("2f", "1f", at="sz 5").sea


def test_guns_fire_at_aircraft_only_and_take_no_part() -> None:
    found = staged("3i 2f 1b", "2i 2aa")
    assert [found.edition.units[t.unit].id for t in found.fight.defend.tokens] == ["infantry"]
    assert np.allclose(found.fight.flak, [0, 1 / 6, 1 / 6])
    assert np.allclose(staged("3i 2f", "2i").fight.flak, 0)


@pytest.mark.parametrize(
    ("given", "down"),
    [
        ({"defender_has": "radar"}, 1 / 6),
        ({"defender_has": "radar", "at": "united-kingdom"}, 2 / 6),
        ({"defender_has": "radar", "at": "western-europe"}, 1 / 6),
    ],
)
def test_guns_are_better_at_home_only(given: dict[str, str], down: float) -> None:
    assert np.allclose(staged("3i 2f", "2i aa", **given).fight.flak, [0, down])


def test_guns_and_special_aircraft() -> None:
    plain = staged("i 2b", "2i aa", "lhtr", attacker="us")
    pair = staged("i 2b", "2i aa", "lhtr", attacker_has="superfortresses")
    jets = staged("i 2f", "2i aa", "lhtr", attacker_has="jet-fighters")
    assert np.allclose(plain.fight.flak, [0, 1 / 6])
    assert np.allclose(pair.fight.flak, [0, 3 / 36])
    assert np.allclose(jets.fight.flak, [0, 0])


def test_who_fights_follows_from_what_is_told() -> None:
    def powers(**given: Any) -> tuple[str, str]:
        found = staged("3i", "2i", **given)
        return REVISED.powers[found.attacker].id, REVISED.powers[found.defender].id

    assert powers() == ("soviet-union", "germany")
    assert powers(attacker="japan") == ("japan", "soviet-union")
    assert powers(defender="uk") == ("germany", "united-kingdom")
    assert powers(attacker_has="banzai-attacks") == ("japan", "soviet-union")
    assert powers(at="caucasus") == ("germany", "soviet-union")
    assert powers(at="caucasus", attacker="united-states")[1] != "soviet-union"


def test_traits_change_numbers() -> None:
    assert number(staged("3 ss", "2 dd", attacker_has="super submarines"), "submarine") == 3
    assert number(staged("3i", "2i", attacker_has="Banzai Attacks"), "infantry") == 2
    assert number(staged("3i t", "2i", attacker_has="banzai-attacks"), "infantry") == 1
    assert number(staged("3 ss", "dd", attacker_has="wolf-packs"), "submarine") == 3
    assert number(staged("2 ss", "dd", attacker_has="wolf-packs"), "submarine") == 2
    winter = staged("3i", "2i", defender_has="russian-winter")
    assert number(winter, "infantry", attacking=False) == 3


def test_ground_that_matters() -> None:
    wall = {"defender_has": "atlantic-wall", "landed": "all"}
    home = staged("3i", "2i", at="germany", **wall)
    assert number(home, "infantry", attacking=False) == 3
    assert number(home, "infantry", attacking=False, cycle=2) == 2
    abroad = staged("3i", "2i", at="caucasus", **wall)
    assert number(abroad, "infantry", attacking=False) == 2
    assert number(staged("3i", "2i", **wall), "infantry", attacking=False) == 2


def test_landed_units_stay_and_ships_support_them() -> None:
    found = staged("3i 1t 1f", "4i", landed="2i", bombard="2 bb")
    side = found.fight.attack
    assert sorted(side.counts) == [1, 1, 1, 2]
    # In Revised a landing keeps all land units in the battle, and only aircraft may leave.
    assert list(side.table[:, f.STAYS]) == [0 if air else 1 for air in side.table[:, f.AIR]]
    assert found.fight.bombard[:, :2].tolist() == [[4, 2]]
    assert staged("3i 1t", "4i", landed="all").field.amphibious


def test_defending_carriers_launch_their_guests() -> None:
    found = staged("3 dd", "cv(uk.f + us.f) ss", attacker="germany", defender="uk")
    side = found.fight.defend
    assert sum(side.counts) == 4
    assert {found.edition.powers[t.power].id for t in side.tokens} == {
        "united-kingdom",
        "united-states",
    }
    assert not any(token.cargo for token in side.tokens)


def test_cargo_is_lost_with_its_ship() -> None:
    side = staged("dd tp(i+t)", "2 ss").fight.attack
    assert sorted(side.costs) == [12, 16]


def test_prices_can_be_changed() -> None:
    side = staged("3i 2t", "2i", prices={"t": 6.5}).fight.attack
    assert list(side.costs) == [3, 6.5]


@pytest.mark.parametrize(
    ("attack", "defend", "given", "message"),
    [
        ("", "3i", {}, "no attackers"),
        ("3i", " ", {}, "no defenders"),
        ("3i", "aa", {}, "no defenders: an aa-gun is taken"),
        ("3i bb", "2i", {}, "a battleship fights at sea and an infantry on land"),
        ("3i", "2i", {"sea": True}, "an infantry does not fight at sea"),
        ("3i", "2i", {"at": "sz 5"}, "an infantry does not fight at sea"),
        ("bb", "2 f", {"sea": False}, "a battleship does not fight on land"),
        ("2f", "dd", {"at": "germany"}, "a destroyer does not fight on land"),
        ("2f", "1f", {"at": "germany", "sea": True}, "Germany is land"),
        ("aa", "2i", {}, "an aa-gun takes no part in an attack"),
        ("ic", "2i", {}, "an industrial-complex does not fight"),
        ("3i", "ic", {}, "an industrial-complex does not fight"),
        ("bb", "dd b", {}, "a bomber cannot stay at sea"),
        ("tp(3i)", "dd", {}, "a transport cannot carry 3 infantry"),
        ("3i", "2i", {"attacker": "japan", "defender": "germany"}, "are not enemies"),
        ("3i", "2i", {"attacker": "japn"}, "unknown power 'japn'; did you mean 'japan'?"),
        ("germany.i", "2 japan.i", {}, "are not enemies"),
        (
            "uk.i germany.i",
            "2i",
            {"attacker": "uk"},
            "Germany does not fight on the attacking side",
        ),
        ("3i", "2i", {"attacker_has": "rocket"}, "unknown trait 'rocket'; did you mean 'rockets'?"),
        ("3i", "2i", {"attacker": "uk", "attacker_has": "marines"}, "advantage of United States"),
        ("3i", "2i", {"at": "atlantis"}, "unknown space 'atlantis'"),
        ("3i", "2i", {"at": "switzerland"}, "no unit may enter"),
        ("3i", "2i", {"landed": "4i"}, "4 infantry landed, but 3 attack"),
        ("3i", "2i", {"landed": "1f"}, "a fighter does not land"),
        ("dd", "ss", {"landed": "1i"}, "an infantry does not land in a sea battle"),
        ("3i", "2i", {"bombard": "bb"}, "say which attackers landed"),
        ("3i", "2i", {"landed": "all", "bombard": "dd"}, "a destroyer does not bombard"),
        ("dd", "ss", {"bombard": "bb"}, "no ship bombards in a sea battle"),
        ("3i", "2i", {"prices": {"t": -1}}, "the price of t is a number from 0"),
        ("3i", "2i", {"prices": {"t": float("nan")}}, "the price of t is a number from 0"),
        ("3i", "2i", {"prices": {"t": "6"}}, "the price of t is a number from 0"),
        ("3i", "2i", {"prices": {"tonk": 6}}, "unknown unit 'tonk'"),
    ],
)
def test_battles_that_cannot_be(
    attack: str, defend: str, given: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidAnswer) as caught:
        staged(attack, defend, **given)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"landed": "i", "bombard": "bb"}, "no ship bombards in 1941"),
        ({"attacker_has": "rockets"}, "1941 has no developments or advantages"),
    ],
)
def test_what_an_edition_does_not_have(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidAnswer, match=message):
        staged("3i", "2i", "1941", **given)
    with pytest.raises(InvalidAnswer, match="all of one power"):
        staged("uk.i us.i", "2i", "1941")


def test_battles_that_go_otherwise_are_refused(tmp_path: Path) -> None:
    """A scenario may give its battles steps that only the engine can play."""
    steps = (
        '["sworn-fire", "fire-attacker", "fire-defender", "remove-casualties", "press-or-retreat"]'
    )
    text = f'id = "mine"\nextends = "revised"\n[rules.battle.land]\nround = {steps}\n'
    (tmp_path / "edition.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidAnswer, match="the step 'sworn-fire' are not known"):
        stage(load_directory(tmp_path), "3i", "2i")
