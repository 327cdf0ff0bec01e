"""Battles begun, and broken into anywhere, through kernels and engine against the engine alone."""

from __future__ import annotations

import random

import numpy as np
import pytest

from sandtable.game import machine
from sandtable.game.library import load_edition
from sandtable.game.state import State
from sandtable.odds.engine import methods, optimum, pitched, walk
from sandtable.odds.engine.answering import Answers
from sandtable.odds.engine.ends import ends_of, sides_of
from sandtable.odds.engine.exploring import one_mind
from sandtable.odds.engine.merging import Part, merged
from sandtable.odds.engine.stepping import go_on, opened
from sandtable.odds.lineup import usual_prices
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.policy import OPTIMAL, Policy
from tests.odds.random_battles import Case, cases, lengths, policies


def same(found: Outcomes, expected: Outcomes, *, about: object) -> None:
    """Both give every end and every number of cycles the same chance."""
    a, b = ends_of(found), ends_of(expected)
    for end in {*a, *b}:
        assert a.get(end, 0.0) == pytest.approx(b.get(end, 0.0), abs=1e-11), about
    longest = max(len(lengths(found)), len(lengths(expected)))
    x, y = (np.pad(lengths(o), (0, longest - len(lengths(o)))) for o in (found, expected))
    assert np.allclose(x, y, rtol=0.0, atol=1e-11), about
    assert found.cycles == pytest.approx(expected.cycles, abs=1e-9), about


def stops(case: Case, policy: Policy, rng: random.Random) -> list[State]:
    """The states at which one play of a battle stops."""
    state = one_mind(case.state())
    sides = sides_of(state, usual_prices(case.ed))
    answers = Answers(case.ed, policy, sides.attack, sides.defend)
    found = [state]
    d = opened(state)
    while d.ended is None:
        found.append(d.freeze())
        module = machine.STEPS[d.top.name]
        if d.roll is not None:
            module.rolled(d, tuple(rng.randint(1, 6) for _ in range(d.roll.size)))
        else:
            asked = machine.asked(d)[0]
            module.answer(d, asked.power, answers.answer(d, asked))
        go_on(d)
    return found


def test_a_battle_is_reckoned_from_wherever_it_stands() -> None:
    seed = 61
    print("seed", seed)
    rng = random.Random(seed)
    looked = 0
    for case, policy in zip(cases(seed, 24, most=2), policies(seed, 24), strict=True):
        prices = usual_prices(case.ed)
        found = stops(case, policy, rng)
        for state in rng.sample(found, min(3, len(found))):
            expected = walk.outcomes(state, policy)
            same(
                methods.outcomes(state, policy, prices, by_cycle=True),
                expected,
                about=(case, policy, state),
            )
            looked += 1
    assert looked > 40


def test_a_retreat_below_a_chance_is_the_same_either_way() -> None:
    state = pitched.battle(load_edition("1941"), {"infantry": 3}, {"infantry": 2})
    prices = usual_prices(state.match.edition)
    policy = Policy(retreat=0.4)
    expected = walk.outcomes(state, policy)
    same(methods.outcomes(state, policy, prices, by_cycle=True), expected, about=policy)
    handed = methods.handed_over(state, policy, prices, by_cycle=True)
    assert handed is not None
    same(handed, expected, about=policy)


def test_aircraft_that_came_different_ways_are_shot_at_differently() -> None:
    ed = load_edition("revised")
    state = pitched.battle(ed, {"fighter": 2}, {"infantry": 1})
    prices = usual_prices(ed)
    space = state.agenda[-1].space
    (token, _), *others = state.position.stacks[space]
    over = token._replace(mark=token.mark._replace(guns=((space, 2),)))
    stacks = list(state.position.stacks)
    stacks[space] = tuple(sorted([(token, 1), (over, 1), *others]))
    mixed = state._replace(position=state.position._replace(stacks=tuple(stacks)))
    policy = Policy()
    expected = walk.outcomes(mixed, policy)
    same(methods.outcomes(mixed, policy, prices, by_cycle=True), expected, about="guns")
    assert ends_of(expected) != ends_of(walk.outcomes(state, policy))


def test_the_best_play_of_a_battle_is_reckoned_too() -> None:
    ed = load_edition("1941")
    state = pitched.battle(ed, {"infantry": 1}, {"infantry": 1})
    found = methods.outcomes(state, Policy(retreat=OPTIMAL), usual_prices(ed))
    assert found.left.sum() == pytest.approx(5 / 9)


def test_a_battle_too_large_to_walk_is_played() -> None:
    ed = load_edition("1941")
    state = pitched.battle(ed, {"infantry": 3, "tank": 3}, {"infantry": 3, "tank": 2})
    found = methods.by_engine(state, Policy(), usual_prices(ed), limit=10, runs=50)
    assert found.samples == 50


def test_parts_add_up_by_their_chances() -> None:
    ed = load_edition("1941")
    prices = usual_prices(ed)
    strong = pitched.battle(ed, {"infantry": 1, "tank": 1}, {"infantry": 1})
    weak = pitched.battle(ed, {"tank": 1}, {"infantry": 1})
    whole, part = sides_of(strong, prices), sides_of(weak, prices)
    two, one = walk.outcomes(strong), walk.outcomes(weak)
    infantry = next(t for t in whole.attack.tokens if ed.units[t.unit].id == "infantry")
    found = merged(
        [
            Part(0.25, two, whole.attack.tokens, whole.defend.tokens),
            Part(0.75, one, part.attack.tokens, part.defend.tokens, [(infantry, 1)], cycles=1),
        ],
        whole.attack,
        whole.defend,
    )
    assert found.fought.sum() == pytest.approx(1.0)
    assert found.cycles == pytest.approx(0.25 * two.cycles + 0.75 * (one.cycles + 1.0))
    lost = sum(p for end, p in ends_of(one).items() if not end.attack_present)
    saved = sum(
        p for end, p in ends_of(found).items() if sum(end.attack) == 1 and not end.attack_present
    )
    assert saved == pytest.approx(0.75 * lost)


@pytest.mark.parametrize(
    ("trait", "attack", "defend"),
    [
        ("kamikaze-attacks", {"fighter": 1}, {"carrier": 1, "fighter": 2}),
        ("kaiten-torpedoes", {"submarine": 1}, {"carrier": 1, "destroyer": 2}),
    ],
)
def test_best_play_uses_an_advantage_where_it_pays(
    trait: str, attack: dict[str, int], defend: dict[str, int]
) -> None:
    ed = load_edition("lhtr")
    prices = usual_prices(ed)
    state = pitched.battle(ed, attack, defend, attacker="japan", traits={"japan": [trait]})
    best = optimum.solve(state)
    assert best.first is not None
    assert best.first.kind == "use"
    same(methods.outcomes(state, optimum.BEST, prices), best.outcomes, about=trait)
    plain = methods.outcomes(
        pitched.battle(ed, attack, defend, attacker="japan"), optimum.BEST, prices
    )
    assert ends_of(plain) != ends_of(best.outcomes)
