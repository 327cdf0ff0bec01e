"""Whether the parts of a state fit together, so that play can go on from it.

A state that the engine made passes; one that was tampered with may be an odd game, but never one
that stops the engine in its tracks.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.game import fighting, machine
from sandtable.game.advantages.loaded import MODULES
from sandtable.game.draft import Draft
from sandtable.game.notation.errors import NotationError
from sandtable.game.state import Battle, State, Step
from sandtable.game.steps.common import FIRST_TURN
from sandtable.rules.edition import Edition
from sandtable.rules.position import Stack, Token
from sandtable.rules.roll import RollRequest

__all__ = ["check_state"]


def check_state(state: State) -> None:
    check_agenda(state)
    check_consent(state)
    check_cargo(state)
    check_stranded(state)
    for step in state.agenda:
        if step.battle is not None:
            check_battle(state, step.battle)
    if state.winner >= 0:
        if state.roll is not None:
            raise NotationError("roll", "the game is over")
    elif state.roll is not None:
        check_roll(state, state.roll)
    elif not machine.pending(state) or not at_rest(state):
        raise NotationError("agenda", "nobody is asked anything")


def at_rest(state: State) -> bool:
    """Whether the engine waits for an answer here, and would not go on by itself."""
    d = Draft(state)
    return not machine.STEPS[d.top.name].advance(d) and d.roll is None


# --- the agenda


def check_agenda(state: State) -> None:
    """The rest of the turn, the last step first, and on top what came up within it."""
    agenda, edition = state.agenda, state.match.edition
    if not agenda:
        if state.winner < 0:
            raise NotationError("agenda", "it is empty, but nobody has won")
        return
    listed = [step for step in agenda if step.name not in machine.WITHIN]
    within = agenda[len(listed) :]
    if listed != list(agenda[: len(listed)]):
        raise NotationError("agenda", "what comes up within a turn stands on top")
    early = agenda[0].name == FIRST_TURN
    order = (FIRST_TURN, *edition.before[::-1]) if early else edition.turn[::-1]
    if tuple(step.name for step in listed) != order[: len(listed)]:
        raise NotationError("agenda", "these are not the last steps of a turn in reverse order")
    position = state.position
    if early and (position.round, position.turn, position.phase) != (1, 0, 0):
        raise NotationError("agenda", "the first turn has begun")
    for i, step in enumerate(agenda):
        check_step(state, step, f"agenda[{i}]")
    for i, step in enumerate(listed[:-1]):
        opened = i == len(listed) - 2 and listed[-1].name == "stranded-fighters"
        if step.begun and not opened:
            raise NotationError(f"agenda[{i}].begun", "its turn has not come")
    check_within(listed, within)


def check_within(listed: list[Step], within: tuple[Step, ...]) -> None:
    """Questions about advantages stand on top, and below them at most one thing under way."""
    rest = [step for step in within if step.name != "advantage"]
    if rest != list(within[: len(rest)]):
        raise NotationError("agenda", "questions about advantages stand on top")
    if not rest:
        return
    name, below = rest[0].name, listed[-1] if listed else None
    if name == "new-carriers":
        if any(step.name != name for step in rest) or any(s.name == "mobilize" for s in listed):
            raise NotationError("agenda", "carriers are boarded when units have been mobilized")
        return
    wanted = "noncombat-move" if name == "overflight" else "conduct-combat"
    if len(rest) > 1 or below is None or below.name != wanted:
        raise NotationError("agenda", f"a step {name!r} belongs to the step {wanted!r}")
    if not below.begun or (name == "battle" and len(within) == 1 and not rest[0].begun):
        raise NotationError("agenda", f"the step {name!r} has begun, and so has {wanted!r}")


def check_step(state: State, step: Step, where: str) -> None:
    """What a step says besides its name."""
    edition = state.match.edition
    if (step.battle is not None) != (step.name == "battle"):
        raise NotationError(where, "a battle, and only a battle, has forces")
    about = step.about.split()
    if step.name == "advantage":
        trait = edition.traits.get(step.about)
        held = state.position.traits[step.power] if state.position.traits else ()
        if step.power < 0 or trait is None or trait.module not in MODULES or trait.id not in held:
            raise NotationError(f"{where}.about", "nobody is asked about such an advantage")
    elif step.name == "engage":
        if step.space < 0 or step.about not in ("battle", "raid", "rocket"):
            raise NotationError(f"{where}.about", "this is nothing that begins")
        if step.about == "rocket" and all(to != step.space for _, to in state.turn.rockets):
            raise NotationError(f"{where}.space", "no rocket is launched there")
        if step.about == "raid" and (
            edition.board.sea[step.space] or "raid" not in edition.rules.programs
        ):
            raise NotationError(f"{where}.space", "there are no raids there")
    elif step.name in ("overflight", "new-carriers"):
        if step.space < 0 or (step.name == "new-carriers" and not edition.board.sea[step.space]):
            raise NotationError(f"{where}.space", "this is no place for it")
    elif step.name == "bid":
        if step.begun and step.power < 0:
            raise NotationError(f"{where}.power", "nobody places the bid")
        if any(space not in edition.board.index for space in about):
            raise NotationError(f"{where}.about", "not all of these are spaces")
    elif step.name == "advantages":
        if any(die not in "123456" or len(die) > 1 for die in about) or (about and not state.roll):
            raise NotationError(f"{where}.about", "these are not the dice so far")
    elif (step.about or step.power >= 0) and not (step.name == "research" and state.roll):
        raise NotationError(where, f"a step {step.name!r} is not about anything")


def check_consent(state: State) -> None:
    enemy = state.match.edition.is_enemy
    for host, guest in state.withheld:
        if enemy[host][guest]:
            raise NotationError("withheld", "consent concerns friendly powers")


def check_cargo(state: State) -> None:
    """Some units carry others only with an advantage, which their power must have."""
    edition, position = state.match.edition, state.position
    kinds = edition.everything(position.traits)[0]
    for space, stack in enumerate(position.stacks):
        for token, _ in stack:
            aboard = tuple(unit for _, unit in token.cargo)
            if aboard and not kinds[token.power][token.unit].holds(aboard):
                where = f"position.units.{edition.board.spaces[space].id}"
                raise NotationError(where, f"no {edition.units[token.unit].id} of theirs carries")


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


# --- battles and dice


def check_battle(state: State, battle: Battle) -> None:
    edition, power = state.match.edition, state.position.turn
    program = edition.rules.programs[battle.program].steps
    at = next(i for i, step in enumerate(state.agenda) if step.battle is battle)
    where = f"agenda[{at}].battle"
    if battle.step >= len(program):
        raise NotationError(f"{where}.step", f"a round has {len(program)} steps")
    attackers = (*battle.attack, *battle.attack_aside, *battle.ships)
    if any(token.power not in (power, state.turn.joint) for token, _ in attackers):
        raise NotationError(f"{where}.attack", "only the acting power attacks")
    if any(not edition.is_enemy[power][t.power] for t, _ in (*battle.defend, *battle.aside)):
        raise NotationError(f"{where}.defend", "only its enemies defend")
    forces = (
        *(battle.attack, battle.attack_aside, battle.defend, battle.aside),
        *(battle.submerged, battle.sworn),
    )
    check_present(state.position.stacks[battle.space], forces, where)
    step = fighting.STEPS[program[battle.step]]
    if any(not known_hit(edition, kind) for kind, _ in battle.hits):
        raise NotationError(f"{where}.hits", "there is no such kind of hit")
    if bool(battle.hits) != bool(battle.side_hit):
        raise NotationError(f"{where}.side_hit", "hits and the side that was hit belong together")
    if battle.hits and not (battle.asked and step.purpose not in ("", "raid")):
        raise NotationError(f"{where}.hits", "hits wait for somebody to take them after fire")
    if battle.proposals and not battle.hits:
        raise NotationError(f"{where}.proposals", "there are no hits to take")
    if battle.asked and not battle.hits:
        if not step.asks:
            name = program[battle.step]
            raise NotationError(f"{where}.asked", f"nothing is asked in the step {name!r}")
        if step.asks != "submerge" and battle.asked != (power,):
            raise NotationError(f"{where}.asked", "only the attacker decides this")


def known_hit(edition: Edition, kind: str) -> bool:
    """Whether there are hits of a kind; those of guns may be meant for one power's aircraft."""
    head, _, power = kind.rpartition(":")
    powers = map(str, range(len(edition.powers)))
    return kind in edition.reaches or (head in edition.reaches and power in powers)


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


