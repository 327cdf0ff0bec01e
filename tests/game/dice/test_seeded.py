"""Dice from a seed: fair, stateless, and the same everywhere."""

import random
from collections import Counter
from hashlib import blake2b
from itertools import pairwise

import pytest

from sandtable.game.dice import SeededDice
from sandtable.rules.roll import RollRequest, Shot


def request(count: int) -> RollRequest:
    return RollRequest("attack", "russia", "ukraine", (Shot("infantry", 1, count, "other"),))


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_each_number_is_equally_likely() -> None:
    seed = "uniformity"
    dice = SeededDice(seed)
    counts = Counter(n for index in range(6000) for n in dice.roll(index, request(10)))
    print(f"seed {seed!r}: {sorted(counts.items())}")
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    # 20.5 is exceeded once in a thousand seeds with 5 degrees of freedom.
    assert chi_square([counts[n] for n in range(1, 7)]) < 20.5


def test_a_die_says_nothing_about_the_next_one_or_the_next_roll() -> None:
    seed = "pairs"
    dice = SeededDice(seed)
    rolls = [dice.roll(index, request(2)) for index in range(20_000)]
    within = Counter(rolls)
    across = Counter((a[0], b[0]) for a, b in pairwise(rolls))
    for name, counts in (("within a roll", within), ("across rolls", across)):
        print(f"seed {seed!r}, {name}: {sorted(counts.items())}")
        # 66.6 is exceeded once in a thousand seeds with 35 degrees of freedom.
        assert chi_square([counts[a, b] for a in range(1, 7) for b in range(1, 7)]) < 66.6


def test_rolls_do_not_depend_on_the_order_of_calls() -> None:
    forward = SeededDice("order")
    expected = {index: forward.roll(index, request(7)) for index in range(50)}
    shuffled = list(expected) * 2
    random.Random(4).shuffle(shuffled)
    other = SeededDice("order")
    for index in shuffled:
        assert other.roll(index, request(7)) == expected[index]


def test_the_same_seed_gives_the_same_dice_and_another_gives_others() -> None:
    first, again, other = SeededDice("a"), SeededDice("a"), SeededDice("b")
    assert first.roll(3, request(40)) == again.roll(3, request(40))
    assert first.roll(3, request(40)) != other.roll(3, request(40))
    assert first.roll(3, request(40)) != first.roll(4, request(40))


def test_a_whole_number_and_its_digits_are_the_same_seed() -> None:
    assert SeededDice(7).roll(0, request(40)) == SeededDice("7").roll(0, request(40))


def test_these_very_numbers_come_on_every_machine() -> None:
    assert SeededDice("sandtable").roll(0, request(10)) == (3, 4, 3, 6, 4, 6, 3, 1, 6, 1)
    assert SeededDice("sandtable").roll(1, request(10)) == (4, 4, 5, 3, 5, 1, 2, 1, 6, 1)


@pytest.mark.parametrize("size", [0, 1, 60, 61, 62, 63, 64, 65, 200, 1000])
def test_long_rolls_go_on_through_the_blocks(size: int) -> None:
    key = blake2b(b"long", person=b"sandtable/seed").digest()
    stream: list[int] = []
    for block in range(20):
        data = (9).to_bytes(8, "big") + block.to_bytes(8, "big")
        stream += [b % 6 + 1 for b in blake2b(data, key=key).digest() if b < 252]
    assert SeededDice("long").roll(9, request(size)) == tuple(stream[:size])
