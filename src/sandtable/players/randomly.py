"""The random player as a level: it plays a phase out on paper before it answers."""

from __future__ import annotations

from sandtable.game.state import Decision
from sandtable.players.interface import MOVES, Mind, Plan, View
from sandtable.players.random_player import RandomPlayer
from sandtable.players.trial import DiceWanted
from sandtable.words.reasons import Reason

MOST_ORDERS = 60
"""Orders in a phase of moves, after which it is ended."""


def plan(view: View, asked: Decision, mind: Mind) -> Plan:
    """Random orders up to the end of a phase of moves, or one random answer."""
    trial = view.trial()
    trial.why = Reason("random")
    player = RandomPlayer(mind.seed)
    try:
        while trial.still_asked(asked):
            player.step(trial, asked)
            if asked.kind not in MOVES:
                break
            if len(trial.history) >= MOST_ORDERS:
                player.restless = 0.0
    except DiceWanted:
        pass
    return trial.choices()
