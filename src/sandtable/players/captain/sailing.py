"""Fleets in the noncombat move: transports carry armies, warships stay with them, all where the
enemy's possible attack does not pay."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from sandtable.game.answers import Move, UnitSpec
from sandtable.game.draft import Draft
from sandtable.game.flights import reach
from sandtable.game.landing import landing_ground
from sandtable.game.offers.trying import spec_of
from sandtable.game.queries import hostile_zone, points, unwilling_host
from sandtable.game.steps import noncombat
from sandtable.game.ways import sea_ways
from sandtable.players.captain.arranging import Arrangement, Course, Group, order_all
from sandtable.players.staff.doctrine import Doctrine
from sandtable.players.staff.ferrying import boarding, unloading
from sandtable.players.staff.heading import crossing, heading
from sandtable.players.staff.outlook import FAR, Outlook, less
from sandtable.players.staff.standing import Fears, Standing
from sandtable.players.trial import Trial
from sandtable.rules.position import FRESH, Cargo, Token
from sandtable.words.reasons import Reason

STAGING = 5.6
"""Steps from a base with a factory from which an assault can be made in one turn."""
MAROONED = 1.0
"""What it costs to put a unit ashore where only another ship can use it."""
CROWD = 4
"""Units that are worth sending transports for."""
MOST_LOADS = 3
"""Loads from one territory that are looked at."""


def sail(trial: Trial, power: int, fears: Fears, doctrine: Doctrine) -> None:
    """Move all ships that can still move, and what transports carry, as one plan."""
    d = Draft(trial.state)
    look = Outlook(d, power, doctrine)
    fleet = Fleet(look, fears)
    groups = fleet.groups()
    if not groups:
        return
    fixed = {s: look.friends_at(s) for s, stack in enumerate(d.stacks) if stack}
    for group in groups:
        for space, unit, each in group.courses[0].changes:
            fixed[space] = less(fixed[space], unit, each * group.count)
    found = Arrangement(fleet.standing, fixed, groups, fleet.stock)
    found.improve()
    order_all(trial, power, found, lambda group, course: fleet.why(found, course))


class Fleet:
    """What the ships of a power could do."""

    def __init__(self, look: Outlook, fears: Fears) -> None:
        self.look, self.d, self.ed, self.board = look, look.d, look.ed, look.board
        self.doctrine = look.doctrine
        self.head = heading(look)
        self.landing = crossing(look) / 2
        """Going aboard alone brings nobody nearer."""
        self.standing = Standing(look, fears)
        self.stock: dict[tuple[int, Token], int] = {}
        """Land units that may be taken aboard."""
        for space, stack in enumerate(self.d.stacks):
            if stack and not self.board.sea[space]:
                for token, count in self.d.own(space):
                    kind = self.ed.units[token.unit]
                    if kind.land and token.mark == FRESH and not kind.bystander:
                        self.stock[space, token] = count
        crowds: dict[int, int] = {}
        for space, token in self.passengers():
            crowds[space] = crowds.get(space, 0) + self.stock[space, token]
        enough = min(CROWD, max(crowds.values(), default=0))
        waiting = {space for space, number in crowds.items() if number >= enough}
        sites = [site for site, _ in self.d.production_sites()]
        ports = [z for s in sorted(waiting or sites) for z in self.board.sea_neighbors[s]]
        self.ports = look.voyage(ports)

    def passengers(self) -> list[tuple[int, Token]]:
        """Land units in the stock that would get on by ship, and have some way to go."""
        found = [key for key in self.stock if self.look.campaign[key[0]] == FAR]
        nearest = min((self.head[space] for space, _ in found), default=0.0)
        return [key for key in found if self.head[key[0]] > nearest + 1] or found

    def groups(self) -> list[Group]:
        """Every ship by itself, with its courses."""
        found: list[Group] = []
        d = self.d
        for zone in self.board.zones:
            planes = self.deck_planes(zone)
            fleet = [
                (self.ways(zone, ship), ship, count)
                for ship, count in d.own(zone)
                if self.ed.ships[ship.unit] and ship.power == self.look.power
            ]
            for ways, ship, count in sorted(fleet, key=lambda each: len(each[0]) > 1):
                for _ in range(count):
                    courses = self.courses(zone, ship, ways, planes)
                    if len(courses) > 1:
                        found.append(Group(zone, 1, courses))
        return found

    def ways(self, zone: int, ship: Token) -> dict[int, tuple[int, ...]]:
        """Where a ship may still go, its own zone included."""
        d = self.d
        if noncombat.why_not_sail(d, zone, ship) is not None or points(d, ship) <= 0:
            return {zone: (zone,)}
        ways = sea_ways(d, ship, zone, points(d, ship), combat=False)
        return {z: way for z, way in ways.items() if z == zone or self.open(ship, z)}

    def open(self, ship: Token, zone: int) -> bool:
        """Whether a ship may end its move in a zone."""
        d = self.d
        return (
            not hostile_zone(d, d.power, zone)
            and unwilling_host(d, zone) < 0
            and noncombat.may_end(d, ship.unit, zone)
        )

    def deck_planes(self, zone: int) -> list[tuple[int, int]]:
        """Own planes that lie beside carriers in a zone, with the spaces that they reach (a mask):
        those that would come along, then those that have only decks left to come down on."""
        d = self.d
        fresh: list[tuple[int, int]] = []
        bound: list[tuple[int, int]] = []
        for token, count in d.own(zone):
            if not self.ed.deck_plane[token.unit]:
                continue
            near = reach(d, zone, points(d, token), token.power)
            if token.mark == FRESH:
                fresh += [(token.unit, near)] * count
            elif not near & landing_ground(d):
                bound += [(token.unit, near)] * count
        return fresh + bound

    def courses(
        self,
        zone: int,
        ship: Token,
        ways: dict[int, tuple[int, ...]],
        planes: list[tuple[int, int]],
    ) -> list[Course]:
        kind = self.d.kind(ship)
        if self.d.carries[ship.power][ship.unit]:
            best: dict[tuple[object, ...], Course] = {}
            for course in self.voyages(zone, ship, ways):
                key = course.end, course.changes[-1][0], course.uses
                if key not in best or course.value > best[key].value:
                    best[key] = course
            stay = self.sailing(zone, ship, (zone,))
            return [stay, *(c for c in best.values() if c.orders)]
        deck = self.ed.deck_room[ship.unit] - len(ship.cargo)
        along = [planes.pop() for _ in range(min(deck, len(planes)))] if deck > 0 else []
        found = []
        each = self.doctrine.patrol * (kind.cost or 0)
        for end, way in ways.items():
            if not all(near >> end & 1 for _, near in along):
                continue
            changes = ((end, ship.unit, 1), *((end, plane, 1) for plane, _ in along))
            orders = (Move((spec_of(self.d, zone, ship),), way),) if end != zone else ()
            found.append(Course(end, -each * self.head[end], changes, orders))
        return found

    def why(self, found: Arrangement, course: Course) -> Reason:
        """Why a ship does what it does."""
        if course.aim >= 0:
            return Reason("ferry", course.aim)
        unit = course.changes[-1][1]
        if course.uses:
            return Reason("load", self.goal(course.end))
        empty = self.d.carries[self.look.power][unit] and self.ports[course.end] == 0
        if empty:
            return Reason("return", course.end)
        there = found.heaps.get(course.end, self.standing.none)
        ships = sum(n for u, n in enumerate(there) if self.ed.ships[u])
        return Reason("fleet" if ships > 1 else "sail", course.end)

    def goal(self, zone: int) -> int:
        """What the troops aboard a ship in a zone are bound for in the end."""
        near = min(self.board.neighbors[zone], key=lambda s: (self.head[s], s))
        return zone if self.head[near] >= self.head[zone] else self.goal(near)

    # --- transports

    def voyages(self, zone: int, ship: Token, ways: dict[int, tuple[int, ...]]) -> Iterator[Course]:
        """Everything that a transport may do: sail, go ashore with its cargo, fetch another."""
        for way in ways.values():
            yield self.sailing(zone, ship, way)
        mine = tuple(item for item in ship.cargo if item[0] == ship.power)
        if ship.cargo:
            if mine == ship.cargo and not ship.mark.ashore:
                for way in ways.values():
                    yield from self.unloadings(zone, ship, way, ship.cargo)
            else:
                return
        if ship.mark != FRESH:
            return
        for stop, first in ways.items():
            if hostile_zone(self.d, self.d.power, stop):
                continue
            left = points(self.d, ship) - len(first) + 1
            rest = sea_ways(self.d, ship, stop, left, combat=False)
            rest = {z: way for z, way in rest.items() if z == stop or self.open(ship, z)}
            for start in self.board.land_neighbors[stop]:
                for load in self.loads(start, ship):
                    yield from self.fetched(zone, ship, first, start, load, rest)

    def sailing(self, zone: int, ship: Token, way: tuple[int, ...]) -> Course:
        """A transport sails or stays, with what it has aboard."""
        end = way[-1]
        back = -self.doctrine.back * min(self.ports[end], 12)
        value = self.aboard(ship.cargo, end) if ship.cargo else back
        orders = (Move((spec_of(self.d, zone, ship),), way),) if len(way) > 1 else ()
        return Course(end, value, ((end, ship.unit, 1),), orders)

    def unloadings(
        self, zone: int, ship: Token, way: tuple[int, ...], cargo: Cargo
    ) -> Iterator[Course]:
        """A transport puts its cargo ashore on a friendly coast."""
        end = way[-1]
        sailing = [Move((spec_of(self.d, zone, ship),), way)] if len(way) > 1 else []
        for shore in self.coasts(end):
            yield Course(
                end,
                self.ashore(cargo, shore),
                self.landed(end, ship, cargo, shore),
                (*sailing, unloading(ship, cargo, end, shore)),
                aim=shore,
            )

    def fetched(
        self,
        zone: int,
        ship: Token,
        first: tuple[int, ...],
        start: int,
        load: tuple[Token, ...],
        rest: dict[int, tuple[int, ...]],
    ) -> Iterator[Course]:
        """A transport takes a load aboard, sails on and puts it ashore or keeps it."""
        new: Cargo = tuple(sorted((token.power, token.unit) for token in load))
        sailing = Move((UnitSpec(1, ship.unit, -1, ship.cargo),), first)
        orders = [sailing] if len(first) > 1 else []
        orders += boarding(ship, new, start, first[-1], ship.cargo)
        cargo: Cargo = tuple(sorted((*ship.cargo, *new)))
        uses: dict[tuple[int, Token], int] = {}
        for token in load:
            uses[start, token] = uses.get((start, token), 0) + 1
        before = self.way(new, self.head[start])
        taken = tuple((start, unit, -1) for _, unit in new)
        for end, way in rest.items():
            loaded = UnitSpec(1, ship.unit, -1, cargo)
            onward = [*orders, *([Move((loaded,), way)] if len(way) > 1 else [])]
            yield Course(
                end,
                before + self.aboard(cargo, end),
                (*taken, (end, ship.unit, 1)),
                tuple(onward),
                tuple(uses.items()),
            )
            for shore in self.coasts(end):
                if shore != start:
                    yield Course(
                        end,
                        before + self.ashore(cargo, shore),
                        (*taken, *self.landed(end, ship, cargo, shore)),
                        (*onward, unloading(ship, cargo, end, shore)),
                        tuple(uses.items()),
                        shore,
                    )

    def loads(self, start: int, ship: Token) -> list[tuple[Token, ...]]:
        """The best loads for a transport from a territory."""
        if self.look.enemy[self.d.owners[start]]:
            return []
        tokens = [t for s, t in self.stock if s == start]
        kind, units = self.d.kind(ship), self.ed.units
        pairs = [
            (a, b)
            for a, b in combinations_with_replacement(tokens, 2)
            if a != b or self.stock[start, a] > 1
        ]
        every: list[tuple[Token, ...]] = [*((token,) for token in tokens), *pairs]
        aboard = tuple(unit for _, unit in ship.cargo)
        fitting = [load for load in every if kind.holds((*aboard, *(t.unit for t in load)))]

        def value(load: tuple[Token, ...]) -> tuple[int, int]:
            strength = sum(units[t.unit].attack + units[t.unit].defense for t in load)
            return strength, -sum(units[t.unit].cost or 0 for t in load)

        return sorted(fitting, key=value, reverse=True)[:MOST_LOADS]

    def coasts(self, zone: int) -> list[int]:
        """Friendly territories at a zone."""
        d = self.d
        return [
            s
            for s in self.board.land_neighbors[zone]
            if d.owners[s] >= 0
            and not self.look.enemy[d.owners[s]]
            and not self.board.impassable_mask >> s & 1
            and unwilling_host(d, s) < 0
        ]

    def aboard(self, cargo: Cargo, zone: int) -> float:
        risk = self.doctrine.afloat * self.price(cargo) if self.standing.threats(zone) else 0.0
        steps = self.head[zone] + self.landing
        return -self.way(cargo, steps) - self.doctrine.aboard * len(cargo) - risk

    def ashore(self, cargo: Cargo, shore: int) -> float:
        """What it is worth to have units on a coast: little, if they only wait for another ship."""
        base = self.d.facilities[shore] and self.head[shore] <= STAGING
        lost = self.look.campaign[shore] == FAR and not base
        return -self.way(cargo, self.head[shore]) - (MAROONED * len(cargo) if lost else 0)

    def way(self, cargo: Cargo, steps: float) -> float:
        """What it is worth to have some steps behind one."""
        return self.doctrine.cargo_step * self.price(cargo) * steps

    def landed(
        self, end: int, ship: Token, cargo: Cargo, shore: int
    ) -> tuple[tuple[int, int, int], ...]:
        return ((end, ship.unit, 1), *((shore, unit, 1) for _, unit in cargo))

    def price(self, cargo: Cargo) -> int:
        return sum(self.ed.units[unit].cost or 0 for _, unit in cargo)
