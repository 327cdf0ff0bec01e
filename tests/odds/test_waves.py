"""Take and hold: one attack after the other on the same space."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from sandtable import odds
from sandtable.odds.policy import Policy
from sandtable.odds.questions.waves import Wave, take_and_hold
from sandtable.rules.refusal import InvalidAnswer


def duel(first: int, second: int) -> tuple[Fraction, Fraction, Fraction]:
    """Two units that fire at each other: chances that the first, the second, nobody is left."""
    a, b = Fraction(first, 6), Fraction(second, 6)
    over = 1 - (1 - a) * (1 - b)
    return a * (1 - b) / over, b * (1 - a) / over, a * b / over


def test_take_and_hold_by_hand() -> None:
    """A tank takes a territory from an infantry, and an infantry tries to take it back."""
    won, lost, both = duel(3, 2)
    held, retaken, empty = duel(3, 1)  # as the tank sees it
    found = take_and_hold("1941", "1 tank", "1 infantry", ["1 infantry"], ground=4.0)
    assert found.after[0].attacker == pytest.approx(float(won))
    assert found.after[1].attacker == pytest.approx(float(won * (1 - retaken)))
    assert found.after[1].fought == pytest.approx(float(won))
    ways = {
        (lost, (6, 0)),
        (both, (6, 3)),
        (won * held, (0, 6)),
        (won * retaken, (6, 3)),
        (won * empty, (6, 6)),
    }
    assert sum(p for p, _ in ways) == 1
    mean = sum(p * (theirs - own) for p, (own, theirs) in ways)
    square = sum(p * (theirs - own) ** 2 for p, (own, theirs) in ways)
    assert found.after[1].attacker_lost == pytest.approx(float(sum(p * w[0] for p, w in ways)))
    assert found.after[1].defender_lost == pytest.approx(float(sum(p * w[1] for p, w in ways)))
    assert found.swing == pytest.approx(float(mean + 4 * won * (1 - retaken)))
    assert found.deviation == pytest.approx(float(square - mean**2) ** 0.5)
    assert found.exact


PLAIN = [
    ("1941", "3 infantry, 2 tank, 1 fighter", "3 infantry, 1 tank", {}),
    ("revised", "3 infantry, 2 artillery, 1 bomber", "3 infantry, 1 aa-gun", {}),
    ("lhtr", "2 tank, 1 fighter", "1 infantry, 1 fighter", {"attacker_has": ["heavy-bombers"]}),
    ("1941", "1 battleship, 1 submarine, 1 fighter", "1 destroyer, 1 transport", {}),
    ("revised", "1 battleship, 1 carrier, 2 fighter", "2 destroyer, 1 transport", {}),
]


@pytest.mark.parametrize(("edition", "attack", "defend", "more"), PLAIN)
def test_one_wave_is_the_plain_battle(
    edition: str, attack: str, defend: str, more: dict[str, Any]
) -> None:
    found = take_and_hold(edition, attack, defend, ground=2.0, **more)
    plain = odds.battle(edition, attack, defend, ground=2.0, **more)
    assert found.hold == pytest.approx(plain.takes)
    assert found.after[0].attacker_lost == pytest.approx(plain.attacker_loss.mean)
    assert found.after[0].defender_lost == pytest.approx(plain.defender_loss.mean)
    assert found.swing == pytest.approx(plain.swing.mean)
    assert sum(found.ends.values()) == pytest.approx(1)


def test_planes_fly_home_from_land() -> None:
    """What holds a territory is what can stay there."""
    found = take_and_hold("1941", "1 infantry, 2 fighter", "nothing", ["1 tank"])
    plain = take_and_hold("1941", "1 tank", "1 infantry")
    assert found.hold == pytest.approx(1 - plain.hold)


def test_fighters_stay_at_sea_while_there_are_decks() -> None:
    found = take_and_hold("revised", "1 carrier, 3 fighter, 1 bomber", "nothing")
    (end,) = found.ends
    assert found.to_json()["ends"][0]["attacker"] == "2 fighter, 1 carrier"
    assert end.holder == "attacker"


def test_guns_go_over_to_whoever_takes_the_territory() -> None:
    taken = take_and_hold("revised", "3 tank", "1 aa-gun", ["1 fighter, 1 infantry"])
    without = take_and_hold("revised", "3 tank", "nothing", ["1 fighter, 1 infantry"])
    assert {end["attacker"] for end in taken.to_json()["ends"] if end["holder"] == "attacker"} >= {
        "3 tank, 1 aa-gun"
    }
    assert taken.hold > without.hold


def test_damage_mends_between_waves() -> None:
    found = take_and_hold("revised", "1 battleship", "1 transport", ["1 transport"])
    named = {end["attacker"] for end in found.to_json()["ends"]}
    assert "1 battleship" in named
    assert not any("damaged" in text for text in named)


def test_reinforcements_come_to_whoever_holds() -> None:
    alone = take_and_hold("1941", "3 tank", "1 infantry", ["3 tank"])
    helped = take_and_hold("1941", "3 tank", "1 infantry", ["3 tank"], reinforce="2 infantry")
    assert helped.hold > alone.hold
    assert helped.after[0].attacker == pytest.approx(alone.after[0].attacker)
    assert helped.swing > alone.swing


def test_two_powers_attack_one_after_the_other() -> None:
    """The second attack comes only where the first has failed, on what is left there."""
    second = Wave("2 infantry, 1 tank", "attacker", power="united-states")
    found = take_and_hold(
        "1941", "2 infantry, 1 tank", "3 infantry", [second], attacker="uk", defender="germany"
    )
    once = take_and_hold(
        "1941", "2 infantry, 1 tank", "3 infantry", attacker="uk", defender="germany"
    )
    chance = once.hold
    for end, weight in once.ends.items():
        if end.holder == "defender":
            units = sum(n for _, n in end.defender)
            defend = f"{units} infantry" if units else "nothing"
            chance += weight * take_and_hold("1941", "2 infantry, 1 tank", defend).hold
    assert found.hold == pytest.approx(chance)
    assert found.after[1].fought == pytest.approx(1 - once.hold)


def test_a_wave_of_its_own_power_has_its_own_traits() -> None:
    plain = take_and_hold(
        "revised", "1 infantry", "3 infantry", [Wave("1 bomber, 3 infantry", "attacker")]
    )
    heavy = take_and_hold(
        "revised",
        "1 infantry",
        "3 infantry",
        [Wave("1 bomber, 3 infantry", "attacker", has=("heavy-bombers",))],
    )
    assert heavy.hold > plain.hold
    assert heavy.after[0] == plain.after[0]


def test_all_fits_into_json() -> None:
    found = take_and_hold("revised", "4 infantry, 2 tank", "3 infantry", ["2 tank", "2 infantry"])
    told = json.loads(json.dumps(found.to_json()))
    assert [after["attacker"] for after in told["after"]] == [a.attacker for a in found.after]
    assert sum(end["chance"] for end in told["ends"]) == pytest.approx(1)
    chances = [end["chance"] for end in told["ends"]]
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize(
    ("attack", "then", "more", "message"),
    [
        ("nothing", [], {}, "nobody attacks"),
        ("1 tank", [Wave("1 tank", "third")], {}, "attacker or defender"),
        ("1 tank", [Wave("1 tank", power="japan")], {"attacker": "germany"}, "not enemies"),
        ("1 tank", ["1 tnak"], {}, "tank"),
        ("1 tank", [3], {}, "a text or a Wave, not a int"),
        ("1 tank", [], {"attacker": "germany", "defender": "japan"}, "not enemies"),
    ],
)
def test_waves_that_make_no_sense(
    attack: str, then: list[Any], more: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidAnswer, match=message) as refused:
        take_and_hold("1941", attack, "1 infantry", then, **more)
    assert "\n" not in str(refused.value)


def test_a_text_alone_is_one_counter_attack() -> None:
    one = take_and_hold("1941", "2 tank", "1 infantry", "1 infantry, 1 tank")
    assert one.hold == take_and_hold("1941", "2 tank", "1 infantry", ["1 infantry, 1 tank"]).hold


def test_orders_of_losses_go_with_the_side() -> None:
    """The side that loses tanks first goes on to do so when it defends."""
    order = Policy(attack_losses=("tank", "infantry"))
    found = take_and_hold("1941", "2 infantry, 1 tank", "1 infantry", ["1 tank"], policy=order)
    texts = {end["attacker"] for end in found.to_json()["ends"]}
    assert {"2 infantry", "1 infantry"} <= texts
    assert "1 infantry, 1 tank" not in texts
    own = Wave("1 tank", policy=Policy())
    other = take_and_hold("1941", "2 infantry, 1 tank", "1 infantry", [own], policy=order)
    assert "1 infantry, 1 tank" in {end["attacker"] for end in other.to_json()["ends"]}
    with pytest.raises(InvalidAnswer, match="misses infantry"):
        take_and_hold("1941", "2 infantry, 1 tank", "1 infantry", policy=Policy(("tank",)))
