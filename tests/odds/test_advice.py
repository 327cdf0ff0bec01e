"""Advice from a solved battle: what to lose, when to leave, who should submerge."""

from __future__ import annotations

import pytest

from sandtable.game.library import load_edition
from sandtable.odds import fight as f
from sandtable.odds.fight import Fight
from sandtable.odds.policy import OPTIMAL, Policy
from sandtable.odds.solving.advice import Advisor
from sandtable.odds.solving.solved import solve
from sandtable.odds.staging import stage

BEST = Policy(OPTIMAL, OPTIMAL, OPTIMAL, OPTIMAL, OPTIMAL)


def advised(
    attack: str, defend: str, edition: str = "revised", *, ground: float = 0.0, bombard: str = ""
) -> tuple[Fight, Advisor]:
    landed = attack if bombard else ""
    fight = stage(load_edition(edition), attack, defend, landed=landed, bombard=bombard).fight
    return fight, Advisor(solve(fight, BEST, ground=ground))


def rows(fight: Fight, edition: str, *, attacking: bool) -> list[str]:
    side = fight.attack if attacking else fight.defend
    names = [unit.id for unit in load_edition(edition).units]
    return [names[unit] for unit in side.table[:, f.UNIT]]


@pytest.mark.parametrize(("ground", "kept"), [(6.0, "fighter"), (8.0, "infantry")])
def test_the_last_loss_weighs_the_ground_against_the_unit(ground: float, kept: str) -> None:
    fight, advisor = advised("1 infantry 1 fighter", "1 infantry", ground=ground)
    kind = int(fight.defend.table[0, f.KIND])
    left = advisor.best_losses("attacker", [1, 1], [0], {kind: 1}, begun=([1, 1], [1]))
    assert left == [int(name == kept) for name in rows(fight, "revised", attacking=True)]


def test_a_hopeless_attack_is_broken_off_and_a_safe_one_is_not() -> None:
    _, advisor = advised("3 infantry", "3 infantry")
    hopeless = advisor.leaving([1], [3])
    assert hopeless.retreats
    assert hopeless.retreat == 0.0
    assert hopeless.press < 0.0
    assert not advisor.leaving([3], [1]).retreats


def test_units_that_landed_cannot_be_advised_to_leave() -> None:
    _, advisor = advised("2 infantry", "2 infantry", bombard="1 battleship")
    assert advisor.leaving([1], [2]).retreat is None


def test_bombardment_costs_the_cheapest_who_can_be_hit() -> None:
    fight, advisor = advised("3 infantry", "2 infantry 1 tank 1 fighter", bombard="1 battleship")
    left = advisor.best_losses("defender", [3], [2, 1, 1], {0: 1}, step="bombard")
    assert rows(fight, "revised", attacking=False)[0] == "infantry"
    assert left == [1, 1, 1]


def test_a_submarine_that_only_aircraft_attack_submerges_unless_a_destroyer_is_there() -> None:
    _, advisor = advised("3 fighter", "1 submarine")
    assert advisor.submerging("defender", [3], [1]) == [1]
    fight, advisor = advised("1 destroyer 3 fighter", "1 submarine")
    here = [int(n) for n in fight.attack.counts]
    assert advisor.submerging("defender", here, [1]) == [0]
    without = [
        n * (name == "fighter")
        for n, name in zip(here, rows(fight, "revised", attacking=True), strict=True)
    ]
    assert advisor.submerging("defender", without, [1]) == [1]


def test_struck_defenders_lose_what_serves_them_least() -> None:
    """Where the victim of a first strike does not fire, the better shot is kept."""
    fight, advisor = advised("2 submarine", "1 carrier 1 battleship")
    kind = int(fight.attack.table[0, f.KIND])
    names = rows(fight, "revised", attacking=False)
    whole = [int(n) for n in fight.defend.counts]
    left = advisor.best_losses("defender", [2], whole, {kind: 1}, step="strike")
    # The battleship is damaged, which costs nothing.
    assert sum(left) == 2
    assert left != whole
    left = advisor.best_losses("defender", [2], whole, {kind: 2}, step="strike")
    assert sum(n for n, name in zip(left, names, strict=True) if name == "battleship") == 1
    assert sum(left) == 1


def test_a_state_that_cannot_come_up_is_refused() -> None:
    _, advisor = advised("2 infantry", "1 infantry")
    with pytest.raises(ValueError, match="attackers"):
        advisor.leaving([3], [1])
