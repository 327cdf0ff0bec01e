"""The Collect Income phase: no choice, so nothing is asked."""

from __future__ import annotations

from sandtable.game.answers import Answer
from sandtable.game.state import Decision, Draft
from sandtable.game.steps.common import begin_phase, finish_step, misplaced


def advance(d: Draft) -> bool:
    if begin_phase(d, "collect-income"):
        if d.holds_capital(d.power):
            amount = d.production(d.power)
            d.treasuries[d.power] += amount
            d.emit("collected", power=d.power_id(d.power), amount=amount)
        finish_step(d)
        return True
    return False


def pending(d: Draft) -> tuple[Decision, ...]:
    return ()


def answer(d: Draft, power: int, given: Answer) -> None:
    misplaced(d, power, given)
