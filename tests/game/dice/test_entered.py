"""Dice typed in by people."""

import pytest

from sandtable.game.dice import BadDice, EnteredDice, parse_dice
from sandtable.rules.roll import RollRequest, Shot


def request(count: int) -> RollRequest:
    return RollRequest("attack", "russia", "ukraine", (Shot("infantry", 1, count, "other"),))


@pytest.mark.parametrize(
    "text", ["1 5 6", "156", "1,5,6", "1, 5, 6", " 1\t5 6\n", "15 6", ",1,,5,6,"]
)
def test_dice_may_be_typed_in_several_ways(text: str) -> None:
    assert parse_dice(text, request(3)) == (1, 5, 6)


def test_no_dice_are_typed_as_nothing() -> None:
    assert parse_dice(" ", request(0)) == ()


@pytest.mark.parametrize(
    ("text", "bad"),
    [("1 0 6", "0"), ("1 7 6", "7"), ("1 -5 6", "-"), ("1.5 6", "."), ("one", "o"), ("1 5 ٣", "٣")],
)
def test_anything_but_one_to_six_is_refused(text: str, bad: str) -> None:
    with pytest.raises(BadDice) as caught:
        parse_dice(text, request(3))
    assert repr(bad) in str(caught.value)
    assert "1 to 6" in str(caught.value)


@pytest.mark.parametrize(("text", "given"), [("", 0), ("1 5", 2), ("1 5 6 6", 4)])
def test_a_wrong_count_is_refused(text: str, given: int) -> None:
    with pytest.raises(BadDice, match=f"wanted: 3, dice given: {given}"):
        parse_dice(text, request(3))


def test_the_request_is_shown_to_whoever_types() -> None:
    asked = []

    def ask(wanted: RollRequest) -> str:
        asked.append(wanted)
        return "26"

    assert EnteredDice(ask).roll(0, request(2)) == (2, 6)
    assert asked == [request(2)]


def test_mistakes_are_explained_and_may_be_mended_twice() -> None:
    typed = iter(["9 1", "1", "1 2"])
    told: list[str] = []
    dice = EnteredDice(lambda _: next(typed), told.append)
    assert dice.roll(0, request(2)) == (1, 2)
    assert len(told) == 2
    assert "'9'" in told[0]
    assert "given: 1" in told[1]


def test_the_third_mistake_is_an_error() -> None:
    typed = iter(["", "", "7", "1 2"])
    with pytest.raises(BadDice, match=r"'7'.*3 tries"):
        EnteredDice(lambda _: next(typed)).roll(0, request(2))
    assert next(typed) == "1 2"


def test_nobody_is_asked_for_no_dice() -> None:
    def ask(_: RollRequest) -> str:
        raise AssertionError("asked")

    assert EnteredDice(ask).roll(0, request(0)) == ()
