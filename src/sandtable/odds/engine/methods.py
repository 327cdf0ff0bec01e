"""Which method reckons a battle of the engine: kernels where they can, else the engine itself."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from sandtable.game.draft import Draft
from sandtable.game.state import State
from sandtable.odds import reckon, sampled
from sandtable.odds.engine import optimum, played, walk
from sandtable.odds.engine.answering import Answers, never_leaving
from sandtable.odds.engine.ends import End, Sides, gathered, sides_of
from sandtable.odds.engine.exploring import MOST_NODES
from sandtable.odds.engine.handing import Leaf, cycle_in, fight_in, next_cycles
from sandtable.odds.engine.merging import Part, merged
from sandtable.odds.engine.stepping import opened
from sandtable.odds.fight import Fight
from sandtable.odds.lineup import row_of
from sandtable.odds.outcomes import Outcomes, TooLarge
from sandtable.odds.policy import Policy
from sandtable.odds.solving import solved
from sandtable.rules.edition import Edition

SAMPLES = 100_000
"""Plays of a battle that is too large for exact kernels."""
MOST_TO_USE = 10_000
"""Nodes of a battle in which the best use of an advantage is looked for."""
RUNS = 4_000
"""Plays of a battle that is too large to be walked."""


def by_kernels(
    ed: Edition, fight: Fight, policy: Policy, by_cycle: bool, ground: float = 0.0
) -> Outcomes | None:
    """Outcomes of a fight; None if the kernels cannot play it."""
    if policy.optimal:
        with suppress(TooLarge):
            return solved.solve(fight, policy, ed, ground=ground).outcomes()
        return None
    units = tuple(ed.unit_index)
    try:
        return reckon.outcomes(fight, policy, units, by_cycle=by_cycle)
    except TooLarge:
        if isinstance(policy.retreat, float):
            return None
        return sampled.sample(fight, policy, units, runs=SAMPLES, seed=0)


def outcomes(
    state: State,
    policy: Policy,
    prices: tuple[float, ...],
    *,
    ground: float = 0.0,
    by_cycle: bool = False,
) -> Outcomes:
    """Outcomes of the battle on top of the agenda, by the rows of `ends.sides_of`.

    What the ground is worth matters where the best decisions are to be found.
    """
    ed = state.match.edition
    if policy.optimal and advantage_first(state):
        # The kernels decline advantages: the best is found out where the engine can look through.
        with suppress(TooLarge):
            return by_engine(state, policy, prices, ground=ground, limit=MOST_TO_USE)
    fight = fight_in(state, prices)
    found = None
    if fight is not None:
        found = by_kernels(ed, fight, policy, by_cycle, ground)
    if found is None and not policy.optimal:
        found = handed_over(state, policy, prices, by_cycle=by_cycle)
    return by_engine(state, policy, prices, ground=ground) if found is None else found


def advantage_first(state: State) -> bool:
    """Whether somebody is asked at the start of a battle to use an advantage."""
    return opened(state).agenda[-1].name == "advantage"


def by_engine(
    state: State,
    policy: Policy,
    prices: tuple[float, ...],
    *,
    ground: float = 0.0,
    limit: int = MOST_NODES,
    runs: int = RUNS,
) -> Outcomes:
    """Walk through a battle, or play it many times if it is too large."""
    if policy.optimal:
        found = optimum.solve(state, policy, ground=ground, prices=prices, limit=limit)
        return found.outcomes
    try:
        return walk.outcomes(state, policy, prices=prices, limit=limit)
    except TooLarge:
        return played.outcomes(state, policy, runs=runs, seed=0, prices=prices)


def handed_over(
    state: State, policy: Policy, prices: tuple[float, ...], *, by_cycle: bool = False
) -> Outcomes | None:
    """Walk up to the next cycle and let the kernels go on; None if they cannot."""
    ed = state.match.edition
    sides = sides_of(state, prices)

    def chance(d: Draft) -> float:
        found = handed_over(d.freeze(), never_leaving(policy), prices)
        return 0.0 if found is None else won(found)

    answers = Answers(ed, policy, sides.attack, sides.defend, chance)
    parts = []
    for likely, leaf in next_cycles(
        state, sides, lambda d, asked: (answers.answer(d, asked),), limit=MOST_NODES
    ):
        if leaf.end is not None:
            part: Part | None = ended(leaf.end, sides)
        else:
            part = go_on(ed, leaf, policy, prices, by_cycle)
        if part is None:
            return None
        parts.append(part._replace(chance=likely, cycles=leaf.cycles))
    return merged(parts, sides.attack, sides.defend)


def won(found: Outcomes) -> float:
    """The chance that the attackers win."""
    return float(found.fought[found.attack_present][:, ~found.defend_present].sum())


def ended(end: End, sides: Sides) -> Part:
    """A battle that is over before the next cycle."""
    found = gathered({end: 1.0}, [1.0], sides)
    return Part(1.0, found, sides.attack.tokens, sides.defend.tokens)


def go_on(
    ed: Edition, leaf: Leaf, policy: Policy, prices: tuple[float, ...], by_cycle: bool
) -> Part | None:
    """A battle from its next cycle on, through the kernels."""
    d = Draft(leaf.state)
    battle = d.battle
    if type(policy.retreat) is int:
        policy = replace(policy, retreat=max(1, policy.retreat - battle.round + 1))
    fight = cycle_in(d, prices)
    found = by_kernels(ed, fight, policy, by_cycle)
    if found is None:
        return None
    enemy = d.at_war[d.power]
    own = [(row_of(t), n) for t, n in battle.submerged if not enemy[t.power]]
    theirs = [(row_of(t), n) for t, n in battle.submerged if enemy[t.power]]
    tokens = fight.attack.tokens, fight.defend.tokens
    return Part(1.0, found, *tokens, (*own, *leaf.gone), theirs)
