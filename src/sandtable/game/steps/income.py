"""The Collect Income phase: no choice by itself, so nothing is asked but advantages."""

from __future__ import annotations

from sandtable.game.advantages import moments
from sandtable.game.advantages.income import interdicted
from sandtable.game.answers import Answer
from sandtable.game.draft import Draft
from sandtable.game.state import Decision
from sandtable.game.steps.common import begin_phase, finish_step, misplaced


def advance(d: Draft) -> bool:
    if begin_phase(d, "collect-income"):
        moments.ask(d, "collect-income")
        return True
    if d.holds_capital(d.power):
        amount = max(0, d.production(d.power) - interdicted(d))
        d.treasuries[d.power] += amount
        d.emit("collected", power=d.power_id(d.power), amount=amount)
    finish_step(d)
    return True


def pending(d: Draft) -> tuple[Decision, ...]:
    return ()


def answer(d: Draft, power: int, given: Answer) -> None:
    misplaced(d, power, given)
