"""Cargo goes ashore: announced for an assault, or landed on a friendly coast."""

from __future__ import annotations

from collections.abc import Collection
from typing import NoReturn

from sandtable.game.answers import Move, UnitSpec
from sandtable.game.cargo import marked, own_ship, ship_busy, together, without
from sandtable.game.draft import Draft
from sandtable.game.picking import Reason, matches, missing_units, owner_of
from sandtable.game.queries import hostile_land, hostile_zone
from sandtable.game.telling import tell_ordered, tell_tokens
from sandtable.game.ways import check_borders, check_consent
from sandtable.rules.position import (
    COMBAT_MOVED,
    NONCOMBAT_MOVED,
    OFFLOADED,
    RETREATED,
    SEABORNE,
    Cargo,
    Mark,
    Token,
    with_mark,
)


def go_ashore(d: Draft, move: Move, *, combat: bool) -> None:
    """Cargo is announced for an assault (combat) or lands on a friendly coast (noncombat)."""
    zone, territory = move.path
    ed = d.ed
    if ed.board.spaces[territory].impassable:
        check_borders(d, move.path, flying=False)
    if not ed.board.adjacent(zone, territory):
        slug = "amphibious/definition" if combat else "board/adjacency"
        ed.refuse(
            slug,
            f"{d.space_name(territory)} does not border {d.space_name(zone)}",
            zone=d.space_id(zone),
            territory=d.space_id(territory),
        )
    if combat:
        if not hostile_land(d, d.power, territory):
            ed.refuse(
                "combat-move/must-lead-to-combat",
                f"{d.space_name(territory)} is friendly: units land there "
                "in the Noncombat Move phase",
                territory=d.space_id(territory),
            )
    else:
        check_noncombat_coast(d, zone, territory)
    begun: set[Token] = set()
    for spec in move.units:
        if combat and not ed.units[spec.unit].combat_moves:
            ed.refuse(
                "amphibious/guns-cannot-assault",
                "a gun goes ashore in friendly territory only",
                unit=ed.units[spec.unit].id,
            )
        for _ in range(spec.number):
            ship = pick_cargo(d, zone, territory, spec, move.ship, begun, combat=combat)
            item: Cargo = ((owner_of(d, spec), spec.unit),)
            if combat:
                mark = marked(
                    d,
                    ship,
                    COMBAT_MOVED if d.commands(ship.power) else 0,
                    target=territory,
                    ashore=together(ship.mark.ashore, item),
                )
                after = with_mark(ship, mark)
            else:
                mark = marked(d, ship, OFFLOADED | NONCOMBAT_MOVED, target=territory)
                after = ship._replace(cargo=without(ship.cargo, item), mark=mark)
            d.change(zone, ship, 1, after)
            begun.add(after)
            if not combat:
                done = Mark(0, NONCOMBAT_MOVED, zone, -1, (), ())
                d.add(territory, Token(*item[0], 0, (), done), 1)
    what = "assault" if combat else "offloaded"
    tell_ordered(d, what, move.units, zone=d.space_id(zone), territory=d.space_id(territory))


def set_down(d: Draft, zone: int, ship: Token, count: int) -> None:
    """The units announced by so many equal ships are in the territory, ready to fight."""
    territory = ship.mark.target
    mark = Mark(0, COMBAT_MOVED | SEABORNE, zone, -1, (), ())
    landed = [(Token(power, unit, 0, (), mark), count) for power, unit in ship.mark.ashore]
    for token, number in landed:
        d.add(territory, token, number)
    where = {"zone": d.space_id(zone), "territory": d.space_id(territory)}
    tell_tokens(d, "offloaded", landed, **where)


def check_noncombat_coast(d: Draft, zone: int, territory: int) -> None:
    if hostile_land(d, d.power, territory):
        d.ed.refuse(
            "transport/hostile-territory-only-by-assault",
            f"{d.space_name(territory)} is hostile: cargo enters it only by an amphibious assault",
            territory=d.space_id(territory),
        )
    if hostile_zone(d, d.power, zone):
        d.ed.refuse(
            "transport/not-in-hostile-zone",
            f"{d.space_name(zone)} is hostile: nothing goes ashore from it",
            zone=d.space_id(zone),
        )
    check_consent(d, territory)


