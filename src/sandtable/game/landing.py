"""Where the acting power's aircraft can come down: proofs, duties and promises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from sandtable.board.graph import bits
from sandtable.game.answers import Move, UnitSpec
from sandtable.game.decks import (
    friends_room,
    guests_aboard,
    new_decks,
    own_room,
    places_held,
    sites_allow,
)
from sandtable.game.draft import Draft
from sandtable.game.flights import air_board
from sandtable.game.queries import fights_at_sea, own_attacker, points, unwilling_host
from sandtable.game.state import Promise
from sandtable.game.ways import near_by_sea, sea_ways
from sandtable.rules.landing import Deck, Plan, Planes, best_landing
from sandtable.rules.position import COMBAT_MOVED, FRESH, NONCOMBAT_MOVED, SWORN, Token


class Aloft(NamedTuple):
    """Aircraft of the acting power that are not on ground where they may come down."""

    space: int
    token: Token
    number: int
    points: int


class Outlook(NamedTuple):
    """The most aircraft that can come down, of how many, and the plan for it."""

    saved: int
    total: int
    plan: Plan
    decks: tuple[tuple[int, Deck], ...]
    needy: tuple[Aloft, ...]


def landing_ground(d: Draft) -> int:
    """Territories to which the acting power's aircraft may fly to come down, as a mask."""
    ground = d.turn.landing
    if d.withheld:
        for space in bits(ground):
            if unwilling_host(d, space) >= 0:
                ground &= ~(1 << space)
    return ground


def aloft(d: Draft, *, flying: bool) -> list[Aloft]:
    """All aircraft that still have to come down. Those that do not fly have -1 points.

    Those in a friendly territory are down, even if its owner would take no more of them. Those
    aboard a willing friend's carrier are counted, as they may leave their places to others.
    """
    air, power, landing = d.ed.air, d.power, d.turn.landing
    partner = d.turn.joint
    found = []
    stacks = d.stacks
    for space in spaces_outside(landing, len(stacks)):
        stack = stacks[space]
        if stack:
            for token, count in stack:
                if token[0] == power or token[0] == partner:
                    if air[token[1]] and not token[4][1] & SWORN:
                        left = points(d, token) if flying and d.orders(token) else -1
                        found.append(Aloft(space, token, count, left))
                elif token[3]:
                    for owner, unit in guests_aboard(d, token):
                        guest = Token(owner, unit)
                        left = points(d, guest) if flying and d.orders(guest) else -1
                        found.append(Aloft(space, guest, count, left))
    return found


@lru_cache(maxsize=256)
def spaces_outside(mask: int, size: int) -> tuple[int, ...]:
    """The spaces that are not in a mask."""
    return tuple(space for space in range(size) if not mask >> space & 1)


def outlook(
    d: Draft,
    *,
    flying: bool = True,
    sailing: bool = True,
    fixed_plan: Sequence[tuple[int, int]] = (),
    before_combat: bool = False,
) -> Outlook:
    """The best that can still happen to the acting power's aircraft.

    Before combat every battle may be taken as won, and carriers that will fight stay where they
    are. `fixed_plan` binds carriers: (from, to) pairs; after combat open promises bind them.
    """
    found = prospects(
        d, flying=flying, sailing=sailing, fixed_plan=fixed_plan, before_combat=before_combat
    )
    plan = best_plan(d, found) if found.needy else Plan(0, ())
    return Outlook(found.safe + plan.saved, found.total, plan, found.decks, found.needy)


class Prospects(NamedTuple):
    """What the landing of all aircraft depends on."""

    safe: int
    """Aircraft with a territory in range, which need no deck."""
    total: int
    needy: tuple[Aloft, ...]
    wanted: tuple[Planes, ...]
    fixed: dict[int, int]
    decks: tuple[tuple[int, Deck], ...]
    spoken_for: tuple[int, ...]
    """Zones for which carriers still to be built are promised."""

    @property
    def havens(self) -> int:
        """Zones where there is a deck, or may be one, as a mask."""
        zones = {*self.fixed, *(zone for _, deck in self.decks for zone in deck.options)}
        return sum(1 << zone for zone in zones if zone >= 0)


