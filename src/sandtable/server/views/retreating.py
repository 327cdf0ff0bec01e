"""What a retreat would mean: who leaves, and who stays and fights on."""

from __future__ import annotations

from sandtable.game.draft import Draft
from sandtable.game.retreats import held_ashore
from sandtable.game.state import State
from sandtable.rules import reckoning
from sandtable.rules.position import SEABORNE
from sandtable.server.schemas.options import RetreatOptions


def retreat_options(state: State) -> RetreatOptions:
    """The attackers of the battle under way, by what they do in a retreat."""
    d = Draft(state)
    battle = d.battle
    held = held_ashore(d, battle)
    leaves: dict[str, int] = {}
    stays: dict[str, int] = {}
    for token, count in battle.attack:
        seaborne = bool(token.mark.flags & SEABORNE)
        side = stays if reckoning.stays(d.ed.air[token.unit], seaborne, held) else leaves
        unit = d.ed.units[token.unit].id
        side[unit] = side.get(unit, 0) + count
    return RetreatOptions(leaves=leaves, stays=stays)
