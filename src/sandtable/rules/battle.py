"""One round of battle as pure functions over two forces.

A force is a sorted tuple of (token, count). Who fires when, on what number, what kind of hit it
scores, who can take it and when a battle is over: play asks these functions, and anything that
reckons with battles must ask the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from sandtable.rules.conditions import CONDITIONS, LASTING, Scene
from sandtable.rules.edition import Edition, Kinds
from sandtable.rules.position import SWORN, Stack, Token
from sandtable.rules.roll import Shot
from sandtable.rules.traits import Bonus

Hits = tuple[tuple[str, int], ...]
"""How many hits of each kind."""


NOTHING: frozenset[str] = frozenset()


def cancelled_by(kinds: tuple[Kinds, ...], force: Stack) -> frozenset[str]:
    """Which abilities of the enemy a force switches off."""
    found = NOTHING
    for token, _ in force:
        found |= kinds[token.power][token.unit].cancels
    return found


class Field(NamedTuple):
    """What the numbers of a battle depend on besides the forces."""

    ed: Edition
    kinds: tuple[Kinds, ...]
    traits: tuple[tuple[str, ...], ...] = ()
    space: int = -1
    owner: int = -1
    round: int = 1
    amphibious: bool = False
    boons: frozenset[tuple[int, str]] = frozenset()
    """Conditions that held when the battle began, by power."""


def value(kinds: tuple[Kinds, ...], token: Token, *, attacking: bool) -> int:
    """The number that a unit hits on by itself, or less."""
    unit = kinds[token.power][token.unit]
    return unit.attack if attacking else unit.defense


def bonuses_of(field: Field, power: int, *, attacking: bool) -> list[Bonus]:
    """Bonuses that a power's traits may give its units on one side of a battle."""
    if not field.traits:
        return []
    return [
        bonus
        for name in field.traits[power]
        if name in field.ed.traits
        for bonus in field.ed.traits[name].bonuses
        if bonus.attacking == attacking
    ]


def scene(field: Field, power: int, bonus: Bonus, own: Stack, enemies: Stack) -> Scene:
    """A battle as the conditions of a bonus see it."""
    ed = field.ed
    return Scene(
        power,
        field.round,
        field.amphibious,
        field.owner == power and ed.original_owners[field.space] == power,
        ed.board.spaces[field.space].island,
        bonus.units,
        own,
        enemies,
        frozenset(u.index for u in ed.units if ed.deck_plane[u.index]),
    )


def boons_at_start(field: Field, attack: Stack, defend: Stack) -> frozenset[tuple[int, str]]:
    """Lasting conditions that hold as a battle begins."""
    found = set()
    for own, enemies, attacking in ((attack, defend, True), (defend, attack, False)):
        for power in {t.power for t, _ in own}:
            for bonus in bonuses_of(field, power, attacking=attacking):
                view = scene(field, power, bonus, own, enemies)
                found |= {
                    (power, name)
                    for name in bonus.when
                    if name in LASTING and CONDITIONS[name](view)
                }
    return frozenset(found)


def applies(field: Field, power: int, bonus: Bonus, own: Stack, enemies: Stack) -> bool:
    view = scene(field, power, bonus, own, enemies)
    return all(
        (power, name) in field.boons if name in LASTING else CONDITIONS[name](view)
        for name in bonus.when
    )


def numbers(
    field: Field, force: Stack, others: Stack, *, attacking: bool
) -> list[tuple[int, Token, int]]:
    """(number, token, count) of the units of a force: what each hits on, all help included."""
    active = {
        power: [
            bonus
            for bonus in bonuses_of(field, power, attacking=attacking)
            if applies(field, power, bonus, force, others)
        ]
        for power in {t.power for t, _ in force}
    }
    found = []
    for token, count in force:
        number = value(field.kinds, token, attacking=attacking)
        if active[token.power]:
            mine = [
                b
                for b in active[token.power]
                if token.unit in b.units and (not b.sworn or token.mark.flags & SWORN)
            ]
            number += sum(b.add for b in mine)
            traits = field.traits[token.power]
            number = max([number, *(b.value + (b.better in traits) for b in mine)])
        found.append((number, token, count))
    return supported(field, found) if attacking else found


