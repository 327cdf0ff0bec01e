"""French Resistance: free infantry in a territory when its side holds it."""

from __future__ import annotations

from sandtable.game.advantages.placing import check_bare, place
from sandtable.game.advantages.registry import MODULES, AdvantageModule, Occasion
from sandtable.game.answers import Use
from sandtable.game.draft import Draft


def available(d: Draft, occasion: Occasion) -> bool:
    data, power = occasion.trait.data, occasion.power
    space = d.ed.board.index[data["space"]]
    now = occasion.space == space if data["when"] == "captured" else d.power == power
    owner = d.owners[space]
    return now and owner >= 0 and not d.at_war[power][owner]


def rise(d: Draft, occasion: Occasion, given: Use) -> None:
    check_bare(given)
    data = occasion.trait.data
    place(d, occasion, d.ed.board.index[data["space"]], data["count"])


MODULES["french-resistance"] = AdvantageModule(
    lambda trait: str(trait.data["when"]), available, rise
)
