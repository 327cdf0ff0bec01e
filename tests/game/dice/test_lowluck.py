"""Low luck: hits as expected, one die for what is left over."""

from collections import defaultdict

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
)
REQUESTS = st.lists(SHOTS, max_size=8).map(
    lambda shots: RollRequest("attack", "russia", "ukraine", tuple(shots))
)


def attack(*shots: Shot) -> RollRequest:
    return RollRequest("attack", "russia", "ukraine", shots)


def dice_of(request: RollRequest) -> list[Shot]:
    """One shot for each die."""
    return [shot._replace(count=1) for shot in request.shots for _ in range(shot.count)]


@settings(deadline=None)
@given(REQUESTS, st.integers(0, 10**6))
def test_hits_are_the_expected_ones_rounded_down_or_up(request: RollRequest, index: int) -> None:
    answer = LowLuck(SeededDice("property")).roll(index, request)
    assert len(answer) == request.size
    assert all(1 <= number <= 6 for number in answer)
    totals: dict[str, int] = defaultdict(int)
    hits: dict[str, int] = defaultdict(int)
    dice: dict[str, int] = defaultdict(int)
    for die, number in zip(dice_of(request), answer, strict=True):
        if die.target:
            totals[die.kind] += min(die.target, 6)
            hits[die.kind] += number <= die.target
            dice[die.kind] += 1
        if die.target >= 6:
            assert number <= die.target
    for kind, total in totals.items():
        assert total // 6 <= hits[kind] <= -(-total // 6)
        assert hits[kind] <= dice[kind]


@settings(deadline=None)
@given(REQUESTS, st.data())
def test_the_dice_rolled_decide_the_remainders(request: RollRequest, data: st.DataObject) -> None:
    rolled = rolled_dice(request)
    numbers = data.draw(st.tuples(*[st.integers(1, 6)] * rolled.size))
    inner = ScriptedDice(numbers)
    answer = LowLuck(inner).roll(0, request)
    assert inner.left == 0
    remainder = {
        die.kind: (die.target, number)
        for die, number in zip(dice_of(rolled), numbers, strict=True)
        if die.target
    }
    plain = [n for die, n in zip(dice_of(rolled), numbers, strict=True) if not die.target]
    shown = list(zip(dice_of(request), answer, strict=True))
    assert [number for die, number in shown if not die.target] == plain
    for kind in {die.kind for die, _ in shown if die.target}:
        targets = [min(die.target, 6) for die, _ in shown if die.target and die.kind == kind]
        left_over = sum(targets) % 6
        assert (kind in remainder) == (left_over != 0)
        extra = 0
        if left_over:
            target, number = remainder[kind]
            assert target == left_over
            extra = number <= left_over
        hits = [d.target for d, n in shown if d.target and d.kind == kind and n <= d.target]
        misses = [d.target for d, n in shown if d.target and d.kind == kind and n > d.target]
        assert len(hits) == sum(targets) // 6 + extra
        if hits and misses:
            assert min(hits) >= max(misses)


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
