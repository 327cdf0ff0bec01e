"""Questions about a board that movement, combat and landing all ask."""

from __future__ import annotations

from sandtable.game.draft import Draft
from sandtable.rules.position import ATTACKS, SEABORNE, SUBMERGED, Token


def hostile_zone(d: Draft, power: int, zone: int) -> bool:
    """A sea zone is hostile while an enemy unit that contests it is there."""
    stack = d.stacks[zone]
    if stack:
        enemy, contests = d.at_war[power], d.ed.contests
        for token, _ in stack:
            if enemy[token[0]] and contests[token[1]] and not token[4][1] & SUBMERGED:
                return True
    return False


def hostile_land(d: Draft, power: int, territory: int) -> bool:
    """A territory is hostile while an enemy power controls it."""
    return d.at_war[power][d.owners[territory]]


def hostile(d: Draft, power: int, space: int) -> bool:
    if d.ed.board.sea[space]:
        return hostile_zone(d, power, space)
    return hostile_land(d, power, space)


def enemy_ships(d: Draft, power: int, zone: int) -> bool:
    """Whether any enemy ship, of whatever kind, is in a zone."""
    stack = d.stacks[zone]
    if stack:
        enemy, ships = d.at_war[power], d.ed.ships
        for token, _ in stack:
            if enemy[token[0]] and ships[token[1]] and not token[4][1] & SUBMERGED:
                return True
    return False


def nothing_to_hit(d: Draft, unit: int, zone: int) -> bool:
    """Whether all enemies in a zone hide from a unit's fire, and no own unit finds them."""
    kinds, enemy = d.kinds, d.at_war[d.power]
    fire = kinds[d.power][unit].fires_as
    hiding = all(
        fire in kinds[t.power][t.unit].hidden_from
        for t, _ in d.stacks[zone]
        if enemy[t.power] and not t.mark.flags & SUBMERGED
    )
    return hiding and not any("cover" in d.kind(t).cancels for t, _ in d.own(zone))


def enemy_submerged(d: Draft, power: int, zone: int) -> bool:
    """Whether an enemy ship is submerged in a zone."""
    enemy = d.at_war[power]
    return any(enemy[t.power] and t.mark.flags & SUBMERGED for t, _ in d.stacks[zone])


def bars_evaders(d: Draft, power: int, zone: int) -> bool:
    """Whether an enemy unit that stops evading ships is in a zone."""
    enemy, units = d.at_war[power], d.ed.units
    return any(enemy[t.power] and "passage" in units[t.unit].cancels for t, _ in d.stacks[zone])


def needs_escort(d: Draft, power: int, zone: int) -> bool:
    """Whether an enemy ship is in a zone that may be ignored for a landing only with an escort."""
    enemy, units = d.at_war[power], d.ed.units
    return any(enemy[t.power] and units[t.unit].needs_escort_past for t, _ in d.stacks[zone])


def defended(d: Draft, power: int, space: int) -> bool:
    """Whether any enemy unit is in a space."""
    enemy = d.at_war[power]
    return any(enemy[token[0]] for token, _ in d.stacks[space])


def stops(d: Draft, power: int, unit: int, zone: int) -> bool:
    """Whether a ship that enters a zone must end its move there."""
    if d.ed.units[unit].evades:
        return bars_evaders(d, power, zone)
    return hostile_zone(d, power, zone)


def own_attacker(d: Draft, zone: int) -> bool:
    """Whether the acting power has a unit in a zone that can attack there."""
    units = d.ed.units
    for token, _ in d.own(zone):
        unit = units[token.unit]
        if unit.attack and (unit.sea or token.mark.flags & ATTACKS):
            return True
    return False


def own_ships(d: Draft, zone: int) -> bool:
    units = d.ed.units
    return any(units[t.unit].sea for t, _ in d.own(zone))


def fights_at_sea(d: Draft, zone: int) -> bool:
    """Whether the moves made so far lead to a battle in a sea zone."""
    if d.turn.attacked >> zone & 1 and enemy_ships(d, d.power, zone) and attacked_still(d, zone):
        return True
    if not hostile_zone(d, d.power, zone):
        return False
    units = d.ed.units
    return any(units[t.unit].sea or t.mark.flags & ATTACKS for t, _ in d.own(zone))


def attacked_still(d: Draft, zone: int) -> bool:
    """Whether anybody is left of those who were to attack a zone."""
    return own_attacker(d, zone) or any(t.mark.flags & ATTACKS for t, _ in d.own(zone))


def announced(d: Draft, zone: int) -> bool:
    """Whether an assault by the acting power has been announced from a zone."""
    for token, _ in d.stacks[zone]:
        ashore = token[4].ashore
        if ashore and d.commands(ashore[0][0]):
            return True
    return bool(d.traits) and any(
        landed_from(d, zone, territory) for territory in d.ed.board.land_neighbors[zone]
    )


def landing_ships(d: Draft, territory: int) -> list[tuple[int, Token, int]]:
    """(zone, ship, count) of ships with units announced to go ashore in a territory."""
    return [
        (zone, ship, count)
        for zone in d.ed.board.sea_neighbors[territory]
        for ship, count in d.stacks[zone]
        if ship.mark.ashore and ship.mark.target == territory
    ]


def landing_to_come(d: Draft, territory: int) -> bool:
    """Whether units can still go ashore in a territory: their zone is clear, or may be yet."""
    return any(not d.turn.uncleared >> zone & 1 for zone, _, _ in landing_ships(d, territory))


def landed_from(d: Draft, zone: int, territory: int) -> bool:
    """Whether units of the acting power are in a territory that came ashore from a zone."""
    return any(t.mark.flags & SEABORNE and t.mark.origin == zone for t, _ in d.own(territory))


def points(d: Draft, token: Token) -> int:
    """Movement points that a unit has left this turn."""
    left = token[4][0]
    return left if left >= 0 else d.kinds[token[0]][token[1]].move


def passage_open(d: Draft, power: int, a: int, b: int, unit: int) -> bool:
    """Whether a ship may cross a sea border: canals by control at the start of the turn."""
    passage = d.ed.board.passages.get((a, b))
    if passage is None:
        return True
    if d.ed.units[unit].id in passage.exempt_units:
        return True
    if passage.closed:
        return False
    side = d.ed.powers[power].side
    start = d.turn.owners_at_start
    return all(start[s] >= 0 and d.ed.powers[start[s]].side == side for s in passage.controlled_by)


def hostile_zones(d: Draft, power: int) -> int:
    """All sea zones hostile to a power, as a mask."""
    return sum(
        1 << zone for zone in d.ed.board.zones if d.stacks[zone] and hostile_zone(d, power, zone)
    )


def consents(d: Draft, host: int, guest: int) -> bool:
    """Whether a friendly power lets another share its spaces and ships."""
    return host == guest or (host, guest) not in d.withheld


def unwilling_host(d: Draft, space: int, guest: int = -1) -> int:
    """A friend who does not let a power (the acting one) share a space, or -1.

    Nobody keeps a power out of a territory of its own.
    """
    guest = d.power if guest < 0 else guest
    if not d.withheld or d.owners[space] == guest:
        return -1
    enemy = d.at_war[guest]
    for host in sorted({t.power for t, _ in d.stacks[space]} | {d.owners[space]}):
        if host >= 0 and not enemy[host] and not consents(d, host, guest):
            return host
    return -1