def supported(field: Field, force: list[tuple[int, Token, int]]) -> list[tuple[int, Token, int]]:
    """Numbers of attackers with the help of units that support others, one for one."""
    helpers: dict[tuple[int, int], int] = {}
    for _, token, count in force:
        for pair in field.kinds[token.power][token.unit].supports:
            helpers[pair] = helpers.get(pair, 0) + count
    if not helpers:
        return force
    found = []
    for number, token, count in force:
        left = count
        for (unit, better), available in helpers.items():
            if unit == token.unit and number < better and available and left:
                helped = min(left, available)
                helpers[unit, better] -= helped
                found.append((better, token, helped))
                left -= helped
        if left:
            found.append((number, token, left))
    return found


def shots(
    field: Field,
    force: Stack,
    others: Stack,
    *,
    attacking: bool,
    first_strike: bool,
    struck: bool,
) -> tuple[Shot, ...]:
    """The dice of a fire step: lowest numbers first, then the edition's order of units.

    In the step of first strikes only striking units fire; in the others those that struck do not.
    """
    units, kinds = field.ed.units, field.kinds
    found: dict[tuple[int, int, int], int] = {}
    for number, token, count in numbers(field, force, others, attacking=attacking):
        unit = kinds[token.power][token.unit]
        if unit.strikes_first != first_strike and (first_strike or struck):
            continue
        if number:
            key = (number, token.unit, unit.best_of)
            found[key] = found.get(key, 0) + count * (unit.attack_dice if attacking else 1)
    return tuple(
        Shot(units[unit].id, number, count, units[unit].fires_as, dice)
        for (number, unit, dice), count in sorted(found.items())
    )


def worthwhile(
    field: Field, fired: tuple[Shot, ...], targets: Stack, cancelled: frozenset[str]
) -> tuple[Shot, ...]:
    """The dice whose hits somebody could take."""
    return tuple(
        shot for shot in fired if any(can_take(field, shot.kind, t, cancelled) for t, _ in targets)
    )


def count_hits(dice: Iterable[int], fired: tuple[Shot, ...]) -> Hits:
    """Hits by kind: a shot scores when its die is not above its number."""
    rolled = iter(dice)
    hits: dict[str, int] = {}
    for shot in fired:
        count = sum if shot.by == "sum" else min
        scored = 0
        for _ in range(shot.count):
            if count([next(rolled) for _ in range(shot.dice)]) <= shot.target:
                scored += 1
        if scored:
            hits[shot.kind] = hits.get(shot.kind, 0) + scored
    return tuple(sorted(hits.items()))


def can_take(field: Field, kind: str, token: Token, cancelled: frozenset[str]) -> bool:
    """Whether a hit of a kind can be given to a unit, given what the firing side cancels."""
    reaches = field.ed.reaches.get(kind)
    if reaches is None:
        # Dice thrown at the aircraft of one of several powers.
        kind, _, power = kind.rpartition(":")
        return str(token.power) == power and field.ed.reaches[kind][token.unit]
    if not reaches[token.unit]:
        return False
    hidden = field.kinds[token.power][token.unit].hidden_from
    return not hidden or kind not in hidden or "cover" in cancelled


class Target(NamedTuple):
    """Units of a force that take hits alike: which kinds reach them, and how many in all."""

    tokens: Stack
    kinds: frozenset[str]
    last: bool
    capacity: int


def hits_left(ed: Edition, token: Token) -> int:
    """Hits that a unit can still take."""
    return ed.units[token.unit].hits - token.damage


def targets(field: Field, hits: Hits, force: Stack, cancelled: frozenset[str]) -> list[Target]:
    """The force grouped by what can be done to it."""
    ed = field.ed
    groups: dict[tuple[frozenset[str], bool], list[tuple[Token, int]]] = {}
    for token, count in force:
        kinds = frozenset(k for k, _ in hits if can_take(field, k, token, cancelled))
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
    field: Field, shooters: Stack, others: Stack, cancelled: frozenset[str], *, attacking: bool
) -> bool:
    """Whether any unit of one force can hit any unit of the other."""
    kinds = {
        field.ed.units[t.unit].fires_as
        for t, _ in shooters
        if value(field.kinds, t, attacking=attacking) > 0
    }
    return any(can_take(field, kind, target, cancelled) for kind in kinds for target, _ in others)


def fighting(kinds: tuple[Kinds, ...], force: Stack, *, attacking: bool) -> Stack:
    """The units of a force that can fire."""
    return tuple((t, n) for t, n in force if value(kinds, t, attacking=attacking) > 0)
