"""Cargo goes ashore: announced for an assault, or landed on a friendly coast."""

from __future__ import annotations

from typing import NoReturn

from sandtable.game.answers import Move, UnitSpec
from sandtable.game.cargo import marked, ship_busy, together, without
from sandtable.game.picking import Reason, matches, missing_units
from sandtable.game.queries import hostile_land, hostile_zone
from sandtable.game.state import Draft
from sandtable.game.ways import check_borders, check_consent
from sandtable.rules.position import (
    COMBAT_MOVED,
    NONCOMBAT_MOVED,
    OFFLOADED,
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
    for spec in move.units:
        for _ in range(spec.number):
            ship = pick_cargo(d, zone, territory, spec, move.ship, combat=combat)
            item: Cargo = ((d.power, spec.unit),)
            if combat:
                mark = marked(
                    d,
                    ship,
                    COMBAT_MOVED if ship.power == d.power else 0,
                    target=territory,
                    ashore=together(ship.mark.ashore, item),
                )
                d.change(zone, ship, 1, with_mark(ship, mark))
            else:
                mark = marked(d, ship, OFFLOADED | NONCOMBAT_MOVED, target=territory)
                d.change(zone, ship, 1, ship._replace(cargo=without(ship.cargo, item), mark=mark))
                landed = Token(
                    d.power, spec.unit, 0, (), Mark(0, NONCOMBAT_MOVED, zone, -1, (), ())
                )
                d.add(territory, landed, 1)
    d.emit(
        "assault" if combat else "offloaded",
        power=d.power_id(d.power),
        units=ed.name_counts(move.units),
        zone=d.space_id(zone),
        territory=d.space_id(territory),
    )


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
    d: Draft, zone: int, territory: int, spec: UnitSpec, wanted: UnitSpec | None, *, combat: bool
) -> Token:
    """The ship from which one unit goes ashore: one that is landing there already, if any."""
    owner = spec.power if spec.power >= 0 else d.power
    item = (owner, spec.unit)
    reason: Reason | None = None
    best: Token | None = None
    foreign: Token | None = None
    aboard = False
    for ship, _ in d.stacks[zone]:
        if wanted is not None and not matches(d, ship, wanted._replace(number=1)):
            continue
        if (
            any(u == spec.unit and p != d.power for p, u in ship.cargo)
            and not d.at_war[d.power][ship.power]
        ):
            foreign = foreign or ship
        if item not in without(ship.cargo, ship.mark.ashore):
            continue
        aboard = True
        found = why_not_ashore(d, ship, item, territory, combat=combat)
        if found is not None:
            reason = reason or found
        elif best is None or landing_rank(ship, item, territory) > landing_rank(
            best, item, territory
        ):
            best = ship
    if best is None or owner != d.power:
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
    owner = spec.power if spec.power >= 0 else d.power
    facts = {"unit": unit.id, "zone": d.space_id(zone), "territory": d.space_id(territory)}
    if reason is not None and owner == d.power:
        ed.refuse(reason[0], reason[1], **facts)
    if (foreign is not None and not aboard) or owner != d.power:
        slug = (
            "multinational/assault-from-friendly-transport"
            if combat
            else ("multinational/transport-three-turns")
        )
        if combat and foreign is not None and foreign.power == d.power:
            slug = "amphibious/earlier-cargo-optional"
        ed.refuse(slug, "cargo of another power goes ashore on its owner's turn only", **facts)
    if any(t.unit == spec.unit and t.power == d.power for t, _ in d.stacks[zone]):
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
    own = ship.power == d.power
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
    if mark.flags & OFFLOADED and not combat and mark.flags & NONCOMBAT_MOVED:
        # Going ashore one by one into the same territory is one landing.
        return None
    return ship_busy(d, ship, combat=combat)
