"""Odds by playing: the engine itself plays a battle many times, with dice from a seed."""

from __future__ import annotations

import random
from collections import Counter

from sandtable.game import machine
from sandtable.game.state import Force, State
from sandtable.odds.engine.answering import Answers
from sandtable.odds.engine.ends import End, Sides, gathered, sides_of
from sandtable.odds.engine.exploring import MOST_NODES, one_mind
from sandtable.odds.engine.stepping import Watch, cycle_of, go_on, opened
from sandtable.odds.engine.walk import Prospects
from sandtable.odds.lineup import usual_prices
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.policy import Policy
from sandtable.rules.position import less, stack_of


def outcomes(
    state: State,
    policy: Policy | None = None,
    *,
    runs: int,
    seed: int,
    prices: tuple[float, ...] | None = None,
) -> Outcomes:
    """Outcomes of so many plays of the battle on top of the agenda."""
    policy = policy or Policy()
    state = one_mind(state)
    ed = state.match.edition
    sides = sides_of(state, prices or usual_prices(ed))
    chance = None
    if isinstance(policy.retreat, float):
        chance = Prospects(state, sides, policy, MOST_NODES).winning
    answers = Answers(ed, policy, sides.attack, sides.defend, chance)
    dice = random.Random(seed)
    ends: Counter[End] = Counter()
    cycles: Counter[int] = Counter()
    for _ in range(runs):
        end, length = play(state, sides, answers, dice)
        ends[end] += 1
        cycles[length] += 1
    rounds = [cycles[n] / runs for n in range(max(cycles, default=0) + 1)]
    return gathered({end: n / runs for end, n in ends.items()}, rounds, sides, samples=runs)


def play(state: State, sides: Sides, answers: Answers, dice: random.Random) -> tuple[End, int]:
    """One play: how it ended, and after how many cycles."""
    d = opened(state)
    gone = stack_of(())
    left = False
    cycle = count = 0
    while d.ended is None:
        module = machine.STEPS[d.agenda[-1].name]
        if d.roll is not None:
            if cycle_of(d) > cycle:
                cycle, count = cycle_of(d), count + 1
            module.rolled(d, tuple(dice.randint(1, 6) for _ in range(d.roll.size)))
        else:
            asked = machine.asked(d)[0]
            given = answers.answer(d, asked)
            before = d.agenda[-1].battle
            module.answer(d, asked.power, given)
            if given.kind == "retreat" and before is not None:
                staying = fighting_on(d)
                gone = stack_of((*gone, *less(before.attack, staying)))
                left = not staying
        go_on(d)
    return sides.end(d.ended, gone, d.at_war[d.power], left=left), count


def fighting_on(d: Watch) -> Force:
    """The attackers that are still in the battle."""
    return (d.ended or d.battle).attack
