"""Battles set up out of the blue are those that a combat move leads to."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.game import opening, retreats
from sandtable.game.draft import Draft
from sandtable.game.library import load_edition
from sandtable.game.state import Battle, State
from sandtable.odds.engine import pitched
from sandtable.odds.engine.ends import forces_of
from sandtable.rules.position import SEABORNE
from sandtable.rules.refusal import SandtableError
from tests.odds.random_battles import EDITIONS, cases


def laid_out(state: State) -> tuple[Draft, Battle]:
    d = Draft(state)
    return d, forces_of(d)


def names(d: Draft, force: Any) -> dict[str, int]:
    return d.counts(force)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("sea", [False, True])
def test_a_plain_place_gives_no_bonus(edition: str, sea: bool) -> None:
    ed = load_edition(edition)
    for power in ed.powers:
        for enemy in ed.enemies[power.index]:
            force = {"destroyer" if sea else "infantry": 1}
            d, battle = laid_out(
                pitched.battle(ed, force, force, attacker=power.id, defender=ed.powers[enemy].id)
            )
            assert not ed.board.spaces[battle.space].island
            assert ed.original_owners[battle.space] not in (power.index, enemy)
            assert bool(ed.board.sea[battle.space]) == sea
            assert len(retreats.retreat_options(d, battle)) == 1


def test_all_units_are_in_the_battle() -> None:
    seed = 51
    print("seed", seed)
    for case in cases(seed, 60):
        d, battle = laid_out(case.state())
        landed = case.options.get("landed", {})
        sent = {**landed, **{k: n + landed.get(k, 0) for k, n in case.attack.items()}}
        assert names(d, battle.attack) == sent, case
        guns = {u.id for u in case.ed.units if u.bystander}
        plain = {k.removeprefix("damaged "): 0 for k in case.defend if k not in guns}
        for name, count in case.defend.items():
            if name not in guns:
                plain[name.removeprefix("damaged ")] += count
        assert names(d, battle.defend) == plain, case
        ashore = {t.unit for t, _ in battle.attack if t.mark.flags & SEABORNE}
        assert {d.ed.units[unit].id for unit in ashore} == set(landed), case
        assert battle.amphibious == bool(landed)


def test_without_an_exit_there_is_no_retreat() -> None:
    ed = load_edition("revised")
    for force in ({"tank": 2}, {"destroyer": 2}):
        for exit in (True, False):
            d, battle = laid_out(pitched.battle(ed, force, force, exit=exit))
            assert bool(retreats.retreat_options(d, battle)) == exit


def test_ships_lie_ready_to_bombard() -> None:
    state = pitched.battle(
        load_edition("revised"),
        {},
        {"infantry": 1},
        landed={"infantry": 1},
        ships={"battleship": 2, "destroyer": 1},
    )
    d, battle = laid_out(state)
    able = opening.bombarders(d, battle.space)
    assert [(d.ed.units[t.unit].id, n) for _, t, n in able] == [("battleship", 2)]


def test_conditions_of_the_combat_move_hold() -> None:
    ed = load_edition("revised")
    packs = {"germany": ["wolf-packs"]}
    three = pitched.battle(ed, {"submarine": 3}, {"carrier": 1}, attacker="germany", traits=packs)
    two = pitched.battle(ed, {"submarine": 2}, {"carrier": 1}, attacker="germany", traits=packs)
    assert laid_out(three)[1].boons
    assert not laid_out(two)[1].boons


def test_units_of_several_powers_defend() -> None:
    ed = load_edition("1941")
    state = pitched.battle(
        ed, {"tank": 1}, {"united-kingdom": {"infantry": 1}, "united-states": {"fighter": 2}},
        attacker="germany", defender="united-kingdom",
    )  # fmt: skip
    d, battle = laid_out(state)
    assert d.counts_by_power(battle.defend) == {
        "united-kingdom": {"infantry": 1},
        "united-states": {"fighter": 2},
    }


@pytest.mark.parametrize(
    ("attack", "defend", "options", "message"),
    [
        ({"zeppelin": 1}, {"infantry": 1}, {}, "zeppelin"),
        ({"tank": 1}, {"battleship": 1}, {}, "a tank cannot fight at sea"),
        ({"tank": 1}, {"industrial-complex": 1}, {}, "industrial-complex cannot fight on land"),
        ({"aa-gun": 1}, {"infantry": 1}, {}, "this aa-gun cannot attack"),
        ({"tank": -1}, {"infantry": 1}, {}, "cannot be negative"),
        ({"tank": 1}, {"infantry": 1}, {"attacker": "narnia"}, "narnia"),
        ({"tank": 1}, {"infantry": 1}, {"at": "atlantis"}, "atlantis"),
        ({"tank": 1}, {"infantry": 1}, {"at": "sz-3"}, "no such battle can take place in sz-3"),
        ({"tank": 1}, {"infantry": 1}, {"traits": {"germany": ["luck"]}}, "luck"),
        ({"tank": 1}, {"soviet-union": {"infantry": 1}}, {}, "Soviet Union does not defend"),
        (
            {"tank": 1},
            {"infantry": 1},
            {"attacker": "germany", "defender": "japan"},
            "Germany and Japan are friends",
        ),
        ({"tank": 1}, {"infantry": 1}, {"landed": {"fighter": 1}}, "no ship lands a fighter"),
    ],
)
def test_forces_that_cannot_meet_are_refused(
    attack: dict[str, Any], defend: dict[str, Any], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(SandtableError, match=message):
        pitched.battle(load_edition("revised"), attack, defend, **options)
