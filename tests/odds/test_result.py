"""What `Odds` says, checked by hand on outcomes that are given, and on small battles."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from sandtable.game.library import load_edition
from sandtable.odds import Odds, battle
from sandtable.odds.fight import BoolArray, FloatArray, IntArray
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.parties import ENDS
from sandtable.odds.spread import spread_of
from sandtable.odds.staging import stage
from sandtable.rules.refusal import InvalidAnswer

REVISED = load_edition("revised")


def present(states: IntArray) -> BoolArray:
    """Whether anybody is left in each state."""
    found: BoolArray = states.sum(axis=1) > 0
    return found


def given(
    attack: str,
    defend: str,
    attack_states: list[list[int]],
    defend_states: list[list[int]],
    fought: list[list[float]],
    left: list[list[float]] | None = None,
    *,
    samples: int = 0,
    ground: float = 0.0,
    holds: list[bool] | None = None,
) -> Odds:
    """Odds with outcomes made by hand: whoever is left is present."""
    fight = stage(REVISED, attack, defend).fight
    a, d = np.array(attack_states), np.array(defend_states)
    chances = np.array(fought, dtype=np.float64)
    away: FloatArray = np.zeros_like(chances) if left is None else np.array(left, dtype=np.float64)
    here = present(a)
    outcomes = Outcomes(
        a,
        here,
        here if holds is None else np.array(holds, dtype=np.bool_),
        d,
        present(d),
        chances,
        away,
        np.array([0.0, 0.25, 0.75]),
        samples=samples,
    )
    return Odds(REVISED, fight, outcomes, ground=ground)


def land() -> Odds:
    """2 infantry and a fighter attack 2 infantry: rows infantry, fighter; infantry."""
    return given(
        "2i 1f",
        "2i",
        [[2, 1], [1, 1], [0, 1], [0, 0]],
        [[2], [1], [0]],
        [[0, 0, 0.25], [0, 0, 0.125], [0, 0, 0.125], [0.125, 0.0625, 0.0625]],
        [[0, 0.25, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]],
        holds=[True, True, False, False],
    )


def test_how_it_ends() -> None:
    odds = land()
    assert odds.ends == {
        "attacker": 0.5,
        "defender": 0.1875,
        "nobody": 0.0625,
        "standstill": 0.0,
        "retreat": 0.25,
    }
    assert (odds.wins, odds.defended, odds.both_gone, odds.retreats) == (0.5, 0.1875, 0.0625, 0.25)
    assert odds.takes == 0.375
    assert odds.holds == 0.625


def test_aircraft_alone_do_not_take_ground() -> None:
    assert land().can_take
    assert not given("2f", "1i", [[1]], [[0]], [[1.0]]).can_take


def test_at_sea_whoever_is_left_alone_has_cleared_the_zone() -> None:
    odds = given(
        "dd", "ss", [[1], [0]], [[1], [0]], [[0.25, 0.5], [0.125, 0.125]], holds=[False] * 2
    )
    assert odds.takes == odds.wins == 0.5
    assert odds.standstill == 0.25


def test_what_is_left() -> None:
    odds = land()
    assert odds.attackers == {"infantry": 2, "fighter": 1}
    assert odds.attackers_left == {"infantry": 1.125, "fighter": 0.75}
    assert odds.defenders_left == {"infantry": 0.5625}
    assert odds.attack_ends()[:2] == [
        ({"infantry": 2, "fighter": 1}, 0.5),
        ({}, 0.25),
    ]
    assert odds.defend_ends() == [({}, 0.5625), ({"infantry": 1}, 0.3125), ({"infantry": 2}, 0.125)]
    assert list(odds.units_left("attacker")) == [0.25, 0.125, 0.125, 0.5]


def test_joint_ends_are_told_apart_by_how_they_came_about() -> None:
    odds = land()
    ends = odds.joint()
    assert sum(end.chance for end in ends) == 1
    assert {
        (end.how, end.chance) for end in ends if end.attackers == {"infantry": 2, "fighter": 1}
    } == {
        ("attacker", 0.25),
        ("retreat", 0.25),
    }
    assert [end.chance for end in ends] == sorted((end.chance for end in ends), reverse=True)
    assert odds.joint(3) == ends[:3]
    assert odds.joint(0) == []


def test_survival_of_a_unit() -> None:
    odds = land()
    fighter = odds.survives("f")
    assert (fighter.any, fighter.all, fighter.expected) == (0.75, 0.75, 0.75)
    mine = odds.survives("infantry")
    assert (mine.side, mine.any, mine.all, mine.counts) == (
        "attacker",
        0.625,
        0.5,
        (0.375, 0.125, 0.5),
    )
    assert odds.survives("infantry", "defender").expected == 0.5625
    with pytest.raises(InvalidAnswer, match="no tank to survive"):
        odds.survives("t")
    with pytest.raises(InvalidAnswer, match="no fighter to survive"):
        odds.survives("f", "defender")
    with pytest.raises(InvalidAnswer, match="a side is"):
        odds.survives("f", "germany")


def test_damaged_ships_are_left_but_told_apart() -> None:
    """Rows: whole and damaged battleships; they cost the same while they float."""
    odds = given(
        "2bb",
        "dd",
        [[2, 0], [1, 1], [0, 1], [0, 0]],
        [[1], [0]],
        [[0, 0.25], [0, 0.25], [0, 0.25], [0.25, 0]],
    )
    ship = odds.survives("bb")
    assert (ship.any, ship.all, ship.expected, ship.damaged) == (0.75, 0.5, 1.25, 0.5)
    assert odds.attackers_left == {"battleship": 0.75, "damaged battleship": 0.5}
    assert odds.attacker_loss.as_dict() == {0: 0.5, 24: 0.25, 48: 0.25}


def test_money() -> None:
    odds = land()
    assert odds.attacker_loss.as_dict() == {0: 0.5, 3: 0.125, 6: 0.125, 16: 0.25}
    assert odds.defender_loss.as_dict() == {0: 0.125, 3: 0.3125, 6: 0.5625}
    swing = odds.swing
    assert swing.as_dict() == {-16: 0.125, -13: 0.0625, -10: 0.0625, 0: 0.125, 3: 0.375, 6: 0.25}
    assert swing.mean == odds.defender_loss.mean - odds.attacker_loss.mean
    assert swing.quantile(0.125) == -16
    assert swing.quantile(0.5) == swing.median == 3
    assert swing.quantile(1) == 6
    assert swing.at_least(3) == 0.625
    mean = sum(Fraction(v) * Fraction(p) for v, p in swing.as_dict().items())
    square = sum((Fraction(v) - mean) ** 2 * Fraction(p) for v, p in swing.as_dict().items())
    assert swing.deviation == pytest.approx(float(square) ** 0.5, rel=1e-14)


def test_the_worth_of_the_ground_is_part_of_the_swing() -> None:
    plain = land()
    odds = Odds(REVISED, plain.fight, plain.outcomes, ground=10)
    assert odds.swing.mean == pytest.approx(plain.swing.mean + 10 * plain.takes, rel=1e-14)
    assert odds.swing.as_dict()[16] == 0.25
    assert sum(odds.swing.chances) == 1


def test_cycles() -> None:
    odds = land()
    assert odds.rounds.mean == odds.cycles == 1.75
    short = Odds(REVISED, odds.fight, odds.outcomes._replace(rounds=None, cycles=1.75))
    assert short.cycles == 1.75
    with pytest.raises(InvalidAnswer, match="was not worked out"):
        _ = short.rounds


def test_the_length_of_a_battle_is_worked_out_when_asked() -> None:
    odds = battle("1941", "2i", "2i")
    assert odds.outcomes.rounds is None
    assert odds.rounds.mean == pytest.approx(odds.cycles, rel=1e-9)
    assert odds.rounds.chances.sum() == pytest.approx(1)


def test_samples_carry_their_error() -> None:
    odds = given("i", "i", [[1], [0]], [[1], [0]], [[0, 0.36], [0.6, 0.04]], samples=10_000)
    assert odds.method == "sampled"
    assert odds.error(odds.wins) == pytest.approx(0.0048, rel=1e-3)
    assert odds.error(0.0) == pytest.approx(1e-4, rel=1e-3)
    assert odds.error(1.0) == pytest.approx(1e-4, rel=1e-3)
    assert odds.percent(0.0) == "0.0% ±0.01"
    assert odds.percent(odds.wins) == "36.0% ±0.5"
    assert odds.swing.error == pytest.approx(odds.swing.deviation / 100)
    assert odds.to_json()["errors"]["attacker"] == odds.error(odds.wins)
    exact = land()
    assert (exact.method, exact.error(0.5), exact.swing.error) == ("exact", 0, 0)


def test_percentages_do_not_round_to_certainty() -> None:
    odds = land()
    shown = [odds.percent(chance) for chance in (0, 1e-9, 0.0005, 0.623, 0.9999, 1)]
    assert shown == ["0.0%", "<0.1%", "0.1%", "62.3%", ">99.9%", "100.0%"]


def test_data_for_programs() -> None:
    data = land().to_json(most=3)
    assert json.loads(json.dumps(data)) == data
    assert data["chances"].keys() == {*ENDS, "takes", "holds"}
    assert len(data["ends"]) == 3
    left_out = 1 - sum(end["chance"] for end in data["ends"])
    assert data["ends_left_out"] == pytest.approx(left_out)
    assert data["swing"]["quantiles"]["50"] == 3
    assert data["left"]["attackers"] == {"infantry": 1.125, "fighter": 0.75}
    assert data["policy"]["retreat"] == "never"


def test_rows_of_one_name_are_put_together() -> None:
    """Landed infantry and those that came overland are the same to the player."""
    fight = stage(REVISED, "2i", "1i", landed="1i").fight
    states = np.array([[1, 0], [0, 1], [0, 0]])
    none = np.array([False])
    fought = np.array([[0.5], [0.25], [0.25]])
    here = present(states)
    outcomes = Outcomes(
        states, here, here, np.array([[0]]), none, fought, np.zeros_like(fought), np.array([0, 1.0])
    )
    odds = Odds(REVISED, fight, outcomes)
    assert odds.attackers == {"infantry": 2}
    assert odds.attack_ends() == [({"infantry": 1}, 0.75), ({}, 0.25)]
    assert [(end.attackers, end.chance) for end in odds.joint()] == [
        ({"infantry": 1}, 0.75),
        ({}, 0.25),
    ]


def test_a_spread_puts_equal_values_together() -> None:
    spread = spread_of(np.array([3.0, 1.0, 3.0, 2.0]), np.array([0.25, 0.5, 0.25, 0.0]))
    assert spread.as_dict() == {1: 0.5, 3: 0.5}
    assert (spread.mean, spread.deviation) == (2, 1)
