"""A plain opponent for beginners: sound purchases, attacks that pay, a guarded capital.

It looks one turn ahead. Everything that it orders is tried on paper first; what the rules refuse is
left out, and a phase that cannot be ended like this is left to the random player.
"""

from __future__ import annotations

import random

from sandtable.game.answers import Answer, End
from sandtable.game.draft import Draft
from sandtable.game.state import Decision, State
from sandtable.players import randomly
from sandtable.players.plain import attacking, building, fighting, moving
from sandtable.players.random_player import RandomPlayer
from sandtable.players.trial import DiceWanted, Plan, Trial
from sandtable.rules.refusal import Refusal

MOVING = {"combat-move": attacking.combat_moves, "noncombat-move": moving.noncombat_moves}


def plan(state: State, asked: Decision, seed: str) -> Plan:
    """A whole phase of moves, or one answer."""
    if asked.kind in MOVING:
        return phase(state, asked, seed)
    d = Draft(state)
    answer = one_answer(d, asked, seed)
    if answer is None:
        return randomly.plan(state, asked, seed)
    return [answer]


def phase(state: State, asked: Decision, seed: str) -> Plan:
    trial = Trial(state)
    try:
        MOVING[asked.kind](trial, asked.power)
        try:
            trial.decide(asked.power, End())
        except Refusal:
            player = RandomPlayer(seed, restless=0.0)
            if asked.kind == "combat-move":
                player.start_over(trial, asked)
            else:
                player.land_all(trial, asked)
    except DiceWanted:
        pass
    return trial.answers()


def one_answer(d: Draft, asked: Decision, seed: str) -> Answer | None:
    if asked.kind == "purchase":
        return building.purchase(d, asked.power, random.Random(seed))
    if asked.kind == "mobilize":
        return building.placement(d, asked, seed)
    if asked.kind in fighting.CHOOSERS:
        return fighting.CHOOSERS[asked.kind](d, asked)
    if asked.kind in d.ed.traits:
        return fighting.use(d, asked)
    return None
