"""The general: looks at several plans, plays each on for a turn or two, and takes the best.

What it can do in a phase of moves comes from the captain and from variants of it. Each is played
out on paper with dice that all plans share; everybody plays as a captain would, and the position
when the general is on turn again is judged by a value that was fitted to many games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sandtable.game.state import Decision
from sandtable.players import captain
from sandtable.players.general import variants
from sandtable.players.general.ahead import Ahead
from sandtable.players.general.choosing import Candidate, choose
from sandtable.players.general.telling import with_reasons
from sandtable.players.interface import Mind, Plan, View

Source = Callable[[View, Decision, Mind, Plan], Iterable[Candidate]]


class Care(NamedTuple):
    """How a kind of decision is thought over."""

    others: Source
    """Where other plans than the captain's come from."""
    most: int
    """Plans that are compared."""
    margin: float
    """How much better than the captain's a plan has to do: a few games on paper can be luck."""


CARE: dict[str, Care] = {
    "combat-move": Care(variants.attacks, 6, 0.0175),
    "noncombat-move": Care(variants.stands, 6, 0.0175),
}


def plan(view: View, asked: Decision, mind: Mind) -> Plan:
    """What to answer, up to the first dice."""
    usual = captain.plan(view, asked, mind)
    care = CARE.get(asked.kind)
    if care is None or asked.power != view.state.position.turn or mind.budget.over():
        return usual
    candidates: list[Candidate] = []
    for each in variants.different(usual, care.others(view, asked, mind, usual)):
        candidates.append(each)
        if len(candidates) == care.most or mind.budget.over():
            break
    if len(candidates) < 2:
        return usual
    ahead = Ahead(view.state, asked, mind, captain.plan)
    best = choose(ahead, candidates, mind.budget.over, care.margin)
    return with_reasons(best, candidates)
