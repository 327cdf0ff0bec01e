"""What a power sees when it looks at the board: what ground is worth, and who can come there."""

from __future__ import annotations

from collections import deque
from functools import cached_property

from sandtable.board.graph import bits
from sandtable.game.draft import Draft
from sandtable.players.plain.chances import Chance, Heap, chance, heap_of, plus, worth
from sandtable.rules.position import Token

FAR = 99


class Outlook:
    """The board as one power judges it, at one moment."""

    def __init__(self, d: Draft, power: int) -> None:
        self.d, self.power, self.ed, self.board = d, power, d.ed, d.ed.board
        self.enemy = d.at_war[power]
        self._threats: dict[int, Heap] = {}

    # --- ground

    def ground(self, space: int) -> float:
        """What it is worth, in IPCs, to take a territory or to keep it."""
        d = self.d
        found = 1.0 + 2.5 * self.ed.values[space]
        if d.facilities[space]:
            found += 6
        if space in self.prizes:
            found += 5
        owner = d.owners[space]
        if owner >= 0 and space in self.ed.powers[owner].capitals:
            found += 20 + d.treasuries[owner]
        return found

    @cached_property
    def prizes(self) -> frozenset[int]:
        """Spaces that a victory is counted by."""
        return frozenset(
            space for found in self.ed.victory.values() for each in found for space in each.of
        )

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

    @cached_property
    def muster(self) -> list[int]:
        """Steps by land from each territory to the nearest own transport with room."""
        goals = {
            near
            for zone in self.board.zones
            for token, _ in self.d.stacks[zone]
            if token.power == self.power and not token.cargo
            if self.d.carries[token.power][token.unit]
            for near in self.board.land_neighbors[zone]
            if self.d.owners[near] >= 0 and not self.enemy[self.d.owners[near]]
        }
        return self.steps(sorted(goals))

    def steps(self, goals: list[int]) -> list[int]:
        found = [FAR] * len(self.board)
        for goal in goals:
            found[goal] = 0
        edge = deque(goals)
        while edge:
            at = edge.popleft()
            for near in self.board.land_neighbors[at]:
                if found[near] == FAR and not self.board.impassable_mask >> near & 1:
                    found[near] = found[at] + 1
                    edge.append(near)
        return found

    # --- units

    def friends_at(self, space: int) -> Heap:
        """Everything of the own side in a space."""
        return heap_of(self.ed, ((t, n) for t, n in self.d.stacks[space] if self.friendly(t)))

    def enemies_at(self, space: int) -> Heap:
        return heap_of(self.ed, ((t, n) for t, n in self.d.stacks[space] if self.enemy[t.power]))

    def friendly(self, token: Token) -> bool:
        return not self.enemy[token.power]

    def threat(self, space: int) -> Heap:
        """What the most dangerous enemy could send to a space in its next turn, about."""
        if space not in self._threats:
            none = (0,) * len(self.ed.units)
            self._threats[space] = max(
                (self.threat_of(e, space) for e in self.ed.enemies[self.power]),
                key=lambda heap: sum(
                    n * u.attack for n, u in zip(heap, self.ed.units, strict=True)
                ),
                default=none,
            )
        return self._threats[space]

    def threat_of(self, enemy: int, space: int) -> Heap:
        """Units of an enemy in reach of a space: by land, by air, and by ships that are near."""
        d, board, sea = self.d, self.board, self.board.sea[space]
        found = [0] * len(self.ed.units)
        steps = self.way_in(space)
        near = {zone for z in board.sea_neighbors[space] for zone in (z, *board.sea_neighbors[z])}
        if not sea:
            near |= {zone for z in near for zone in board.sea_neighbors[z]}
        for at in bits(board.within(space, 5)):
            for token, count in d.stacks[at]:
                if token.power != enemy:
                    continue
                kind = d.kind(token)
                if kind.air:
                    if board.within(at, kind.move // 2 + 1) >> space & 1:
                        found[token.unit] += count
                elif kind.land and not sea:
                    if kind.attack and steps.get(at, FAR) <= kind.move:
                        found[token.unit] += count
                elif kind.sea and sea:
                    if at in near:
                        found[token.unit] += count
                elif kind.sea and d.carries[enemy][token.unit] and at in near:
                    for unit in self.landing_party(enemy, at, token):
                        found[unit] += count
        return tuple(found)

    def landing_party(self, enemy: int, zone: int, ship: Token) -> list[int]:
        """What a transport could bring: its cargo, or what waits at a coast beside it."""
        if ship.cargo:
            return [unit for _, unit in ship.cargo]
        ashore = {
            t.unit
            for s in self.board.land_neighbors[zone]
            for t, _ in self.d.stacks[s]
            if t.power == enemy and self.ed.lands[t.unit] and not self.ed.units[t.unit].bystander
        }
        best = sorted(ashore, key=lambda unit: -self.ed.units[unit].attack)[:2]
        kind = self.d.kind(ship)
        pair = tuple(best) if len(best) == 2 else tuple(best * 2)
        return list(pair) if kind.holds(pair) else best[:1]

    def way_in(self, space: int) -> dict[int, int]:
        """Steps by land to a space for enemies, who pass only where nobody of ours stands."""
        found = {space: 0}
        edge = [space]
        for distance in (1, 2):
            grown = []
            for at in edge:
                if distance > 1 and any(self.friendly(t) for t, _ in self.d.stacks[at]):
                    continue
                for near in self.board.land_neighbors[at]:
                    if near not in found:
                        found[near] = distance
                        grown.append(near)
            edge = grown
        return found

    def danger(self, space: int, more: Heap | None = None) -> Chance:
        """What an enemy attack on a space would do to those who stand there, and some more."""
        heap = self.friends_at(space)
        if more is not None:
            heap = plus(heap, more)
        return chance(self.ed, self.board.sea[space], self.threat(space), heap)

    def tenable(self, space: int, more: Heap | None = None) -> bool:
        """Whether units may stand in a territory: an attack there would not pay."""
        risk = self.danger(space, more)
        return risk.takes < 0.35 or risk.swing + risk.takes * self.ground(space) / 2 < 0

    # --- what has to stay

    def spare(self, space: int, coming: Heap | None = None) -> dict[Token, int]:
        """How many of the own units in a space may leave it.

        A capital keeps its guard, and so does a factory if it can be held.
        """
        own = {t: n for t, n in self.d.own(space) if t.power == self.power}
        capital = space in self.capitals
        site = not self.board.sea[space] and self.d.facilities[space]
        if not (capital or site) or not any(self.threat(space)):
            return own
        if not capital:
            coming = None
        bearable = 0.08 if capital else 0.3
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
            for _ in range(own[token]):
                left = less(heap, token.unit, 1)
                if chance(self.ed, False, self.threat(space), left).takes > bearable:
                    return free
                heap = left
                free[token] = free.get(token, 0) + 1
        return free

    def strength(self, space: int) -> int:
        return worth(self.ed, self.friends_at(space))


def less(heap: Heap, unit: int, count: int) -> Heap:
    return (*heap[:unit], max(0, heap[unit] - count), *heap[unit + 1 :])
