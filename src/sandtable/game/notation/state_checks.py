"""Whether the parts of a state fit together, so that play can go on from it.

A state that the engine made passes; one that was tampered with may be an odd game, but never one
that stops the engine in its tracks.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.game import machine
from sandtable.game.notation.errors import NotationError
from sandtable.game.state import Battle, State
from sandtable.rules.position import Stack, Token

__all__ = ["check_state"]


def check_state(state: State) -> None:
    check_agenda(state)
    check_consent(state)
    check_stranded(state)
    battle = state.agenda[-1].battle if state.agenda else None
    if battle is not None:
        check_battle(state, battle)
    check_roll(state, battle)
    if state.winner < 0 and state.roll is None and not machine.pending(state):
        raise NotationError("agenda", "nobody is asked anything")


def check_agenda(state: State) -> None:
    """The rest of the turn, the last step first, and maybe a battle on top."""
    agenda, turn = state.agenda, state.match.edition.turn
    if not agenda:
        if state.winner < 0:
            raise NotationError("agenda", "it is empty, but nobody has won")
        return
    steps = agenda[:-1] if agenda[-1].name == "battle" else agenda
    if tuple(step.name for step in steps) != turn[::-1][: len(steps)]:
        raise NotationError("agenda", "these are not the last steps of a turn in reverse order")
    if steps is not agenda and (not steps or steps[-1].name != "conduct-combat"):
        raise NotationError("agenda", "a battle belongs to the conduct of combat")
    for i, step in enumerate(agenda):
        if (step.battle is not None) != (step.name == "battle"):
            raise NotationError(f"agenda[{i}]", "a battle, and only a battle, has forces")
    for i, step in enumerate(steps[:-1]):
        opened = i == len(steps) - 2 and steps[-1].name == "stranded-fighters"
        if step.begun and not opened:
            raise NotationError(f"agenda[{i}].begun", "its turn has not come")
    if steps is not agenda and not (steps[-1].begun and agenda[-1].begun):
        raise NotationError("agenda", "a battle has begun, and so has the conduct of combat")


def check_consent(state: State) -> None:
    enemy = state.match.edition.is_enemy
    for host, guest in state.withheld:
        if enemy[host][guest]:
            raise NotationError("withheld", "consent concerns friendly powers")


def check_stranded(state: State) -> None:
    edition = state.match.edition
    wanted: dict[tuple[int, Token], int] = {}
    for space, power, unit, count in state.turn.stranded:
        if not edition.units[unit].air:
            raise NotationError("turn.stranded", f"a {edition.units[unit].id} does not fly")
        key = (space, Token(power, unit))
        wanted[key] = wanted.get(key, 0) + count
    for (space, token), count in wanted.items():
        if dict(state.position.stacks[space]).get(token, 0) < count:
            raise NotationError("turn.stranded", "so many aircraft are not there")
    if state.agenda and state.agenda[-1].name == "stranded-fighters" and not wanted:
        raise NotationError("turn.stranded", "no aircraft is stranded")


def check_battle(state: State, battle: Battle) -> None:
    edition, power = state.match.edition, state.position.turn
    program = edition.rules.programs[battle.program].steps
    where = f"agenda[{len(state.agenda) - 1}].battle"
    if battle.step >= len(program):
        raise NotationError(f"{where}.step", f"a round has {len(program)} steps")
    if any(token.power != power for token, _ in battle.attack):
        raise NotationError(f"{where}.attack", "only the acting power attacks")
    if any(not edition.is_enemy[power][t.power] for t, _ in (*battle.defend, *battle.aside)):
        raise NotationError(f"{where}.defend", "only its enemies defend")
    forces = (battle.attack, battle.defend, battle.aside, battle.submerged)
    check_present(state.position.stacks[battle.space], forces, where)
    step = program[battle.step]
    kinds = {unit.fires_as for unit in edition.units}
    if any(kind not in kinds for kind, _ in battle.hits):
        raise NotationError(f"{where}.hits", "there is no such kind of hit")
    if bool(battle.hits) != bool(battle.side_hit):
        raise NotationError(f"{where}.side_hit", "hits and the side that was hit belong together")
    if battle.hits and not (battle.asked and step.startswith(("strike-", "fire-"))):
        raise NotationError(f"{where}.hits", "hits wait for somebody to take them after fire")
    if battle.proposals and not battle.hits:
        raise NotationError(f"{where}.proposals", "there are no hits to take")
    if battle.asked and not battle.hits:
        if step == "press-or-retreat":
            if battle.asked != (power,):
                raise NotationError(f"{where}.asked", "only the attacker may retreat")
        elif not step.startswith("submerge-"):
            raise NotationError(f"{where}.asked", f"nothing is asked in the step {step!r}")


def check_present(stack: Stack, forces: Iterable[Stack], where: str) -> None:
    """The forces of a battle are units that stand in its space."""
    left = dict(stack)
    for force in forces:
        for token, count in force:
            left[token] = left.get(token, 0) - count
            if left[token] < 0:
                raise NotationError(
                    where, "there are units in the battle that are not in its space"
                )


def check_roll(state: State, battle: Battle | None) -> None:
    roll = state.roll
    if roll is None:
        return
    edition = state.match.edition
    if battle is None or state.winner >= 0:
        raise NotationError("roll", "dice are rolled in battles")
    if battle.asked or battle.hits:
        raise NotationError("roll", "somebody is asked first")
    step = edition.rules.programs[battle.program].steps[battle.step]
    if not step.startswith((f"{roll.purpose}-",)) or roll.purpose not in ("strike", "fire"):
        raise NotationError("roll.purpose", f"nothing of the kind is rolled in the step {step!r}")
    if roll.space != edition.board.spaces[battle.space].id:
        raise NotationError("roll.space", "the battle is somewhere else")
    kinds = {unit.id: unit.fires_as for unit in edition.units}
    if not roll.shots or any(kinds[shot.unit] != shot.kind for shot in roll.shots):
        raise NotationError("roll.shots", "these are not the shots of units")
