"""A competent player: attacks that pay together, ground that can be held, purchases to match.

It looks one turn ahead. Everything that it orders is tried on paper first; what the rules refuse is
left out, and what is still owed at the end of a phase is seen to.
"""

from __future__ import annotations

from functools import partial

from sandtable.game.draft import Draft
from sandtable.game.state import Decision
from sandtable.players import randomly
from sandtable.players.captain import (
    advantages,
    attacking,
    bombing,
    building,
    fighting,
    moving,
    placing,
    special,
)
from sandtable.players.interface import Choice, Mind, Plan, View
from sandtable.players.phases import phase
from sandtable.players.staff.doctrine import CAPTAIN, Doctrine
from sandtable.players.staff.outlook import Outlook
from sandtable.players.trial import Trial


def combat_moves(trial: Trial, power: int, doctrine: Doctrine) -> None:
    """Attacks, then raids with the bombers that are left, and rockets."""
    attacking.combat_moves(trial, power, doctrine)
    bombing.raid(trial, power)
    bombing.launch(trial, power)


MOVING = {"combat-move": combat_moves, "noncombat-move": moving.noncombat_moves}


def plan(view: View, asked: Decision, mind: Mind, doctrine: Doctrine = CAPTAIN) -> Plan:
    """A whole phase of moves, or one answer."""
    if asked.kind in MOVING:
        moves = partial(MOVING[asked.kind], doctrine=doctrine)
        return phase(view, asked, mind.seed, moves)
    answer = one_answer(Outlook(Draft(view.state), asked.power, doctrine), asked, mind)
    if answer is None:
        return randomly.plan(view, asked, mind)
    return [answer]


def one_answer(look: Outlook, asked: Decision, mind: Mind) -> Choice | None:
    if asked.kind == "purchase":
        return building.purchase(look)
    if asked.kind == "mobilize":
        return placing.placement(look, asked, mind.seed)
    if asked.kind in look.ed.traits:
        return advantages.use(look, asked)
    if asked.kind == "battle" and (first := special.before_battle(look, asked)) is not None:
        return first
    chooser = special.CHOOSERS.get(asked.kind) or fighting.CHOOSERS.get(asked.kind)
    return chooser(look, asked) if chooser else None
