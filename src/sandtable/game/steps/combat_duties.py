"""What must hold when the Combat Move phase ends, and the battles that follow from it."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.game.answers import End
from sandtable.game.decks import sites_allow
from sandtable.game.draft import Draft
from sandtable.game.landing import carrier_options, outlook, promises_of, zones_to_clear
from sandtable.game.queries import (
    announced,
    fights_at_sea,
    hostile_zone,
    needs_escort,
    nothing_to_hit,
    own_attacker,
    points,
)
from sandtable.game.ways import sea_ways
from sandtable.rules.position import ATTACKS, COMBAT_MOVED, ESCAPED, FRESH, RAIDS, Token
from sandtable.rules.refusal import InvalidAnswer


def check(d: Draft, given: End) -> None:
    """Refuse to end the phase while a duty is open; else fix the battles and the promises."""
    ships, power, partner = d.ed.ships, d.power, d.turn.joint
    for zone in d.ed.board.zones:
        stack = d.stacks[zone]
        if not stack:
            continue
        own = landing = False
        for token, _ in stack:
            if token[0] != power and token[0] != partner and not token[4].ashore:
                continue
            if ships[token[1]] and d.orders(token):
                own = True
            if token.mark.boarded or token.mark.ashore:
                if d.ed.rules.combat_loads == "must-assault":
                    check_cargo(d, zone, token)
                landing = True
        if own:
            check_ships(d, zone)
        if d.ed.rules.air_needs_target:
            for token, _ in stack:
                if token.mark.flags & ATTACKS and d.ed.air[token.unit]:
                    check_air_can_hit(d, token.unit, zone)
        if landing and announced(d, zone):
            check_landing_zone(d, zone)
    prove_landing(d, given)
    assaults = assaults_of(d)
    d.turn = d.turn._replace(battles=battles_of(d, assaults), assaults=assaults, raids=raids_of(d))


def check_air_can_hit(d: Draft, unit: int, zone: int) -> None:
    """Aircraft are not sent where all enemies hide from them."""
    if d.ed.rules.air_needs_target and nothing_to_hit(d, unit, zone):
        d.ed.refuse(
            "submarine/cannot-be-hit-by-air",
            f"a {d.ed.units[unit].id} can hit nothing in {d.space_name(zone)} without a destroyer",
            unit=d.ed.units[unit].id,
            space=d.space_id(zone),
        )


def check_cargo(d: Draft, zone: int, ship: Token) -> None:
    """Everything loaded in this phase must be announced to go ashore."""
    if not d.orders(ship):
        return
    waiting = list(ship.mark.boarded)
    for item in ship.mark.ashore:
        if item in waiting:
            waiting.remove(item)
    if not waiting:
        return
    slug = "transport/combat-loads-must-assault"
    if ship.mark.ashore:
        slug = "transport/partial-offload"
    elif ship.mark.flags & ESCAPED:
        slug = "combat-move/hostile-start-leave-without-combat"
    d.ed.refuse(
        slug,
        f"units loaded in {d.space_name(zone)} in this phase must be landed in an assault",
        zone=d.space_id(zone),
        units=[d.ed.units[u].id for _, u in waiting],
    )


def check_ships(d: Draft, zone: int) -> None:
    """Ships that moved must fight, escort an assault or flee; transports need company."""
    fights = fights_at_sea(d, zone)
    own = [t for t, _ in d.own(zone) if d.ed.units[t.unit].sea]
    if fights and not own_attacker(d, zone) and not d.ed.rules.transports_alone:
        check_company(d, zone, own)
    if fights:
        return
    landing = announced(d, zone)
    for token in own:
        if landing and (d.ed.rules.escorts or helps_landing(d, token)):
            continue
        moved = token.mark.flags & COMBAT_MOVED and token.mark.origin >= 0
        moved = moved and not token.mark.landed
        if moved and not token.mark.flags & ESCAPED:
            d.ed.refuse(
                "combat-move/must-lead-to-combat",
                f"the {d.ed.units[token.unit].id} in {d.space_name(zone)} neither fights "
                "nor takes part in an announced assault",
                zone=d.space_id(zone),
                unit=d.ed.units[token.unit].id,
            )


def helps_landing(d: Draft, ship: Token) -> bool:
    """Whether a ship lands units, or may bombard for those that do."""
    return bool(ship.mark.ashore) or d.kind(ship).bombards


def check_company(d: Draft, zone: int, own: list[Token]) -> None:
    """Transports without a unit that can attack may not be in a battle if they can leave."""
    facts = {"zone": d.space_id(zone)}
    if any(t.mark.origin >= 0 for t in own):
        d.ed.refuse(
            "amphibious/zone-friendly-or-clearable"
            if announced(d, zone)
            else "transport/needs-company-to-attack",
            f"the transports in {d.space_name(zone)} need a unit that can attack with them",
            **facts,
        )
    for token in own:
        ways = sea_ways(d, token, zone, points(d, token), combat=True)
        if any(z != zone and not hostile_zone(d, d.power, z) for z in ways):
            d.ed.refuse(
                "combat-move/hostile-start-lone-transports",
                f"the transports in {d.space_name(zone)} must leave, "
                "or a unit that can attack must join them",
                **facts,
            )


def check_landing_zone(d: Draft, zone: int) -> None:
    """An assault needs a zone that is friendly or can be cleared, and an escort past submarines."""
    if fights_at_sea(d, zone):
        return
    own = any(t.mark.ashore for t, _ in d.own(zone))
    facts = {"zone": d.space_id(zone)}
    if hostile_zone(d, d.power, zone):
        d.ed.refuse(
            "amphibious/zone-friendly-or-clearable"
            if own
            else "multinational/assault-from-friendly-transport",
            f"{d.space_name(zone)} is hostile and nobody attacks there",
            **facts,
        )
    if needs_escort(d, d.power, zone):
        escort = any("warship" in d.ed.units[t.unit].classes for t, _ in d.own(zone))
        if not escort:
            d.ed.refuse(
                "amphibious/ignoring-submarines-needs-warship"
                if own
                else "multinational/assault-from-friendly-transport",
                f"enemy submarines are in {d.space_name(zone)}: "
                "an own warship must be there for the landing",
                **facts,
            )


def prove_landing(d: Draft, given: End) -> None:
    """All aircraft together must have some way to land; carriers named for it are bound."""
    named = [(origin, zone) for origin, zone in given.promises]
    for origin, zone in named:
        if origin >= 0:
            check_promise(d, origin, zone, [o for o, _ in named].count(origin))
    check_new_carriers(d, [zone for origin, zone in named if origin < 0])
    result = outlook(d, before_combat=True, fixed_plan=named)
    if result.saved < result.total:
        d.ed.refuse(
            "air/landing-proof",
            f"of {result.total} air units only {result.saved} could possibly land this turn",
            total=result.total,
            could_land=result.saved,
            without_territory_in_range=[
                {
                    "unit": d.ed.units[g.token.unit].id,
                    "space": d.space_id(g.space),
                    "count": g.number,
                }
                for g in result.needy
            ],
        )
    d.turn = d.turn._replace(promises=promises_of(d, result, named))


def check_new_carriers(d: Draft, zones: list[int]) -> None:
    """Carriers named to be built must have been bought, and fit where they are named for."""
    if zones and not d.ed.rules.unbuilt_decks:
        d.ed.refuse(
            "air/unbuilt-carrier-is-no-landing-place",
            "a carrier that is still to be mobilized is no landing place",
            zone=d.space_id(zones[0]),
        )
    if len(zones) > sum(d.turn.bought[u] for u in d.ed.decks):
        d.ed.refuse("air/landing-proof-may-combine", "so many carriers were not bought")
    for zone in zones:
        if not sites_allow(d, [zone]):
            d.ed.refuse(
                "mobilize/sea-units",
                f"{d.space_name(zone)} touches no complex that may be used",
                zone=d.space_id(zone),
            )
    if not sites_allow(d, zones):
        d.ed.refuse(
            "mobilize/production-limit",
            "so many carriers cannot be mobilized there",
            zones=[d.space_id(zone) for zone in zones],
        )


def check_promise(d: Draft, origin: int, zone: int, number: int) -> None:
    """A carrier named in the plan, of so many in its zone, must be able to keep its word."""
    facts = {"zone": d.space_id(zone), "origin": d.space_id(origin)}
    carriers = [t for t, _ in d.own(origin) if d.ed.deck_room[t.unit]]
    if not carriers:
        d.ed.refuse(
            "carrier/friendly-carrier-stays",
            f"{d.power_name(d.power)} has no carrier in {d.space_name(origin)}; "
            "friends' carriers do not move on this turn",
            **facts,
        )
    free = [t for t in carriers if t.mark == FRESH and not fights_at_sea(d, origin)]
    if free and number > sum(n for t, n in d.own(origin) if t in free):
        raise InvalidAnswer(f"there are not {number} carriers in {d.space_id(origin)} to name")
    if not free:
        retreats = any(t.mark.origin == zone for t in carriers) and fights_at_sea(d, origin)
        d.ed.refuse(
            "air/landing-proof-no-planned-carrier-retreat"
            if retreats
            else "air/landing-proof-carrier-must-not-have-moved",
            f"the carrier in {d.space_name(origin)} moves or fights in this phase "
            "and cannot be counted on elsewhere",
            **facts,
        )
    if zone != origin and zone not in carrier_options(
        d, free[0], origin, zones_to_clear(d), before_combat=True
    ):
        d.ed.refuse(
            "air/landing-proof-assumes-best-dice",
            f"the carrier in {d.space_name(origin)} cannot come to {d.space_name(zone)}",
            **facts,
        )


def assaults_of(d: Draft) -> tuple[tuple[int, int], ...]:
    """(zone, territory) of every announced assault."""
    found = {
        (zone, token.mark.target)
        for zone in d.ed.board.zones
        for token, _ in d.stacks[zone]
        if token.mark.ashore
    }
    return tuple(sorted(found))


def battles_of(d: Draft, assaults: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Every space where combat has to be resolved."""
    power, partner, units = d.power, d.turn.joint, d.ed.units
    owners, sea, enemy = d.owners, d.ed.board.sea, d.at_war[power]
    found = {territory for _, territory in assaults}
    for space, stack in enumerate(d.stacks):
        if not stack:
            continue
        if sea[space]:
            if fights_at_sea(d, space):
                found.add(space)
        elif enemy[owners[space]]:
            for token, _ in stack:
                if token[0] != power and (token[0] != partner or not d.orders(token)):
                    continue
                flags = token[4][1]
                if units[token[1]].land or (flags & ATTACKS and not flags & RAIDS):
                    found.add(space)
                    break
    return tuple(sorted(found))


def raids_of(d: Draft) -> tuple[int, ...]:
    """Territories that raiders were sent to."""
    if not any(kind.raids for kind in d.kinds[d.power]):
        return ()
    return tuple(
        space
        for space, stack in enumerate(d.stacks)
        if stack and any(t.mark.flags & RAIDS and d.orders(t) for t, _ in stack)
    )
