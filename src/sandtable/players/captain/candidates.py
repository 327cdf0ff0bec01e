"""Forces that could be sent to a target, what each would do there, and what that is worth.

A force is what its battle gains (odds are exact), what the ground is worth for as long as it will
be held, less what the enemy's answer costs: the best it can send there in its next turn, without
those who are attacked now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from sandtable.players.captain.means import Means
from sandtable.players.staff.chances import Chance, Heap, chances, left_over, plus, worth
from sandtable.players.staff.doctrine import Doctrine
from sandtable.players.staff.ferrying import Free, Sent
from sandtable.players.staff.outlook import Outlook
from sandtable.rules.position import Token

SIZES = (0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30)
SIZES_AT_SEA = (0, 1, 2, 3, 4, 6, 9)
LOADS = (0, 1, 2, 3, 4, 6, 9, 13)
KEPT = 10
"""Forces for a target among which the choice is made."""
HOPELESS, OVERKILL = 0.45, 9.0
"""Strength compared with the defenders' at which odds are not worth reckoning."""


class Temper(NamedTuple):
    """How a power weighs what may come of an attack."""

    least_chance: float
    least_gain: float
    fear: float
    """Of the enemy's answer."""


def calm(doctrine: Doctrine) -> Temper:
    """The usual temper."""
    return Temper(doctrine.least_chance, doctrine.least_gain, doctrine.fear)


class Force(NamedTuple):
    """Units for a target: by unit, how many come on their own, and how many shiploads."""

    means: Means
    heap: Heap
    own: tuple[tuple[int, int], ...]
    loads: int
    odds: Chance
    stay: Heap
    """What will be left to hold the ground, or the zone."""


class Candidate(NamedTuple):
    """A force, whom it is made of, and what it is expected to gain."""

    force: Force
    uses: tuple[tuple[tuple[int, Token], int], ...]
    gain: float
    risk: float
    """The chance that the ground is lost again at once."""

    @property
    def target(self) -> int:
        return self.force.means.target

    @property
    def after(self) -> int:
        return self.force.means.after

    @property
    def loads(self) -> tuple[Sent, ...]:
        return self.force.means.loads[: self.force.loads]


def forces(look: Outlook, means: Sequence[Means], free: Free) -> list[Force]:
    """Sensible forces for all targets, with their odds."""
    found: list[Force] = []
    for sea in (False, True):
        drafts = [
            (each, *draft)
            for each in means
            if each.sea == sea
            for draft in sized(look, each, free)
            if draft[2] or each.after < 0
            if worth_reckoning(look, draft[0], each.enemies)
        ]
        odds = chances(look.ed, sea, [d[1] for d in drafts], [d[0].enemies for d in drafts])
        for (each, heap, own, loads), odd in zip(drafts, odds, strict=True):
            holders = tuple(n if sea or look.ed.lands[u] else 0 for u, n in enumerate(heap))
            stay = left_over(look.ed, at_sea(look, holders) if sea else holders, odd.attacker_loss)
            found.append(Force(each, heap, own, loads, odd, stay))
    return found


def at_sea(look: Outlook, heap: Heap) -> Heap:
    """Only the ships: planes fly home."""
    return tuple(n if look.ed.ships[unit] else 0 for unit, n in enumerate(heap))


Draft_ = tuple[Heap, tuple[tuple[int, int], ...], int]


def sized(look: Outlook, means: Means, free: Free) -> Iterator[Draft_]:
    """Forces of several sizes: walkers or ships, planes, and shiploads, in all combinations."""
    units = look.ed.units
    numbers = {
        unit: sum(free.get((space, token), 0) for space, token, _ in ways)
        for unit, ways in means.ways.items()
    }
    planes = lined_up(numbers, sorted(u for u in numbers if units[u].air))
    ground = sorted((u for u in numbers if not units[u].air), key=lambda u: (units[u].cost or 0, u))
    strong = sorted(ground, key=lambda u: (-units[u].attack, units[u].cost or 0, u))
    lineups = {
        tuple(lined_up(numbers, ground)),
        tuple(lined_up(numbers, strong)),
        tuple(alternating(lined_up(numbers, ground))),
    }
    none = (0,) * len(units)
    cargo = list(accumulate((load.heap for load in means.loads), plus, initial=none))
    sizes = SIZES_AT_SEA if means.sea else SIZES
    seen: set[tuple[Heap, int]] = set()
    for lineup in sorted(lineups):
        for n in steps(sizes, len(lineup)):
            for a in steps(SIZES_AT_SEA, len(planes)):
                chosen = counted(none, (*lineup[:n], *planes[:a]))
                for loads in steps(LOADS, len(cargo) - 1):
                    heap = plus(chosen, cargo[loads])
                    if any(heap) and (heap, loads) not in seen:
                        seen.add((heap, loads))
                        own = tuple((u, k) for u, k in enumerate(chosen) if k)
                        yield heap, own, loads


def lined_up(numbers: dict[int, int], order: list[int]) -> list[int]:
    return [unit for unit in order for _ in range(numbers[unit])]


def alternating(lineup: list[int]) -> list[int]:
    """One from either end in turn: fodder with something strong behind it."""
    found = []
    while lineup:
        found.append(lineup[0])
        if len(lineup) > 1:
            found.append(lineup[-1])
        lineup = lineup[1:-1]
    return found


def steps(sizes: tuple[int, ...], most: int) -> list[int]:
    return [*(n for n in sizes if n < most), most]


