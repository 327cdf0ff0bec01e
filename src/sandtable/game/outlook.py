"""What is still to be fought in a turn, as far as the moves made so far say."""

from __future__ import annotations

from sandtable.game.draft import Draft
from sandtable.game.state import State
from sandtable.game.steps.combat_duties import assaults_of, battles_of
from sandtable.rules.position import RAIDS

COMBAT_MOVE = "combat-move"


def phase_of(state: State) -> str:
    return state.match.edition.turn[state.position.phase]


def battles(state: State) -> tuple[int, ...]:
    """Spaces where battles are fought or are to be fought."""
    found = [step.battle.space for step in state.agenda if step.battle is not None]
    found += state.turn.battles
    if phase_of(state) == COMBAT_MOVE and not found:
        d = Draft(state)
        found += battles_of(d, assaults_of(d))
    return tuple(dict.fromkeys(found))


def raids(state: State) -> tuple[int, ...]:
    """Territories where raids and rockets are still to strike."""
    turn = state.turn
    found = [*turn.raids, *(target for _, target in turn.rockets)]
    if phase_of(state) == COMBAT_MOVE and not turn.raids:
        own = state.position.turn
        for space, stack in enumerate(state.position.stacks):
            if any(t.power == own and t.mark.flags & RAIDS for t, _ in stack):
                found.append(space)
    return tuple(dict.fromkeys(found))
