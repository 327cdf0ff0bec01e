"""Phases of moves that end lawfully whatever the orders were."""

from __future__ import annotations

import pytest

from sandtable.game.answers import Move
from sandtable.game.game import Game
from sandtable.game.notation.answers import format_answer
from sandtable.players.duties import way_out
from sandtable.players.interface import View
from sandtable.players.phases import phase, stay
from sandtable.players.registry import choose
from sandtable.players.trial import Trial
from sandtable.rules.refusal import InvalidAnswer, Refusal
from tests.players.test_moving import Forces, game_with


def test_orders_that_lead_nowhere_are_dropped() -> None:
    """As those after which planes cannot all come down any more."""

    def astray(trial: Trial, power: int) -> None:
        trial.decide(power, "move 1 infantry: caucasus > ukraine")
        raise InvalidAnswer("there is no way to go on")

    game = Game.new("1941", seed=3)
    game.play("soviet-union: buy 2 infantry")
    asked = game.pending[0]
    plan = phase(View(game.state, asked.power), asked, "s", astray)
    assert [choice.answer.kind for choice in plan] == ["end"]


# --- planes that must land


def test_only_planes_that_cannot_stay_are_landed() -> None:
    forces: dict[str, Forces] = {
        "sz-15": {"united-states": {"bomber": 1}},
        "sz-19": {"united-states": {"carrier": 1, "fighter": 3}},
    }
    game = game_with("1941", "united-states", "noncombat-move", forces)
    asked = game.pending[0]
    plan = phase(View(game.state, asked.power), asked, "s", stay)
    lines = [format_answer(game.edition, choice.answer) for choice in plan]
    assert sorted(line[: line.index(":")] for line in lines[:-1]) == [
        "move 1 bomber@6",
        "move 1 fighter@4",
    ]
    assert {choice.reason.goal for choice in plan[:-1] if choice.reason} == {"landing"}


# --- combat moves that somebody else began


def begun(transports: int, **at_home: int) -> Game:
    """Transports have sailed home and have not taken anybody aboard yet."""
    forces: dict[str, Forces] = {
        "japan": {"japan": at_home},
        "sz-59": {"japan": {"transport": transports}},
        "sz-60": {},
    }
    game = game_with("revised", "japan", "combat-move", forces)
    game.play(f"japan: move {transports} transport: sz-59 > sz-60")
    return game


@pytest.mark.parametrize("level", ["recruit", "captain", "general", "random"])
@pytest.mark.parametrize("transports", [1, 3])
def test_ships_that_sailed_take_troops_across(level: str, transports: int) -> None:
    game = begun(transports, infantry=4, tank=1)
    asked = game.pending[0]
    for choice in choose(game.state, asked, level=level, seed="s"):
        game.decide(asked.power, choice.answer)
    assert asked not in game.pending
    assert len(game.state.turn.assaults) >= 1


def test_nobody_else_is_sent_for_it() -> None:
    forces: dict[str, Forces] = {
        "japan": {"japan": {"infantry": 4}},
        "sz-59": {"japan": {"transport": 1}},
        "sz-60": {"japan": {"carrier": 1, "fighter": 2, "destroyer": 1}},
    }
    game = game_with("revised", "japan", "combat-move", forces)
    game.play("japan: move 1 transport: sz-59 > sz-60")
    made = len(game.history)
    assert way_out(game, game.pending[0].power)
    infantry = game.edition.unit_index["infantry"]
    orders = [entry.answer for entry in game.history[made:]]
    assert [order.units[0].unit for order in orders if isinstance(order, Move)] == [infantry] * 2


def test_the_captain_attacks_elsewhere_all_the_same() -> None:
    game = begun(1, infantry=4, tank=1)
    asked = game.pending[0]
    plan = choose(game.state, asked, level="captain", seed="s")
    goals = [choice.reason.goal for choice in plan if choice.reason]
    assert goals[0] == "only"
    assert set(goals) - {"only", "enough"}


def test_where_there_is_no_way_out_nothing_is_ordered() -> None:
    game = begun(2, infantry=1)
    asked, made = game.pending[0], len(game.history)
    assert not way_out(game, asked.power)
    assert len(game.history) == made
    for level in ("captain", "random"):
        with pytest.raises(Refusal, match="must-lead-to-combat"):
            choose(game.state, asked, level=level, seed="s")
