"""A whole phase of moves on paper, always ended lawfully."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.game.answers import End, Move
from sandtable.game.state import Decision
from sandtable.players import randomly
from sandtable.players.duties import land, way_out
from sandtable.players.interface import Mind, Plan, View
from sandtable.players.random_player import RandomPlayer
from sandtable.players.trial import DiceWanted, Trial
from sandtable.rules.refusal import Refusal, SandtableError
from sandtable.words.reasons import Reason

Mover = Callable[[Trial, int], None]
"""Gives orders for a power on paper."""


def phase(view: View, asked: Decision, seed: str, moves: Mover) -> Plan:
    """Orders, and the end of the phase. Where the rules want something first that the orders have
    left undone, such as planes that must land, that is seen to. In a combat move the orders go, and
    are thought out anew after what was owed before them; elsewhere they go if they leave no way to
    do it."""
    for mover in (moves, stay):
        trial = view.trial()
        try:
            mover(trial, asked.power)
            trial.why = Reason("owed" if asked.kind == "combat-move" else "down")
            try:
                trial.decide(asked.power, End())
            except Refusal:
                put_right(trial, asked, seed, mover)
        except DiceWanted:
            pass
        except SandtableError:
            continue
        return ended(trial.choices(), asked)
    return randomly.plan(view, asked, Mind(seed))


def ended(plan: Plan, asked: Decision) -> Plan:
    """A plan with the reason why there is no more of it."""
    enough = Reason("enough" if asked.kind == "combat-move" else "rest")
    return [c._replace(reason=enough) if isinstance(c.answer, End) else c for c in plan]


def stay(trial: Trial, power: int) -> None:
    """No orders at all."""


def put_right(trial: Trial, asked: Decision, seed: str, moves: Mover) -> None:
    """End a phase that cannot be ended as it stands. If something was owed before the first order
    of a combat move, as when somebody else has begun it, that is settled first."""
    power = asked.power
    if asked.kind != "combat-move":
        land(trial, power)
        trial.decide(power, End(), Reason("rest"))
        return
    take_back(trial, 0)
    trial.why = Reason("only")
    if trial.refusal(power, End()) is None or not way_out(trial, power):
        RandomPlayer(seed, restless=0.0).start_over(trial, asked)
        return
    paid = len(trial.history)
    trial.why = None
    moves(trial, power)
    if trial.refusal(power, End()) is not None:
        take_back(trial, paid)
    trial.decide(power, End(), Reason("enough"))


def tried(trial: Trial, power: int, *orders: Move, reason: Reason | None = None) -> bool:
    """Give some orders, all of them or none; whether they were accepted."""
    start = len(trial.history)
    try:
        for order in orders:
            trial.decide(power, order, reason)
    except SandtableError:
        take_back(trial, start)
        return False
    return True


def take_back(trial: Trial, to: int) -> None:
    """Undo what was ordered after so many decisions."""
    while len(trial.history) > to:
        trial.undo()
