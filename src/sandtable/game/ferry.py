"""Loading and going ashore, in both movement phases."""

from __future__ import annotations

from typing import NoReturn

from sandtable.board.graph import bits
from sandtable.game.answers import Move, UnitSpec
from sandtable.game.landing import near_by_sea
from sandtable.game.moving import check_borders, check_consent, matches, missing_units, select
from sandtable.game.queries import consents, hostile_land, hostile_zone, points
from sandtable.game.state import Draft, one
from sandtable.rules.position import (
    COMBAT_MOVED,
    ESCAPED,
    FOUGHT,
    FRESH,
    NONCOMBAT_MOVED,
    OFFLOADED,
    RETREATED,
    Cargo,
    Mark,
    Token,
    with_mark,
)

Reason = tuple[str, str]


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


def land_unit_busy(token: Token) -> Reason | None:
    if token.mark == FRESH:
        return None
    return (
        "transport/loading-uses-whole-land-move",
        "the unit has already moved this turn; loading is a land unit's whole move",
    )


def load(d: Draft, move: Move, *, combat: bool) -> None:
    """Land units go aboard transports in a neighbouring zone."""
    territory, zone = move.path
    ed = d.ed
    check_borders_for_loading(d, territory, zone)
    host_power = d.power
    if move.ship is not None and move.ship.power >= 0:
        host_power = move.ship.power
    if hostile_zone(d, d.power, zone):
        ed.refuse(
            "transport/not-in-hostile-zone",
            f"{d.space_name(zone)} is hostile: no transport loads there",
            zone=d.space_id(zone),
        )
    if host_power != d.power:
        check_friendly_host(d, host_power, zone, combat=combat)
    loaded: dict[str, int] = {}
    for spec in sorted(move.units, key=lambda s: -ed.units[s.unit].move):
        unit = ed.units[spec.unit]
        if not unit.land:
            ed.refuse(
                "transport/land-units-only",
                f"transports carry land units only, not {one(unit.id)}",
                unit=unit.id,
            )
        for token, count in select(d, territory, spec, land_unit_busy):
            for _ in range(count):
                ship = pick_ship(d, zone, host_power, token, move.ship, combat=combat)
                item: Cargo = ((token.power, token.unit),)
                d.remove(territory, token, 1)
                mark = marked(
                    d,
                    ship,
                    (COMBAT_MOVED if combat else NONCOMBAT_MOVED) if host_power == d.power else 0,
                    boarded=together(ship.mark.boarded, item),
                )
                d.change(zone, ship, 1, ship._replace(cargo=together(ship.cargo, item), mark=mark))
        loaded[unit.id] = loaded.get(unit.id, 0) + spec.number
    if combat and not assault_in_reach(d, zone):
        ed.refuse(
            "transport/combat-loads-must-assault",
            "units loaded in the Combat Move phase must be landed in an amphibious assault, "
            f"and no enemy coast is in reach of {d.space_name(zone)}",
            zone=d.space_id(zone),
        )
    d.emit(
        "loaded",
        power=d.power_id(d.power),
        units=loaded,
        territory=d.space_id(territory),
        zone=d.space_id(zone),
    )


def check_borders_for_loading(d: Draft, territory: int, zone: int) -> None:
    if not d.ed.board.adjacent(territory, zone):
        d.ed.refuse(
            "transport/load-along-the-route",
            f"{d.space_name(territory)} does not touch {d.space_name(zone)}",
            territory=d.space_id(territory),
            zone=d.space_id(zone),
        )


def check_friendly_host(d: Draft, host: int, zone: int, *, combat: bool) -> None:
    if d.at_war[d.power][host]:
        d.ed.refuse(
            "transport/land-units-only", "no unit boards an enemy's ship", host=d.power_id(host)
        )
    if combat:
        d.ed.refuse(
            "multinational/no-combat-move-loading-on-friendly-transport",
            "units board a friendly power's transport in the Noncombat Move phase only: "
            "it cannot land them this turn",
            host=d.power_id(host),
            zone=d.space_id(zone),
        )
    if not consents(d, host, d.power):
        d.ed.refuse(
            "multinational/share-spaces",
            f"{d.power_name(host)} does not take {d.power_name(d.power)}'s units aboard",
            host=d.power_id(host),
        )


def assault_in_reach(d: Draft, zone: int) -> bool:
    """Whether a transport loaded in a zone might still land on an enemy coast this turn."""
    board = d.ed.board
    left = max((points(d, t) for t, _ in d.own(zone) if t.mark.boarded), default=0)
    return any(
        hostile_land(d, d.power, near)
        for z in bits(near_by_sea(d, zone, left))
        for near in board.land_neighbors[z]
    )


def pick_ship(
    d: Draft, zone: int, host: int, token: Token, wanted: UnitSpec | None, *, combat: bool
) -> Token:
    """The transport that takes a unit aboard: the fullest one that has room."""
    ed = d.ed
    reason: Reason | None = None
    full = False
    best: Token | None = None
    for ship, _ in d.stacks[zone]:
        if ship.power != host or not ed.transports[ship.unit]:
            continue
        if wanted is not None and not matches(d, ship, wanted._replace(number=1)):
            continue
        busy = ship_busy(d, ship, combat=combat)
        if busy is None and ship.mark.ashore:
            busy = "transport/offload-ends-movement", "the transport is bound to its landing"
        if busy is not None:
            reason = reason or busy
            continue
        if not ed.units[ship.unit].holds((*(u for _, u in ship.cargo), token.unit)):
            full = True
            continue
        if best is None or len(ship.cargo) > len(best.cargo):
            best = ship
    if best is None:
        refuse_boarding(d, zone, host, token, reason, full=full)
    return best


def refuse_boarding(
    d: Draft, zone: int, host: int, token: Token, reason: Reason | None, *, full: bool
) -> NoReturn:
    """Say why no transport in a zone takes a unit aboard."""
    ed = d.ed
    facts = {"zone": d.space_id(zone), "unit": ed.units[token.unit].id}
    if full:
        ed.refuse("transport/capacity", "no transport there has room for it", **facts)
    if reason is not None:
        ed.refuse(reason[0], reason[1], **facts)
    bought = any(d.turn.bought[u] and ed.transports[u] for u in range(len(ed.units)))
    if (
        bought
        and host == d.power
        and any(zone in ed.board.neighbors[s] for s, _ in d.production_sites())
    ):
        ed.refuse(
            "purchase/units-wait-in-mobilization-zone",
            "a transport bought this turn is not on the board yet",
            **facts,
        )
    ed.refuse(
        "board/land-units-stay-on-land",
        f"a land unit enters {d.space_name(zone)} only aboard a transport",
        **facts,
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
        units={ed.units[s.unit].id: s.number for s in move.units},
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
