"""What programs may do wrong: a clear error, and a game that is as it was."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import sandtable
from sandtable.game.answers import Consent
from sandtable.game.game import Game
from sandtable.rules.refusal import InvalidAnswer, Refusal
from sandtable.rules.roll import RollRequest


class Rubbish:
    """A source of dice that gives one thing for every die, or something else altogether."""

    def __init__(self, die: Any, whole: Any = None) -> None:
        self.die = die
        self.whole = whole

    def roll(self, index: int, request: RollRequest) -> Any:
        return (self.die,) * request.size if self.whole is None else self.whole

    def describe(self) -> dict[str, str]:
        return {"kind": "rubbish"}


def before_a_battle(dice: Any) -> Game:
    game = sandtable.new_game("1941", dice=dice)
    game.play("soviet-union: buy nothing")
    game.play("soviet-union: move 3 infantry, 1 tank: caucasus > ukraine")
    return game


@pytest.mark.parametrize(
    "dice",
    [Rubbish(die) for die in (0, 7, 1.5, True, "1", None)]
    + [Rubbish(1, whole) for whole in (5, "6666", (), (1,) * 99, iter((1, 1, 1, 1)))],
)
def test_rubbish_for_dice(dice: Rubbish) -> None:
    game = before_a_battle(dice)
    state, decisions = game.state, len(game.history)
    with pytest.raises(InvalidAnswer, match="4 dice from 1 to 6 are wanted"):
        game.play("soviet-union: end")
    assert game.state is state
    assert (len(game.history), game.rolls_made) == (decisions, 0)


def test_dice_in_a_list_are_as_good() -> None:
    class InAList(Rubbish):
        def roll(self, index: int, request: RollRequest) -> Any:
            return [self.die] * request.size

    game = before_a_battle(InAList(1))
    game.play("soviet-union: end")
    assert game.history[-1].rolls[0] == (1, 1, 1, 1)


@pytest.mark.parametrize("value", [None, 1.0, b"end", [], object()])
def test_values_of_other_types(value: Any) -> None:
    game = sandtable.new_game("1941")
    state = game.state
    no_space: Any = value or b""
    for act in (
        lambda: game.decide(value, "end"),
        lambda: game.decide("soviet-union", value),
        lambda: game.play(value),
        lambda: game.treasury(value),
        lambda: list(game.legal(space=no_space)),
    ):
        with pytest.raises(InvalidAnswer):
            act()
    assert isinstance(game.refusal("soviet-union", value), InvalidAnswer)
    assert game.state is state


def test_nothing_is_decided_after_the_end() -> None:
    game = sandtable.new_game("1941")
    over = Game(game.match, game.state._replace(winner=0), game.dice)
    for answer in ("end", Consent(2, False)):
        with pytest.raises(InvalidAnswer, match="the game is over"):
            over.decide(0, answer)
    assert over.history == []


def test_a_refusal_goes_from_one_process_to_another() -> None:
    found = sandtable.new_game("1941").refusal("soviet-union", "buy 9 tanks")
    assert isinstance(found, Refusal)
    for other in (copy.copy(found), pickle.loads(pickle.dumps(found))):
        assert other.to_json() == found.to_json()


@pytest.mark.parametrize("number", ["1000", "1000000", "9" * 5000])
def test_a_number_that_is_too_large_is_still_a_number(number: str) -> None:
    found = sandtable.new_game("1941").refusal("soviet-union", f"buy {number} infantry")
    assert "is more than 999" in str(found)
    assert len(str(found)) < 80
