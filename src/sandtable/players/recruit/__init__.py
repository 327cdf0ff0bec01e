"""A player in its first game: it knows the rules, and little else.

It buys infantry and whatever it fancies, attacks where it has clearly more, drifts towards the
enemy, leaves a guard at home and forgets half of what it could do. It counts strength, not odds,
and does not ask what the enemy will do next.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from sandtable.game.answers import Answer
from sandtable.game.draft import Draft
from sandtable.game.state import Decision
from sandtable.players import randomly
from sandtable.players.interface import Choice, Mind, Plan, View
from sandtable.players.phases import phase
from sandtable.players.recruit import marching, spending
from sandtable.players.recruit.fighting import CHOOSERS, use
from sandtable.players.recruit.telling import why

Chooser = Callable[[Draft, Decision, random.Random], Answer]

MOVING = {"combat-move": marching.attack, "noncombat-move": marching.move}
SPENDING: dict[str, Chooser] = {"purchase": spending.purchase, "mobilize": spending.placement}


def plan(view: View, asked: Decision, mind: Mind) -> Plan:
    """A whole phase of moves, or one answer."""
    dice = mind.random()
    if asked.kind in MOVING:
        mover = MOVING[asked.kind]
        return phase(view, asked, mind.seed, lambda trial, power: mover(trial, power, dice))
    d = Draft(view.state)
    chooser = SPENDING.get(asked.kind) or CHOOSERS.get(asked.kind)
    if chooser is None and asked.kind in d.ed.traits:
        chooser = use
    if chooser is None:
        return randomly.plan(view, asked, mind)
    answer = chooser(d, asked, dice)
    return [Choice(answer, why(d, asked, answer))]