def prospects(
    d: Draft,
    *,
    flying: bool = True,
    sailing: bool = True,
    fixed_plan: Sequence[tuple[int, int]] = (),
    before_combat: bool = False,
    also: int = 0,
) -> Prospects:
    """Aircraft that need decks, and the decks. `also` adds zones that may come to matter."""
    ed, landing = d.ed, landing_ground(d)
    planes = aloft(d, flying=flying)
    total = sum(group.number for group in planes)
    safe = 0
    needy: list[Aloft] = []
    for group in planes:
        if flying and within(d, group) & landing:
            safe += group.number
        elif ed.deck_plane[group.token.unit]:
            needy.append(group)
    if not needy and not also:
        return Prospects(safe, total, (), (), {}, (), ())
    wanted = tuple(Planes(within(d, g) & ed.board.sea_mask, g.number) for g in needy)
    relevant = also
    for zones, _ in wanted:
        relevant |= zones
    cleared = zones_to_clear(d) if before_combat else 0
    fixed: dict[int, int] = {}
    decks: list[tuple[int, Deck]] = []
    bound = list(fixed_plan)
    if sailing and not before_combat:
        bound += [(p.origin, p.zone) for p in d.turn.promises if promise_open(d, p)]
    for zone in ed.board.zones:
        stack = d.stacks[zone]
        if not stack:
            continue
        if relevant >> zone & 1:
            room = friends_room(d, zone) + places_held(d, zone)
            if room:
                fixed[zone] = fixed.get(zone, 0) + room
        for token, count in stack:
            if not ed.deck_room[token.unit] or not d.commands(token.power):
                continue
            room = ed.deck_room[token.unit] - len(token.cargo)
            options = (
                carrier_options(d, token, zone, cleared, before_combat=before_combat)
                if sailing
                else ()
            )
            useful = tuple(z for z in options if relevant >> z & 1)
            for _ in range(count):
                promised = next(
                    (p for p in bound if p[0] == zone and p[1] in (zone, *options)), None
                )
                if promised is not None:
                    bound.remove(promised)
                    fixed[promised[1]] = fixed.get(promised[1], 0) + room
                elif useful:
                    decks.append((zone, Deck((zone, *useful), room)))
                else:
                    fixed[zone] = fixed.get(zone, 0) + room
    new = new_decks(d)
    spoken_for = tuple(zone for origin, zone in bound if origin < 0)
    for zone in spoken_for:
        fixed[zone] = fixed.get(zone, 0) + new.pop().room
    decks += [(-1, deck) for deck in new]
    return Prospects(safe, total, tuple(needy), wanted, fixed, tuple(decks), spoken_for)


def within(d: Draft, group: Aloft) -> int:
    """The spaces that aircraft can still reach, as a mask."""
    if group.points < 0:
        return 1 << group.space
    return air_board(d, group.token.power).within(group.space, group.points)


def zones_to_clear(d: Draft) -> int:
    """Hostile zones that the acting power attacks and may hope to clear, as a mask."""
    return sum(
        1 << zone
        for zone in d.ed.board.zones
        if d.stacks[zone] and fights_at_sea(d, zone) and own_attacker(d, zone)
    )


def best_plan(d: Draft, found: Prospects, *more: Planes) -> Plan:
    """The plan that saves most of the aircraft that need decks, and of some more."""
    built = [i for i, (origin, _) in enumerate(found.decks) if origin < 0]

    def allowed(zones: Sequence[int]) -> bool:
        return not built or sites_allow(d, [*found.spoken_for, *(zones[i] for i in built)])

    decks = [deck for _, deck in found.decks]
    return best_landing([*found.wanted, *more], found.fixed, decks, allowed)


def carrier_options(
    d: Draft, token: Token, zone: int, cleared: int, *, before_combat: bool
) -> tuple[int, ...]:
    """Other zones where one of the acting power's carriers can still go this turn."""
    if before_combat:
        if token.mark != FRESH or fights_at_sea(d, zone):
            return ()
    elif token.mark != FRESH and (token.mark.flags & ~2 or token.mark.left <= 0):
        return ()
    if pinned(d, zone, token) or not d.orders(token):
        return ()
    ways = sea_ways(d, token, zone, points(d, token), combat=False, cleared=cleared)
    return tuple(z for z in ways if z != zone and unwilling_host(d, z) < 0)


