"""Russian Winter: infantry defend better from one turn of its power to the next."""

from __future__ import annotations

from sandtable.game.advantages.placing import check_bare
from sandtable.game.advantages.registry import MODULES, AdvantageModule, Occasion
from sandtable.game.answers import Use
from sandtable.game.draft import Draft


def available(d: Draft, occasion: Occasion) -> bool:
    return d.power == occasion.power


def declare(d: Draft, occasion: Occasion, given: Use) -> None:
    check_bare(given)
    d.give(occasion.power, occasion.trait.data["trait"])


def pass_away(d: Draft, occasion: Occasion) -> None:
    """What was given for a round ends when its power's turn begins."""
    if d.power == occasion.power:
        d.give(occasion.power, drop=occasion.trait.id)


MODULES["russian-winter"] = AdvantageModule(lambda _: "collect-income", available, declare)
MODULES["until-own-turn"] = AdvantageModule(lambda _: "turn", by_itself=pass_away)
