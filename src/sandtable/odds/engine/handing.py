"""From a state of the engine to the kernels: a battle that begins, or the next cycle of one.

What comes before a cycle that the kernels can take over is walked through the engine.
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.game import flak, opening, retreats
from sandtable.game.draft import Draft
from sandtable.game.state import Battle, Force, State
from sandtable.odds.engine.answering import bombard_with_all
from sandtable.odds.engine.ends import End, Sides, forces_of
from sandtable.odds.engine.exploring import Deciding, Explorer, Graph, one_mind
from sandtable.odds.engine.stepping import Watch, cycle_of, opened
from sandtable.odds.engine.walk import reachable, reached_ends
from sandtable.odds.fight import Fight
from sandtable.odds.lineup import fight_of, row_of, why_not
from sandtable.rules.battle import can_take
from sandtable.rules.position import SWORN, Token
from sandtable.rules.roll import Shot

Guns = list[tuple[Token, Shot]]


def known(d: Draft, battle: Battle) -> bool:
    """Whether the kernels can play a battle once it has begun."""
    if battle.program == "raid" or any(
        t.mark.flags & SWORN for t, _ in (*battle.attack, *battle.defend, *battle.sworn)
    ):
        return False
    program = d.ed.rules.programs[battle.program]
    return not why_not(program.round, [s for s in program.opening if s != "sworn-fire"])


def fight_in(state: State, prices: tuple[float, ...]) -> Fight | None:
    """The battle that is about to begin on top of the agenda, if the kernels can play all of it."""
    d = Draft(state)
    if d.roll is not None or d.top.name != "engage" or d.top.about != "battle":
        return None
    battle = forces_of(d)
    if not known(d, battle):
        return None
    guns = guns_on_way(d, battle)
    if guns is None:
        return None
    return fight_of(
        d.field(battle),
        battle.program,
        battle.attack,
        battle.defend,
        prices,
        sea=d.ed.board.sea[battle.space],
        exit=bool(retreats.retreat_options(d, battle)),
        guns=[*guns, *guns_there(d, battle)],
        ships=bombarding(d, battle),
    )


def cycle_in(d: Draft, prices: tuple[float, ...]) -> Fight:
    """The battle of a draft, at the beginning of a cycle."""
    battle = d.battle
    return fight_of(
        d.field(battle),
        battle.program,
        battle.attack,
        battle.defend,
        prices,
        sea=d.ed.board.sea[battle.space],
        exit=bool(retreats.retreat_options(d, battle)),
    )


def guns_on_way(d: Draft, battle: Battle) -> Guns | None:
    """Shots at aircraft on their way in; None if they came ways that differ within a row."""
    ways: dict[Token, tuple[tuple[int, int], ...]] = {}
    found: Guns = []
    for token, count in battle.attack:
        row, guns = row_of(token), token.mark.guns
        if not d.ed.air[token.unit]:
            continue
        if row in ways:
            if ways[row] != guns:
                return None
            continue
        ways[row] = guns
        for _, number in guns:
            shot = flak.shot_at(d, token, count, number, "antiair")
            if shot is not None:
                found.append((token, shot))
    return found


def guns_there(d: Draft, battle: Battle) -> Guns:
    """Shots of the gun in the territory, as the engine asks for them."""
    steps = d.ed.rules.programs[battle.program].opening
    if "antiair" not in steps or opening.antiair(d, battle) is None:
        return []
    request, d.roll = d.roll, None
    assert request is not None
    field = d.field(battle)
    rows = {row_of(token): token for token, _ in battle.attack}
    return [
        (token, shot)
        for token in rows.values()
        for shot in request.shots
        if can_take(field, shot.kind, token, frozenset())
    ]


def bombarding(d: Draft, battle: Battle) -> tuple[Shot, ...]:
    """Shots of all ships that may bombard, as the engine asks for them."""
    steps = d.ed.rules.programs[battle.program].opening
    if "bombard" not in steps or opening.name_ships(d, battle) is None:
        return ()
    opening.choose_ships(d, bombard_with_all(d))
    opening.bombard(d, d.battle)
    request, d.roll = d.roll, None
    return request.shots if request is not None else ()


class Leaf(NamedTuple):
    """A cycle that the kernels take over, or an end that comes before it."""

    cycles: int
    """The number of the last cycle before it."""
    end: End | None
    state: State
    gone: Force = ()
    """Attackers that have left the battle."""


class Opening(Explorer):
    """Goes through a battle up to the next cycle that the kernels can play."""

    def node(self, d: Watch, state: State, who: int, cycle: int, gone: Force) -> int:
        if cycle_of(d) > cycle and known(d, d.battle):
            leaf = Leaf(d.battle.round - 1, None, state, gone)
            return self.end((self.key(d, state), gone), leaf)
        return super().node(d, state, who, cycle, gone)

    def finish(self, d: Watch, gone: Force, *, left: bool) -> int:
        assert d.ended is not None
        end = self.sides.end(d.ended, gone, d.at_war[d.power], left=left)
        return self.end((end, self.cycle), Leaf(self.cycle, end, d.freeze()))


def next_cycles(
    state: State, sides: Sides, decide: Deciding, *, limit: int
) -> list[tuple[float, Leaf]]:
    """How a battle may come to its next cycle, or end before it, with the chance of each.

    Their cycles are counted from the one that is under way, if it has dice to come.
    """
    state = one_mind(state)
    now = cycle_of(opened(state))
    explorer = Opening(state, sides, decide, now + 2, exact=False, limit=limit)
    root = explorer.explore(state, cycle=now)
    found = Graph(explorer.nodes, explorer.ends, root, sides)
    reached = reached_ends(found, reachable(found)) if root >= 0 else {root: 1.0}
    before = max(0, now - 1) if root >= 0 else now
    return [
        (chance, leaf._replace(cycles=leaf.cycles - before))
        for n, chance in reached.items()
        for leaf in (found.ends[-1 - n],)
    ]
