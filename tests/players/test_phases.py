"""Phases of moves that end lawfully whatever the orders were."""

from __future__ import annotations

from sandtable.game.game import Game
from sandtable.game.notation.answers import format_answer
from sandtable.players.interface import View
from sandtable.players.phases import phase, stay
from sandtable.players.trial import Trial
from sandtable.rules.refusal import InvalidAnswer
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
