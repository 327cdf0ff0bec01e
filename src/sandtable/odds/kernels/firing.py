"""Both sides of a battle fire: who strikes first, who is gone before firing, where it leads."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.odds.compiling import inner
from sandtable.odds.fight import COVER, STRIKE, FloatArray, IndexArray, IntArray
from sandtable.odds.kernels.course import SHIELDED, STRIKES_A, STRIKES_D
from sandtable.odds.kernels.dice import ALL, REGULAR, STRIKING
from sandtable.odds.kernels.states import CANCELS, CONFLICT, STRIKES, Force, Reach
from sandtable.odds.kernels.volley import (
    FALL,
    HIGH,
    LOW,
    SPARE,
    STRUCK,
    SUBSETS,
    Falls,
    Guns,
    begin,
    clear,
    move,
    shoot,
    shoot_crosswise,
)

# How a cycle goes on from a pair of states.
TOGETHER = 0
"""All dice count at once: nobody strikes first, or all victims still fire."""
IN_TURN = 1
"""First strikes, whose victims are gone before the others fire."""
ATTACKERS_SHIELDED = 2
"""The same, but attackers that were struck still fire."""
DEFENDERS_SHIELDED = 3

# What holds through a cycle, as a mask.
STRUCK_A, STRUCK_D, BARE_A, BARE_D = 1, 2, 4, 8
"""Attackers, defenders struck first; their cover is cancelled."""


class Side(NamedTuple):
    """One side: its states, its fire at the other, and where the other's fire may lead."""

    force: Force
    guns: Guns
    falls: Falls
    reach: Reach
    table: IntArray
    order: IntArray
    keeps: IntArray
    striking: int
    """Groups of hits that its first strikes score, as a mask."""


@inner
def mask_of(rules: IntArray, marks_a: IntArray, marks_d: IntArray, a: int, d: int) -> int:
    """What holds through a cycle that begins with two states."""
    found = 0
    if rules[STRIKES_A] and marks_a[a, STRIKES] and not marks_d[d, CANCELS] & STRIKE:
        found |= STRUCK_A
    if rules[STRIKES_D] and marks_d[d, STRIKES] and not marks_a[a, CANCELS] & STRIKE:
        found |= STRUCK_D
    if marks_d[d, CANCELS] & COVER:
        found |= BARE_A
    if marks_a[a, CANCELS] & COVER:
        found |= BARE_D
    return found


@inner
def way(rules: IntArray, mask: int, shields_a: int, shields_d: int) -> int:
    """How a cycle goes on."""
    if not mask & (STRUCK_A | STRUCK_D):
        return TOGETHER
    kept_a = kept_d = False
    if rules[SHIELDED]:
        kept_a = mask & STRUCK_D != 0 and shields_a != 0
        kept_d = mask & STRUCK_A != 0 and shields_d != 0
    gone_a = mask & STRUCK_D != 0 and not kept_a
    gone_d = mask & STRUCK_A != 0 and not kept_d
    if not gone_a and not gone_d:
        return TOGETHER
    if kept_a:
        return ATTACKERS_SHIELDED
    return DEFENDERS_SHIELDED if kept_d else IN_TURN


@inner
def base_of(marks: IntArray, state: int, firing: int) -> int:
    """The first row of a state's fire in the tables of `Guns`."""
    if firing == REGULAR and not marks[state, STRIKES]:
        firing = ALL
    return firing * SUBSETS * len(marks) + state


@inner
def volley(
    shooters: Side, targets: Side, state: int, firing: int, target: int, bare: int, slot: int
) -> None:
    """One side fires: where that leads is in a slot of the other's."""
    base, step = base_of(shooters.force.marks, state, firing), len(shooters.force.marks)
    if targets.force.stages[bare, target, 0] == CONFLICT:
        shoot_crosswise(
            targets.force,
            targets.table,
            targets.order,
            targets.keeps,
            targets.reach,
            shooters.guns,
            base,
            step,
            target,
            targets.falls,
            slot,
        )
        return
    shoot(
        targets.force.paths,
        targets.force.lengths,
        targets.force.stages,
        shooters.guns.chances,
        shooters.guns.tails,
        shooters.guns.most,
        base,
        step,
        target,
        bare,
        targets.falls.chances,
        targets.falls.range,
        slot,
    )


