"""The arithmetic of a battle gives the same compiled as it does in the engine."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from random import Random, randrange
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from sandtable.odds.compiling import compiled
from sandtable.rules import reckoning

FUNCTIONS = {name: f for name, f in vars(reckoning).items() if isinstance(f, FunctionType)}
TRIES = 200


def row(random: Random, length: int, most: int) -> list[int]:
    return [random.randint(0, most) for _ in range(length)]


def summary(random: Random) -> list[int]:
    """A force, armed and there as it may be: masks of three kinds of hits, then two flags."""
    return [*row(random, reckoning.UNCOVERS, 7), *row(random, 2, 1)]


BY_TYPE: dict[str, Callable[[Random], Any]] = {
    "bool": lambda random: random.random() < 0.5,
    "int": lambda random: random.randint(0, 7),
    "Ints": summary,
}


def hits_and_groups(random: Random) -> list[Any]:
    kinds, groups = random.randint(1, 3), random.randint(0, 4)
    return [row(random, kinds, 3), row(random, groups, 2**kinds - 1), row(random, groups, 3)]


def support(random: Random) -> list[Any]:
    rows, pools = random.randint(1, 4), random.randint(1, 3)
    units = [row(random, rows, most) for most in (1, 3, 3)]
    return [
        *units,
        *(row(random, pools, most) for most in (1, 3, 3)),
        [[9] * pools for _ in range(rows)],
    ]


OWN = {"most_taken": hits_and_groups, "share_support": support}
"""Functions whose rows belong together."""


def arguments(name: str, random: Random) -> list[Any]:
    if name in OWN:
        return OWN[name](random)
    given = inspect.signature(FUNCTIONS[name]).parameters.values()
    return [BY_TYPE[parameter.annotation](random) for parameter in given]


def as_arrays(given: list[Any]) -> list[Any]:
    return [np.array(one, dtype=np.int64) if isinstance(one, list) else one for one in given]


def as_lists(given: list[Any]) -> list[Any]:
    return [one.tolist() if isinstance(one, np.ndarray) else one for one in given]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_compiled_and_plain_agree(name: str) -> None:
    seed = randrange(10**6)
    print("seed", seed)
    random = Random(seed)
    plain, fast = FUNCTIONS[name], compiled(FUNCTIONS[name])
    for _ in range(TRIES):
        given = arguments(name, random)
        arrays = as_arrays(given)
        before = str(given)
        assert fast(*arrays) == plain(*given), before
        assert as_lists(arrays) == given, before


def test_compiled_functions_call_the_plain_ones() -> None:
    """A kernel may name a function of the engine as it stands."""

    def kernel(attack: list[int], defend: list[int]) -> bool:
        return reckoning.nobody_can_hit(attack, defend)

    weak, strong = [0, 7, 7, 0, 0, 0, 1], [1, 7, 7, 7, 7, 0, 1]
    fast = compiled(kernel)
    assert fast(*as_arrays([weak, weak]))
    assert not fast(*as_arrays([weak, strong]))
