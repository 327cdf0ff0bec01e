"""Decisions of a recruit in battles, and whatever else it is asked."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice

from sandtable.game.answers import Answer, Decline, Press, Research, Retreat, Use
from sandtable.game.draft import Draft
from sandtable.game.offers import others, uses
from sandtable.game.state import Decision
from sandtable.players.losses import preferred
from sandtable.players.recruit.strength import defense, offense

GIVE_UP = 0.5
"""Of the defenders' strength: with less, the attackers leave if they can."""


def lose(d: Draft, asked: Decision, dice: random.Random) -> Answer:
    return preferred(d, keep_ground=dice.random() < 0.7)


def leave(d: Draft, asked: Decision, dice: random.Random) -> Answer:
    """Go on, until it looks bad."""
    ways = [given for given in others.leaving(d, asked) if isinstance(given, Retreat)]
    battle = d.battle
    if ways and offense(d, battle.attack) < GIVE_UP * defense(d, battle.defend):
        return dice.choice(ways)
    return Press()


def first(d: Draft, asked: Decision, dice: random.Random) -> Answer:
    return next(iter(others.ANSWERS[asked.kind](d, asked)))


def anyhow(d: Draft, asked: Decision, dice: random.Random) -> Answer:
    return dice.choice(list(islice(others.ANSWERS[asked.kind](d, asked), 50)))


def no_research(d: Draft, asked: Decision, dice: random.Random) -> Answer:
    return Research()


def use(d: Draft, asked: Decision, dice: random.Random) -> Answer:
    """An advantage that needs no thought is used, half of the time."""
    found = list(islice(uses.answers(d, asked), 20))
    simple = [given for given in found if isinstance(given, Use) and not given.parts]
    no = [given for given in found if isinstance(given, Decline)]
    if simple and (not no or dice.random() < 0.5):
        return simple[0]
    return no[0] if no else found[0]


CHOOSERS: dict[str, Callable[[Draft, Decision, random.Random], Answer]] = {
    "casualties": lose,
    "retreat": leave,
    "submerge": first,
    "battle": first,
    "bombard": anyhow,
    "land": first,
    "new-carriers": first,
    "research": no_research,
}
