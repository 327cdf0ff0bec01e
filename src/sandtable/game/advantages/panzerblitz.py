"""Panzerblitz: tanks that won in one cycle may move on in the Noncombat Move phase."""

from __future__ import annotations

from sandtable.game.advantages.registry import MODULES, AdvantageModule, Occasion
from sandtable.game.draft import Draft
from sandtable.rules.position import EXTRA_MOVE, FOUGHT, RETREATED, with_mark


def exploit(d: Draft, occasion: Occasion) -> None:
    battle, space = occasion.battle, occasion.space
    if battle is None or d.power != occasion.power or d.ed.board.sea[space]:
        return
    enemy = d.at_war[d.power]
    destroyed = any(enemy[power] for power, _, _ in battle.fell)
    if battle.defend or battle.round > 1 or not destroyed:
        return
    unit = d.ed.unit_index[occasion.trait.data["unit"]]
    for token, count in d.own(space):
        flags = token.mark.flags
        if token.unit == unit and flags & FOUGHT and not flags & RETREATED:
            mark = token.mark._replace(flags=flags | EXTRA_MOVE)
            d.change(space, token, count, with_mark(token, mark))


MODULES["panzerblitz"] = AdvantageModule(lambda _: "battle-ended", by_itself=exploit)