def check_roll(state: State, roll: RollRequest) -> None:
    """The dice are those that the step on top wants."""
    step, battle = state.agenda[-1], state.agenda[-1].battle
    if battle is not None and (battle.asked or battle.hits):
        raise NotationError("roll", "somebody is asked first")
    asked_for = {"research": "research", "advantages": "advantages"}.get(step.name)
    if asked_for is not None:
        check_plain_dice(state, roll, asked_for)
    elif roll != wanted_dice(state):
        raise NotationError("roll", f"these are not the dice of the step {step.name!r}")


def fighting_step(state: State, battle: Battle) -> fighting.BattleStep:
    return fighting.STEPS[state.match.edition.rules.programs[battle.program].steps[battle.step]]


def wanted_dice(state: State) -> RollRequest | None:
    """The dice that the step on top asks for by itself."""
    d = Draft(state._replace(roll=None))
    battle = state.agenda[-1].battle
    if battle is not None:
        if not d.top.begun:
            return None
        if fighting_step(state, battle).purpose == "kamikaze":
            d.battle = battle._replace(step_done=max(0, battle.step_done - 1))
    machine.STEPS[d.top.name].advance(d)
    return d.roll


def check_plain_dice(state: State, roll: RollRequest, purpose: str) -> None:
    """Dice that a power asked for, which are no shots."""
    edition, step = state.match.edition, state.agenda[-1]
    if roll.purpose != purpose or roll.space or len(roll.shots) != 1:
        raise NotationError("roll", f"these are not the dice of the step {step.name!r}")
    shot = roll.shots[0]
    if shot != shot._replace(unit="", target=0, kind="", dice=1, by="best"):
        raise NotationError("roll.shots", "these dice are no shots")
    power = edition.power_index[roll.power]
    if purpose == "research":
        trait = edition.traits.get(step.about)
        if trait is None or trait.kind != "technology" or power != state.position.turn:
            raise NotationError("roll", "nobody rolls for a development of that name")
    elif power not in [decision.power for decision in machine.pending(state._replace(roll=None))]:
        raise NotationError("roll.power", "another power rolls for its advantages")
