"""What the captain buys, and where it comes on the board."""

from __future__ import annotations

import pytest

from sandtable.game.answers import Buy, Place
from sandtable.game.game import Game
from sandtable.players.registry import choose
from tests.players.test_moving import Forces, game_with


def bought(game: Game) -> dict[str, int]:
    """What the captain buys now, after all that is asked before it."""
    while game.pending[0].kind != "purchase":
        step(game)
    (choice,) = choose(game.state, game.pending[0], level="captain", seed="s")
    assert isinstance(choice.answer, Buy)
    assert choice.reason is not None
    game.decide(game.pending[0].power, choice.answer)
    return {game.edition.units[spec.unit].id: spec.number for spec in choice.answer.units}


def step(game: Game) -> None:
    asked = game.pending[0]
    for choice in choose(game.state, asked, level="captain", seed="s"):
        game.decide(asked.power, choice.answer)


@pytest.mark.parametrize("edition", ["1941", "revised", "lhtr"])
def test_money_is_spent(edition: str) -> None:
    game = Game.new(edition, seed=2)
    for _ in range(len(game.edition.powers)):
        power = game.turn
        bought(game)
        assert game.treasury(power) < 5, power
        while game.turn == power:
            step(game)


def test_a_capital_in_danger_gets_the_cheapest_defenders() -> None:
    forces: dict[str, Forces] = {
        "russia": {"soviet-union": {"infantry": 2}},
        "archangel": {},
        "caucasus": {},
        "novosibirsk": {},
        "west-russia": {"germany": {"tank": 4}},
    }
    game = game_with("revised", "soviet-union", "purchase", forces)
    units = bought(game)
    assert units == {"infantry": 8}
    while game.pending[0].kind != "mobilize":
        step(game)
    (choice,) = choose(game.state, game.pending[0], level="captain", seed="s")
    assert isinstance(choice.answer, Place)
    assert [space for space, _ in choice.answer.places] == [game.edition.board.index["russia"]]
    assert choice.reason is not None
    assert choice.reason.goal == "defend"


def test_land_powers_build_no_fleet() -> None:
    for power in ("soviet-union", "germany"):
        game = game_with("revised", power, "purchase", {})
        units = game.edition.unit_index
        kinds = [game.edition.units[units[name]] for name in bought(game)]
        assert not any(kind.sea for kind in kinds), power


def test_an_army_that_waits_for_ships_gets_them() -> None:
    forces: dict[str, Forces] = {
        "sz-10": {"united-states": {"battleship": 2}},
        "eastern-united-states": {"united-states": {"infantry": 12, "tank": 4}},
    }
    units = bought(game_with("revised", "united-states", "purchase", forces))
    assert units.get("transport", 0) >= 2


def test_a_rich_power_with_small_factories_buys_planes() -> None:
    game = game_with("revised", "germany", "purchase", {})
    position = game.position
    rich = position._replace(treasuries=(0, 200, 0, 0, 0))
    units = bought(Game.new("revised", position=rich, seed=1))
    assert units.get("fighter", 0) + units.get("bomber", 0) >= 5
