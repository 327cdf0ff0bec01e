"""What a power can bring to every space in its next combat move: the map of its threats.

The engine's own questions are asked (ways by sea and by land, where planes can come down), for all
units of a kind in a space together, and the answers are kept as masks of spaces. A space is then
looked up: who comes on their own, and what transports could bring, each of them once. Blocking is
as the board stands; the state of the space itself does not matter, so that it can be one that is
still to be taken.

What is left out: bombarding ships, advantages that are used in the middle of a turn, units that are
still to be bought, and landings behind a battle at sea that would probably be lost.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.board.graph import bits, mask_of
from sandtable.game.draft import Draft
from sandtable.game.flights import air_board
from sandtable.game.landing import refuges
from sandtable.game.machine import stock
from sandtable.game.queries import hostile_zone, points
from sandtable.game.state import Match, State, Turn
from sandtable.game.ways import land_ways, sea_ways
from sandtable.players.staff.chances import Heap, heap_of
from sandtable.players.staff.estimating import guess
from sandtable.rules.position import Position, Stack, Token, settled_stack

CLEARS = 0.5
"""How likely a battle at sea must be won for a landing behind it to be feared."""


class Group(NamedTuple):
    """Equal units in a space that come on their own, and the spaces that they can come to."""

    start: int
    unit: int
    number: int
    reach: int
    afloat: bool


class Lift(NamedTuple):
    """Equal transports in a zone: by the zone they end in, the territories they can load in."""

    zone: int
    ship: Token
    number: int
    ports: dict[int, int]


class Reach:
    """What one power can bring where in its next combat move."""

    def __init__(self, d: Draft) -> None:
        self.d, self.power, self.ed = d, d.power, d.ed
        self._ways: dict[tuple[int, int, int], dict[int, tuple[int, ...]]] = {}
        self._heaps: dict[tuple[int, int], Heap] = {}
        self._clears: dict[int, bool] = {}
        self._skies: dict[tuple[int, int], int] = {}
        self._coming_down: dict[int, list[int]] = {}
        self.lifts: list[Lift] = []
        self.groups: list[Group] = []
        self.walkers: dict[int, list[tuple[int, int]]] = {}
        """By territory: land units that could go aboard, the strongest first."""
        for space, stack in enumerate(d.stacks):
            if stack:
                self.look_at(space, stack)

    # --- the power's units

    def look_at(self, space: int, stack: Stack) -> None:
        d = self.d
        for token, number in stack:
            if token.power != self.power:
                for unit in {u for p, u in token.cargo if p == self.power and self.ed.air[u]}:
                    aboard = token.cargo.count((self.power, unit)) * number
                    self.add(space, unit, aboard, self.flying(space, unit))
                continue
            kind = d.kind(token)
            if kind.bystander or not kind.combat_moves:
                continue
            if kind.air:
                self.add(space, token.unit, number, self.flying(space, token.unit))
            elif kind.land:
                self.add(space, token.unit, number, self.marching(space, token))
                self.walkers.setdefault(space, []).append((token.unit, number))
            elif kind.sea:
                self.add(space, token.unit, number, mask_of(self.sailing(space, token)))
                if d.carries[self.power][token.unit]:
                    self.lifts.append(Lift(space, token, number, self.voyages(space, token)))
        if space in self.walkers:
            units = self.ed.units
            self.walkers[space].sort(key=lambda item: (-units[item[0]].attack, item[0]))

    def add(self, space: int, unit: int, number: int, reach: int) -> None:
        self.groups.append(Group(space, unit, number, reach, self.ed.ships[unit]))

    def marching(self, space: int, token: Token) -> int:
        kind = self.d.kind(token)
        if kind.move == 1:
            near = self.ed.board.neighbor_masks[space] & self.ed.board.land_mask
            return (near | 1 << space) & ~self.ed.board.impassable_mask
        return mask_of(land_ways(self.d, token, space, kind.move, combat=True))

    def sailing(self, zone: int, token: Token, steps: int = -1) -> dict[int, tuple[int, ...]]:
        steps = points(self.d, token) if steps < 0 else steps
        key = zone, token.unit, steps
        if key not in self._ways:
            self._ways[key] = sea_ways(self.d, token, zone, steps, combat=True)
        return self._ways[key]

    def voyages(self, zone: int, ship: Token) -> dict[int, int]:
        """Where a transport can end, and in which territories it could load on the way."""
        d, board = self.d, self.ed.board
        budget = points(d, ship)
        ports: dict[int, int] = {}
        for stop, way in self.sailing(zone, ship).items():
            ports.setdefault(stop, 0)
            if hostile_zone(d, self.power, stop):
                continue
            near = board.neighbor_masks[stop] & board.land_mask
            for end in self.sailing(stop, ship, budget - len(way) + 1):
                ports[end] = ports.get(end, 0) | near
        return ports

    def flying(self, space: int, unit: int) -> int:
        """The spaces from which an aircraft still finds a place to come down."""
        if (space, unit) not in self._skies:
            budget = self.d.kinds[self.power][unit].move
            down = self.coming_down(unit, budget)
            skies = air_board(self.d, self.power)
            found = 0
            for steps in range(budget + 1):
                found |= skies.within(space, steps) & down[budget - steps]
            self._skies[space, unit] = found
        return self._skies[space, unit]

    def coming_down(self, unit: int, budget: int) -> list[int]:
        """By steps: the spaces that are no further from where the aircraft may land."""
        if unit not in self._coming_down:
            skies = air_board(self.d, self.power)
            ground = list(bits(refuges(self.d, unit)))
            rings = []
            for steps in range(budget + 1):
                ring = 0
                for space in ground:
                    ring |= skies.within(space, steps)
                rings.append(ring)
            self._coming_down[unit] = rings
        return self._coming_down[unit]

    # --- what comes to a space

    def heap(self, space: int, gone: int = 0) -> Heap:
        """All that can come to a space at once, but for what stands in some spaces (a mask)."""
        key = space, gone
        if key not in self._heaps:
            self._heaps[key] = self.gathered(space, gone)
        return self._heaps[key]

    def gathered(self, space: int, gone: int) -> Heap:
        found = [0] * len(self.ed.units)
        used: dict[tuple[int, int], int] = {}
        sea, lands = self.ed.board.sea[space], self.ed.lands
        for start, unit, number, reach, afloat in self.groups:
            if reach >> space & 1 and not gone >> start & 1 and (sea or not afloat):
                found[unit] += number
                if lands[unit]:
                    used[start, unit] = number
        if sea or not self.lifts:
            return tuple(found)
        return self.stronger(found, self.landings(space, gone, used))

    def stronger(self, found: list[int], landing: list[tuple[int, bool]]) -> Heap:
        """With landings; planes that fight for the sea first are missing ashore."""
        units, air = self.ed.units, self.ed.air
        free, behind = found[:], found[:]
        for unit, battle in landing:
            behind[unit] += 1
            if not battle:
                free[unit] += 1
        behind = [0 if air[unit] else n for unit, n in enumerate(behind)]

        def attack(heap: list[int]) -> int:
            return sum(n * units[unit].attack for unit, n in enumerate(heap) if n)

        return tuple(free if attack(free) >= attack(behind) else behind)

    def landings(
        self, space: int, gone: int, used: dict[tuple[int, int], int]
    ) -> list[tuple[int, bool]]:
        """Units that transports could put ashore, and whether only behind a battle at sea."""
        found: list[tuple[int, bool]] = []
        coast = self.ed.board.sea_neighbors[space]
        for lift in self.lifts:
            if gone >> lift.zone & 1:
                continue
            ends = [(self.blocked(z), z) for z in coast if z in lift.ports]
            ends = [(blocked, z) for blocked, z in ends if not blocked or self.clears(z)]
            if not ends:
                continue
            blocked, _ = min(ends)
            ports = 0
            for also, zone in ends:
                if also == blocked:
                    ports |= lift.ports[zone]
            ports &= ~(1 << space | gone)
            for _ in range(lift.number):
                found += [(unit, blocked) for unit in self.load(lift.ship, ports, used)]
        return found

    def load(self, ship: Token, ports: int, used: dict[tuple[int, int], int]) -> list[int]:
        """What a transport brings: its cargo, and the strongest that fit besides."""
        holds = self.d.kind(ship).holds
        load = [unit for _, unit in ship.cargo]
        waiting = [
            (-self.ed.units[unit].attack, unit, port)
            for port in bits(ports)
            for unit, number in self.walkers.get(port, ())
            if used.get((port, unit), 0) < number
        ]
        for _, unit, port in sorted(waiting):
            number = dict(self.walkers[port])[unit]
            while used.get((port, unit), 0) < number and holds((*load, unit)):
                load.append(unit)
                used[port, unit] = used.get((port, unit), 0) + 1
        return load

    def blocked(self, zone: int) -> bool:
        return bool(self.d.stacks[zone]) and hostile_zone(self.d, self.power, zone)

    def clears(self, zone: int) -> bool:
        """Whether the power would probably win a battle for a zone."""
        if zone not in self._clears:
            enemy = self.d.at_war[self.power]
            there = heap_of(self.ed, ((t, n) for t, n in self.d.stacks[zone] if enemy[t.power]))
            self._clears[zone] = guess(self.ed, self.heap(zone), there).wins >= CLEARS
        return self._clears[zone]


def reach_of(d: Draft, power: int) -> Reach:
    """What a power can bring where in its next turn, as the board stands."""
    enemy, sea = d.at_war[power], d.ed.board.sea
    stacks = list(d.stacks)
    for space, stack in enumerate(stacks):
        if stack:
            stacks[space] = seen(settled_stack(stack), enemy, sea=sea[space])
    position = Position(
        0, power, 0, tuple(d.owners), tuple(stacks), d.facilities, (), traits=d.traits
    )
    return known(d.match, position, d.withheld)


def seen(stack: Stack, enemy: tuple[bool, ...], *, sea: bool) -> Stack:
    """A stack as far as it matters to a power: of enemies ashore only that they are there."""
    if sea:
        return stack
    own = tuple(item for item in stack if not enemy[item[0].power])
    first = next((item[0] for item in stack if enemy[item[0].power]), None)
    return own if first is None else (*own, (Token(first.power, first.unit), 1))


@lru_cache(maxsize=256)
def known(match: Match, position: Position, withheld: frozenset[tuple[int, int]]) -> Reach:
    d = Draft(State(match, position, Turn((), 0, 0, (), ()), (), withheld=withheld))
    d.phase = d.ed.turn.index("combat-move") if "combat-move" in d.ed.turn else 0
    d.turn = stock(d)
    return Reach(d)
