"""What the enemy could do to those who stand in a space, in IPCs: the price of standing there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sandtable.players.staff.chances import Chance, Heap, chance, chances, left_over, plus
from sandtable.players.staff.outlook import Outlook
from sandtable.rules.position import FRESH


class Fears(NamedTuple):
    """What a look at the board as it would be after some moves has shown."""

    threats: dict[int, tuple[Heap, ...]]
    """By space: what could come there then."""
    gates: frozenset[int]
    """Territories through which the enemy could ride to a capital if nobody stood there."""


NONE = Fears({}, frozenset())


class Standing:
    """Prices of standing in spaces, as one power sees the board at one moment."""

    def __init__(self, look: Outlook, fears: Fears = NONE) -> None:
        self.look, self.ed, self.fears = look, look.ed, fears
        self.doctrine = look.doctrine
        self.none: Heap = (0,) * len(look.ed.units)
        self._threats: dict[int, tuple[Heap, ...]] = {}
        self._losses: dict[tuple[int, Heap], float] = {}

    def threats(self, space: int) -> tuple[Heap, ...]:
        """What each enemy could bring to a space, those that can bring nothing left out."""
        found = self._threats.get(space)
        if found is None:
            heaps = (*self.look.threats(space), *self.fears.threats.get(space, ()))
            found = self._threats[space] = tuple(dict.fromkeys(heaps))
        return found

    def loss(self, space: int, heap: Heap) -> float:
        """What the enemy's best attack on a space wins, if these stand there; never below 0."""
        key = space, heap
        found = self._losses.get(key)
        if found is None:
            sea = self.look.board.sea[space]
            found = self._losses[key] = self.at_sea(space, heap) if sea else self.on_land(*key)
        return found

    def at_sea(self, zone: int, heap: Heap) -> float:
        if not any(heap):
            return 0.0
        swings = [odd.swing for odd in self.odds(zone, heap)]
        return self.doctrine.at_sea * max(0.0, *swings, 0.0)

    def on_land(self, space: int, heap: Heap) -> float:
        open_ = self.doctrine.gate if space in self.fears.gates and not any(heap) else 0.0
        return open_ + self.attacked(space, heap)

    def attacked(self, space: int, heap: Heap) -> float:
        odds = self.odds(space, heap)
        if not odds:
            return 0.0
        ground = self.ground(space)
        best = max(odd.takes * ground + odd.swing for odd in odds)
        if len(odds) > 1 and space in self.look.capitals:
            best = max(best, self.fall(space, heap) * ground)
        return max(0.0, best) * (self.doctrine.guarded if any(heap) else 1.0)

    def ground(self, space: int) -> float:
        own = space in self.look.capitals
        return self.look.ground(space) + (self.doctrine.home if own else 0.0)

    def falls(self, space: int, heap: Heap) -> float:
        """The chance that the strongest attack on a space succeeds."""
        return max((odd.takes for odd in self.odds(space, heap)), default=0.0)

    def odds(self, space: int, heap: Heap) -> list[Chance]:
        """What the attack of each enemy on a space would do to some units."""
        threats = self.threats(space)
        return chances(self.ed, self.look.board.sea[space], threats, [heap] * len(threats))

    def fall(self, space: int, heap: Heap) -> float:
        """The chance that a territory falls to one enemy, or to another after him."""
        threats = self.threats(space)
        worst = 0.0
        for first in threats:
            odd = chance(self.ed, False, first, heap)
            worst = max(worst, odd.takes)
            if len(threats) > 1 and odd.takes < 0.9:
                left = left_over(self.ed, heap, lost(odd))
                for second in threats:
                    if second is not first:
                        then = chance(self.ed, False, second, left).takes
                        worst = max(worst, odd.takes + (1 - odd.takes) * then)
        return worst


def fears_of(look: Outlook, coming: Mapping[int, Heap]) -> Fears:
    """What there is to fear for capitals as the board stands, with what is still to come."""
    standing = Standing(look)
    threats: dict[int, tuple[Heap, ...]] = {}
    gates: set[int] = set()
    for capital in look.capitals:
        heap = look.friends_at(capital)
        if capital in coming:
            heap = plus(heap, coming[capital])
        if standing.fall(capital, heap) > look.doctrine.safe:
            threats[capital] = standing.threats(capital)
            gates |= {
                near
                for near in look.board.land_neighbors[capital]
                if not look.enemy[look.d.owners[near]] and not any(look.friends_at(near))
                if not look.board.impassable_mask >> near & 1
            }
    return Fears(threats, frozenset(gates))


def at_call(look: Outlook, capital: int) -> Heap:
    """Own units that have not moved and could come to a capital in a noncombat move."""
    d, ed = look.d, look.ed
    found = [0] * len(ed.units)
    steps = look.steps([capital])
    for space, stack in enumerate(d.stacks):
        for token, count in stack:
            kind = d.kind(token)
            if token.power != look.power or token.mark != FRESH or space == capital:
                continue
            if kind.sea or kind.bystander:
                continue
            flown = kind.air and look.board.within(capital, kind.move) >> space & 1
            if flown or (kind.land and steps[space] <= kind.move):
                found[token.unit] += count
    return tuple(found)


def besieged(look: Outlook, capital: int, coming: Heap) -> float:
    """The chance that a capital would fall in two turns to what comes near by land, if all who can
    be back in one turn came to guard it."""
    ed, d = look.ed, look.d
    steps = look.steps([capital])
    guard = plus(look.friends_at(capital), coming)
    armies: dict[int, list[int]] = {}
    for space, stack in enumerate(d.stacks):
        for token, count in stack:
            kind = d.kind(token)
            if kind.sea or kind.bystander or space == capital:
                continue
            near = look.board.within(capital, kind.move) >> space & 1
            if look.enemy[token.power]:
                turns = 2 if kind.land else 1
                if near if kind.air else steps[space] <= turns * kind.move:
                    army = armies.setdefault(token.power, [0] * len(ed.units))
                    army[token.unit] += count
            elif token.power == look.power and (near if kind.air else steps[space] <= kind.move):
                guard = (*guard[: token.unit], guard[token.unit] + count, *guard[token.unit + 1 :])
    return max(
        (chance(ed, False, tuple(army), guard).takes for army in armies.values()), default=0.0
    )


def lost(odd: Chance) -> float:
    """IPCs that the defenders lose on average."""
    return odd.swing + odd.attacker_loss
