"""What a power sees when it looks at the board: what ground is worth, and who can come there."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cached_property

from sandtable.game.draft import Draft
from sandtable.players.staff.chances import Chance, Heap, chances, heap_of, plus, worth
from sandtable.players.staff.doctrine import CAPTAIN, Doctrine
from sandtable.players.staff.threats import Reach, reach_of
from sandtable.rules.edition import VictoryCondition
from sandtable.rules.position import Token

FAR = 99


class Outlook:
    """The board as one power judges it, at one moment."""

    def __init__(self, d: Draft, power: int, doctrine: Doctrine = CAPTAIN) -> None:
        self.doctrine = doctrine
        self.d, self.power, self.ed, self.board = d, power, d.ed, d.ed.board
        self.enemy = d.at_war[power]
        self._threats: dict[tuple[int, int], tuple[Heap, ...]] = {}
        self._reach: dict[int, Reach] = {}
        self._ground: dict[int, float] = {}

    # --- ground

    def ground(self, space: int) -> float:
        """What it is worth, in IPCs, to take a territory and keep it, or to keep it from others."""
        if space not in self._ground:
            self._ground[space] = self.at_once(space) + self.lasting(space)
        return self._ground[space]

    def at_once(self, space: int) -> float:
        """What taking a territory gains even if it is lost again in the next turn."""
        d, doctrine = self.d, self.doctrine
        found = doctrine.any_ground_now + doctrine.ground_now * self.ed.values[space]
        for power in self.ed.powers:
            if space in power.capitals and d.owners[space] == power.index:
                found += d.treasuries[power.index] + 0.5 * d.production(power.index)
        return found + (doctrine.victory if self.wins(space) else 0.0)

    def lasting(self, space: int) -> float:
        """What holding a territory gains besides: income, factories, cities, capitals."""
        d, doctrine = self.d, self.doctrine
        found = doctrine.any_ground_later + doctrine.ground_later * self.ed.values[space]
        if d.facilities[space]:
            found += doctrine.factory
        found += self.city(space)
        for power in self.ed.powers:
            if space in power.capitals:
                found += doctrine.capital + doctrine.capital_income * d.production(power.index)
        return found

    def city(self, space: int) -> float:
        """What a space counts for victory, to either side: the more, the nearer one is to it."""
        missing = (self.missing(c, space) for c in self.conditions if space in c.of)
        return max((self.doctrine.city / number**2 for number in missing), default=0.0)

    def wins(self, space: int) -> bool:
        """Whether taking a space wins the game before an enemy is on turn."""
        return self.enemy[self.d.owners[space]] and any(
            space in c.of
            and c.side == self.ed.powers[self.power].side
            and self.missing(c, space) == 1
            and self.power <= c.after
            and not any(self.enemy[p] for p in range(self.power, c.after + 1))
            for c in self.conditions
        )

    @cached_property
    def conditions(self) -> tuple[VictoryCondition, ...]:
        return self.ed.victory[self.d.match.option("victory", "standard")]

    def missing(self, condition: VictoryCondition, space: int) -> int:
        """How many spaces a side still needs for a victory, one of them being this."""
        sides = [power.side for power in self.ed.powers]
        held = sum(
            1
            for each in condition.of
            if each != space
            if self.d.owners[each] >= 0 and sides[self.d.owners[each]] == condition.side
        )
        return max(1, condition.hold - held)

    @cached_property
    def prizes(self) -> frozenset[int]:
        """Spaces that a victory is counted by."""
        return frozenset(space for each in self.conditions for space in each.of)

    @cached_property
    def capitals(self) -> tuple[int, ...]:
        """Own capitals that are still held."""
        own = self.ed.powers[self.power].capitals
        return tuple(c for c in own if self.d.owners[c] == self.power)

    @cached_property
    def march(self) -> list[int]:
        """Steps by land from each territory to the nearest enemy one; `FAR` if there is no way."""
        goals = [
            s
            for s, owner in enumerate(self.d.owners)
            if not self.board.sea[s] and owner >= 0 and self.enemy[owner]
        ]
        return self.steps(goals)

    @cached_property
    def campaign(self) -> list[int]:
        """Steps by land from each territory to the nearest enemy capital."""
        goals = [
            c
            for power in self.ed.powers
            if self.enemy[power.index]
            for c in power.capitals
            if self.enemy[self.d.owners[c]]
        ]
        return self.steps(goals)

    def steps(self, goals: list[int]) -> list[int]:
        """Steps by land from each territory to the nearest of some."""
        closed = self.board.impassable_mask
        return steps_to(goals, self.board.land_neighbors, closed)

    def voyage(self, goals: list[int]) -> list[int]:
        """Steps by sea from each zone to the nearest of some."""
        return steps_to(goals, self.board.sea_neighbors)

    # --- units

    def friends_at(self, space: int) -> Heap:
        """Everything of the own side in a space."""
        return heap_of(self.ed, ((t, n) for t, n in self.d.stacks[space] if self.friendly(t)))

    def enemies_at(self, space: int) -> Heap:
        return heap_of(self.ed, ((t, n) for t, n in self.d.stacks[space] if self.enemy[t.power]))

    def friendly(self, token: Token) -> bool:
        return not self.enemy[token.power]

    def reach(self, power: int) -> Reach:
        """What a power can bring where in its next turn; one's own and friends' as well."""
        if power not in self._reach:
            self._reach[power] = reach_of(self.d, power)
        return self._reach[power]

    def threats(self, space: int, gone: int = 0) -> tuple[Heap, ...]:
        """What each enemy could send to a space in its next turn, those who can send nothing left
        out, the most dangerous first: who can take the ground, and who attacks with most.

        `gone` is a mask of spaces whose enemies are left out, as if they were beaten.
        """
        found = self._threats.get((space, gone))
        if found is None:
            heaps = (self.threat_of(e, space, gone) for e in self.ed.enemies[self.power])
            some = dict.fromkeys(heap for heap in heaps if any(heap))
            ranked = sorted(some, key=lambda h: (self.captures(h), self.attack_of(h)), reverse=True)
            found = self._threats[space, gone] = tuple(ranked)
        return found

    def threat(self, space: int, gone: int = 0) -> Heap:
        """What the most dangerous enemy could send to a space."""
        found = self.threats(space, gone)
        return found[0] if found else (0,) * len(self.ed.units)

    def captures(self, heap: Heap) -> bool:
        """Whether some units can take ground."""
        return any(n and self.ed.units[unit].captures for unit, n in enumerate(heap))

    def threat_of(self, enemy: int, space: int, gone: int = 0) -> Heap:
        """Units of an enemy in reach of a space, in transports as well."""
        return self.reach(enemy).heap(space, gone)

    def attack_of(self, heap: Heap) -> int:
        """The attack of all units together."""
        return sum(n * u.attack for n, u in zip(heap, self.ed.units, strict=True) if n)

    def danger(self, space: int, more: Heap | None = None, gone: int = 0) -> Chance:
        """What the worst enemy attack on a space would do to those who stand there, and some
        more."""
        heap = self.friends_at(space)
        if more is not None:
            heap = plus(heap, more)
        return self.worst(self.board.sea[space], [(space, heap, gone)])[0]

    def worst(self, sea: bool, stands: Sequence[tuple[int, Heap, int]]) -> list[Chance]:
        """What the worst enemy attack would do to units who stand somewhere, for some (space,
        units, mask of spaces whose enemies are gone)."""
        none = (0,) * len(self.ed.units)
        heaps = [self.threats(space, gone) or (none,) for space, _, gone in stands]
        flat = [threat for some in heaps for threat in some]
        units = [stand[1] for stand, some in zip(stands, heaps, strict=True) for _ in some]
        odds = iter(chances(self.ed, sea, flat, units))
        found = []
        for (space, _, _), some in zip(stands, heaps, strict=True):
            ground = 0.0 if sea else self.ground(space)
            every = [next(odds) for _ in some]
            found.append(max(every, key=lambda odd: odd.takes * ground + odd.swing))
        return found

    # --- what has to stay

    def spare(self, space: int, coming: Heap | None = None, gone: int = 0) -> dict[Token, int]:
        """How many of the own units in a space may leave it.

        A capital keeps its guard, and so does a factory if it can be held. `gone` is a mask of
        spaces whose enemies are beaten first.
        """
        own = {t: n for t, n in self.d.own(space) if t.power == self.power}
        capital = space in self.capitals
        site = not self.board.sea[space] and self.d.facilities[space]
        threats = self.threats(space, gone)
        if not (capital or site) or not threats:
            return own
        if not capital:
            coming = None
        bearable = self.doctrine.capital_risk if capital else self.doctrine.factory_risk
        if not capital and self.danger(space).takes > bearable:
            return own
        walkers = sorted(
            (t for t in own if self.ed.lands[t.unit] and not self.ed.units[t.unit].bystander),
            key=lambda t: (-self.ed.units[t.unit].attack, t),
        )
        heap = self.friends_at(space)
        for token, count in own.items():
            if self.ed.air[token.unit]:
                heap = less(heap, token.unit, count)
        if coming is not None:
            heap = plus(heap, coming)
        free = {t: n for t, n in own.items() if t not in walkers}
        for token in walkers:
            number, lefts = own[token], [heap]
            for _ in range(number):
                lefts.append(less(lefts[-1], token.unit, 1))
            going = number
            for threat in threats:
                odds = chances(self.ed, False, [threat] * going, lefts[1 : going + 1])
                going = next((n for n, odd in enumerate(odds) if odd.takes > bearable), going)
            heap = lefts[going]
            if going:
                free[token] = going
            if going < number:
                break
        return free

    def strength(self, space: int) -> int:
        return worth(self.ed, self.friends_at(space))


def less(heap: Heap, unit: int, count: int) -> Heap:
    return (*heap[:unit], max(0, heap[unit] - count), *heap[unit + 1 :])


def steps_to(goals: list[int], near: Sequence[Sequence[int]], closed: int = 0) -> list[int]:
    """Steps from each space to the nearest goal, past some spaces (a mask); `FAR` if none leads
    there."""
    found = [FAR] * len(near)
    for goal in goals:
        found[goal] = 0
    edge = deque(goals)
    while edge:
        at = edge.popleft()
        for space in near[at]:
            if found[space] == FAR and not closed >> space & 1:
                found[space] = found[at] + 1
                edge.append(space)
    return found
