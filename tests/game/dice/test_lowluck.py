"""Low luck: hits as expected, one throw for what is left over."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.game.dice import LowLuck, ScriptedDice, SeededDice, rolled_dice
from sandtable.rules.roll import RollRequest, Shot

SHOTS = st.builds(
    Shot,
    unit=st.sampled_from(["infantry", "tank", "fighter", "submarine"]),
    target=st.integers(0, 8),
    count=st.integers(0, 12),
    kind=st.sampled_from(["sub", "air", "other"]),
    dice=st.sampled_from([1, 1, 1, 2, 3]),
    by=st.sampled_from(["best", "sum"]),
)
REQUESTS = st.lists(SHOTS, max_size=8).map(
    lambda shots: RollRequest("attack", "russia", "ukraine", tuple(shots))
)


def attack(*shots: Shot) -> RollRequest:
    return RollRequest("attack", "russia", "ukraine", shots)


def hits(shot: Shot, dice: tuple[int, ...]) -> bool:
    return (sum(dice) if shot.by == "sum" else min(dice)) <= shot.target


@cache
def chance(shot: Shot) -> Fraction:
    """How often a shot hits, by trying every throw."""
    throws = list(product(range(1, 7), repeat=shot.dice))
    return Fraction(sum(hits(shot, dice) for dice in throws), len(throws))


def thrown(request: RollRequest, dice: Iterable[int]) -> list[tuple[Shot, tuple[int, ...]]]:
    """Each single shot with its dice."""
    rolled = iter(dice)
    found = [
        (shot._replace(count=1), tuple(next(rolled) for _ in range(shot.dice)))
        for shot in request.shots
        for _ in range(shot.count)
    ]
    assert next(rolled, None) is None
    return found


@settings(deadline=None)
@given(REQUESTS, st.integers(0, 10**6))
def test_hits_are_the_expected_ones_rounded_down_or_up(request: RollRequest, index: int) -> None:
    answer = LowLuck(SeededDice("property")).roll(index, request)
    assert len(answer) == request.size
    assert all(1 <= number <= 6 for number in answer)
    expected: dict[str, Fraction] = defaultdict(Fraction)
    scored: dict[str, int] = defaultdict(int)
    for shot, dice in thrown(request, answer):
        if shot.target:
            expected[shot.kind] += chance(shot)
            scored[shot.kind] += hits(shot, dice)
            if chance(shot) in (0, 1):
                assert hits(shot, dice) == chance(shot)
    for kind, number in expected.items():
        assert floor(number) <= scored[kind] <= ceil(number)


@settings(deadline=None)
@given(REQUESTS, st.data())
def test_the_dice_rolled_decide_the_remainders(request: RollRequest, data: st.DataObject) -> None:
    rolled = rolled_dice(request)
    numbers = data.draw(st.tuples(*[st.integers(1, 6)] * rolled.size))
    inner = ScriptedDice(numbers)
    answer = LowLuck(inner).roll(0, request)
    assert inner.left == 0
    remainders = {shot.kind: (shot, dice) for shot, dice in thrown(rolled, numbers) if shot.target}
    shown = thrown(request, answer)
    assert [dice for shot, dice in shown if not shot.target] == [
        dice for shot, dice in thrown(rolled, numbers) if not shot.target
    ]
    for kind in {shot.kind for shot, _ in shown if shot.target}:
        own = [(shot, dice) for shot, dice in shown if shot.target and shot.kind == kind]
        expected = sum((chance(shot) for shot, _ in own), Fraction())
        left_over = expected - floor(expected)
        assert (kind in remainders) == (left_over != 0)
        extra = 0
        if left_over:
            shot, dice = remainders[kind]
            assert Fraction(shot.target, 6**shot.dice) == left_over
            number = 1
            for die in dice:
                number = (number - 1) * 6 + die
            extra = number <= shot.target
        hit = [chance(shot) for shot, dice in own if hits(shot, dice)]
        missed = [chance(shot) for shot, dice in own if not hits(shot, dice)]
        assert len(hit) == floor(expected) + extra
        if hit and missed:
            assert min(hit) >= max(missed)


def test_shots_of_several_dice_count_by_their_true_chance() -> None:
    # The better of two dice against a 4: 32 of 36 throws hit. Twice that is one hit and 28 in 36,
    # that is two dice read as one number up to 28.
    heavy = attack(Shot("bomber", 4, 2, "air", 2))
    assert rolled_dice(heavy).shots == (Shot("", 28, 1, "air", 2, "digits"),)
    assert LowLuck(ScriptedDice([5, 4])).roll(0, heavy) == (1, 1, 5, 4)
    assert LowLuck(ScriptedDice([5, 6])).roll(0, heavy) == (1, 1, 5, 6)
    assert LowLuck(ScriptedDice([6, 1])).roll(0, heavy) == (1, 1, 6, 6)
    # Two dice whose sum is 3 or less: 3 of 36.
    fortress = attack(Shot("aa-gun", 3, 1, "antiair:bomber", 2, "sum"))
    assert rolled_dice(fortress).shots == (Shot("", 3, 1, "antiair:bomber", 2, "digits"),)
    assert LowLuck(ScriptedDice([1, 2])).roll(0, fortress) == (1, 2)
    assert LowLuck(ScriptedDice([1, 3])).roll(0, fortress) == (1, 1)
    assert LowLuck(ScriptedDice([2, 1])).roll(0, fortress) == (6, 6)
    # Twelve of them are 36 in 36: a sure hit. Two, with 6 in 36, are settled by one die.
    assert LowLuck(ScriptedDice([])).roll(
        0, attack(Shot("aa-gun", 3, 12, "antiair:bomber", 2, "sum"))
    ) == (1, 1, *[6] * 22)
    pair = attack(Shot("aa-gun", 3, 2, "antiair:bomber", 2, "sum"))
    assert rolled_dice(pair).shots == (Shot("", 1, 1, "antiair:bomber"),)
    assert LowLuck(ScriptedDice([1])).roll(0, pair) == (1, 1, 6, 6)


def test_the_worked_example_of_the_documentation() -> None:
    # 3 infantry at 1, 2 tanks at 3, a fighter at 3: 12 in all, so two hits and no die.
    even = attack(
        Shot("infantry", 1, 3, "other"), Shot("tank", 3, 2, "other"), Shot("fighter", 3, 1, "other")
    )
    inner = ScriptedDice([])
    assert LowLuck(inner).roll(0, even) == (6, 6, 6, 1, 1, 6)
    # With a fourth infantry it is 13: two hits, and a third on a 1.
    odd = attack(
        Shot("infantry", 1, 4, "other"), Shot("tank", 3, 2, "other"), Shot("fighter", 3, 1, "other")
    )
    assert rolled_dice(odd).shots == (Shot("", 1, 1, "other"),)
    assert LowLuck(ScriptedDice([1])).roll(0, odd) == (6, 6, 6, 6, 1, 1, 1)
    assert LowLuck(ScriptedDice([5])).roll(0, odd) == (6, 6, 6, 6, 1, 1, 5)
    # A 2 misses, but would be a hit for the fighter, so it is shown as 6.
    assert LowLuck(ScriptedDice([2])).roll(0, odd) == (6, 6, 6, 6, 1, 1, 6)


def test_a_hit_that_the_die_could_not_show_is_shown_as_one() -> None:
    # 4 infantry at 1: one hit on a 4 or less.
    request = attack(Shot("infantry", 1, 4, "other"))
    assert LowLuck(ScriptedDice([4])).roll(0, request) == (1, 6, 6, 6)
    assert LowLuck(ScriptedDice([5])).roll(0, request) == (5, 6, 6, 6)


def test_kinds_are_counted_apart_and_roll_their_dice_in_order_of_appearance() -> None:
    request = attack(
        Shot("fighter", 3, 1, "air"), Shot("submarine", 2, 1, "sub"), Shot("fighter", 3, 1, "air")
    )
    assert rolled_dice(request).shots == (Shot("", 2, 1, "sub"),)
    assert LowLuck(ScriptedDice([2])).roll(0, request) == (1, 2, 6)
    two = attack(Shot("submarine", 2, 1, "sub"), Shot("fighter", 3, 1, "air"))
    assert LowLuck(ScriptedDice([2, 4])).roll(0, two) == (2, 4)


@pytest.mark.parametrize("target", [6, 7, 12])
def test_sure_shots_always_hit_and_need_no_die(target: int) -> None:
    request = attack(Shot("giant", target, 3, "other"))
    assert LowLuck(ScriptedDice([])).roll(0, request) == (1, 1, 1)


def test_dice_that_are_no_shots_are_rolled_as_usual() -> None:
    request = attack(Shot("", 0, 2, ""), Shot("infantry", 2, 1, "other"), Shot("", 0, 1, "other"))
    # The remainder die comes first, then the others in their order.
    assert LowLuck(ScriptedDice([1, 4, 5, 3])).roll(0, request) == (4, 5, 1, 3)


class Counting:
    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def roll(self, index: int, request: RollRequest) -> tuple[int, ...]:
        self.asked.append((index, request.size))
        return (3,) * request.size

    def describe(self) -> dict[str, str]:
        return {"kind": "counting"}


def test_the_inner_source_is_asked_once_for_each_roll_under_its_index() -> None:
    inner = Counting()
    dice = LowLuck(inner)
    dice.roll(4, attack(Shot("tank", 3, 2, "other")))
    dice.roll(5, attack(Shot("tank", 3, 1, "other"), Shot("submarine", 2, 1, "sub")))
    assert inner.asked == [(4, 0), (5, 2)]
