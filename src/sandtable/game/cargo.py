"""Cargo, and what a transport may still do with it this turn."""

from __future__ import annotations

from sandtable.game.picking import Reason
from sandtable.game.state import Draft
from sandtable.rules.position import (
    COMBAT_MOVED,
    ESCAPED,
    FOUGHT,
    FRESH,
    OFFLOADED,
    RETREATED,
    Cargo,
    Mark,
    Token,
)


def without(cargo: Cargo, gone: Cargo) -> Cargo:
    """Cargo less some of it, which must be aboard."""
    left = list(cargo)
    for item in gone:
        left.remove(item)
    return tuple(left)


def together(cargo: Cargo, more: Cargo) -> Cargo:
    return tuple(sorted((*cargo, *more)))


def marked(d: Draft, token: Token, flags: int, **changes: object) -> Mark:
    """A token's mark with more flags; a fresh unit starts from its full movement."""
    mark = token.mark
    if mark == FRESH:
        mark = Mark(d.ed.units[token.unit].move, 0, -1, -1, (), ())
    return mark._replace(flags=mark.flags | flags, **changes)  # type: ignore[arg-type]


def ship_busy(d: Draft, ship: Token, *, combat: bool) -> Reason | None:
    """Why a transport can no longer take part in loading or going ashore this turn."""
    flags = ship.mark.flags
    if flags & OFFLOADED:
        return "transport/offload-ends-movement", "the transport has offloaded this turn"
    if flags & RETREATED:
        return "transport/no-offload-after-retreat", "the transport retreated this turn"
    if flags & ESCAPED and not combat:
        return "combat-move/hostile-start-no-noncombat", "the transport left a hostile zone"
    if not combat and flags & (COMBAT_MOVED | FOUGHT):
        return "transport/noncombat-use", "the transport moved or fought earlier this turn"
    return None
