"""Colonial Garrison: a complex more to begin with."""

from __future__ import annotations

from sandtable.game.advantages.placing import choose_space, home, placed
from sandtable.game.advantages.registry import MODULES, AdvantageModule, Occasion
from sandtable.game.answers import Use
from sandtable.game.draft import Draft


def colonies(d: Draft, occasion: Occasion) -> list[int]:
    """Home territories of some value that have no such facility."""
    unit = d.ed.unit_index[occasion.trait.data["unit"]]
    return [
        space
        for space, value in enumerate(d.ed.values)
        if value and home(d, occasion.power, space) and unit not in d.facilities[space]
    ]


def available(d: Draft, occasion: Occasion) -> bool:
    return bool(colonies(d, occasion))


def found(d: Draft, occasion: Occasion, given: Use) -> None:
    space = choose_space(d, occasion, given, colonies(d, occasion))
    unit = d.ed.unit_index[occasion.trait.data["unit"]]
    d.build(space, *d.facilities[space], unit)
    placed(d, occasion.power, space, unit, 1)


MODULES["colonial-garrison"] = AdvantageModule(
    lambda _: "before", available, found, declinable=False
)
