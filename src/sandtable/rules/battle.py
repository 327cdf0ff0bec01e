"""One round of battle as pure functions over two forces.

A force is a sorted tuple of (token, count). Who fires when, on what number, what kind of hit it
scores, who can take it and when a battle is over: play asks these functions, and anything that
reckons with battles must ask the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.rules import reckoning
from sandtable.rules.conditions import CONDITIONS, LASTING, Scene
from sandtable.rules.edition import Edition, Kinds
from sandtable.rules.position import SWORN, Stack, Token
from sandtable.rules.roll import Shot
from sandtable.rules.traits import Bonus

Hits = tuple[tuple[str, int], ...]
"""How many hits of each kind."""


NOTHING: frozenset[str] = frozenset()
UNCOVERED = frozenset(("cover",))


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
    pools: dict[tuple[int, int], int] = {}
    for _, token, count in force:
        for pair in field.kinds[token.power][token.unit].supports:
            pools[pair] = pools.get(pair, 0) + count
    if not pools:
        return force
    helped = [[0] * len(pools) for _ in force]
    reckoning.share_support(
        [token.unit for _, token, _ in force],
        [number for number, _, _ in force],
        [count for _, _, count in force],
        [unit for unit, _ in pools],
        [better for _, better in pools],
        list(pools.values()),
        helped,
    )
    found = []
    for (number, token, count), shares in zip(force, helped, strict=True):
        for (_, better), given in zip(pools, shares, strict=True):
            if given:
                found.append((better, token, given))
        left = count - sum(shares)
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
    """The dice of a fire step: lowest numbers first, then the edition's order of units."""
    units, kinds = field.ed.units, field.kinds
    found: dict[tuple[int, int, int], int] = {}
    for number, token, count in numbers(field, force, others, attacking=attacking):
        unit = kinds[token.power][token.unit]
        if number and reckoning.fires(unit.strikes_first, first_strike, struck):
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


def kinds_taken(field: Field, kinds: Sequence[str], token: Token, cancelled: frozenset[str]) -> int:
    """Which of some kinds of hits can be given to a unit, as a mask."""
    mask = 0
    for bit, kind in enumerate(kinds):
        if can_take(field, kind, token, cancelled):
            mask |= 1 << bit
    return mask


class Target(NamedTuple):
    """Units of a force that take hits alike: which kinds reach them, and how many in all."""

    tokens: Stack
    reach: int
    """A mask, bit k being the k-th kind of the hits."""
    last: bool
    capacity: int


def hits_left(ed: Edition, token: Token) -> int:
    """Hits that a unit can still take."""
    return ed.units[token.unit].hits - token.damage


def targets(field: Field, hits: Hits, force: Stack, cancelled: frozenset[str]) -> list[Target]:
    """The force grouped by what can be done to it."""
    ed = field.ed
    kinds = [kind for kind, _ in hits]
    groups: dict[tuple[int, bool], list[tuple[Token, int]]] = {}
    for token, count in force:
        reach = kinds_taken(field, kinds, token, cancelled)
        if reach:
            key = (reach, ed.units[token.unit].last_casualty)
            groups.setdefault(key, []).append((token, count))
    return [
        Target(tuple(tokens), reach, last, sum(n * hits_left(ed, t) for t, n in tokens))
        for (reach, last), tokens in groups.items()
    ]


def most_taken(hits: Hits, groups: list[Target], room: list[int]) -> int:
    """The largest number of hits that can be given to groups of units, each having so much room."""
    return reckoning.most_taken([n for _, n in hits], [g.reach for g in groups], room)


class Losses(NamedTuple):
    """How many hits must be taken: by units that go first, and by those chosen last."""

    first: int
    last: int


def required_losses(hits: Hits, groups: list[Target]) -> Losses:
    """As many hits as possible are taken, and last-chosen units take only what nobody else can."""
    in_all = most_taken(hits, groups, [g.capacity for g in groups])
    if not any(g.last for g in groups):
        return Losses(in_all, 0)
    by_first = most_taken(hits, groups, [0 if g.last else g.capacity for g in groups])
    return Losses(by_first, in_all - by_first)


def fits(ed: Edition, hits: Hits, groups: list[Target], losses: dict[Token, int]) -> bool:
    """Whether a choice of losses (hits per token) is lawful."""
    wanted = []
    taken_first = taken_last = 0
    for group in groups:
        amount = sum(losses.get(token, 0) for token, _ in group.tokens)
        if any(losses.get(t, 0) > n * hits_left(ed, t) for t, n in group.tokens):
            return False
        wanted.append(amount)
        if group.last:
            taken_last += amount
        else:
            taken_first += amount
    if sum(losses.values()) != taken_first + taken_last:
        return False
    needed = required_losses(hits, groups)
    if (taken_first, taken_last) != needed:
        return False
    return most_taken(hits, groups, wanted) == sum(wanted)


class Outline(NamedTuple):
    """What a unit adds to the summary of its force; kinds of hits are masks."""

    scores: int
    """The kind it scores, if it can fire."""
    takes: int
    bare: int
    """What it takes while its cover is cancelled."""
    uncovers: int
    """Whether it cancels the enemy's cover."""


@lru_cache(maxsize=256)
def outlines(
    ed: Edition, traits: tuple[tuple[str, ...], ...], kinds: tuple[str, ...], attacking: bool
) -> tuple[tuple[Outline, ...], ...]:
    """Every unit of each power in outline. `kinds` gives kinds of hits their bits."""
    field = Field(ed, ed.everything(traits)[0], traits)

    def outline(token: Token) -> Outline:
        fires_as = ed.units[token.unit].fires_as
        armed = value(field.kinds, token, attacking=attacking) > 0
        return Outline(
            1 << kinds.index(fires_as) if armed and fires_as in kinds else 0,
            kinds_taken(field, kinds, token, NOTHING),
            kinds_taken(field, kinds, token, UNCOVERED),
            int("cover" in field.kinds[token.power][token.unit].cancels),
        )

    return tuple(
        tuple(outline(Token(power, unit.index)) for unit in units)
        for power, units in enumerate(field.kinds)
    )


def summary(
    field: Field, force: Stack, kinds: tuple[str, ...], *, attacking: bool
) -> tuple[int, ...]:
    """What the end of a battle depends on of a force, by the columns of `reckoning`.

    `kinds` are those of all hits that either side can score.
    """
    known = outlines(field.ed, field.traits, kinds, attacking)
    scored = takes = bare = armed_takes = armed_bare = uncovers = 0
    for token, _ in force:
        kind, covered, uncovered, reveals = known[token.power][token.unit]
        takes |= covered
        bare |= uncovered
        uncovers |= reveals
        if kind:
            scored |= kind
            armed_takes |= covered
            armed_bare |= uncovered
    return scored, takes, bare, armed_takes, armed_bare, uncovers, int(bool(force))


def fighting(kinds: tuple[Kinds, ...], force: Stack, *, attacking: bool) -> Stack:
    """The units of a force that can fire."""
    return tuple((t, n) for t, n in force if value(kinds, t, attacking=attacking) > 0)
