"""Decisions in battles: losses, retreats, diving, and which battle comes next."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from sandtable.game.answers import (
    Answer,
    Bombard,
    Decline,
    Fight,
    Press,
    Research,
    Retreat,
    Submerge,
    Use,
)
from sandtable.game.draft import Draft
from sandtable.game.offers import others, uses
from sandtable.game.state import Decision
from sandtable.players.losses import preferred
from sandtable.players.plain.chances import Chance, chance, heap_of
from sandtable.players.plain.outlook import Outlook


def expected(d: Draft) -> Chance:
    """What will become of the battle under way."""
    battle = d.battle
    sea = d.ed.board.sea[battle.space]
    return chance(d.ed, sea, heap_of(d.ed, battle.attack), heap_of(d.ed, battle.defend))


def lose(d: Draft, asked: Decision) -> Answer:
    return preferred(d)


def leave(d: Draft, asked: Decision) -> Answer:
    """Go on as long as that pays; else leave for the strongest neighbor."""
    ways = [given for given in others.leaving(d, asked) if isinstance(given, Retreat)]
    if not ways:
        return Press()
    look, odd, space = Outlook(d, d.power), expected(d), d.battle.space
    ground = 0.0 if d.ed.board.sea[space] else odd.takes * look.ground(space)
    if odd.swing + ground > 0 or odd.wins > 0.5:
        return Press()
    return max(ways, key=lambda way: (way.to >= 0 and look.strength(way.to), way.to))


def dive(d: Draft, asked: Decision) -> Answer:
    """Submarines leave a battle that is as good as lost."""
    odd = expected(d)
    mine = odd.wins if asked.power == d.power else 1 - odd.wins
    numbers = [given for given in others.submerging(d, asked) if isinstance(given, Submerge)]
    return numbers[-1] if mine < 0.3 else numbers[0]


def fight(d: Draft, asked: Decision) -> Answer:
    """Battles at sea first, as landings depend on them; rockets whenever there are any."""
    found = list(others.clashes(d, asked))
    battles = [given for given in found if isinstance(given, Fight)]
    launches = [given for given in found if given.kind == "launch"]
    if launches:
        return launches[0]
    battles.sort(key=lambda given: (not d.ed.board.sea[given.space], given.space))
    return battles[0] if battles else found[0]


def bombard(d: Draft, asked: Decision) -> Answer:
    """With all ships."""

    def number(given: Answer) -> int:
        assert isinstance(given, Bombard)
        return sum(spec.number for _, units in given.places for spec in units)

    return max(islice(others.bombardments(d, asked), 500), key=number)


def stay(d: Draft, asked: Decision) -> Answer:
    return next(iter(others.ANSWERS[asked.kind](d, asked)))


def no_research(d: Draft, asked: Decision) -> Answer:
    return Research()


def use(d: Draft, asked: Decision) -> Answer:
    """Advantages that need no details are used; others are declined, if they can be."""
    found = list(islice(uses.answers(d, asked), 20))
    for given in found:
        if isinstance(given, Use) and not given.parts:
            return given
    return next((given for given in found if isinstance(given, Decline)), found[0])


CHOOSERS: dict[str, Callable[[Draft, Decision], Answer]] = {
    "casualties": lose,
    "retreat": leave,
    "submerge": dive,
    "battle": fight,
    "bombard": bombard,
    "land": stay,
    "new-carriers": stay,
    "research": no_research,
}
