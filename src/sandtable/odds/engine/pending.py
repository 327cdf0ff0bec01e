"""The battles of a game that are still to be fought, or being fought, each with its odds."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.queries import landing_to_come
from sandtable.game.state import State
from sandtable.game.steps import combat_duties, conduct_combat
from sandtable.game.steps.common import begin_phase, finish_step
from sandtable.odds.engine import chains, methods
from sandtable.odds.engine.ends import Sides, forces_of, sides_of
from sandtable.odds.lineup import usual_prices
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.policy import Policy

BATTLE, RAID, LANDING = "battle", "raid", "landing"


class Pending(NamedTuple):
    """A battle, raid or landing of the power on turn."""

    space: int
    kind: str
    state: State
    """The game with this battle on top of the agenda: under way, or about to begin."""
    begun: bool
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    first: tuple[State, ...] = ()
    """The sea battles on which a landing depends, in their order, each on top of the agenda."""

    @property
    def name(self) -> str:
        """The id of the space."""
        return self.state.match.edition.board.spaces[self.space].id

    def sides(self, prices: tuple[float, ...] | None = None) -> Sides:
        """The rows of its outcomes; of a landing, as if everybody went ashore."""
        return sides_of(self.state, prices or usual_prices(self.state.match.edition))

    def outcomes(
        self,
        policy: Policy | None = None,
        *,
        prices: tuple[float, ...] | None = None,
        ground: float = 0.0,
        by_cycle: bool = False,
    ) -> Outcomes:
        """How it may end; `by_cycle`: with the chance of each number of cycles, too.

        A landing is reckoned with the sea battles before it. Units that drowned are lost; those
        that stay aboard, because their zone was not cleared, are left but not there.
        """
        policy = policy or Policy()
        prices = prices or usual_prices(self.state.match.edition)
        if self.first:
            return chains.outcomes(
                self.space,
                self.first,
                self.sides(prices),
                policy,
                prices,
                ground=ground,
                by_cycle=by_cycle,
            )
        return methods.outcomes(self.state, policy, prices, ground=ground, by_cycle=by_cycle)


def pending(game: State | Game) -> list[Pending]:
    """All battles, raids and landings to come in this turn; the one under way comes first.

    In the combat move these are the battles that there would be if it ended now.
    """
    state = game.state if isinstance(game, Game) else game
    d = Draft(state)
    names = [step.name for step in d.agenda]
    if "conduct-combat" not in names or state.winner >= 0:
        return []
    if names[-1] == "combat-move":
        plan(d)
    under_way = [made(state, begun=True)] if fighting(state) else []
    while d.top.name != "conduct-combat":
        d.pop()
    d.roll = None
    begin_phase(d, "conduct-combat")
    base = d.freeze()
    raids = [made(clash(base, RAID, space), begun=False) for space in d.turn.raids]
    seas = {p.space: p.state for p in under_way if p.kind == BATTLE}
    board = d.ed.board
    seas |= {s: clash(base, BATTLE, s) for s in d.turn.battles if board.sea[s]}
    found = [made(clash(base, BATTLE, s), begun=False) for s in d.turn.battles if board.sea[s]]
    for space in d.turn.battles:
        if not board.sea[space]:
            zones = sorted({z for z, t in d.turn.assaults if t == space and z in seas})
            first = tuple(seas[zone] for zone in zones)
            found.append(made(clash(base, BATTLE, space), begun=False)._replace(first=first))
    return [*under_way, *raids, *found]


def plan(d: Draft) -> None:
    """End the combat move as it stands, whether it may be ended or not."""
    assaults = combat_duties.assaults_of(d)
    d.turn = d.turn._replace(
        battles=combat_duties.battles_of(d, assaults),
        assaults=assaults,
        raids=combat_duties.raids_of(d),
    )
    finish_step(d)


def fighting(state: State) -> bool:
    """Whether a battle or a raid is under way; rockets are neither."""
    top = [step for step in state.agenda if step.name in ("engage", "battle")]
    return bool(top) and top[-1].about != "rocket"


def clash(base: State, kind: str, space: int) -> State:
    """A state with a battle or raid about to begin."""
    d = Draft(base)
    conduct_combat.start(d, (kind, space))
    return d.freeze()


def made(state: State, *, begun: bool) -> Pending:
    """What is to be known about the battle on top of a state's agenda."""
    d = Draft(state)
    landing = not begun and not d.ed.board.sea[d.top.space] and landing_to_come(d, d.top.space)
    battle = forces_of(d)
    kind = RAID if battle.program == "raid" else BATTLE
    if landing or (battle.amphibious and kind == BATTLE):
        kind = LANDING
    defenders = {t.power for t, _ in (*battle.defend, *battle.aside)}
    if not defenders and not d.ed.board.sea[battle.space]:
        defenders = {d.owners[battle.space]}
    return Pending(
        battle.space,
        kind,
        state,
        begun,
        tuple(sorted({t.power for t, _ in (*battle.attack, *battle.attack_aside)} or {d.power})),
        tuple(sorted(defenders)),
    )
