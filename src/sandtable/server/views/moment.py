"""A game as it stands: everything of a `GameHead` that depends on the game alone."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal

from sandtable.game import outlook
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.notation.position import format_position
from sandtable.game.state import Decision, State
from sandtable.game.steps.combat_duties import assaults_of
from sandtable.game.steps.common import FIRST_TURN
from sandtable.rules.edition import Edition
from sandtable.rules.position import RAIDS
from sandtable.server.schemas.views import (
    BattleView,
    ClashView,
    DecisionView,
    PowerView,
    VictoryView,
)
from sandtable.server.views.battle import battle_of, battle_view, kind_of
from sandtable.server.views.board import bought_of, kinds_of, powers_of, state_of, victory_of
from sandtable.server.views.editions import WITHIN_OTHERS
from sandtable.words.asking import help_of, title_of

Kind = Literal["battle", "landing", "raid", "rocket"]


@dataclass(frozen=True, slots=True)
class Moment:
    """Fields of `GameHead` with the same names; `as_fields` gives them for its constructor."""

    edition: str
    options: dict[str, str]
    decisions: int
    result: str | None
    round: int
    turn: str
    phase: str
    pending: list[DecisionView]
    powers: dict[str, PowerView]
    victory: list[VictoryView]
    bought: dict[str, int]
    battle: BattleView | None
    battles: list[ClashView]
    kinds: dict[str, dict[str, dict[str, int]]]

    def as_fields(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


def moment_of(game: Game) -> Moment:
    return Moment(
        edition=game.edition.id,
        options=dict(game.match.options),
        decisions=len(game.history),
        result=game.winner,
        round=game.round,
        turn=game.turn,
        phase=phase_of(game),
        pending=decisions_of(game),
        powers=powers_of(game),
        victory=victory_of(game),
        bought=bought_of(game),
        battle=battle_view(game.state),
        battles=clashes_of(game),
        kinds=kinds_of(game),
    )


def position_line(game: Game | State) -> str:
    """The board in one line, docs/position-notation.md."""
    state = state_of(game)
    return format_position(state.match.edition, state.position)


def phase_of(game: Game | State) -> str:
    """The phase as players see it; before the first turn, what is settled then."""
    state = state_of(game)
    if any(step.name == FIRST_TURN for step in state.agenda):
        kinds = [step.name for step in state.agenda if step.name != FIRST_TURN]
        known = [name for name in reversed(kinds) if name in state.match.edition.before]
        if known:
            return known[0]
    phase = outlook.phase_of(state)
    return WITHIN_OTHERS.get(phase, phase)


def decisions_of(game: Game) -> list[DecisionView]:
    """What is asked now; who has been asked since when is for others to say."""
    return [decision_view(game, decision) for decision in game.pending]


def decision_view(game: Game, decision: Decision) -> DecisionView:
    ed = game.edition
    return DecisionView(
        power=ed.powers[decision.power].id,
        kind=decision.kind,
        space=space_id(ed, decision.space),
        title=title_of(game, decision),
        help=help_of(game, decision),
        since=None,
        due=None,
    )


def clashes_of(game: Game | State) -> list[ClashView]:
    """Battles, raids and rockets of this turn that are under way or to come."""
    state = state_of(game)
    spaces = state.match.edition.board.spaces
    found: list[tuple[int, Kind, bool]] = []
    under_way = battle_of(state)
    if under_way is not None:
        found.append((under_way.space, kind_of(under_way), True))
    landings = {territory for _, territory in landings_of(state)}
    raids, rockets = raids_of(state), [target for _, target in state.turn.rockets]
    found += [(space, "raid", False) for space in raids]
    found += [(space, "rocket", False) for space in rockets]
    begun = {under_way.space} if under_way is not None else set()
    for space in outlook.battles(state):
        if space in state.turn.battles or space not in begun:
            found.append((space, "landing" if space in landings else "battle", False))
    return [
        ClashView(space=spaces[space].id, kind=kind, begun=begun) for space, kind, begun in found
    ]


def landings_of(state: State) -> tuple[tuple[int, int], ...]:
    if outlook.phase_of(state) == outlook.COMBAT_MOVE and not state.turn.assaults:
        return assaults_of(Draft(state))
    return state.turn.assaults


def raids_of(state: State) -> tuple[int, ...]:
    if outlook.phase_of(state) == outlook.COMBAT_MOVE and not state.turn.raids:
        d = Draft(state)
        return tuple(
            space
            for space, stack in enumerate(d.stacks)
            if any(t.mark.flags & RAIDS and d.orders(t) for t, _ in stack)
        )
    return state.turn.raids


def space_id(ed: Edition, space: int) -> str | None:
    return ed.board.spaces[space].id if space >= 0 else None
