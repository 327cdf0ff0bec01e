"""Why a recruit answers as it does, as far as it knows."""

from __future__ import annotations

from sandtable.game.answers import Answer, Buy, Decline, Place, Press, Retreat, Use
from sandtable.game.draft import Draft
from sandtable.game.state import Decision
from sandtable.players.recruit.spending import cheapest
from sandtable.words.reasons import Reason

WHY = {
    "casualties": Reason("cheapest"),
    "submerge": Reason("stay"),
    "battle": Reason("One battle is as good as another"),
    "research": Reason("no-research"),
}


def why(d: Draft, asked: Decision, answer: Answer) -> Reason:
    match answer:
        case Buy():
            return bought(d, asked.power, answer)
        case Place():
            return placed(d, asked.power, answer)
        case Press():
            return Reason("It looks good enough to go on")
        case Retreat():
            return Reason("There are too many of them")
        case Use():
            return Reason("use")
        case Decline():
            return Reason("wait")
    return WHY.get(asked.kind, Reason("It was the first thing that came to mind"))


def bought(d: Draft, power: int, answer: Buy) -> Reason:
    """By how much of it is the cheapest that can march."""
    cheap = cheapest(d, power)
    total = sum(spec.number for spec in answer.units)
    plain = sum(spec.number for spec in answer.units if cheap and spec.unit == cheap.index)
    if not total:
        return Reason("save")
    if plain == total:
        return Reason("The more units, the better")
    if 2 * plain >= total:
        return Reason("Many cheap units, and something else besides")
    return Reason("Something stronger than usual looks good")


def placed(d: Draft, power: int, answer: Place) -> Reason:
    """New units stand at home first, and where else there is room."""
    home = d.ed.powers[power].capitals
    numbers = {space: sum(spec.number for spec in units) for space, units in answer.places}
    if not numbers:
        return Reason("only")
    if any(space in home for space in numbers):
        return Reason("New units stand at home first")
    return Reason("reinforce", max(numbers, key=lambda space: (numbers[space], -space)))
