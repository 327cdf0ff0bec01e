"""The luck of games: what fell against what was to be expected."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from sandtable.game.game import Game
from sandtable.game.notation import read_record
from sandtable.game.recording import replay
from sandtable.odds.questions.luck import luck_of
from sandtable.odds.questions.throws import throws
from tests.odds.scenes import begin

RECORDS = Path(__file__).parents[1] / "fixtures" / "records"


def duel(dice: tuple[int, ...]) -> Game:
    """A tank attacks an infantry; dice fall in turn for both until one is hit."""
    game = begin(
        "1941",
        dice,
        units={
            "eastern-europe": {"germany": {"tank": 1}},
            "karelia": {"soviet-union": {"infantry": 1}},
        },
        turn="germany",
        phase="combat-move",
    )
    game.decide("germany", "move 1 tank: eastern-europe > karelia")
    game.decide("germany", "end")
    while game.pending and game.pending[0].kind == "retreat":
        game.decide("germany", "press on")
    return game


def test_a_duel_by_hand() -> None:
    """Both miss, then the tank hits and the infantry does not."""
    game = duel((6, 6, 1, 6))
    found = luck_of(game)
    (battle,) = found.battles
    assert (battle.space, battle.attacker, battle.winner) == ("karelia", "germany", "attacker")
    hit, struck = Fraction(1, 2), Fraction(1, 3)
    over = 1 - (1 - hit) * (1 - struck)
    start = hit * (1 - struck) / over
    both = hit * struck / over
    swing = 3 * (start + both) - 6 * (1 - start)
    missed = (1 - struck) * start  # the infantry still to fire, the tank having missed
    sure = 1 - struck  # the same, the tank having hit
    wins = [start, missed, start, sure, Fraction(1)]
    assert [point.wins for point in battle.course] == pytest.approx([float(p) for p in wins])
    assert battle.course[0].swing == pytest.approx(float(swing))
    assert battle.course[3].swing == pytest.approx(float(3 - 6 * struck))
    assert battle.course[-1].swing == pytest.approx(3.0)
    assert battle.win_luck == pytest.approx(float(1 - start))
    assert battle.luck == pytest.approx(float(3 - swing))
    tank, infantry = battle.hits["germany"], battle.hits["soviet-union"]
    assert (tank.rolls, tank.scored) == (2, 1)
    assert tank.expected == pytest.approx(1.0)
    assert tank.deviations == pytest.approx(0.0)
    assert infantry.luck == pytest.approx(-2 / 3)
    assert infantry.deviations == pytest.approx(-(2 / 3) / (2 * 2 / 9) ** 0.5)
    assert found.powers["germany"]["hits"] == tank


def test_a_retreat_is_a_decision_and_no_luck() -> None:
    game = begin(
        "1941",
        (6, 6, 6, 6),
        units={
            "eastern-europe": {"germany": {"infantry": 2}},
            "karelia": {"soviet-union": {"infantry": 2}},
        },
        turn="germany",
        phase="combat-move",
    )
    game.decide("germany", "move 2 infantry: eastern-europe > karelia")
    game.decide("germany", "end")
    game.decide("germany", "retreat eastern-europe")
    (battle,) = luck_of(game).battles
    assert [point.what for point in battle.course] == ["start", "roll", "roll", "decision"]
    assert battle.course[-1] == ("decision", 0.0, 0.0, None)
    assert battle.luck == pytest.approx(0.0)
    assert battle.course[2].wins == pytest.approx(battle.course[0].wins)


def test_a_battle_under_way_has_no_end_yet() -> None:
    game = begin(
        "1941",
        (1, 6),
        units={
            "eastern-europe": {"germany": {"infantry": 1}},
            "karelia": {"soviet-union": {"infantry": 1, "tank": 1}},
        },
        turn="germany",
        phase="combat-move",
    )
    game.decide("germany", "move 1 infantry: eastern-europe > karelia")
    game.decide("germany", "end")
    (battle,) = luck_of(game).battles
    assert battle.winner == ""
    assert [point.what for point in battle.course] == ["start", "roll"]
    assert battle.course[1].wins > battle.course[0].wins


def test_raids_and_research_are_counted_apart() -> None:
    game = begin(
        "revised",
        (2, 5, 5),
        owners={"western-europe": "united-kingdom"},
        units={
            "western-europe": {"united-kingdom": {"bomber": 1}},
            "germany": {"germany": {"aa-gun": 1}},
        },
        treasury={"united-kingdom": 30, "germany": 40},
        turn="united-kingdom",
        phase="research",
    )
    game.decide("united-kingdom", "research rockets 1")
    game.decide("united-kingdom", "buy nothing")
    game.decide("united-kingdom", "move 1 bomber: western-europe > germany raid")
    game.decide("united-kingdom", "end")
    found = luck_of(game)
    mine = found.powers["united-kingdom"]
    assert mine["developments"].luck == pytest.approx(5 / 6)
    assert mine["damage"].scored == 5
    assert mine["damage"].expected == pytest.approx(3.5)
    assert mine["damage"].variance == pytest.approx(35 / 12)
    assert found.powers["germany"]["hits"].luck == pytest.approx(-1 / 6)
    (battle,) = found.battles
    assert (battle.kind, battle.damage.scored, battle.course) == ("raid", 5, [])


@pytest.mark.parametrize("name", sorted(path.name for path in RECORDS.glob("*.record")))
def test_luck_of_whole_games_adds_up(name: str) -> None:
    game = replay(read_record((RECORDS / name).read_text(encoding="utf-8")))
    found = luck_of(game, odds=False)
    rolled = [event for event in game.events if event.type == "rolled"]
    hits = [throw for throw in throws(game) if throw.counts == "hits"]
    assert sum(throw.scored for throw in hits) == sum(event.data["hits"] for event in rolled)
    assert sum(len(throw.dice) for throw in hits) == sum(len(e.data["dice"]) for e in rolled)
    ended = [event.data["winner"] for event in game.events if event.type == "ended"]
    told = [battle.winner for battle in found.battles if battle.kind == "battle"]
    assert len(told) <= len(ended)
    assert (
        json.loads(json.dumps(found.to_json()))["battles"][-1]["space"] == found.battles[-1].space
    )


def test_no_roll_is_lucky_on_average() -> None:
    """What a roll leads to, taken over all dice, is what was to be expected before it."""
    courses = {}
    for gun, infantry, fighter in product((1, 6), repeat=3):
        game = begin(
            "revised",
            (gun, infantry, fighter, 6),
            units={
                "eastern-europe": {"germany": {"infantry": 1, "fighter": 1}},
                "karelia-ssr": {"soviet-union": {"infantry": 1, "aa-gun": 1}},
            },
            turn="germany",
            phase="combat-move",
        )
        game.decide("germany", "move 1 infantry, 1 fighter: eastern-europe > karelia-ssr")
        game.decide("germany", "end")
        (battle,) = luck_of(game).battles
        courses[gun, infantry, fighter] = battle.course
    seldom, half = {1: 1 / 6, 6: 5 / 6}, {1: 1 / 2, 6: 1 / 2}
    for figure in ("wins", "swing"):
        at = {dice: [getattr(point, figure) for point in c] for dice, c in courses.items()}
        assert sum(p * at[gun, 6, 6][1] for gun, p in seldom.items()) == pytest.approx(
            at[6, 6, 6][0]
        )
        for gun in seldom:
            fired = sum(
                p * q * at[gun, infantry, fighter][2]
                for infantry, p in seldom.items()
                for fighter, q in half.items()
            )
            assert fired == pytest.approx(at[gun, 6, 6][1])
