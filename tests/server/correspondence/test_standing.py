"""Standing orders: what they answer is always accepted, and is what was ordered."""

from __future__ import annotations

import pytest

from sandtable.game.answers import Lose, Press, Submerge
from sandtable.game.game import Game
from sandtable.players.random_player import RandomPlayer
from sandtable.rules.refusal import InvalidAnswer
from sandtable.server.correspondence.standing import KINDS, answer_by_order, check
from sandtable.server.schemas.games import StandingOrders

ORDERS = (
    StandingOrders(casualties="cheapest", submerge="never", retreat="never"),
    StandingOrders(casualties="order", order=["tank", "fighter", "nonsense"], submerge="always"),
    StandingOrders(casualties="order", order=["transport", "battleship", "bomber", "infantry"]),
)


@pytest.mark.parametrize("edition", ["1941", "revised", "lhtr"])
def test_the_engine_accepts_every_ordered_answer(edition: str) -> None:
    """Random games; at each question that an order may answer, all orders are tried."""
    seen = dict.fromkeys(KINDS, 0)
    for seed in range(6):
        game = Game.new(edition, seed=seed)
        player = RandomPlayer(seed, restless=0.97)
        while game.winner is None and game.round <= 3:
            for asked in game.pending:
                for orders in ORDERS if asked.kind in KINDS else ():
                    answer = answer_by_order(game.state, asked, orders)
                    if answer is not None:
                        why = game.refusal(asked.power, answer)
                        assert why is None, (edition, seed, len(game.history), answer, why)
                        seen[asked.kind] += 1
            player.step(game)
    assert seen["casualties"] > 20
    assert seen["retreat"] > 5
    assert seen["submerge"] > 0


def in_battle(kind: str) -> Game:
    """A random game at the first question of a kind."""
    for seed in range(50):
        game = Game.new("1941", seed=seed)
        player = RandomPlayer(seed, restless=0.97)
        while game.round <= 3 and game.winner is None:
            if any(asked.kind == kind for asked in game.pending):
                return game
            player.step(game)
    raise AssertionError(f"nobody was ever asked to {kind}")


def test_orders_answer_only_what_they_are_about() -> None:
    for kind in KINDS:
        game = in_battle(kind)
        asked = next(found for found in game.pending if found.kind == kind)
        assert answer_by_order(game.state, asked, StandingOrders()) is None
    game = Game.new("1941")
    assert answer_by_order(game.state, game.pending[0], ORDERS[0]) is None


def test_retreats_and_dives_as_ordered() -> None:
    game = in_battle("retreat")
    assert answer_by_order(game.state, game.pending[0], ORDERS[0]) == Press()
    game = in_battle("submerge")
    assert answer_by_order(game.state, game.pending[0], ORDERS[0]) == Submerge(0)
    dive = answer_by_order(game.state, game.pending[0], ORDERS[1])
    assert isinstance(dive, Submerge)
    assert dive.number > 0


def test_losses_in_the_given_order_and_else_the_cheapest() -> None:
    game = in_battle("casualties")
    state, asked = game.state, game.pending[0]
    units = game.edition.units
    cheap = answer_by_order(state, asked, StandingOrders(casualties="cheapest"))
    assert isinstance(cheap, Lose)
    costs = {spec.unit: units[spec.unit].cost or 0 for spec in cheap.units}
    battle = state.agenda[-1].battle
    assert battle is not None
    force = battle.attack if battle.side_hit == "attacker" else battle.defend
    assert min(units[t.unit].cost or 0 for t, _ in force if t.unit in costs) == min(costs.values())
    kinds = {t.unit for t, _ in force if not units[t.unit].last_casualty}
    for unit in sorted(kinds):
        wish = StandingOrders(casualties="order", order=[units[unit].id])
        first = answer_by_order(state, asked, wish)
        assert isinstance(first, Lose)
        assert unit in {spec.unit for spec in first.units}


def test_orders_about_unknown_units_are_refused() -> None:
    edition = Game.new("1941").edition
    check(edition, StandingOrders(casualties="order", order=["tank", "infantry"]))
    with pytest.raises(InvalidAnswer, match="unknown unit"):
        check(edition, StandingOrders(casualties="order", order=["tnak"]))
    with pytest.raises(InvalidAnswer, match="once"):
        check(edition, StandingOrders(casualties="order", order=["tank", "tank"]))
