"""Chinese Divisions: one free unit in every turn, in one of some territories."""

from __future__ import annotations

from sandtable.game.advantages.placing import choose_space, place
from sandtable.game.advantages.registry import MODULES, AdvantageModule, Occasion
from sandtable.game.answers import Use
from sandtable.game.draft import Draft


def held_spaces(d: Draft, occasion: Occasion) -> list[int]:
    index = d.ed.board.index
    spaces = [index[name] for name in occasion.trait.data["spaces"]]
    return [space for space in spaces if d.owners[space] == occasion.power]


def available(d: Draft, occasion: Occasion) -> bool:
    return d.power == occasion.power and bool(held_spaces(d, occasion))


def raise_division(d: Draft, occasion: Occasion, given: Use) -> None:
    place(d, occasion, choose_space(d, occasion, given, held_spaces(d, occasion)))


MODULES["chinese-divisions"] = AdvantageModule(
    lambda _: "mobilize", available, raise_division, once=False
)
