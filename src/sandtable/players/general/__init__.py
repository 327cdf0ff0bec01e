"""The general: looks at several plans, plays each on until its next turn, and takes the best.

What it can do in a phase of moves comes from the captain and from variants of it. Each is played
out on paper with dice that all plans share; everybody plays as a captain would, and the position
when the general is on turn again is judged by a value that was fitted to many games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from sandtable.game.state import Decision
from sandtable.players import captain
from sandtable.players.general import variants
from sandtable.players.general.ahead import Ahead
from sandtable.players.general.choosing import Candidate, choose
from sandtable.players.general.regrouping import regroupings
from sandtable.players.general.telling import with_reasons
from sandtable.players.interface import Mind, Plan, View

Source = Callable[[View, Decision, Mind, Plan], Iterable[Candidate]]

SOURCES: dict[str, Source] = {
    "combat-move": variants.attacks,
    "noncombat-move": regroupings,
}
"""Where other plans come from, by the kind of decision."""
SAMPLES = 2
"""Courses of events that each is tried with."""


def plan(view: View, asked: Decision, mind: Mind) -> Plan:
    """What to answer, up to the first dice."""
    usual = captain.plan(view, asked, mind)
    source = SOURCES.get(asked.kind)
    if source is None or asked.power != view.state.position.turn or mind.budget.over():
        return usual
    others = variants.different(usual, source(view, asked, mind, usual))
    candidates = list(islice(others, variants.MOST))
    if len(candidates) < 2:
        return usual
    ahead = Ahead(view.state, asked, mind.seed, captain.plan)
    best = choose(ahead, candidates, SAMPLES, mind.budget.over)
    return with_reasons(best, candidates)
