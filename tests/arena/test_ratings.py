"""Intervals and ratings."""

from __future__ import annotations

import pytest

from sandtable.arena.ratings import elo, quantile, wilson
from sandtable.arena.summary import summary


def test_wilson_intervals() -> None:
    found = wilson(95, 100)
    assert found.value == 0.95
    assert found.low == pytest.approx(0.8882, abs=1e-4)
    assert found.high == pytest.approx(0.9785, abs=1e-4)
    assert wilson(0, 0) == (0.0, 0.0, 1.0)
    assert wilson(10, 10).high == pytest.approx(1)


def test_two_players_differ_by_the_logarithm_of_their_odds() -> None:
    found = elo(["a", "b"], {("a", "b"): 7500, ("b", "a"): 2500})
    assert found["a"].elo - found["b"].elo == pytest.approx(190.8, abs=0.5)
    assert found["a"].elo + found["b"].elo == pytest.approx(3000)
    assert 0 < found["a"].reach < 10


def test_more_games_make_the_interval_narrower() -> None:
    few = elo(["a", "b"], {("a", "b"): 6, ("b", "a"): 4})
    many = elo(["a", "b"], {("a", "b"): 600, ("b", "a"): 400})
    assert many["a"].reach < few["a"].reach / 5


def test_a_third_player_is_rated_by_those_it_met() -> None:
    chain = {("a", "b"): 75, ("b", "a"): 25, ("b", "c"): 75, ("c", "b"): 25}
    found = elo(["c", "a", "b"], chain)
    assert found["a"].elo - found["c"].elo == pytest.approx(2 * 190.8, abs=6)


def test_who_wins_every_game_has_a_finite_rating() -> None:
    found = elo(["a", "b"], {("a", "b"): 100, ("b", "a"): 0})
    assert 500 < found["a"].elo - found["b"].elo < 1500


def test_quantiles() -> None:
    assert quantile([3, 1, 2], 0.5) == 2
    assert quantile([], 0.5) == 0


def game(number: int, axis: str, winner: str | None, how: str = "outright") -> dict[str, object]:
    other = {"a": "b", "b": "a"}[axis]
    fault = {"player": other, "kind": "failed", "message": "x"} if how == "forfeit" else None
    return {
        "pair": ["a", "b"],
        "number": number,
        "sides": {"axis": axis, "allies": other},
        "winner": winner,
        "how": how,
        "round": 5 + number,
        "fault": fault,
        "wall": {"a": [1.0, 2.0], "b": [3.0]},
        "cpu": {"a": [1.0], "b": [3.0]},
    }


def test_what_is_told_of_a_match() -> None:
    games = [
        game(0, "a", "a"),
        game(1, "b", "a", "decision"),
        game(2, "a", None, "decision"),
        game(3, "b", "b", "forfeit"),
    ]
    found = summary(("a", "b"), games)
    a, b = found["players"]
    assert (a["won"], a["outright"], a["by_decision"], a["drawn"]) == (2, 1, 1, 1)
    assert a["share"] == 0.625
    assert b["by_forfeit"] == 1
    assert a["faults"] == {"refused": 0, "failed": 1, "stalled": 0}
    assert a["sides"]["axis"]["games"] == 2
    assert a["turns"]["wall"] == {"median": 1.5, "p95": 2.0, "max": 2.0}
    assert found["faults"][0]["game"] == ["a", "b", 3]
    assert found["rounds"] == 6.5
