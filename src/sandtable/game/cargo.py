"""Cargo, and what a transport may still do with it this turn."""

from __future__ import annotations

from typing import NoReturn

from sandtable.game.draft import Draft, one
from sandtable.game.picking import Reason
from sandtable.rules.position import (
    CAPTURED,
    COMBAT_MOVED,
    ESCAPED,
    FOUGHT,
    FRESH,
    LOADED,
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


def own_ship(d: Draft, ship: int, rider: int) -> bool:
    """Whether a power's ship counts as their own for the units of a power."""
    if ship == rider:
        return True
    both = d.commands(ship) and d.commands(rider)
    return both and bool(d.ed.traits["joint-strike"].data["as_one"])


def marked(d: Draft, token: Token, flags: int, **changes: object) -> Mark:
    """A token's mark with more flags; a fresh unit starts from its full movement."""
    mark = token.mark
    if mark == FRESH:
        mark = Mark(d.kind(token).move, 0, -1, -1, (), ())
    return mark._replace(flags=mark.flags | flags, **changes)  # type: ignore[arg-type]


def gun_bound(token: Token) -> Reason:
    """Why a gun that was captured or has launched does not move."""
    if token.mark.flags & CAPTURED:
        return "antiair/captured-gun-stays-put", "the gun was captured in this turn"
    return "antiair/gun-that-launched-cannot-move", "the gun has launched a rocket this turn"


def gun_stays(d: Draft, unit: int) -> NoReturn:
    """Refuse to move a unit that does not act in the Combat Move phase."""
    d.ed.refuse(
        "antiair/gun-moves-in-noncombat-only",
        f"{one(d.ed.units[unit].id)} moves in the Noncombat Move phase only",
        unit=d.ed.units[unit].id,
    )


def ship_busy(d: Draft, ship: Token, *, combat: bool, loading: bool = False) -> Reason | None:
    """Why a transport can no longer take part in loading or going ashore this turn."""
    flags = ship.mark.flags
    if flags & OFFLOADED:
        slug = "transport/no-load-after-offload" if loading else "transport/offload-ends-movement"
        return slug, "the transport has offloaded this turn"
    if ship.mark.landed and not combat:
        return "transport/offload-ends-movement", "the transport has landed units this turn"
    if flags & RETREATED:
        return "transport/no-offload-after-retreat", "the transport retreated this turn"
    if flags & ESCAPED and not combat and not flags & FOUGHT:
        return "combat-move/hostile-start-no-noncombat", "the transport left a hostile zone"
    if combat or not flags & (COMBAT_MOVED | FOUGHT):
        return None
    if d.ed.rules.transport_after_combat == "load-or-offload":
        if not flags & FOUGHT:
            return (
                "transport/moved-in-combat-phase-may-not-move-again",
                "the transport moved in the combat move and was in no combat",
            )
        if flags & LOADED and not loading:
            return (
                "transport/after-combat-load-or-offload",
                "after combat a transport loads or offloads, not both",
            )
        return None
    return "transport/noncombat-use", "the transport moved or fought earlier this turn"
