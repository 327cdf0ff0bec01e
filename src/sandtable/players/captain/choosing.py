"""Which attacks to make: those that gain most together, as they draw on the same units."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sandtable.board.graph import mask_of
from sandtable.game.draft import Draft
from sandtable.players.captain.candidates import Candidate, Temper, forces, judged
from sandtable.players.captain.means import Means, all_means, free_units, prices
from sandtable.players.staff.doctrine import Doctrine
from sandtable.players.staff.ferrying import Free
from sandtable.players.staff.outlook import Outlook
from sandtable.players.staff.packing import pack
from sandtable.rules.position import Token

PASSES = 4
BEATEN = 0.8
"""A stack that is attacked with this chance to win is not feared elsewhere."""
OPENERS = 3
"""Ways to win a zone that are looked at for the landings behind it."""


class Operation(NamedTuple):
    """Attacks that belong together: one, or a landing with the battle that opens the way."""

    parts: tuple[Candidate, ...]
    uses: dict[tuple[int, Token], int]
    gain: float


class Field(NamedTuple):
    """The board as seen before attacks are chosen: who is free, and what could be done."""

    look: Outlook
    free: Free
    means: list[Means]


def surveyed(d: Draft, power: int, doctrine: Doctrine) -> Field:
    """Look at everything that could attack, the guards of capitals included."""
    look = Outlook(d, power, doctrine)
    free = {
        (space, token): count
        for space, stack in enumerate(d.stacks)
        for token, count in stack
        if token.power == power
    }
    return Field(look, free, all_means(look, free))


def chosen(
    field: Field,
    left: Free,
    temper: Temper,
    taken: Collection[int] = (),
    refused: Collection[tuple[object, ...]] = (),
    banned: Collection[int] = (),
) -> list[Candidate]:
    """The attacks that gain most together: besides those on `taken`, without those on `banned`.

    They are chosen several times: first with everybody, then with those who need not stay as a
    guard, given the enemies who are attacked, until guard and attacks agree. Those who are attacked
    are not feared elsewhere.
    """
    means = [e for e in field.means if e.target not in taken and e.target not in banned]
    beaten = start = sum(1 << target for target in set(taken))
    free, found = left, list[Candidate]()
    every = forces(field.look, means, free)
    for attempt in range(PASSES):
        gone = beaten if attempt < PASSES - 1 else start
        may_go = guarded(field.look, left, gone) if attempt else left
        if may_go != free:
            free = may_go
            every = forces(field.look, means, free)
        cost = prices(field.look, free, gone)
        some = judged(field.look, every, free, cost, gone, temper)
        some = [each for each in some if name_of(each) not in refused]
        found = packed(operations(some, free, temper), free)
        beaten = start | mask_of(e.target for e in found if e.force.odds.wins >= BEATEN)
        if attempt and not gone & ~beaten:
            break
    return sorted(found, key=lambda each: (not each.force.means.sea, -each.gain, each.target))


def guarded(look: Outlook, left: Free, gone: int) -> Free:
    """Those of some units who may leave, if enemies in some spaces (a mask) are beaten."""
    may = free_units(look, gone)
    return {key: min(number, may.get(key, 0)) for key, number in left.items()}


def operations(some: Sequence[Candidate], free: Free, temper: Temper) -> Iterator[Operation]:
    """Attacks that can be made on their own, and landings with what opens the way for them."""
    for each in some:
        if each.after < 0:
            if each.gain > temper.least_gain:
                yield Operation((each,), dict(each.uses), each.gain)
            continue
        openers = [first for first in some if first.target == each.after]
        for first in openers[:OPENERS]:
            uses = dict(first.uses)
            for key, number in each.uses:
                uses[key] = uses.get(key, 0) + number
            gain = first.gain + first.force.odds.wins * each.gain
            enough = all(number <= free.get(key, 0) for key, number in uses.items())
            if enough and gain > max(temper.least_gain, first.gain):
                yield Operation((first, each), uses, gain)


def packed(every: Iterator[Operation], free: Free) -> list[Candidate]:
    """The attacks that gain most together with the units that there are, one on each space."""
    some = list(every)
    keys = sorted({key for each in some for key in each.uses})
    spaces = sorted({part.target for each in some for part in each.parts})
    column = {key: at for at, key in enumerate(keys)}
    place = {space: len(keys) + at for at, space in enumerate(spaces)}
    uses = np.zeros((len(some), len(keys) + len(spaces)))
    for row, each in enumerate(some):
        for key, number in each.uses.items():
            uses[row, column[key]] = number
        for part in each.parts:
            uses[row, place[part.target]] = 1
    limits = np.array([*(free[key] for key in keys), *(1 for _ in spaces)], dtype=float)
    groups = [each.parts[-1].target for each in some]
    best = pack([each.gain for each in some], groups, uses, limits)
    return [part for at in best.chosen for part in some[at].parts]


def name_of(each: Candidate) -> tuple[object, ...]:
    return each.target, each.after, each.force.heap, each.uses