def pinned(d: Draft, zone: int, carrier: Token) -> bool:
    """Whether a carrier that has already moved holds aircraft that came to it since."""
    if not carrier.mark.flags & NONCOMBAT_MOVED:
        return False
    ed = d.ed
    landed = decks = 0
    for token, count in d.own(zone):
        if ed.deck_room[token.unit]:
            decks += count * ed.deck_room[token.unit]
        elif ed.deck_plane[token.unit] and token.mark.flags & NONCOMBAT_MOVED:
            landed += count
    return landed > decks - ed.deck_room[carrier.unit]


def refuges(d: Draft, unit: int) -> int:
    """Where an aircraft could, on the most hopeful view, come down this turn, as a mask."""
    ed = d.ed
    found = landing_ground(d)
    if not ed.deck_plane[unit]:
        return found
    for deck in new_decks(d):
        for zone in deck.options[1:]:
            found |= 1 << zone
    for zone in ed.board.zones:
        for carrier, _ in d.stacks[zone]:
            if not ed.deck_room[carrier[1]]:
                continue
            if d.orders(carrier):
                steps = 0 if carrier.mark.flags & COMBAT_MOVED else d.kind(carrier).move
                found |= near_by_sea(d, zone, steps)
            elif (
                d.commands(carrier.power) or friends_room(d, zone) > 0 or guests_aboard(d, carrier)
            ):
                found |= 1 << zone
    return found


def promises_of(d: Draft, result: Outlook, named: Sequence[tuple[int, int]]) -> tuple[Promise, ...]:
    """What the acting power binds itself to: carriers named to come, old and new."""
    return tuple(
        Promise(
            origin,
            zone,
            tuple(
                (g.space, g.points)
                for g in result.needy
                if g.token.mark.flags & COMBAT_MOVED and within(d, g) >> zone & 1
            ),
        )
        for origin, zone in named
    )


def promise_open(d: Draft, promise: Promise) -> bool:
    """Whether a promised carrier is still owed: the fighter is aloft and the way is open."""
    if promise.origin < 0:
        return False
    waiting = own_room(d, promise.zone) < 0 or any(
        (g.space, g.points) in promise.fighters and g.token.mark.flags & COMBAT_MOVED
        for g in aloft(d, flying=True)
        if d.ed.deck_plane[g.token.unit]
    )
    if not waiting:
        return False
    for token, _ in d.own(promise.origin):
        if d.ed.deck_room[token.unit] and promise.zone in carrier_options(
            d, token, promise.origin, 0, before_combat=False
        ):
            return True
    return False


def landing_moves(d: Draft) -> Iterator[Move]:
    """Noncombat moves that bring down as many of the acting power's aircraft as possible."""
    ed, ground = d.ed, landing_ground(d)
    result = outlook(d)
    coming = [(p.origin, p.zone, -1) for p in d.turn.promises if promise_open(d, p)]
    coming += [
        (origin, zone, deck.room)
        for (origin, deck), zone in zip(result.decks, result.plan.zones, strict=True)
        if origin >= 0 and zone != origin
    ]
    sent: Counter[tuple[int, Token]] = Counter()
    for origin, zone, room in coming:
        carrier = next(
            t
            for t, n in d.own(origin)
            if ed.deck_room[t.unit]
            and room in (-1, ed.deck_room[t.unit] - len(t.cargo))
            and sent[origin, t] < n
            and zone in carrier_options(d, t, origin, 0, before_combat=False)
        )
        sent[origin, carrier] += 1
        whose = -1 if carrier.power == d.power else carrier.power
        yield Move((UnitSpec(1, carrier.unit, whose, carrier.cargo),), (origin, zone))
    for group, seats in zip(result.needy, result.plan.seats, strict=True):
        for zone, number in seats.items():
            if number and zone != group.space:
                yield Move((meaning(d, group, number),), (group.space, zone))
    for group in aloft(d, flying=True):
        near = within(d, group) & ground
        if near:
            skies = air_board(d, group.token.power)
            nearest = min(bits(near), key=partial(skies.flying_distance, group.space))
            yield Move((meaning(d, group, group.number),), (group.space, nearest))


def meaning(d: Draft, group: Aloft, number: int) -> UnitSpec:
    """So many of some aircraft, as an order names them."""
    whose = -1 if group.token.power == d.power else group.token.power
    return UnitSpec(number, group.token.unit, whose, left=group.points)
