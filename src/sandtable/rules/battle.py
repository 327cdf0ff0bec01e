"""One round of battle as pure functions over two forces.

A force is a sorted tuple of (token, count). Who fires when, on what number, what kind of hit it
scores, who can take it and when a battle is over: play asks these functions, and anything that
reckons with battles must ask the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from sandtable.rules.edition import Edition
from sandtable.rules.position import Stack, Token
from sandtable.rules.roll import Shot

Hits = tuple[tuple[str, int], ...]
"""How many hits of each kind."""


NOTHING: frozenset[str] = frozenset()


def cancelled_by(ed: Edition, force: Stack) -> frozenset[str]:
    """Which abilities of the enemy a force switches off."""
    found = NOTHING
    for token, _ in force:
        found |= ed.units[token.unit].cancels
    return found


def value(ed: Edition, token: Token, *, attacking: bool) -> int:
    """The number that a unit hits on, or less."""
    unit = ed.units[token.unit]
    return unit.attack if attacking else unit.defense


def shots(
    ed: Edition, force: Stack, *, attacking: bool, first_strike: bool, struck: bool
) -> tuple[Shot, ...]:
    """The dice of a fire step: lowest numbers first, then the edition's order of units.

    In the step of first strikes only striking units fire; in the others those that struck do not.
    """
    found: dict[tuple[int, int], int] = {}
    for token, count in force:
        unit = ed.units[token.unit]
        if first_strike and not unit.strikes_first:
            continue
        if not first_strike and struck and unit.strikes_first:
            continue
        number = unit.attack if attacking else unit.defense
        if number:
            key = (number, token.unit)
            found[key] = found.get(key, 0) + count
    return tuple(
        Shot(ed.units[unit].id, number, count, ed.units[unit].fires_as)
        for (number, unit), count in sorted(found.items())
    )


def count_hits(dice: Iterable[int], fired: tuple[Shot, ...]) -> Hits:
    """Hits by kind: a die scores when it is not above its number."""
    rolled = iter(dice)
    hits: dict[str, int] = {}
    for shot in fired:
        scored = sum(1 for _ in range(shot.count) if next(rolled) <= shot.target)
        if scored:
            hits[shot.kind] = hits.get(shot.kind, 0) + scored
    return tuple(sorted(hits.items()))


def can_take(ed: Edition, kind: str, unit: int, cancelled: frozenset[str]) -> bool:
    """Whether a hit of a kind can be given to a unit, given what the firing side cancels."""
    reaches = ed.reaches_uncovered if "cover" in cancelled else ed.reaches
    return reaches[kind][unit]


class Target(NamedTuple):
    """Units of a force that take hits alike: which kinds reach them, and how many in all."""

    tokens: Stack
    kinds: frozenset[str]
    last: bool
    capacity: int


def hits_left(ed: Edition, token: Token) -> int:
    """Hits that a unit can still take."""
    return ed.units[token.unit].hits - token.damage


def targets(ed: Edition, hits: Hits, force: Stack, cancelled: frozenset[str]) -> list[Target]:
    """The force grouped by what can be done to it."""
    groups: dict[tuple[frozenset[str], bool], list[tuple[Token, int]]] = {}
    for token, count in force:
        kinds = frozenset(k for k, _ in hits if can_take(ed, k, token.unit, cancelled))
        if kinds:
            key = (kinds, ed.units[token.unit].last_casualty)
            groups.setdefault(key, []).append((token, count))
    return [
        Target(tuple(tokens), kinds, last, sum(n * hits_left(ed, t) for t, n in tokens))
        for (kinds, last), tokens in groups.items()
    ]


def most_taken(hits: Hits, wanted: list[tuple[frozenset[str], int]]) -> int:
    """The largest number of hits that can be given out: a maximum flow, as its minimum cut."""
    total = sum(n for _, n in hits)
    if len(wanted) == 1:
        kinds, capacity = wanted[0]
        return min(capacity, sum(n for k, n in hits if k in kinds))
    best = total
    for size in range(1, len(hits) + 1):
        for used in combinations(hits, size):
            reached = {kind for kind, _ in used}
            cut = total - sum(n for _, n in used)
            cut += sum(c for kinds, c in wanted if not kinds.isdisjoint(reached))
            best = min(best, cut)
    return best


class Losses(NamedTuple):
    """How many hits must be taken: by units that go first, and by those chosen last."""

    first: int
    last: int


def required_losses(hits: Hits, groups: list[Target]) -> Losses:
    """As many hits as possible are taken, and last-chosen units take only what nobody else can."""
    first = [(g.kinds, g.capacity) for g in groups if not g.last]
    everyone = [(g.kinds, g.capacity) for g in groups]
    by_first = most_taken(hits, first) if first else 0
    in_all = most_taken(hits, everyone) if everyone else 0
    return Losses(by_first, in_all - by_first)


def assignable(hits: Hits, wanted: list[tuple[frozenset[str], int]]) -> bool:
    """Whether every one of these hits wanted by groups of units can come from the hits scored."""
    return most_taken(hits, wanted) == sum(n for _, n in wanted)


def fits(ed: Edition, hits: Hits, groups: list[Target], losses: dict[Token, int]) -> bool:
    """Whether a choice of losses (hits per token) is lawful."""
    wanted = []
    taken_first = taken_last = 0
    for group in groups:
        amount = sum(losses.get(token, 0) for token, _ in group.tokens)
        if any(losses.get(t, 0) > n * hits_left(ed, t) for t, n in group.tokens):
            return False
        if amount:
            wanted.append((group.kinds, amount))
            if group.last:
                taken_last += amount
            else:
                taken_first += amount
    if sum(losses.values()) != taken_first + taken_last:
        return False
    needed = required_losses(hits, groups)
    if (taken_first, taken_last) != needed:
        return False
    return not wanted or assignable(hits, wanted)


def can_hit(
    ed: Edition, shooters: Stack, others: Stack, cancelled: frozenset[str], *, attacking: bool
) -> bool:
    """Whether any unit of one force can hit any unit of the other."""
    kinds = {
        ed.units[t.unit].fires_as for t, _ in shooters if value(ed, t, attacking=attacking) > 0
    }
    return any(can_take(ed, kind, target.unit, cancelled) for kind in kinds for target, _ in others)


def fighting(ed: Edition, force: Stack, *, attacking: bool) -> Stack:
    """The units of a force that can fire."""
    return tuple((t, n) for t, n in force if value(ed, t, attacking=attacking) > 0)
