"""The Conduct Combat phase: the order of battles."""

from __future__ import annotations

from sandtable.game import concluding
from sandtable.game.answers import Answer, Fight
from sandtable.game.state import Decision, Draft
from sandtable.game.steps.common import begin_phase, finish_step, misplaced
from sandtable.rules.refusal import InvalidAnswer


def advance(d: Draft) -> bool:
    if begin_phase(d, "conduct-combat"):
        return True
    if not d.turn.battles:
        finish_step(d)
        return True
    open_now = COMBAT_ORDERS[d.ed.rules.combat_order](d)
    idle = [space for space in open_now if not concluding.anybody_attacks(d, space)]
    if idle or len(open_now) == 1:
        start(d, (idle or open_now)[0])
        return True
    return False


def assaults_first(d: Draft) -> list[int]:
    """Battles that may come next: assaults first, and their sea battles before landings."""
    zones = {zone for zone, _ in d.turn.assaults}
    targets = {territory for _, territory in d.turn.assaults}
    left = d.turn.battles
    first = [
        space
        for space in left
        if space in zones
        or (space in targets and not any(z in left for z, t in d.turn.assaults if t == space))
    ]
    return first or list(left)


COMBAT_ORDERS = {"assaults-first": assaults_first}


def start(d: Draft, space: int) -> None:
    d.turn = d.turn._replace(battles=tuple(b for b in d.turn.battles if b != space))
    concluding.begin(d, space)


def pending(d: Draft) -> tuple[Decision, ...]:
    return (Decision(d.power, "battle"),)


def answer(d: Draft, power: int, given: Answer) -> None:
    if not isinstance(given, Fight):
        misplaced(d, power, given)
    if given.space not in d.turn.battles:
        raise InvalidAnswer(f"no battle is to be fought in {d.space_id(given.space)}")
    if given.space not in COMBAT_ORDERS[d.ed.rules.combat_order](d):
        zones = {z for z, t in d.turn.assaults if t == given.space and z in d.turn.battles}
        if zones:
            d.ed.refuse(
                "amphibious/sequence",
                "the sea battle comes before the landing",
                space=d.space_id(given.space),
                zones=[d.space_id(z) for z in sorted(zones)],
            )
        d.ed.refuse(
            "combat/kinds-and-order",
            "amphibious assaults are resolved before other battles",
            space=d.space_id(given.space),
        )
    start(d, given.space)
