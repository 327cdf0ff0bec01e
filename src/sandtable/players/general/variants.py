"""Other plans than the usual one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice

from sandtable.game.state import Decision
from sandtable.players import captain
from sandtable.players.captain.plans import candidate_plans
from sandtable.players.general.choosing import Candidate
from sandtable.players.general.regrouping import regroupings
from sandtable.players.interface import Mind, Plan, View, answers_of
from sandtable.players.staff.doctrine import CAPTAIN, Doctrine

THRIFTY = CAPTAIN._replace(ground_now=0.5, any_ground_now=0.2, ground_later=0.8)
"""Units count more than ground."""
ALL_OUT = CAPTAIN._replace(left_behind=0.1)
"""Those who stay behind look after themselves."""
BRAVE = CAPTAIN._replace(guarded=0.4, at_sea=0.4)
"""The enemy will not come everywhere."""
FORWARD = CAPTAIN._replace(step=0.3)
WARY = CAPTAIN._replace(guarded=1.3, at_sea=1.3)
FIRST = 4
"""Sets of attacks that are looked at before those of other doctrines, the captain's among them."""


def attacks(view: View, asked: Decision, mind: Mind, usual: Plan) -> Iterator[Candidate]:
    """Other sets of attacks: bolder, more cautious, without the greatest, none."""
    rng = random.Random(mind.seed)
    plans = candidate_plans(view.state, asked.power, rng)
    for at, plan in enumerate(islice(plans, FIRST)):
        yield Candidate(f"attacks {at}", plan)
    yield from doctrines(view, asked, mind, thrifty=THRIFTY, all_out=ALL_OUT)
    for at, plan in enumerate(plans, FIRST):
        yield Candidate(f"attacks {at}", plan)


def stands(view: View, asked: Decision, mind: Mind, usual: Plan) -> Iterator[Candidate]:
    """Other ways to stand after a turn: braver, farther on, together, or more warily."""
    yield from doctrines(view, asked, mind, brave=BRAVE, forward=FORWARD)
    found = regroupings(view, asked, mind, usual)
    yield from islice(found, 2)
    yield from doctrines(view, asked, mind, wary=WARY)
    yield from found


def doctrines(view: View, asked: Decision, mind: Mind, **named: Doctrine) -> Iterator[Candidate]:
    """What a captain with other doctrines would do."""
    for name, doctrine in named.items():
        yield Candidate(name, captain.plan(view, asked, mind, doctrine))


def different(usual: Plan, found: Iterable[Candidate]) -> Iterator[Candidate]:
    """The usual plan first, and others, each once."""
    yield Candidate("usual", usual)
    seen = {tuple(answers_of(usual))}
    for each in found:
        answers = tuple(answers_of(each.plan))
        if answers not in seen:
            seen.add(answers)
            yield each
