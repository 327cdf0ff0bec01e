"""The best play of a battle through the engine: its graph solved backward.

Values are in IPCs: what the defenders lose less what the attackers lose, and what the ground is
worth if they take it. The attackers want it high, the defenders low. This is slow and knows every
battle; it proves the compiled solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sandtable.game.answers import Answer
from sandtable.game.draft import Draft
from sandtable.game.offers import others, uses
from sandtable.game.state import Decision, State
from sandtable.odds.engine.answering import Answers
from sandtable.odds.engine.ends import End, Sides, gathered, sides_of
from sandtable.odds.engine.exploring import ATTACKER, CHANCE, MOST_NODES, Deciding, Graph, graph
from sandtable.odds.engine.walk import course, cycles_told_apart, within_cycle
from sandtable.odds.fight import Side
from sandtable.odds.lineup import usual_prices
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.policy import OPTIMAL, Policy

CLOSE = 1e-13
MOST_SLOPES = 40
MOST_TURNS = 10_000

BEST = Policy(OPTIMAL, OPTIMAL, OPTIMAL, OPTIMAL, OPTIMAL)
"""Both sides play as well as they can."""


class Solved(NamedTuple):
    """A battle played as well as it can be."""

    value: float
    """What the attackers gain on average, in IPCs."""
    outcomes: Outcomes
    first: Answer | None
    """The best answer to the question that is open, if there is one."""


def lost(side: Side, left: Sequence[int]) -> float:
    """What a side has lost when so many of its rows are left."""
    return float(sum(side.costs * side.counts) - sum(side.costs * left))


def worth(sides: Sides, end: End, ground: float) -> float:
    """What an end is worth to the attackers."""
    taken = ground if end.attack_holds and not end.defend_present else 0.0
    return lost(sides.defend, end.defend) - lost(sides.attack, end.attack) + taken


def all_answers(d: Draft, asked: Decision) -> list[Answer]:
    """Every lawful answer; retreats to one space or another are the same to a battle."""
    if asked.kind == "retreat":
        return list(others.leaving(d, asked))[:2]
    if asked.kind in others.ANSWERS:
        return list(others.ANSWERS[asked.kind](d, asked))
    return list(uses.answers(d, asked))


def deciding(policy: Policy, answers: Answers) -> Deciding:
    """Answers by a policy where it says what to do, and all where the best is to be found."""

    def decide(d: Draft, asked: Decision) -> Sequence[Answer]:
        attacking = not d.at_war[d.power][asked.power]
        wish: object = OPTIMAL
        if asked.kind == "casualties":
            hit = d.battle.side_hit == "attacker"
            wish = policy.attack_losses if hit else policy.defend_losses
        elif asked.kind == "submerge":
            wish = policy.attack_submerges if attacking else policy.defend_submerges
        elif asked.kind == "retreat":
            wish = policy.retreat
        return all_answers(d, asked) if wish == OPTIMAL else (answers.answer(d, asked),)

    return decide


def solve(
    state: State,
    policy: Policy = BEST,
    *,
    ground: float = 0.0,
    prices: tuple[float, ...] | None = None,
    limit: int = MOST_NODES,
) -> Solved:
    """The best play of the battle on top of the agenda, for all that a policy leaves open.

    Which ships bombard and which advantages are used is always found out. `TooLarge` is raised if
    there are more states than the limit.
    """
    ed = state.match.edition
    sides = sides_of(state, prices or usual_prices(ed))
    answers = Answers(ed, policy, sides.attack, sides.defend)
    found = graph(
        state,
        sides,
        deciding(policy, answers),
        cap=cycles_told_apart(state, policy),
        limit=limit,
    )
    solution = Solution(found, ground)
    value = solution.value(found.root)
    done = course(found, solution.choice)
    first = None
    if found.root >= 0 and found.nodes[found.root].who != CHANCE:
        first = found.nodes[found.root].ways[solution.choice[found.root]][0]
    return Solved(value, gathered(done.ends, done.rounds, sides), first)


class Solution:
    """Values of all nodes of a graph, and the best way on from each decision."""

    def __init__(self, found: Graph, ground: float) -> None:
        self.graph = found
        self.ends = [worth(found.sides, end, ground) for end in found.ends]
        self.values: dict[int, float] = {}
        self.choice: dict[int, int] = {}
        for start in self.last_first():
            self.solve_cycle(start)

    def value(self, number: int) -> float:
        return self.ends[-1 - number] if number < 0 else self.values[number]

    def last_first(self) -> Iterable[int]:
        """The beginnings of cycles, each after those it leads to, and the root at last."""
        nodes, root = self.graph.nodes, self.graph.root
        fresh = [n for n, node in enumerate(nodes) if node.fresh and n != root]
        fresh.sort(key=lambda n: nodes[n].rank, reverse=True)
        return [*fresh, root] if root >= 0 else fresh

    def solve_cycle(self, start: int) -> None:
        """Find the value of a beginning, to which its own cycle may lead back.

        The value of the cycle is a rising function of the value of coming back, with a slope below
        one: where the two meet is found by following the slope of the choices made so far.
        """
        cycle = [n for n in within_cycle(self.graph, start) if n not in self.values]
        cycle.reverse()
        value = 0.0
        for turn in range(MOST_TURNS):
            reached, slope = self.through(cycle, start, value)
            # Slopes that change to and fro could lead around in circles; plain steps cannot.
            step = (reached - value) / (1.0 - slope if turn < MOST_SLOPES else 1.0)
            value += step
            if abs(step) <= CLOSE * max(1.0, abs(value)):
                break
        self.values[start] = value
        self.through(cycle, start, value)
        self.values[start] = value

    def through(self, cycle: list[int], start: int, back: float) -> tuple[float, float]:
        """The value of a cycle if coming back to its beginning is worth so much, and its slope."""
        values = self.values
        slopes: dict[int, float] = {}
        values[start] = back
        reached, slope = back, 1.0
        for number in cycle:
            node = self.graph.nodes[number]
            seen = [
                (self.value(t), 1.0 if t == start else slopes.get(t, 0.0)) for _, t in node.ways
            ]
            if node.who == CHANCE:
                reached = sum(w * v for (w, _), (v, _) in zip(node.ways, seen, strict=True))
                slope = sum(w * s for (w, _), (_, s) in zip(node.ways, seen, strict=True))
            else:
                pick = max if node.who == ATTACKER else min
                best = pick(range(len(seen)), key=lambda i: seen[i][0])
                self.choice[number] = best
                reached, slope = seen[best]
            if number != start:
                values[number] = reached
                slopes[number] = slope
        return reached, slope