@inner
def further_volley(
    shooters: Side, targets: Side, state: int, firing: int, bare: int, slot: int
) -> None:
    """The same at all states that an earlier volley may have left."""
    chances, range_ = targets.falls.chances, targets.falls.range
    move(chances, range_, slot, slot + 1)
    low, high = range_[slot + 1, LOW], range_[slot + 1, HIGH]
    range_[slot, LOW] = low
    range_[slot, HIGH] = high
    for target in range(low, high + 1):
        weight = chances[slot + 1, target]
        if weight == 0.0:
            continue
        volley(shooters, targets, state, firing, target, bare, SPARE)
        for after in range(range_[SPARE, LOW], range_[SPARE, HIGH] + 1):
            chances[slot, after] += weight * chances[SPARE, after]
        range_[slot, HIGH] = max(range_[slot, HIGH], range_[SPARE, HIGH])


@inner
def fire(
    shooters: Side, targets: Side, state: int, target: int, bare: int, who: int, struck: bool
) -> None:
    """One side's first strikes, its other fire, or all together, at the other.

    `struck`: it strikes first in this cycle; if not, everybody fires with the others.
    """
    if who == STRIKING and not struck:
        begin(targets.falls.chances, targets.falls.range, STRUCK, target)
        return
    slot = STRUCK if who == STRIKING else FALL
    first = targets.force.stages[bare, target, 0]
    in_turn = first == CONFLICT or first & shooters.striking != shooters.striking
    if who == ALL and struck and in_turn:
        volley(shooters, targets, state, STRIKING, target, bare, slot)
        further_volley(shooters, targets, state, REGULAR, bare, slot)
        return
    # All together, the hits of strikes are given out first by themselves.
    volley(shooters, targets, state, who if struck else ALL, target, bare, slot)


@inner
def both_fire(side_a: Side, side_d: Side, mask: int, a: int, d: int, who: int) -> None:
    """Both sides' first strikes, their other fire, or all together."""
    bare_a, bare_d = (mask & BARE_A) // BARE_A, (mask & BARE_D) // BARE_D
    fire(side_a, side_d, a, d, bare_d, who, mask & STRUCK_A != 0)
    fire(side_d, side_a, d, a, bare_a, who, mask & STRUCK_D != 0)


@inner
def fire_quickly(
    paths: IndexArray,
    lengths: IntArray,
    stages: IntArray,
    hits: FloatArray,
    tails: FloatArray,
    most: IntArray,
    marks: IntArray,
    striking: int,
    chances: FloatArray,
    range_: IntArray,
    state: int,
    target: int,
    bare: int,
    who: int,
    struck: bool,
) -> bool:
    """`fire` for the usual cases, on the arrays of the sides: tuples of them are slow to hand on.

    False in other cases, and then nothing is done.
    """
    slot = FALL
    if who == STRIKING:
        slot = STRUCK
        if not struck:
            begin(chances, range_, slot, target)
            return True
    first = stages[bare, target, 0]
    if first == CONFLICT or (who == ALL and struck and first & striking != striking):
        return False
    base = base_of(marks, state, who if struck else ALL)
    step = len(marks)
    shoot(
        paths, lengths, stages, hits, tails, most, base, step, target, bare, chances, range_, slot
    )
    return True


@inner
def copy(chances: FloatArray, range_: IntArray, slot: int, to: int) -> None:
    clear(chances, range_, to)
    for state in range(range_[slot, LOW], range_[slot, HIGH] + 1):
        chances[to, state] = chances[slot, state]
    range_[to, LOW] = range_[slot, LOW]
    range_[to, HIGH] = range_[slot, HIGH]
