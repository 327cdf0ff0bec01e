"""Exact odds through the engine itself.

This is what plays every battle that the kernels do not know, and what proves the kernels.
"""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from sandtable.game.draft import Draft
from sandtable.game.state import Force, State
from sandtable.odds.engine.answering import Answers, never_leaving
from sandtable.odds.engine.ends import End, Sides, gathered, sides_of
from sandtable.odds.engine.ends import count as counts_of
from sandtable.odds.engine.exploring import CHANCE, MOST_NODES, Explorer, Graph, graph, one_mind
from sandtable.odds.engine.stepping import Watch
from sandtable.odds.fight import FloatArray
from sandtable.odds.lineup import usual_prices
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.policy import Policy

NEGLIGIBLE = 1e-16
LONGEST = 100_000
"""More cycles than these are not counted one by one."""


def within_cycle(found: Graph, start: int) -> list[int]:
    """The nodes of the cycle that begins at a node, each before those it leads to."""
    order: list[int] = []
    seen = {start}
    stack = [(start, iter(found.nodes[start].ways))]
    while stack:
        number, rest = stack[-1]
        for _, target in rest:
            if target >= 0 and target not in seen and not found.nodes[target].fresh:
                seen.add(target)
                stack.append((target, iter(found.nodes[target].ways)))
                break
        else:
            order.append(number)
            stack.pop()
    order.reverse()
    return order


def spread(found: Graph, start: int, choice: dict[int, int] | None = None) -> dict[int, Any]:
    """Where a cycle that begins at a node leads: beginnings of others, and ends, with chances."""
    weights: dict[int, Any] = {start: 1}
    reached: dict[int, Any] = {}
    for number in within_cycle(found, start):
        weight = weights.pop(number, 0)
        if not weight:
            continue
        node = found.nodes[number]
        if node.who == CHANCE:
            ways_on = node.ways
        else:
            assert choice is not None
            ways_on = [(1, node.ways[choice[number]][1])]
        for chance, target in ways_on:
            into = reached if target < 0 or found.nodes[target].fresh else weights
            into[target] = into.get(target, 0) + weight * chance
    return reached


class Course(NamedTuple):
    """What becomes of a battle: the chance of each end, and of each number of cycles."""

    ends: dict[Any, Any]
    rounds: list[float]
    dropped: float = 0.0


def course(found: Graph, choice: dict[int, int] | None = None, *, exact: bool = False) -> Course:
    """Follow the chances through a graph in which every decision is made."""
    if found.root < 0:
        return Course({found.ends[-1 - found.root]: 1}, [1.0])
    starts = reachable(found, choice)
    by_end = {found.ends[-1 - n]: chance for n, chance in reached_ends(found, starts).items()}
    if exact:
        return Course(by_end, [])
    rounds, rest = count_cycles(found, starts)
    return Course(by_end, rounds, rest)


Starts = list[tuple[int, dict[int, Any]]]
"""Beginnings of cycles, in order, and where each leads."""


def reached_ends(found: Graph, starts: Starts) -> dict[int, Any]:
    """The chance of each end, by its number in the graph."""
    totals: dict[int, Any] = {found.root: 1}
    ends: dict[int, Any] = {}
    for start, reached in starts:
        weight = totals.get(start, 0)
        if not weight:
            continue
        on = {target: chance for target, chance in reached.items() if target != start}
        if start in reached:
            whole = sum(on.values())
            on = {target: chance / whole for target, chance in on.items()}
        for target, chance in on.items():
            into = ends if target < 0 else totals
            into[target] = into.get(target, 0) + weight * chance
    return ends


def reachable(
    found: Graph, choice: dict[int, int] | None = None, done: Container[int] = ()
) -> Starts:
    """The root and the beginnings of cycles that it leads to, in order, and where each leads."""
    known: dict[int, dict[int, Any]] = {}
    stack = [found.root]
    while stack:
        start = stack.pop()
        if start not in known and start not in done:
            known[start] = spread(found, start, choice)
            stack += [target for target in known[start] if target >= 0]
    order = sorted(known, key=lambda n: (n != found.root, found.nodes[n].rank))
    return [(start, known[start]) for start in order]


