"""Phases of moves that end lawfully whatever the orders were."""

from __future__ import annotations

from sandtable.game.game import Game
from sandtable.players.interface import View
from sandtable.players.phases import phase
from sandtable.players.trial import Trial
from sandtable.rules.refusal import InvalidAnswer


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
