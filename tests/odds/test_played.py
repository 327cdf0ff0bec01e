"""Plays of the engine against the walk through it."""

from __future__ import annotations

import pytest

from sandtable.odds.engine import played, walk
from sandtable.odds.engine.ends import ends_of
from sandtable.odds.policy import Policy
from tests.odds.random_battles import cases, lengths, policies

RUNS = 250
FAR = 6.0
"""Standard deviations beyond which a frequency is no accident, a hundred of them being tried."""


def test_plays_agree_with_the_walk() -> None:
    seed = 31
    print("seed", seed)
    for case, policy in zip(cases(seed, 12, most=2), policies(seed, 12), strict=True):
        state = case.state()
        exact = walk.outcomes(state, policy)
        sample = played.outcomes(state, policy, runs=RUNS, seed=seed)
        likely = ends_of(exact)
        seen = ends_of(sample)
        assert seen.keys() <= likely.keys(), case
        for end, chance in likely.items():
            if chance * RUNS >= 5.0:
                error = (chance * (1.0 - chance) / RUNS) ** 0.5 + 1e-12
                assert abs(seen.get(end, 0.0) - chance) <= FAR * error, case
        cycles = sum(n * p for n, p in enumerate(lengths(exact)))
        spread = sum(n * n * p for n, p in enumerate(lengths(exact))) - cycles**2
        mean = sum(n * p for n, p in enumerate(lengths(sample)))
        assert abs(mean - cycles) <= FAR * max(0.0, spread / RUNS) ** 0.5 + 1e-6, case


def test_a_seed_gives_the_same_plays() -> None:
    state = next(iter(cases(1, 1))).state()
    first, again, other = (
        ends_of(played.outcomes(state, Policy(), runs=60, seed=seed)) for seed in (4, 4, 5)
    )
    assert first == again
    assert first != other
    assert sum(first.values()) == pytest.approx(1.0)
    assert played.outcomes(state, runs=60, seed=4).samples == 60
