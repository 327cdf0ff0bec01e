"""Land units go aboard transports, in either movement phase."""

from __future__ import annotations

from typing import NoReturn

from sandtable.board.graph import bits
from sandtable.game.advantages.lightning import sails_on
from sandtable.game.answers import Move, UnitSpec
from sandtable.game.cargo import gun_bound, gun_stays, marked, own_ship, ship_busy, together
from sandtable.game.draft import Draft, one
from sandtable.game.picking import Reason, matches, owner_of, select
from sandtable.game.queries import consents, hostile_land, hostile_zone, points
from sandtable.game.telling import tell_ordered
from sandtable.game.ways import near_by_sea
from sandtable.rules.position import (
    CAPTURED,
    COMBAT_MOVED,
    FOUGHT,
    FRESH,
    LAUNCHED,
    LOADED,
    NONCOMBAT_MOVED,
    Cargo,
    Token,
)


def land_unit_busy(token: Token) -> Reason | None:
    if token.mark == FRESH:
        return None
    if token.mark.flags & (CAPTURED | LAUNCHED):
        return gun_bound(token)
    return (
        "transport/loading-uses-whole-land-move",
        "the unit has already moved this turn; loading is a land unit's whole move",
    )


def load(d: Draft, move: Move, *, combat: bool) -> None:
    """Land units go aboard transports in a neighbouring zone."""
    territory, zone = move.path
    ed = d.ed
    check_borders_for_loading(d, territory, zone)
    named = move.ship.power if move.ship is not None else -1

    def host_of(spec: UnitSpec) -> int:
        return named if named >= 0 else owner_of(d, spec)

    if hostile_zone(d, d.power, zone):
        ed.refuse(
            "transport/not-in-hostile-zone",
            f"{d.space_name(zone)} is hostile: no transport loads there",
            zone=d.space_id(zone),
        )
    # What takes most room goes first, so that one order fills ships in any way that fits.
    units = move.units
    if len(units) > 1:
        units = tuple(sorted(units, key=lambda s: bulk(d, host_of(s), s.unit), reverse=True))
    for spec in units:
        unit = ed.units[spec.unit]
        if not unit.land:
            ed.refuse(
                "transport/land-units-only",
                f"transports carry land units only, not {one(unit.id)}",
                unit=unit.id,
            )
        if combat and not unit.combat_moves:
            gun_stays(d, spec.unit)
        host_power = host_of(spec)
        if not own_ship(d, host_power, owner_of(d, spec)):
            check_friendly_host(d, host_power, zone, combat=combat)
        for token, count in select(d, territory, spec, land_unit_busy):
            for _ in range(count):
                ship = pick_ship(d, zone, host_power, token, move.ship, combat=combat)
                item: Cargo = ((token.power, token.unit),)
                d.remove(territory, token, 1)
                mark = marked(
                    d,
                    ship,
                    loading_deeds(d, ship, combat=combat) if d.commands(host_power) else 0,
                    boarded=together(ship.mark.boarded, item),
                )
                d.change(zone, ship, 1, ship._replace(cargo=together(ship.cargo, item), mark=mark))
    must_assault = d.ed.rules.combat_loads == "must-assault"
    if combat and must_assault and not assault_in_reach(d, zone):
        ed.refuse(
            "transport/combat-loads-must-assault",
            "units loaded in the Combat Move phase must be landed in an amphibious assault, "
            f"and no enemy coast is in reach of {d.space_name(zone)}",
            zone=d.space_id(zone),
        )
    tell_ordered(d, "loaded", move.units, territory=d.space_id(territory), zone=d.space_id(zone))


def bulk(d: Draft, host: int, unit: int) -> int:
    """How much room a unit takes aboard: the more, the fewer of its kind fit on one ship."""
    return -max((kind.room(unit) for kind in d.kinds[host]), default=0)


def loading_deeds(d: Draft, ship: Token, *, combat: bool) -> int:
    """What taking units aboard counts as."""
    if combat:
        return COMBAT_MOVED if d.ed.rules.combat_loads == "must-assault" else 0
    return NONCOMBAT_MOVED | (LOADED if ship.mark.flags & FOUGHT else 0)


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
    reason: Reason | None = None
    full = False
    best: Token | None = None
    for ship, _ in d.stacks[zone]:
        if ship.power != host or not d.carries[ship.power][ship.unit]:
            continue
        if wanted is not None and not matches(d, ship, wanted._replace(number=1)):
            continue
        busy = ship_busy(d, ship, combat=combat, loading=True)
        if busy is None and ship.mark.ashore and not sails_on(d, ship):
            busy = "transport/offload-ends-movement", "the transport is bound to its landing"
        if busy is not None:
            reason = reason or busy
            continue
        aboard = (*(u for _, u in ship.cargo), *(u for _, _, u in ship.mark.landed))
        if not d.kind(ship).holds((*aboard, token.unit)):
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
    bought = any(d.turn.bought[u] and d.carries[d.power][u] for u in range(len(ed.units)))
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