def counted(none: Heap, units: Sequence[int]) -> Heap:
    found = list(none)
    for unit in units:
        found[unit] += 1
    return tuple(found)


def worth_reckoning(look: Outlook, attack: Heap, defend: Heap) -> bool:
    """Whether a battle is neither hopeless nor won ten times over."""
    units = look.ed.units
    other = sum(n * u.defense for n, u in zip(defend, units, strict=True) if n and not u.bystander)
    bodies = sum(n * u.hits for n, u in zip(defend, units, strict=True) if n and not u.bystander)
    if not bodies:
        return sum(attack) <= 8
    fire = sum(n * u.attack for n, u in zip(attack, units, strict=True) if n)
    standing = sum(n * u.hits for n, u in zip(attack, units, strict=True) if n)
    ratio = fire * standing / max(0.5, other * bodies)
    return HOPELESS < ratio < OVERKILL * (1 + 6 / bodies)


# --- what they are worth


def judged(
    look: Outlook,
    every: Sequence[Force],
    free: Free,
    prices: dict[tuple[int, Token], float],
    gone: int,
    temper: Temper,
) -> list[Candidate]:
    """Candidates that gain enough, the best few of each target; at sea also some that may pay only
    together with a landing."""
    hopeful = [force for force in every if force.odds.wins >= temper.least_chance]
    found: dict[tuple[int, int], list[Candidate]] = {}
    exposed: dict[tuple[Sent, int], float] = {}
    for sea in (False, True):
        some = [force for force in hopeful if force.means.sea == sea]
        stands = [(f.means.target, f.stay, gone | 1 << f.means.target) for f in some]
        answers = look.worst(sea, stands)
        for force, back in zip(some, answers, strict=True):
            uses = drawn(force, free)
            if uses is None:
                continue
            gain, risk = gained(look, force, back, temper.fear)
            gain -= sum(n * prices.get(key, 0.0) for key, n in uses)
            won = gone if force.means.after < 0 else gone | 1 << force.means.after
            for load in force.means.loads[: force.loads]:
                if (load, won) not in exposed:
                    exposed[load, won] = exposure(look, load, won)
                gain -= exposed[load, won]
            if gain > (-look.doctrine.opening if sea else temper.least_gain):
                each = Candidate(force, uses, gain, risk)
                found.setdefault((force.means.target, force.means.after), []).append(each)
    return [each for where in sorted(found) for each in best_few(look, found[where])]


def gained(look: Outlook, force: Force, back: Chance, fear: float) -> tuple[float, float]:
    """What a force gains on average, and the chance that the ground is lost again."""
    cost = 0.02 * worth(look.ed, force.heap)
    gain = outcome(look, force.odds, back, force.means.target, fear)
    pays = force.means.sea or back.swing + back.takes * look.lasting(force.means.target) > 0
    return gain - cost, back.takes if pays else 0.0


def outcome(look: Outlook, odd: Chance, back: Chance, space: int, fear: float) -> float:
    """What a battle gains on average, given the enemy's answer to it.

    The enemy answers if that pays: it kills what stays, and takes back what ground is worth besides
    what it gave at once.
    """
    if look.board.sea[space]:
        return odd.swing + 0.5 - fear * odd.wins * max(0.0, back.swing)
    later = look.lasting(space)
    answer = max(0.0, back.swing + back.takes * later)
    return odd.swing + odd.takes * (look.at_once(space) + later - fear * answer)


def exposure(look: Outlook, load: Sent, gone: int) -> float:
    """What a voyage puts at risk: the ship where it ends, compared with where it was."""
    (zone, ship), end = load.uses[0], load.orders[-1].path[0]
    cost = look.ed.units[ship.unit].cost or 0
    here = look.danger(zone, gone=gone).wins
    alone = tuple(int(unit == ship.unit) for unit in range(len(look.ed.units)))
    there = look.danger(end, alone if end != zone else None, gone=gone).wins
    return 0.5 + look.doctrine.exposed * max(0.0, there - here) * cost


def drawn(force: Force, free: Free) -> tuple[tuple[tuple[int, Token], int], ...] | None:
    """Whom a force is made of; None if they are not there."""
    uses: dict[tuple[int, Token], int] = {}
    for load in force.means.loads[: force.loads]:
        for key in load.uses:
            uses[key] = uses.get(key, 0) + 1
    for unit, number in force.own:
        for space, token, _ in force.means.ways[unit]:
            key = space, token
            taken = min(number, free.get(key, 0) - uses.get(key, 0))
            if taken > 0:
                uses[key] = uses.get(key, 0) + taken
                number -= taken
        if number:
            return None
    return tuple(sorted(uses.items()))


def best_few(look: Outlook, every: list[Candidate]) -> list[Candidate]:
    """The best candidates of a target that differ in the scarce means: planes, ships, strength."""
    every = sorted(every, key=lambda each: (-each.gain, each.force.heap))
    kept: list[Candidate] = []
    seen: set[tuple[int, int, int]] = set()
    for each in every:
        heap = each.force.heap
        air = sum(n for unit, n in enumerate(heap) if look.ed.air[unit])
        strong = sum(n for unit, n in enumerate(heap) if look.ed.units[unit].attack > 1)
        mark = air, each.force.loads, strong - air
        if mark not in seen:
            seen.add(mark)
            kept.append(each)
        if len(kept) == KEPT:
            break
    return kept
