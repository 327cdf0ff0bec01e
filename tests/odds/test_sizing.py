"""The least and the best force, against trying every one of them."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import pytest

from sandtable import odds
from sandtable.odds.policy import Policy
from sandtable.odds.questions import sizing
from sandtable.odds.questions.waves import take_and_hold
from sandtable.rules.refusal import InvalidAnswer

COSTS = {"infantry": 3, "artillery": 4, "tank": 5, "fighter": 10, "bomber": 15}


def written(counts: tuple[int, ...], units: list[str]) -> str:
    return ", ".join(f"{n} {unit}" for n, unit in zip(counts, units, strict=True) if n)


def every(units: dict[str, int], defend: str, **more: Any) -> dict[tuple[int, ...], Any]:
    """Each force that can be made of some units, and what it does."""
    return {
        counts: take_and_hold("revised", written(counts, list(units)), defend, **more)
        for counts in product(*(range(n + 1) for n in units.values()))
        if any(counts)
    }


def part(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("by", ["cost", "units"])
def test_the_least_force_is_reached_and_nobody_less_reaches_it(seed: int, by: str) -> None:
    print("seed", seed)
    dice = random.Random(seed)
    units = {unit: dice.randint(1, 3) for unit in dice.sample(list(COSTS), 3)}
    defend = f"{dice.randint(1, 3)} infantry, 1 aa-gun"
    wanted = dice.choice([0.5, 0.8, 0.95])
    then = ["1 infantry, 1 tank"] if seed == 3 else []
    tried = every(units, defend, then=then)
    able = {c for c, found in tried.items() if found.hold >= wanted}
    smallest = [c for c in able if not any(part(other, c) for other in able)]
    weights = [COSTS[unit] if by == "cost" else 1 for unit in units]

    def weight(counts: tuple[int, ...]) -> int:
        return sum(w * n for w, n in zip(weights, counts, strict=True))

    smallest.sort(key=lambda c: (weight(c), -tried[c].hold))
    available = written(tuple(units.values()), list(units))
    found = sizing.least_force("revised", available, defend, wanted, by=by, then=then, most=3)
    assert found.exhaustive
    assert found.exact
    assert [choice.takes for choice in found.choices] == pytest.approx(
        [tried[c].hold for c in smallest[:3]]
    )
    assert [choice.cost if by == "cost" else choice.units for choice in found.choices] == [
        weight(c) for c in smallest[:3]
    ]
    assert found.tried <= len(tried) + 1


@pytest.mark.parametrize("seed", range(4))
def test_the_best_force_has_the_highest_swing_of_all(seed: int) -> None:
    print("seed", seed)
    dice = random.Random(seed)
    units = {unit: dice.randint(1, 3) for unit in dice.sample(list(COSTS), 3)}
    defend = f"{dice.randint(1, 4)} infantry, 1 aa-gun"
    ground = float(dice.randint(0, 4))
    then = ["2 infantry, 1 tank"] if seed == 3 else []
    tried = every(units, defend, ground=ground, then=then)
    swings = sorted((found.swing for found in tried.values() if found.swing > 0), reverse=True)
    available = written(tuple(units.values()), list(units))
    found = sizing.best_force("revised", available, defend, ground=ground, then=then, most=4)
    assert found.exhaustive
    assert [choice.swing for choice in found.choices] == pytest.approx(swings[:4])
    assert found.full.swing == pytest.approx(tried[tuple(units.values())].swing)


def test_more_may_be_worse_for_those_who_fight_best_alone() -> None:
    """Infantry attack better alone: no force is then ruled out by a larger one."""
    more: dict[str, Any] = {"attacker": "japan", "attacker_has": ["banzai-attacks"]}
    found = sizing.least_force("revised", "3 infantry, 1 artillery", "2 infantry", 0.6, **more)
    alone = take_and_hold("revised", "3 infantry", "2 infantry", **more).hold
    together = take_and_hold("revised", "3 infantry, 1 artillery", "2 infantry", **more).hold
    assert found.best is not None
    assert found.best.takes == pytest.approx(alone)
    assert found.full.takes == pytest.approx(together)
    assert found.exhaustive


def test_who_lands_and_bombards() -> None:
    plain = sizing.least_force("revised", "4 infantry", "2 infantry", 0.7, landed="4 infantry")
    helped = sizing.least_force(
        "revised", "4 infantry", "2 infantry", 0.7, landed="4 infantry", bombard="2 battleship"
    )
    assert helped.full.takes > plain.full.takes
    assert helped.best is not None
    assert helped.best.units < 4


def test_what_cannot_be_reached_is_said() -> None:
    found = sizing.least_force("1941", "2 infantry", "5 tank", 0.5)
    assert found.best is None
    assert found.choices == ()
    assert found.exhaustive
    assert found.full.takes < 0.5
    assert sizing.best_force("1941", "2 infantry", "5 tank").best is None


def test_planes_alone_win_but_take_nothing() -> None:
    win = sizing.least_force("1941", "2 fighter", "1 infantry", 0.5, of="win")
    assert win.best is not None
    assert win.best.takes == 0.0
    assert sizing.least_force("1941", "2 fighter", "1 infantry", 0.5).best is None


def test_a_search_without_time_says_that_it_is_not_complete() -> None:
    found = sizing.best_force("1941", "3 infantry, 2 tank", "2 infantry", seconds=0.0)
    assert not found.exhaustive
    assert not sizing.least_force(
        "1941", "3 infantry, 2 tank", "2 infantry", 0.5, seconds=0.0
    ).exhaustive


def test_all_fits_into_json() -> None:
    found = sizing.best_force("1941", "3 infantry, 2 tank", "2 infantry", ground=2)
    told = json.loads(json.dumps(found.to_json()))
    assert told["choices"][0]["force"] == "3 infantry, 2 tank"
    assert told["full"]["units"] == 5


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"chance": 0.0}, "a chance is above 0"),
        ({"chance": 1.5}, "chance is a number from 0 to 1"),
        ({"chance": float("nan")}, "chance is a number from 0 to 1"),
        ({"chance": "90%"}, "chance is a number from 0 to 1"),
        ({"most": 0}, "at least one force"),
        ({"of": "conquer"}, "take or win"),
        ({"by": "weight"}, "cost or units"),
        ({"available": "nothing"}, "nobody is available"),
        ({"available": "3 infanty"}, "infantry"),
        ({"landed": "4 infantry"}, "4 infantry landed, but 3 attack"),
    ],
)
def test_questions_that_make_no_sense(asked: dict[str, Any], message: str) -> None:
    usual = {"available": "3 infantry", "defend": "1 infantry", "chance": 0.5}
    with pytest.raises(InvalidAnswer, match=message) as refused:
        sizing.least_force("revised", **{**usual, **asked})
    assert "\n" not in str(refused.value)


def test_far_too_many_forces_are_not_all_tried() -> None:
    found = sizing.least_force(
        "1941", "200 infantry, 200 tank, 200 fighter, 90 bomber", "1 tank", 0.9
    )
    assert not found.exhaustive
    assert found.best is not None
    assert found.best.takes >= 0.9
    assert found.best.units < 10


def test_a_destroyer_may_spare_the_enemy_his_carriers() -> None:
    """It finds submarines, which are lost before anything dearer: more force does less harm."""
    defend = "2 submarine, 3 carrier, 3 fighter"
    without = take_and_hold("1941", "2 bomber", defend)
    found = sizing.best_force("1941", "2 bomber, 1 destroyer", defend, prices={"bomber": 0})
    helped = take_and_hold("1941", "2 bomber, 1 destroyer", defend)
    assert helped.after[0].defender_lost < without.after[0].defender_lost
    assert found.best is not None
    assert found.best.text == "2 bomber"
    assert found.exhaustive


def test_an_order_of_losses_goes_for_every_force() -> None:
    """It names all that is available, and those who stay at home are passed over."""
    order = Policy(attack_losses=("tank", "infantry", "artillery"))
    asked = ("revised", "3 infantry, 1 artillery, 2 tank", "2 infantry")
    found = sizing.best_force(*asked, policy=order, most=40)
    for choice in found.choices[:5]:
        own = tuple(unit for unit in order.attack_losses if unit in choice.text)
        alone = odds.battle("revised", choice.text, "2 infantry", policy=Policy(attack_losses=own))
        assert choice.swing == pytest.approx(alone.swing.mean)
    assert len(found.choices) > 5
