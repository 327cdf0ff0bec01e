"""Salvage: a free tank where attacking tanks were destroyed in vain."""

from __future__ import annotations

from sandtable.game.advantages.placing import check_bare, home, place
from sandtable.game.advantages.registry import MODULES, AdvantageModule, Occasion
from sandtable.game.answers import Use
from sandtable.game.draft import Draft
from sandtable.game.state import Battle


def available(d: Draft, occasion: Occasion) -> bool:
    if not home(d, occasion.power, occasion.space) or d.power == occasion.power:
        return False
    battle = occasion.battle
    return battle is None or (
        wreck_left(d, occasion, battle) and (occasion.trait.data["held"] == "kept" or won(battle))
    )


def wreck_left(d: Draft, occasion: Occasion, battle: Battle) -> bool:
    unit = d.ed.unit_index[occasion.trait.data["unit"]]
    return any(kind == unit and not d.at_war[d.power][power] for power, kind, _ in battle.fell)


def won(battle: Battle) -> bool:
    """Whether defenders were left when the battle ended."""
    return bool(battle.defend)


def tow(d: Draft, occasion: Occasion, given: Use) -> None:
    check_bare(given)
    place(d, occasion, occasion.space)


MODULES["salvage"] = AdvantageModule(lambda _: "battle-ended", available, tow, once=False)
