"""A battle of the engine as a graph: every roll by its outcomes, every question by its answers.

A battle becomes a graph of the states at which the engine stops: for dice, or for a question that
has more than one answer. A cycle that changes nothing leads back to its own beginning, and that is
the only way in which the graph returns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sandtable.game import machine
from sandtable.game.answers import Answer
from sandtable.game.draft import Draft
from sandtable.game.state import Decision, Force, State
from sandtable.odds.engine.ends import Sides
from sandtable.odds.engine.rolls import ways
from sandtable.odds.engine.stepping import Watch, answered, battle_in, cycle_of, opened, rolled
from sandtable.odds.lineup import row_of
from sandtable.odds.outcomes import TooLarge
from sandtable.rules.battle import hits_left
from sandtable.rules.position import SEABORNE, Stack, Token, less, stack_of, with_mark

CHANCE, ATTACKER, DEFENDER = 0, 1, -1
MOST_NODES = 200_000


@dataclass(slots=True)
class Node:
    """A state at which the engine stops."""

    who: int
    """Whose turn it is: `CHANCE`, `ATTACKER` or `DEFENDER`."""
    fresh: bool
    """Whether a cycle begins here."""
    rank: tuple[int, int]
    """Where a cycle begins: later ones, and those with fewer units, come later."""
    ways: list[tuple[Any, int]]
    """Chances or answers, and where each leads: a node, or -1 - n for end n."""


class Graph(NamedTuple):
    """A battle as a graph. `root` is a node or an end, as in `Node.ways`."""

    nodes: list[Node]
    ends: list[Any]
    """Ends, as a rule: `End`."""
    root: int
    sides: Sides


Deciding = Callable[[Draft, Decision], Sequence[Answer]]
"""The answers to be looked at in a decision: one if it is made, all if it is to be found."""


def one_mind(state: State) -> State:
    """A state in which the powers of each side decide as one."""
    ed = state.match.edition
    seats = tuple(ed.sides[power.side] for power in ed.powers)
    return state._replace(match=state.match._replace(seats=seats))


def alike(token: Token) -> Token:
    """A unit without what it did before the battle, as far as the battle does not ask for it."""
    mark = token.mark
    origin = mark.origin if mark.flags & SEABORNE else -1
    if (mark.left, mark.origin) == (-1, origin):
        return token
    return with_mark(token, mark._replace(left=-1, origin=origin))


def simplified(d: Watch) -> State:
    """The state of a draft, its fighting units told apart only where the battle does."""
    step = d.agenda[-1]
    battle = step.battle
    if battle is None:
        return d.freeze()
    attack, defend = same(battle.attack), same(battle.defend)
    if attack is not battle.attack or defend is not battle.defend:
        d.stacks[battle.space] = same(d.stacks[battle.space])
        d.battle = battle._replace(
            attack=attack,
            defend=defend,
            aside=same(battle.aside),
            attack_aside=same(battle.attack_aside),
            submerged=same(battle.submerged),
            sworn=same(battle.sworn),
            aims=tuple((alike(a), alike(b)) for a, b in battle.aims),
        )
    return d.freeze()


def same(stack: Stack) -> Stack:
    found = [(alike(token), count) for token, count in stack]
    return stack if found == list(stack) else stack_of(found)


class Explorer:
    """Builds the graph of a battle."""

    numbers = False
    """Whether it matters what bombs cost."""

    def __init__(
        self, state: State, sides: Sides, decide: Deciding, cap: int, *, exact: bool, limit: int
    ) -> None:
        self.sides, self.decide, self.exact, self.limit = sides, decide, exact, limit
        self.cap = cap
        self.base, self.turn = state.position.stacks, state.turn
        self.depth = base_of(state)
        self.nodes: list[Node] = []
        self.ends: list[Any] = []
        self.known: dict[object, int] = {}
        self.open: list[tuple[int, State, Force]] = []
        self.cycle = 0
        """The cycle that is being looked into."""

    def explore(self, state: State, *, cycle: int = 0) -> int:
        """The node or end that a state leads to, with everything that follows from it.

        `cycle` is the one that is under way, if that is not to count as a beginning.
        """
        self.cycle = cycle
        found = self.follow(opened(state), cycle, ())
        while self.open:
            self.expand(*self.open.pop())
        return found

    def follow(self, d: Watch, cycle: int, gone: Force) -> int:
        """Where a draft stops: decisions that have one answer are made on the way."""
        while True:
            if d.ended is not None:
                return self.finish(d, gone, left=False)
            state = simplified(d)
            if d.roll is not None:
                return self.node(d, state, CHANCE, cycle, gone)
            asked = machine.asked(d)[0]
            options = self.decide(d, asked)
            if len(options) != 1:
                who = DEFENDER if d.at_war[d.power][asked.power] else ATTACKER
                return self.node(d, state, who, cycle, gone)
            d, gone, left = self.after(state, asked.power, options[0], gone)
            if left:
                return self.finish(d, gone, left=True)

    def after(
        self, state: State, power: int, given: Answer, gone: Force
    ) -> tuple[Watch, Force, bool]:
        """An answer given: the draft, who has left by now, and whether that ended the battle."""
        d = answered(state, power, given)
        if given.kind != "retreat":
            return d, gone, False
        before = state.agenda[-1].battle
        assert before is not None
        now = d.ended if d.ended is not None else battle_in(d)
        assert now is not None
        leaving = [(row_of(t), n) for t, n in less(before.attack, now.attack)]
        together = stack_of((*gone, *leaving))
        return d, together, d.ended is not None and not now.attack

    def finish(self, d: Watch, gone: Force, *, left: bool) -> int:
        battle = d.ended
        assert battle is not None
        end = self.sides.end(battle, gone, d.at_war[d.power], left=left)
        return self.end(end, end)

    def end(self, key: object, end: object) -> int:
        """The number of an end, or of whatever else is not looked into."""
        number = self.known.get(("end", key))
        if number is None:
            self.ends.append(end)
            number = self.known["end", key] = -len(self.ends)
        return number

    def node(self, d: Watch, state: State, who: int, cycle: int, gone: Force) -> int:
        now = cycle_of(d)
        fresh = now > cycle
        key = (self.key(d, state), gone, fresh)
        found = self.known.get(key)
        if found is not None:
            return found
        number = self.known[key] = len(self.nodes)
        if number >= self.limit:
            raise TooLarge(f"the battle has more than {self.limit} states")
        rank = (min(now, self.cap), -strength(d)) if fresh else (0, 0)
        self.nodes.append(Node(who, fresh, rank, []))
        self.open.append((number, state, gone))
        return number

    def expand(self, number: int, state: State, gone: Force) -> None:
        """Find what follows from a node."""
        node = self.nodes[number]
        d = Draft(state)
        cycle = self.cycle = cycle_of(d)
        if d.roll is not None:
            battle = battle_in(d)
            named = battle is not None and bool(battle.aims)
            found = ways(d.roll, named=named, numbers=self.numbers, exact=self.exact)
            for chance, dice in found:
                node.ways.append((chance, self.follow(rolled(state, dice), cycle, gone)))
            return
        asked = machine.asked(d)[0]
        for given in self.decide(d, asked):
            after, leaving, left = self.after(state, asked.power, given, gone)
            target = self.finish(after, leaving, left=True) if left else -1
            if not left:
                target = self.follow(after, cycle, leaving)
            node.ways.append((given, target))

    def key(self, d: Draft, state: State) -> object:
        """What tells a state from others of the same battle."""
        changed = tuple(
            (space, stack)
            for space, (stack, before) in enumerate(
                zip(state.position.stacks, self.base, strict=True)
            )
            if stack is not before and stack != before
        )
        steps = tuple(
            step
            if (battle := step.battle) is None
            else step._replace(
                battle=battle._replace(
                    round=min(battle.round, self.cap), fell=(), step_done=done(d, step.begun)
                )
            )
            for step in state.agenda[self.depth :]
        )
        turn = None if state.turn is self.turn else state.turn
        return changed, steps, state.roll, turn, state.position.traits


def done(d: Draft, begun: bool) -> int:
    """How many rolls of a step are done, where there may be more."""
    battle = battle_in(d)
    return battle.step_done if battle is not None and begun and not cycle_of(d) else 0


def base_of(state: State) -> int:
    """How much of the agenda lies under the battle."""
    return next(
        i for i, step in enumerate(state.agenda) if step.battle is not None or step.name == "engage"
    )


def strength(d: Draft) -> int:
    """Hits that can still be taken in a battle."""
    battle = battle_in(d)
    assert battle is not None
    return sum(n * hits_left(d.ed, t) for t, n in (*battle.attack, *battle.defend))


def graph(
    state: State,
    sides: Sides,
    decide: Deciding,
    *,
    cap: int = 2,
    exact: bool = False,
    limit: int = MOST_NODES,
) -> Graph:
    """The graph of a battle on top of the agenda, under way or about to begin."""
    state = one_mind(state)
    explorer = Explorer(state, sides, decide, cap, exact=exact, limit=limit)
    root = explorer.explore(state)
    return Graph(explorer.nodes, explorer.ends, root, sides)