def pick_cargo(
    d: Draft,
    zone: int,
    territory: int,
    spec: UnitSpec,
    wanted: UnitSpec | None,
    begun: Collection[Token],
    *,
    combat: bool,
) -> Token:
    """The ship from which one unit goes ashore: one that is landing there already, if any.

    A ship that the same order has begun to unload is meant, though its cargo is no longer the one
    that it was named by.
    """
    owner = owner_of(d, spec)
    item = (owner, spec.unit)
    reason: Reason | None = None
    best: Token | None = None
    foreign: Token | None = None
    aboard = False
    for ship, _ in d.stacks[zone]:
        named = wanted is None or matches(d, ship, wanted._replace(number=1))
        if not named and ship not in begun:
            continue
        if (
            any(u == spec.unit and not d.commands(p) for p, u in ship.cargo)
            and not d.at_war[d.power][ship.power]
        ):
            foreign = foreign or ship
        if item not in without(ship.cargo, ship.mark.ashore):
            continue
        if owner != d.power and not d.orders(ship):
            continue
        aboard = True
        found = why_not_ashore(d, ship, item, territory, combat=combat)
        if found is not None:
            reason = reason or found
        elif best is None or landing_rank(ship, item, territory) > landing_rank(
            best, item, territory
        ):
            best = ship
    if best is None or not d.commands(owner):
        refuse_ashore(d, zone, territory, spec, reason, foreign, aboard=aboard, combat=combat)
    return best


def refuse_ashore(
    d: Draft,
    zone: int,
    territory: int,
    spec: UnitSpec,
    reason: Reason | None,
    foreign: Token | None,
    *,
    aboard: bool,
    combat: bool,
) -> NoReturn:
    """Say why a unit cannot go ashore."""
    ed = d.ed
    unit = ed.units[spec.unit]
    owner = owner_of(d, spec)
    facts = {"unit": unit.id, "zone": d.space_id(zone), "territory": d.space_id(territory)}
    if reason is not None and d.commands(owner):
        ed.refuse(reason[0], reason[1], **facts)
    if (foreign is not None and not aboard) or not d.commands(owner):
        slug = (
            "multinational/assault-from-friendly-transport"
            if combat
            else ("multinational/transport-three-turns")
        )
        if combat and foreign is not None and d.commands(foreign.power):
            slug = "amphibious/earlier-cargo-optional"
        ed.refuse(slug, "cargo of another power goes ashore on its owner's turn only", **facts)
    if any(t.unit == spec.unit for t, _ in d.own(zone)):
        ed.refuse("board/sea-units-stay-at-sea", "ships stay at sea", **facts)
    missing_units(d, zone, spec, 0)


def landing_rank(
    ship: Token, item: tuple[int, int], territory: int
) -> tuple[bool, bool, bool, int]:
    """Which of several ships a unit leaves: bound there already, its new cargo, an own one."""
    return (
        ship.mark.target == territory,
        item in ship.mark.boarded,
        ship.power == item[0],
        -len(ship.cargo),
    )


def why_not_ashore(
    d: Draft, ship: Token, item: tuple[int, int], territory: int, *, combat: bool
) -> Reason | None:
    mark = ship.mark
    own = own_ship(d, ship.power, item[0])
    if not own and item in mark.boarded and ship.cargo.count(item) <= mark.boarded.count(item):
        return (
            "multinational/transport-three-turns",
            "units aboard a friendly power's transport land on a later turn of their owner",
        )
    if mark.target >= 0 and mark.target != territory:
        return (
            "transport/one-territory-per-turn",
            "a transport offloads into one territory only in a turn",
        )
    if mark.flags & OFFLOADED and not combat and mark.target == territory:
        # Going ashore one by one into the same territory is one landing.
        follows = d.ed.rules.transport_after_combat == "load-or-offload"
        if mark.flags & NONCOMBAT_MOVED or (follows and not mark.flags & RETREATED):
            return None
    return ship_busy(d, ship, combat=combat)
