"""Dice from a list."""

import pytest

from sandtable.game.dice import BadDice, DiceExhausted, ScriptedDice
from sandtable.rules.roll import RollRequest, Shot


def request(count: int, space: str = "ukraine") -> RollRequest:
    return RollRequest("attack", "russia", space, (Shot("infantry", 1, count, "other"),))


def test_numbers_come_in_order_whatever_the_index() -> None:
    dice = ScriptedDice(iter([1, 2, 3, 4, 5]))
    assert dice.left == 5
    assert dice.roll(8, request(2)) == (1, 2)
    assert dice.roll(0, request(0)) == ()
    assert dice.roll(0, request(3)) == (3, 4, 5)
    assert dice.left == 0


def test_too_few_numbers_are_an_error_that_says_all() -> None:
    dice = ScriptedDice([1, 2, 3])
    dice.roll(0, request(1))
    with pytest.raises(DiceExhausted) as caught:
        dice.roll(1, request(4))
    message = str(caught.value)
    assert "attack" in message
    assert "ukraine" in message
    assert "4 dice are wanted" in message
    assert "2 are left" in message


def test_a_failed_roll_uses_nothing_up() -> None:
    dice = ScriptedDice([1, 2])
    with pytest.raises(DiceExhausted):
        dice.roll(0, request(3, space=""))
    assert dice.left == 2
    assert dice.roll(0, request(2)) == (1, 2)


@pytest.mark.parametrize("number", [0, 7, -1, True, 2.0, "3"])
def test_only_numbers_on_a_die_can_be_listed(number: int) -> None:
    with pytest.raises(BadDice, match="from 1 to 6"):
        ScriptedDice([1, number])
