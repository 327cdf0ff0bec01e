"""The best play of battles: by hand, by plain value iteration, and against fixed policies."""

from __future__ import annotations

import pytest

from sandtable.game.answers import Press, Retreat
from sandtable.game.library import load_edition
from sandtable.odds.engine import pitched, walk
from sandtable.odds.engine.answering import Answers
from sandtable.odds.engine.ends import Sides, ends_of, sides_of
from sandtable.odds.engine.exploring import ATTACKER, CHANCE, Graph, graph
from sandtable.odds.engine.optimum import BEST, deciding, solve, worth
from sandtable.odds.engine.stepping import answered, opened, rolled
from sandtable.odds.lineup import usual_prices
from sandtable.odds.outcomes import Outcomes, TooLarge
from sandtable.odds.policy import AT_ONCE, NEVER, OPTIMAL, USUAL, Policy
from tests.odds.random_battles import cases


def mean_worth(found: Outcomes, sides: Sides, ground: float = 0.0) -> float:
    return sum(chance * worth(sides, end, ground) for end, chance in ends_of(found).items())


def iterated(found: Graph, ground: float) -> float:
    """The value of the root by sweeping over all nodes until nothing changes."""
    ends = [worth(found.sides, end, ground) for end in found.ends]
    values = [0.0] * len(found.nodes)
    change = 1.0
    while change > 1e-12:
        change = 0.0
        for number in range(len(found.nodes) - 1, -1, -1):
            node = found.nodes[number]
            seen = [ends[-1 - t] if t < 0 else values[t] for _, t in node.ways]
            if node.who == CHANCE:
                value = sum(p * v for (p, _), v in zip(node.ways, seen, strict=True))
            else:
                value = max(seen) if node.who == ATTACKER else min(seen)
            change = max(change, abs(value - values[number]))
            values[number] = value
    return ends[-1 - found.root] if found.root < 0 else values[found.root]


def test_one_against_one_by_hand() -> None:
    state = pitched.battle(load_edition("1941"), {"infantry": 1}, {"infantry": 1})
    # A cycle wins 3 IPCs with 1/9 and loses 3 with 5/18; with 5/9 the attacker decides again.
    plain = solve(state)
    assert plain.value == pytest.approx(-0.5, abs=1e-12)
    assert plain.outcomes.left.sum() == pytest.approx(5 / 9)
    worthy = solve(state, ground=5.0)
    assert worthy.value == pytest.approx(1 / 8, abs=1e-12)
    assert worthy.outcomes.left.sum() == 0.0


def test_the_open_question_is_answered() -> None:
    state = pitched.battle(load_edition("1941"), {"infantry": 1}, {"infantry": 1})
    d = rolled(rolled(opened(state).freeze(), (6,)).freeze(), (6,))
    at_question = d.freeze()
    assert solve(at_question).first == Retreat(d.battle.origins[0])
    assert solve(at_question, ground=5.0).first == Press()
    assert answered(at_question, 0, Press()).roll is not None


def test_values_are_those_of_plain_iteration() -> None:
    seed = 41
    print("seed", seed)
    looked = 0
    for case in cases(seed, 14, most=2):
        state = case.state()
        sides = sides_of(state, usual_prices(case.ed))
        answers = Answers(case.ed, BEST, sides.attack, sides.defend)
        try:
            found = graph(state, sides, deciding(BEST, answers), limit=300)
        except TooLarge:
            continue
        looked += 1
        for ground in (0.0, 4.0):
            best = solve(state, ground=ground)
            assert best.value == pytest.approx(iterated(found, ground), abs=1e-9), case
            assert mean_worth(best.outcomes, sides, ground) == pytest.approx(best.value, abs=1e-9)
    assert looked > 6


def test_nobody_does_better_by_a_fixed_policy() -> None:
    seed = 42
    print("seed", seed)
    looked = 0
    for case in cases(seed, 14, most=2):
        state = case.state()
        sides = sides_of(state, usual_prices(case.ed))
        ours = Policy(OPTIMAL, USUAL, OPTIMAL, OPTIMAL, NEVER)
        theirs = Policy(USUAL, OPTIMAL, NEVER, NEVER, OPTIMAL)
        try:
            gained = solve(state, ours, limit=300).value
            held = solve(state, theirs, limit=300).value
        except TooLarge:
            continue
        looked += 1
        for policy in (Policy(), Policy(retreat=1), Policy(attack_submerges=AT_ONCE)):
            assert mean_worth(walk.outcomes(state, policy), sides) <= gained + 1e-9, case
        for policy in (Policy(), Policy(defend_submerges=AT_ONCE)):
            assert mean_worth(walk.outcomes(state, policy), sides) >= held - 1e-9, case
    assert looked > 6


def test_an_advantage_is_used_where_it_pays() -> None:
    ed = load_edition("lhtr")
    force = {"submarine": 1}, {"battleship": 1, "transport": 1}
    plain = solve(pitched.battle(ed, *force, attacker="japan"))
    kaiten = pitched.battle(ed, *force, attacker="japan", traits={"japan": ["kaiten-torpedoes"]})
    best = solve(kaiten)
    assert best.first is not None
    assert best.first.kind in ("use", "decline")
    assert best.value >= plain.value - 1e-12


def test_too_many_states_are_said_to_be() -> None:
    state = pitched.battle(load_edition("1941"), {"infantry": 4, "tank": 4}, {"infantry": 5})
    with pytest.raises(TooLarge):
        solve(state, limit=200)
