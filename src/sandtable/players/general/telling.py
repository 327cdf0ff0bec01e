"""Why the general took a plan: how it did on paper, and what else was looked at."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.game.answers import End
from sandtable.players.general.choosing import Candidate
from sandtable.players.interface import Plan
from sandtable.words.reasons import Reason, percent


def with_reasons(best: Candidate, candidates: Sequence[Candidate]) -> Plan:
    """The plan with what was found out about it at its end: each order keeps its own reason."""
    if not best.scores:
        return best.plan
    whole = compared(best, candidates)
    return [
        choice._replace(reason=whole) if isinstance(choice.answer, End) else choice
        for choice in best.plan
    ]


def compared(best: Candidate, candidates: Sequence[Candidate]) -> Reason:
    """How the plan did as a whole, and the next best one: of those looked at as far ahead."""
    tried = sum(bool(each.scores) for each in candidates)
    rivals = [each.mean for each in candidates if each is not best and each.stages == best.stages]
    if not rivals:
        return Reason("No other plan could be carried out", value=best.mean)
    if max(rivals) > best.mean:
        return Reason(f"Nothing was clearly better, of {tried} plans", value=best.mean)
    goal = f"The best of {tried} plans"
    return Reason(goal, value=best.mean, note=f"{percent(max(rivals))} with the next best")
