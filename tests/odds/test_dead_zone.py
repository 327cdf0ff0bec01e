"""Garrisons, against trying every attack on each of them."""

from __future__ import annotations

import json
from itertools import product

import pytest

from sandtable.odds.questions.dead_zone import garrisons
from sandtable.odds.questions.waves import take_and_hold
from sandtable.rules.refusal import InvalidAnswer


def written(**units: int) -> str:
    return ", ".join(f"{n} {unit}" for unit, n in units.items() if n) or "nothing"


def test_every_garrison_meets_its_worst_attack() -> None:
    found = garrisons("revised", "3 infantry, 1 tank", "2 infantry, 2 tank", ground=3.0)
    expected = {}
    for infantry, tank in product(range(4), range(2)):
        defend = written(infantry=infantry, tank=tank)
        attacks = (
            take_and_hold("revised", written(infantry=i, tank=t), defend, ground=3.0).swing
            for i, t in product(range(3), range(3))
            if i + t
        )
        expected[defend] = max(0.0, *attacks)
    assert {g.text: g.profit for g in found.garrisons} == pytest.approx(expected)
    assert [g.cost for g in found.garrisons] == sorted(g.cost for g in found.garrisons)
    safe = [g for g in found.garrisons if not expected[g.text]]
    assert found.least == (safe[0] if safe else None)
    assert found.best.profit == pytest.approx(min(expected.values()))
    assert found.exhaustive


def test_an_empty_territory_costs_the_ground() -> None:
    found = garrisons("1941", "1 infantry", "4 tank", ground=2.0)
    nobody, one = found.garrisons
    assert nobody.profit == pytest.approx(2.0)
    assert nobody.attack is not None
    assert nobody.attack.text == "1 tank"
    assert one.profit > 2.0
    assert found.best is nobody
    assert found.least is None


def test_planes_alone_take_no_ground() -> None:
    found = garrisons("1941", "1 infantry", "1 fighter", ground=2.0)
    assert found.least is found.garrisons[0]
    assert found.least.text == "nothing"


def test_who_comes_back_makes_a_dead_zone() -> None:
    """What takes the territory is lost to the counter-attack: then it is not worth taking."""
    alone = garrisons("1941", "1 infantry", "2 tank", ground=2.0)
    covered = garrisons("1941", "1 infantry", "2 tank", ground=2.0, then=["4 tank"])
    assert alone.least is None
    assert covered.least is not None
    assert covered.least.text == "nothing"


def test_some_stand_there_in_any_case() -> None:
    found = garrisons("revised", "2 infantry", "2 fighter, 1 infantry", always="1 aa-gun", ground=1)
    without = garrisons("revised", "2 infantry", "2 fighter, 1 infantry", ground=1)
    assert found.garrisons[2].profit < without.garrisons[2].profit


def test_all_fits_into_json() -> None:
    told = json.loads(json.dumps(garrisons("1941", "1 infantry", "4 tank", ground=2.0).to_json()))
    assert told["best"]["force"] == "nothing"
    assert told["least"] is None


def test_nobody_to_fear() -> None:
    with pytest.raises(InvalidAnswer, match="no enemies are given"):
        garrisons("1941", "1 infantry", "nothing")
