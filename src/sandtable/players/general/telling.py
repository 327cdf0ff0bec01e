"""Why the general took a plan: how it did on paper, and what else was looked at."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.game.answers import Buy, End, Press, Retreat
from sandtable.players.general.choosing import Candidate
from sandtable.players.interface import Choice, Plan
from sandtable.words.reasons import Reason, percent


def with_reasons(best: Candidate, candidates: Sequence[Candidate]) -> Plan:
    """The plan with what was found out about it: each order keeps its own reason."""
    if not best.scores:
        return best.plan
    note = compared(best, candidates)
    return [explained(choice, best.mean, note) for choice in best.plan]


def compared(best: Candidate, candidates: Sequence[Candidate]) -> str:
    """How the next best plan did."""
    rivals = [each for each in candidates if each is not best and each.scores]
    if not rivals:
        return ""
    rival = max(rivals, key=lambda each: each.mean)
    plans = f"best of {len(rivals) + 1} plans" if best.mean >= rival.mean else "the safer plan"
    return f"{plans}, the next {percent(rival.mean)}"


def explained(choice: Choice, value: float, note: str) -> Choice:
    reason = choice.reason
    if reason is None:
        if isinstance(choice.answer, Buy):
            reason = Reason("army")
        elif isinstance(choice.answer, Press | Retreat):
            reason = Reason(choice.answer.kind)
        elif isinstance(choice.answer, End):
            reason = Reason("rest")
        else:
            return choice
    if isinstance(choice.answer, Buy | End | Press | Retreat):
        reason = reason._replace(value=value, note=note)
    return Choice(choice.answer, reason)
