"""Beginning a game: what is refused, and what copies are worth."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import sandtable
from sandtable.game.dice import DiceError


@pytest.mark.parametrize(
    "arguments",
    [
        {"edition": None},
        {"edition": 1941},
        {"options": 5},
        {"options": {1: 2}},
        {"options": {"victory": "long"}},
        {"seats": ["germany"]},
        {"seats": {"a": 5}},
        {"seats": {"a": ["germany"]}},
        {"seats": {"a": ["germany", "germany"]}},
        {"dice": 5},
        {"position": "x"},
    ],
)
def test_nonsense_begins_no_game(arguments: dict[str, Any]) -> None:
    with pytest.raises(sandtable.SandtableError):
        sandtable.new_game(**{"edition": "1941", **arguments})


def test_copies_of_a_state_are_equal_to_it() -> None:
    game = sandtable.new_game("1941", seed=1)
    game.play("soviet-union: buy 1 tank")
    for other in (pickle.loads(pickle.dumps(game.state)), copy.deepcopy(game.state)):
        assert other == game.state
        assert hash(other) == hash(game.state)


def test_errors_of_the_dice_are_errors_of_the_package() -> None:
    assert issubclass(DiceError, sandtable.SandtableError)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("soviet-union: end turn", "`end` stands alone"),
        ("soviet-union: done", "did you mean 'end'"),
        ("soviet-union: buy", "buy what?"),
        ("soviet-union", "begins with a power and a colon"),
        ("atlantis: end", "unknown power 'atlantis'"),
    ],
)
def test_beginners_are_told_what_to_write(line: str, said: str) -> None:
    with pytest.raises(sandtable.InvalidAnswer, match=said):
        sandtable.new_game("1941").play(line)
