"""Outcomes of rolls against all dice, thrown one by one."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product

from sandtable.odds.engine.rolls import ways
from sandtable.rules.battle import count_hits
from sandtable.rules.roll import RollRequest, Shot


def thrown(request: RollRequest) -> Counter[tuple[int, ...]]:
    return Counter(product(range(1, 7), repeat=request.size))


def random_request(rng: random.Random) -> RollRequest:
    shots: list[Shot] = []
    while sum(s.count * s.dice for s in shots) < 4:
        dice = rng.choice((1, 1, 2))
        by = rng.choice(("best", "sum")) if dice > 1 else "best"
        shots.append(Shot("u", rng.randint(1, 6), rng.choice((1, 2)), rng.choice("ab"), dice, by))
    return RollRequest("fire", "p", "s", tuple(shots[:3]))


def test_hits_by_kind_are_those_of_all_dice() -> None:
    seed = 5
    print("seed", seed)
    rng = random.Random(seed)
    for _ in range(25):
        request = random_request(rng)
        if request.size > 5:
            continue
        expected: Counter[object] = Counter()
        for dice in thrown(request):
            expected[count_hits(dice, request.shots)] += 1
        found = {
            count_hits(dice, request.shots): chance
            for chance, dice in ways(request, named=False, numbers=True, exact=True)
        }
        assert found == {hits: Fraction(n, 6**request.size) for hits, n in expected.items()}


def test_named_shots_are_told_apart() -> None:
    request = RollRequest("kamikaze", "p", "s", (Shot("a", 2, 2, "k"), Shot("b", 3, 1, "k", 2)))
    expected: Counter[tuple[bool, ...]] = Counter()
    for dice in thrown(request):
        expected[dice[0] <= 2, dice[1] <= 2, min(dice[2:]) <= 3] += 1
    found = {
        (dice[0] <= 2, dice[1] <= 2, min(dice[2:]) <= 3): chance
        for chance, dice in ways(request, named=True, numbers=True, exact=True)
    }
    assert found == {hits: Fraction(n, 6**4) for hits, n in expected.items()}


def test_numbers_of_bombs_are_those_of_all_dice() -> None:
    request = RollRequest("raid", "p", "s", (Shot("bomber", 0, 2, "", 2),))

    def damage(dice: tuple[int, ...]) -> tuple[int, int]:
        return max(dice[:2]) + max(dice[2:]), min(sum(dice[:2]), 5) + min(sum(dice[2:]), 5)

    expected: Counter[tuple[int, int]] = Counter()
    for dice in thrown(request):
        expected[damage(dice)] += 1
    found: dict[tuple[int, int], Fraction] = {}
    for chance, dice in ways(request, named=False, numbers=True, exact=True):
        found[damage(dice)] = found.get(damage(dice), Fraction(0)) + Fraction(chance)
    assert found == {cost: Fraction(n, 6**4) for cost, n in expected.items()}


def test_bombs_are_one_roll_where_their_cost_does_not_matter() -> None:
    request = RollRequest("raid", "p", "s", (Shot("bomber", 0, 9, "", 2),))
    assert ways(request, named=False, numbers=False, exact=True) == ((1, (1,) * 18),)
