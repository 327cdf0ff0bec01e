"""The value of positions: fair to both sides, and better than counting material."""

from __future__ import annotations

import pytest

from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.state import State
from sandtable.players.random_player import RandomPlayer
from sandtable.players.value import score, value, weights
from sandtable.players.value.features import NAMES, features
from sandtable.rules.position import stack_of
from sandtable.rules.refusal import SandtableError

EDITIONS = ["1941", "revised", "lhtr"]


def midgame(edition: str, decisions: int = 150) -> State:
    """Somewhere in a game that was played at random."""
    game = Game.new(edition, seed=4)
    RandomPlayer(4).play(game, rounds=4, decisions=decisions)
    return game.state


def without(state: State, side: int) -> State:
    """The same position after a side has lost every second unit of each kind in a space."""
    powers = state.match.edition.powers
    stacks = tuple(
        stack_of(
            (token, number - number // 2 if powers[token.power].side == side else number)
            for token, number in stack
        )
        for stack in state.position.stacks
    )
    return state._replace(position=state.position._replace(stacks=stacks))


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_good_for_one_side_is_bad_for_the_other(edition: str) -> None:
    for state in (Game.new(edition, seed=1).state, midgame(edition)):
        one, other = (features(state, side) for side in (0, 1))
        assert len(one) == len(NAMES)
        assert one == pytest.approx([-number for number in other])
        assert value(state, 0) + value(state, 1) == pytest.approx(1.0)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("side", [0, 1])
def test_losses_cost_chances(edition: str, side: int) -> None:
    for state in (Game.new(edition, seed=1).state, midgame(edition)):
        assert value(without(state, side), side) < value(state, side) - 0.05


@pytest.mark.parametrize("side", [-1, 2])
def test_a_side_that_there_is_not_has_no_value(side: int) -> None:
    state = Game.new("1941", seed=1).state
    for each in (state, state._replace(winner=1)):
        for reckoned in (value, score):
            with pytest.raises(SandtableError, match="1941 has no side"):
                reckoned(each, side)


def test_a_capital_is_worth_a_lot() -> None:
    state = Game.new("revised", seed=1).state
    edition = state.match.edition
    capital = edition.powers[edition.power_index["germany"]].capitals[0]
    owners = list(state.position.owners)
    owners[capital] = edition.power_index["soviet-union"]
    lost = state._replace(position=state.position._replace(owners=tuple(owners)))
    axis = edition.sides.index("axis")
    assert value(lost, axis) < value(state, axis) - 0.05


def test_a_game_that_is_won_is_certain() -> None:
    state = Game.new("1941", seed=1).state._replace(winner=1)
    assert (value(state, 0), value(state, 1)) == (0.0, 1.0)
    assert score(state, 1) == -score(state, 0) > 5


def test_boards_without_a_fit_use_what_they_extend_or_the_common_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    known = weights.stored

    def only_common(name: str) -> object:
        asked.append(name)
        return known(name) if name == weights.COMMON else None

    monkeypatch.setattr(weights, "stored", only_common)
    edition = load_edition("lhtr")
    found = weights.weights_of.__wrapped__(edition)
    assert asked == ["lhtr", "revised", weights.COMMON]
    assert any(found.of)
    assert found.sides == (0.0, 0.0)


@pytest.mark.parametrize("name", ["1941", "revised"])
def test_the_fit_foretells_plans_and_games(name: str) -> None:
    data = weights.stored(name)
    assert data is not None
    assert {"lead", "menace_now"} <= set(data["weights"]) <= set(NAMES)
    assert min(data["weights"].values()) > 0
    figures = data["figures"]
    assert figures["explained"] > figures["explained_by_lead"] > 0
    assert figures["log_loss"] < figures["log_loss_constant"]