def count_cycles(found: Graph, starts: Starts) -> tuple[list[float], float]:
    """The chance of each number of cycles, and what is left when they are no longer counted."""
    at = {start: i for i, (start, _) in enumerate(starts)}
    edges = [
        (at[start], at[target], float(chance))
        for start, reached in starts
        for target, chance in reached.items()
        if target >= 0
    ]
    source = np.array([a for a, _, _ in edges], dtype=np.int64)
    into = np.array([b for _, b, _ in edges], dtype=np.int64)
    chances = np.array([c for _, _, c in edges], dtype=np.float64)
    over = np.array(
        [
            sum(float(chance) for target, chance in reached.items() if target < 0)
            for _, reached in starts
        ]
    )

    def on(weights: FloatArray) -> FloatArray:
        return np.asarray(np.bincount(into, weights[source] * chances, len(starts)), np.float64)

    weights: FloatArray = np.zeros(len(starts))
    weights[at[found.root]] = 1.0
    rounds = [0.0]
    if not found.nodes[found.root].fresh:
        rounds = [float(over[at[found.root]])]
        weights = on(weights)
    while weights.sum() >= NEGLIGIBLE and len(rounds) < LONGEST:
        rounds.append(float(weights @ over))
        weights = on(weights)
    return rounds, float(weights.sum())


# --- the door


def cycles_told_apart(state: State, policy: Policy) -> int:
    """From which cycle on all are alike."""
    few = 2 if state.position.traits else 1
    return max(few, policy.retreat) if type(policy.retreat) is int else few


def outcomes(
    state: State,
    policy: Policy | None = None,
    *,
    prices: tuple[float, ...] | None = None,
    limit: int = MOST_NODES,
) -> Outcomes:
    """Exact outcomes of the battle on top of the agenda, both sides following a policy."""
    found, sides = walked(state, policy or Policy(), prices, exact=False, limit=limit)
    return gathered(found.ends, found.rounds, sides)


def fractions(
    state: State, policy: Policy | None = None, *, limit: int = MOST_NODES
) -> dict[End, Fraction]:
    """The chance of every end as a fraction."""
    found, _ = walked(state, policy or Policy(), None, exact=True, limit=limit)
    return {end: Fraction(chance) for end, chance in found.ends.items()}


def walked(
    state: State, policy: Policy, prices: tuple[float, ...] | None, *, exact: bool, limit: int
) -> tuple[Course, Sides]:
    ed = state.match.edition
    sides = sides_of(state, prices or usual_prices(ed))
    chance = None
    if isinstance(policy.retreat, float):
        chance = Prospects(state, sides, policy, limit).winning
    answers = Answers(ed, policy, sides.attack, sides.defend, chance)
    found = graph(
        state,
        sides,
        lambda d, asked: (answers.answer(d, asked),),
        cap=cycles_told_apart(state, policy),
        exact=exact,
        limit=limit,
    )
    return course(found, exact=exact), sides


class Bombing(Explorer):
    """Goes through a raid: how it ends is which raiders are left, and what they cost."""

    numbers = True

    def finish(self, d: Watch, gone: Force, *, left: bool) -> int:
        assert d.ended is not None
        paid = sum(self.treasuries) - sum(d.treasuries)
        end = (counts_of(self.sides.attack, d.ended.attack), paid)
        return self.end(end, end)

    def explore(self, state: State, *, cycle: int = 0) -> int:
        self.treasuries = state.position.treasuries
        return super().explore(state, cycle=cycle)


def raid(state: State, *, limit: int = MOST_NODES) -> dict[tuple[tuple[int, ...], int], float]:
    """The chance of every end of the raid on top of the agenda.

    An end is how many raiders are left of each row of `ends.sides_of`, and the IPCs lost.
    """
    sides = sides_of(state, usual_prices(state.match.edition))
    answers = Answers(state.match.edition, Policy(), sides.attack, sides.defend)
    explorer = Bombing(
        state, sides, lambda d, asked: (answers.answer(d, asked),), 1, exact=False, limit=limit
    )
    root = explorer.explore(state)
    return course(Graph(explorer.nodes, explorer.ends, root, sides)).ends


class Prospects:
    """The attackers' chance of winning from any state of a battle, if they never retreat."""

    def __init__(self, state: State, sides: Sides, policy: Policy, limit: int) -> None:
        stay = never_leaving(policy)
        answers = Answers(state.match.edition, stay, sides.attack, sides.defend)
        self.explorer = Explorer(
            one_mind(state),
            sides,
            lambda d, asked: (answers.answer(d, asked),),
            cycles_told_apart(state, stay),
            exact=False,
            limit=limit,
        )
        self.known: dict[int, float] = {}

    def winning(self, d: Draft) -> float:
        """The chance from where a draft stands."""
        explorer = self.explorer
        root = explorer.explore(d.freeze())
        found = Graph(explorer.nodes, explorer.ends, root, explorer.sides)
        if root >= 0:
            for start, reached in reversed(reachable(found, None, self.known)):
                on = [(chance, n) for n, chance in reached.items() if n != start]
                won = sum(chance * self.value(found, n) for chance, n in on)
                self.known[start] = won / sum(chance for chance, _ in on)
        return self.value(found, root)

    def value(self, found: Graph, number: int) -> float:
        if number >= 0:
            return self.known[number]
        end = found.ends[-1 - number]
        return float(end.attack_present and not end.defend_present)
