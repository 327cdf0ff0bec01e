"""Other plans than the usual one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from sandtable.game.state import Decision
from sandtable.players.captain.plans import candidate_plans
from sandtable.players.general.choosing import Candidate
from sandtable.players.interface import Mind, Plan, View, answers_of


def attacks(view: View, asked: Decision, mind: Mind, usual: Plan) -> Iterator[Candidate]:
    """Other sets of attacks: bolder, more cautious, without the greatest, none."""
    rng = random.Random(mind.seed)
    for at, plan in enumerate(candidate_plans(view.state, asked.power, rng)):
        yield Candidate(f"attacks {at}", plan)


def different(usual: Plan, found: Iterable[Candidate]) -> Iterator[Candidate]:
    """The usual plan first, and others, each once."""
    yield Candidate("usual", usual)
    seen = {tuple(answers_of(usual))}
    for each in found:
        answers = tuple(answers_of(each.plan))
        if answers not in seen:
            seen.add(answers)
            yield each
