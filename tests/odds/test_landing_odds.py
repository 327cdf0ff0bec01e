"""Landings: a battle at sea, then one ashore with what has survived it."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from sandtable.odds.engine.pending import pending
from sandtable.odds.policy import Policy
from sandtable.odds.questions.landing import assault
from sandtable.odds.questions.waves import take_and_hold
from sandtable.rules.refusal import InvalidAnswer
from tests.odds.scenes import begin


def test_a_landing_by_hand() -> None:
    """A destroyer and a laden transport, the cheaper of the two, meet a transport."""
    hit, struck = Fraction(3, 6), Fraction(1, 6)
    over = 1 - (1 - hit) * (1 - struck)
    clean, both, worse = (
        hit * (1 - struck) / over,
        hit * struck / over,
        (1 - hit) * struck / over,
    )
    cleared = clean + both + worse * (clean + both)
    first, second = Fraction(1, 6), Fraction(2, 6)
    taken = first * (1 - second) / (1 - (1 - first) * (1 - second))
    found = assault(
        "revised", "1 destroyer, 1 transport(infantry)", "1 transport", "1 infantry", ground=5.0
    )
    assert found.cleared == pytest.approx(float(cleared))
    assert found.takes == pytest.approx(float(clean * taken))
    assert found.exact
    assert found.assaults[0].landed == "1 infantry"
    assert found.assaults[0].chance == pytest.approx(float(clean))
    ashore = 1 - (1 - first) * (1 - second)
    dead, killed = (
        second / ashore,  # the one who landed
        first / ashore,  # the one who was there
    )
    lost = 11 * (both + worse) + 12 * worse * (both + worse) + clean * 3 * dead
    gained = 8 * cleared + clean * 3 * killed
    assert found.attacker_lost == pytest.approx(float(lost))
    assert found.defender_lost == pytest.approx(float(gained))
    assert found.swing == pytest.approx(float(gained - lost + 5 * clean * taken))


def test_nobody_at_sea_is_a_plain_landing_with_bombardment() -> None:
    found = assault("revised", "1 battleship, 1 transport(2 infantry)", "nothing", "2 infantry")
    silent = assault("revised", "1 carrier, 1 transport(2 infantry)", "nothing", "2 infantry")
    plain = take_and_hold("revised", "2 infantry", "2 infantry")
    assert found.cleared == 1.0
    assert silent.takes == pytest.approx(plain.hold)
    assert found.takes > silent.takes


def test_ships_that_fought_do_not_bombard() -> None:
    """The battleship cannot lose against a fighterless carrier's ghost: a transport is sunk."""
    fought = assault(
        "revised", "4 battleship, 1 transport(2 infantry)", "1 transport", "1 infantry"
    )
    plain = take_and_hold("revised", "2 infantry", "1 infantry")
    assert fought.assaults[0].landed == "2 infantry"
    assert fought.assaults[0].takes == pytest.approx(plain.hold)


def test_those_who_come_overland_fight_in_any_case() -> None:
    found = assault(
        "revised", "1 transport(infantry)", "3 battleship", "1 infantry", with_="2 tank"
    )
    plain = take_and_hold("revised", "2 tank", "1 infantry")
    assert found.cleared == pytest.approx(0.0)
    assert found.takes == pytest.approx(plain.hold)


@pytest.mark.parametrize(
    ("landed", "ships"),
    [("2 infantry, 1 tank, 1 artillery", 2), ("3 infantry, 1 tank", 2), ("1 tank", 1)],
)
def test_an_army_is_put_aboard(landed: str, ships: int) -> None:
    found = assault("revised", f"{ships} transport", "nothing", "1 infantry", landed=landed)
    plain = take_and_hold("revised", landed, "1 infantry")
    assert found.takes == pytest.approx(plain.hold)


def test_the_two_battles_may_be_fought_by_different_policies() -> None:
    asked: tuple[str, ...] = (
        "revised",
        "2 destroyer, 1 transport(infantry)",
        "1 destroyer",
        "1 infantry",
    )
    usual = assault(*asked)
    careful = assault(*asked, sea_policy=Policy(attack_losses=("destroyer", "transport")))
    assert careful.takes > usual.takes
    assert careful.cleared == pytest.approx(usual.cleared) or careful.cleared < usual.cleared


def test_all_fits_into_json() -> None:
    found = assault("1941", "1 destroyer, 1 transport(infantry)", "1 destroyer", "1 infantry")
    told = json.loads(json.dumps(found.to_json()))
    assert sum(assault["chance"] for assault in told["assaults"]) == pytest.approx(1)
    assert told["takes"] == pytest.approx(found.takes)


@pytest.mark.parametrize(
    ("fleet", "more", "message"),
    [
        ("1 transport", {}, "no transport carries"),
        ("1 transport", {"landed": "3 infantry"}, "not enough empty ships"),
        ("1 transport", {"landed": "1 fighter"}, "no empty ship can carry a fighter"),
        ("1 destroyer", {"landed": "1 infantry"}, "no empty ship can carry an infantry"),
    ],
)
def test_landings_that_make_no_sense(fleet: str, more: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidAnswer, match=message) as refused:
        assault("revised", fleet, "nothing", "1 infantry", **more)
    assert "\n" not in str(refused.value)


ENGINE = [
    ("revised", "1 destroyer, 1 transport(infantry+tank)", "1 transport", "2 infantry", ""),
    ("lhtr", "1 battleship, 2 transport(2 infantry)", "1 destroyer", "1 infantry, 1 fighter", ""),
    ("revised", "1 battleship, 1 transport(infantry+artillery)", "", "1 infantry", "1 fighter"),
    (
        "revised",
        "2 submarine, 1 transport(infantry)",
        "1 submarine",
        "1 infantry, 1 aa-gun",
        "1 bomber",
    ),
]


@pytest.mark.parametrize(("edition", "fleet", "sea_defend", "land_defend", "with_"), ENGINE)
def test_a_landing_has_the_odds_of_a_game(
    edition: str, fleet: str, sea_defend: str, land_defend: str, with_: str
) -> None:
    """The same assault on Norway in a game, as the engine has it pending."""
    game = begin(
        edition,
        units={
            "sz-2": {"united-kingdom": counted(fleet)},
            "sz-3": {"germany": counted(sea_defend)},
            "norway": {"germany": counted(land_defend)},
            "united-kingdom": {"united-kingdom": counted(with_)},
        },
        turn="united-kingdom",
        phase="combat-move",
    )
    game.decide("united-kingdom", f"move {fleet}: sz-2 > sz-3")
    for ship, count in counted(fleet).items():
        cargo = ship.partition("(")[2].rstrip(")")
        for unit in cargo.split("+") if cargo else ():
            each, _, name = unit.rpartition(" ")
            game.decide("united-kingdom", f"move {count * int(each or 1)} {name}: sz-3 > norway")
    if with_:
        game.decide("united-kingdom", f"move {with_}: united-kingdom > sz-3 > norway")
    (ashore,) = (found for found in pending(game) if found.name == "norway")
    outcomes = ashore.outcomes(Policy())
    chance = outcomes.fought + outcomes.left
    taken = chance[outcomes.attack_holds][:, ~outcomes.defend_present].sum()
    found = assault(
        edition,
        fleet,
        sea_defend,
        land_defend,
        with_=with_,
        attacker="united-kingdom",
        defender="germany",
        at="norway",
    )
    assert found.takes == pytest.approx(float(taken), abs=1e-9)


def counted(force: str) -> dict[str, int]:
    found = (part.split(" ", 1) for part in force.split(", ") if part)
    return {unit: int(number) for number, unit in found}
