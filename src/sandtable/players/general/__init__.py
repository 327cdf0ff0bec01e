"""The general: looks at several plans, plays each on against the reply, and takes the best.

What it can do at a decision comes from the captain and from variants of it. Each is played out on
paper with dice that all plans share; the enemy replies as the captain would, and the position after
that is judged by a value that was fitted to many games. Close plans get more samples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sandtable.game.state import Decision
from sandtable.players import captain
from sandtable.players.general import variants
from sandtable.players.general.ahead import Ahead
from sandtable.players.general.choosing import Candidate, choose
from sandtable.players.general.regrouping import regroupings
from sandtable.players.general.telling import with_reasons
from sandtable.players.interface import Mind, Plan, View

Source = Callable[[View, Decision, Mind, Plan], Iterable[Candidate]]


class Care(NamedTuple):
    """How a kind of decision is thought over."""

    candidates: Source
    rounds: tuple[int, ...]
    """Samples of each plan in every round of the choice."""
    doubt: float
    """So many standard errors a plan has to be better than the captain's."""
    further: Source | None = None
    """Where to look for something still better than a plan that beat the captain's."""


CARE: dict[str, Care] = {
    "purchase": Care(variants.purchases, (2,), 1.5),
    "combat-move": Care(variants.attacks, (2, 2), 1.0, variants.fewer),
    "noncombat-move": Care(regroupings, (2, 2), 1.0),
    "retreat": Care(variants.ways_out, (2, 2), 2.0),
}


def plan(view: View, asked: Decision, mind: Mind) -> Plan:
    """What to answer, up to the first dice."""
    usual = captain.plan(view, asked, mind)
    care = CARE.get(asked.kind)
    if care is None or asked.power != view.state.position.turn or mind.budget.over():
        return usual
    candidates = variants.different(usual, care.candidates(view, asked, mind, usual))
    if len(candidates) < 2:
        return usual
    ahead = Ahead(view.state, asked, mind.seed, captain.plan)
    best = choose(ahead, candidates, care.rounds, mind.budget.over, care.doubt)
    if care.further is not None and best is not candidates[0] and not mind.budget.over():
        more = variants.different(best.plan, care.further(view, asked, mind, best.plan))
        if len(more) > 1:
            candidates += more[1:]
            best = choose(ahead, more, care.rounds[:1], mind.budget.over, care.doubt)
    return with_reasons(best, candidates)
