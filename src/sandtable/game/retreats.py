"""Who may leave a battle, and to where."""

from __future__ import annotations

from sandtable.game.draft import Draft
from sandtable.game.queries import hostile_land, hostile_zone, passage_open
from sandtable.game.state import Battle, Force
from sandtable.rules import reckoning
from sandtable.rules.position import SEABORNE


def bound_units(d: Draft, battle: Battle) -> Force:
    """Attackers that need a space to retreat to: ships, and land units that came overland."""
    held = held_ashore(d, battle)
    return tuple(
        (t, n)
        for t, n in battle.attack
        if reckoning.bound(d.ed.air[t.unit], bool(t.mark.flags & SEABORNE), held)
    )


def held_ashore(d: Draft, battle: Battle) -> bool:
    """Whether a landing keeps all land units in the battle."""
    return battle.amphibious and d.ed.rules.assault_retreat == "air-only"


def retreat_options(d: Draft, battle: Battle) -> list[int]:
    """Spaces to which the attackers may retreat."""
    return exits(d, battle, bound_units(d, battle))


def exits(d: Draft, battle: Battle, leaving: Force) -> list[int]:
    """Spaces to which these units may retreat together."""
    if not leaving:
        return []
    return [space for space in battle.origins if why_not_to(d, battle, leaving, space) is None]


def why_not_to(d: Draft, battle: Battle, leaving: Force, to: int) -> tuple[str, str] | None:
    board = d.ed.board
    if not board.sea[battle.space]:
        if board.sea[to] or not board.adjacent(battle.space, to) or to not in battle.origins:
            return "retreat/destination-land", "no attacking land unit came from there"
        if hostile_land(d, d.power, to):
            return "retreat/friendly-land", "it is not friendly"
        return None
    if not board.adjacent(battle.space, to) or to not in battle.origins:
        return "retreat/destination-sea", "no attacking ship came from there"
    all_turn = d.ed.rules.retreat_zone == "friendly-all-turn"
    if (all_turn and d.turn.hostile_at_start >> to & 1) or hostile_zone(d, d.power, to):
        return "retreat/friendly-sea", "it was not friendly when the turn began, or is not now"
    if not all(passage_open(d, d.power, battle.space, to, t.unit) for t, _ in leaving):
        return "board/canal-start-of-turn", "the passage is closed to these ships"
    return None


def nobody_leaves(battle: Battle) -> tuple[str, str]:
    """Why attackers among whom none could go to another space name no space to retreat to."""
    if any(t.mark.flags & SEABORNE for t, _ in battle.attack):
        return "amphibious/seaborne-cannot-retreat", "units that came ashore cannot retreat"
    return "retreat/air-only-force", "air units break off and stay until they land"


def may_break_off(d: Draft, battle: Battle) -> bool:
    """Whether the attackers that can leave are air units alone, which need no space."""
    return reckoning.breaks_off(bool(bound_units(d, battle)), any_air(d, battle))


def may_retreat(d: Draft, battle: Battle) -> bool:
    """Whether the attackers have a way to leave."""
    leaving = bound_units(d, battle)
    way_out = bool(exits(d, battle, leaving))
    return reckoning.may_retreat(bool(leaving), any_air(d, battle), way_out)


def any_air(d: Draft, battle: Battle) -> bool:
    return any(d.ed.air[t.unit] for t, _ in battle.attack)
