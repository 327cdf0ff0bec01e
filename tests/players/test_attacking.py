"""Attacks of a turn are chosen together; what is planned can be ordered."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.players.captain.candidates import calm
from sandtable.players.captain.choosing import chosen, surveyed
from sandtable.players.captain.plans import candidate_plans
from sandtable.players.interface import Choice
from sandtable.players.registry import choose
from sandtable.players.staff.doctrine import CAPTAIN
from sandtable.players.staff.packing import pack


def best_of_all(gains: list[float], groups: list[int], uses: np.ndarray, free: np.ndarray) -> float:
    best = 0.0
    for size in range(len(gains) + 1):
        for some in itertools.combinations(range(len(gains)), size):
            apart = len({groups[at] for at in some}) == size
            if apart and (uses[list(some)].sum(axis=0) <= free).all():
                best = max(best, sum(gains[at] for at in some))
    return best


def test_packing_is_near_the_best_choice() -> None:
    dice = random.Random(5)
    for seed in range(20):
        groups = [at // 3 for at in range(12)]
        uses = np.array([[dice.choice((0, 0, 1, 2)) for _ in range(6)] for _ in groups])
        free = np.array([dice.randint(1, 4) for _ in range(6)])
        gains = [dice.uniform(0.5, 2) * (1 + row.sum()) for row in uses]
        found = pack(gains, groups, uses.astype(float), free.astype(float))
        best = best_of_all(gains, groups, uses, free)
        assert (uses[list(found.chosen)].sum(axis=0) <= free).all(), f"seed {seed}"
        assert len({groups[at] for at in found.chosen}) == len(found.chosen)
        assert found.gain >= 0.93 * best, f"seed {seed}: {found.gain} of {best}"
        assert found.bound >= best - 1e-6, f"seed {seed}: the bound is below the best choice"


def at_combat_move(edition: str, turns: int) -> Game:
    game = Game.new(edition, seed=3)
    while True:
        asked = game.pending[0]
        if asked.kind == "combat-move":
            if not turns:
                return game
            turns -= 1
        for choice in choose(game.state, asked, level="captain", seed="s"):
            game.decide(asked.power, choice.answer)


@pytest.mark.parametrize("edition", ["1941", "revised", "lhtr"])
def test_no_unit_is_planned_twice(edition: str) -> None:
    game = at_combat_move(edition, 1)
    field = surveyed(Draft(game.state), game.pending[0].power, CAPTAIN)
    used: dict[object, int] = {}
    for each in chosen(field, field.free, calm(CAPTAIN)):
        for key, number in each.uses:
            used[key] = used.get(key, 0) + number
    assert used
    assert all(number <= field.free[key] for key, number in used.items())  # type: ignore[index]


def first_plans(game: Game, power: int) -> list[list[Choice]]:
    return list(itertools.islice(candidate_plans(game.state, power, random.Random(1)), 5))


@pytest.mark.parametrize("edition", ["1941", "revised", "lhtr"])
def test_candidate_plans_differ_and_are_legal(edition: str) -> None:
    game = at_combat_move(edition, 1)
    asked = game.pending[0]
    plans = first_plans(game, asked.power)
    assert len(plans) >= 3
    assert len({tuple(choice.answer for choice in plan) for plan in plans}) == len(plans)
    assert plans == first_plans(game, asked.power)
    own = choose(game.state, asked, level="captain", seed="s")
    assert [c.answer for c in plans[0]] == [c.answer for c in own]
    for plan in plans:
        copy = Game(game.state.match, game.state, game.dice)
        for choice in plan:
            copy.decide(asked.power, choice.answer)
        assert asked not in copy.pending
