"""What all steps of a turn share: beginning, finishing, and answers in the wrong place."""

from __future__ import annotations

from typing import NoReturn

from sandtable.game.answers import (
    Answer,
    Attack,
    Buy,
    End,
    Fight,
    Land,
    Launch,
    Lose,
    Move,
    Place,
    Research,
    Retreat,
    Submerge,
    Units,
    UnitSpec,
    Use,
)
from sandtable.game.draft import Draft, whose
from sandtable.rules.refusal import InvalidAnswer

FIRST_TURN = "first-turn"
"""The step that opens the first turn; it lies under all that comes before."""
OF_A_TURN = (Attack, Buy, End, Fight, Launch, Move, Place, Research)


def begin_phase(d: Draft, phase: str) -> bool:
    """Announce a phase the first time its step is reached; say whether anything happened."""
    step = d.agenda[-1]
    if step.begun:
        return False
    d.agenda = (*d.agenda[:-1], step._replace(begun=True))
    announce(d, phase)
    return True


def open_next_phase(d: Draft) -> bool:
    """Begin the phase of the step below, which the step on top belongs to."""
    top, below = d.agenda[-1], d.agenda[-2]
    if below.begun:
        return False
    d.agenda = (*d.agenda[:-2], below._replace(begun=True), top)
    announce(d, below.name)
    return True


def announce(d: Draft, phase: str) -> None:
    d.phase = d.ed.turn.index(phase)
    d.emit("phase", power=d.power_id(d.power), phase=phase, round=d.round)


def finish_step(d: Draft) -> None:
    d.pop()


def check_plain(d: Draft, power: int, units: Units) -> None:
    """Units that are not on the board yet have nothing to be told apart by."""
    for spec in units:
        if spec != UnitSpec(spec.number, spec.unit) and spec != UnitSpec(
            spec.number, spec.unit, power
        ):
            raise InvalidAnswer(
                f"a new {d.ed.units[spec.unit].id} is {d.power_id(power)}'s, whole and empty"
            )


def too_early(d: Draft, power: int, given: Answer) -> NoReturn:
    """Refuse an answer that is not asked for before the first turn."""
    if isinstance(given, OF_A_TURN):
        d.ed.refuse("turn/phase-sequence", "the first turn has not begun", power=d.power_id(power))
    raise InvalidAnswer(
        f"the first turn has not begun; nobody asked {d.power_name(power)} for '{given.kind}'"
    )


def misplaced(d: Draft, power: int, given: Answer) -> NoReturn:
    """Refuse an answer that is not asked for, by the rule that says why."""
    refuse = d.ed.refuse
    phase = d.ed.turn[d.phase]
    facts = {"phase": phase, "turn": d.power_id(d.power), "power": d.power_id(power)}
    now = f"it is {whose(d.power_name(d.power))} {phase} phase"
    if isinstance(given, Use):
        misplaced_use(d, power, given.advantage)
    if d.agenda and d.agenda[0].name == FIRST_TURN:
        too_early(d, power, given)
    battle = d.agenda[-1].battle if d.agenda else None
    if battle is not None:
        misplaced_in_battle(d, power, given)
    if isinstance(given, Land) and power != d.power:
        refuse(
            "landing/defending-fighter-returns-to-its-carrier",
            "no fighter of that power has lost its carrier",
            **facts,
        )
    if power != d.power:
        refuse("turn/one-power-at-a-time", now, **facts)
    if isinstance(given, Buy):
        if not d.holds_capital(power):
            refuse(
                "capital/lost-no-income-no-purchase",
                "no purchases while the capital is in enemy hands",
                **facts,
            )
        refuse("purchase/only-in-purchase-phase", "the Purchase Units phase is over", **facts)
    if isinstance(given, Research):
        lost = not d.holds_capital(power)
        refuse(
            "capital/lost-phases" if lost else "turn/phase-sequence",
            "there is no research while the capital is lost" if lost else f"{now}",
            **facts,
        )
    if isinstance(given, Launch):
        refuse(
            "rocket/declared-in-conduct-combat",
            f"{now}: rockets are not launched in it",
            **facts,
        )
    if isinstance(given, Place) and not d.holds_capital(power):
        refuse("capital/lost-phases", "no units are mobilized while the capital is lost", **facts)
    if isinstance(given, (Move, Attack)) and phase == "mobilize":
        refuse("mobilize/new-units-do-not-act", "the movement phases are over", **facts)
    if isinstance(given, Move) and phase == "conduct-combat":
        ashore = d.ed.board.sea[given.path[0]] and not d.ed.board.sea[given.path[-1]]
        if ashore and all(d.ed.units[s.unit].land for s in given.units):
            refuse("amphibious/announce-in-combat-move", "the assault was not announced", **facts)
        refuse("combat-move/no-reinforcements", "no unit can join a battle now", **facts)
    if isinstance(given, (Attack, Move, Place, End)):
        refuse("turn/phase-sequence", f"{now}: that is not done in it", **facts)
    if isinstance(given, Retreat):
        refuse("retreat/after-a-round-only", "there is no battle to retreat from", **facts)
    raise InvalidAnswer(f"{now}; nobody asked for '{given.kind}'")


def misplaced_use(d: Draft, power: int, name: str) -> NoReturn:
    trait = d.ed.traits[name]
    facts = {"power": d.power_id(power), "advantage": name}
    if not d.has(power, name):
        d.ed.refuse(
            "advantage/optional-and-count", f"{d.power_name(power)} has no {trait.name}", **facts
        )
    d.ed.refuse(trait.rule, f"{trait.name} cannot be used now", **facts)


def misplaced_in_battle(d: Draft, power: int, given: Answer) -> NoReturn:
    battle = d.battle
    refuse = d.ed.refuse
    facts = {
        "battle": d.space_id(battle.space),
        "round": battle.round,
        "power": d.power_id(power),
    }
    attacker = d.commands(power)
    if isinstance(given, Retreat):
        if not attacker:
            refuse("retreat/attacker-only", "only the attacker can retreat", **facts)
        refuse(
            "retreat/after-a-round-only",
            "retreat is decided at the end of a full round of combat",
            **facts,
        )
    if isinstance(given, Lose) and battle.hits:
        if battle.side_hit == "defender" and any(t.power == power for t, _ in battle.defend):
            refuse(
                "multinational/defending-casualties",
                "each player of the defense proposes losses once, and then waits for the others",
                **facts,
            )
        refuse("casualties/owner-chooses", "the side that was hit chooses its losses", **facts)
    if isinstance(given, Submerge):
        if "submerge" in (battle.defend_cancels if attacker else battle.attack_cancels):
            refuse(
                "submarine/submerge",
                "an enemy destroyer is in the battle: submarines cannot submerge",
                **facts,
            )
        refuse(
            "submarine/decisions-before-dice",
            "submarines submerge at another moment of the round",
            **facts,
        )
    if isinstance(given, Fight):
        refuse(
            "combat/attacker-chooses-order",
            f"the battle in {d.space_name(battle.space)} must be finished first",
            **facts,
        )
    if isinstance(given, (Move, Attack)):
        refuse("combat-move/no-reinforcements", "no new units can enter a battle", **facts)
    raise InvalidAnswer(f"a battle is being fought; nobody asked for '{given.kind}'")
