"""Battles played with dice, many times: the rounds of `game.fighting` on the rows of a fight.

Every play draws its numbers from a stream of its own, which depends on the seed and on the number
of the play and on nothing else.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.odds import fight as f
from sandtable.odds.compiling import lean
from sandtable.odds.fight import FloatArray, IntArray
from sandtable.odds.kernels.chance import Words, begun, uniform
from sandtable.odds.kernels.endings import over, over_at_once, standoff
from sandtable.odds.kernels.playing import (
    ASIDE,
    ATTACK,
    ATTACK_DIVES,
    CANCELS,
    CYCLE,
    DEFEND,
    EXIT,
    FIRED,
    NEVER,
    NOW,
    NUMBERS,
    OFF,
    RETREAT,
    SEA,
    STRUCK,
    Battle,
    Plan,
    any_of,
    any_with,
    cancelled_by,
    fire,
    take,
    throw,
)
from sandtable.rules import reckoning as r

ShortArray = NDArray[np.int16]

GOES_ON, OVER, LEFT = 0, 1, 2
"""How a cycle ends: there is another, the battle is over, the attackers have left."""

STRIKE_ATTACKER = f.STEPS["strike-attacker"]
STRIKE_DEFENDER = f.STEPS["strike-defender"]
REMOVE_STRUCK = f.STEPS["remove-struck"]
FIRE_ATTACKER = f.STEPS["fire-attacker"]
FIRE_DEFENDER = f.STEPS["fire-defender"]
REMOVE_CASUALTIES = f.STEPS["remove-casualties"]
SUBMERGE_ATTACKER = f.STEPS["submerge-attacker"]
SUBMERGE_DEFENDER = f.STEPS["submerge-defender"]
PRESS_OR_RETREAT = f.STEPS["press-or-retreat"]

# --- the steps of a cycle


@lean
def nobody_dives(units: IntArray, table: IntArray) -> bool:
    return not any_with(units, table, NOW, ATTACK, f.DIVES) and not any_with(
        units, table, NOW, DEFEND, f.DIVES
    )


@lean
def retreat_is_next(units: IntArray, table: IntArray, steps: IntArray, at: int) -> bool:
    """Whether the attackers are asked about a retreat after a step, and nothing before that."""
    for i in range(at + 1, len(steps)):
        if steps[i] == PRESS_OR_RETREAT:
            return True
        diving = steps[i] == SUBMERGE_ATTACKER or steps[i] == SUBMERGE_DEFENDER
        if not diving or not nobody_dives(units, table):
            return False
    return False


@lean
def clear(units: IntArray, side: int) -> None:
    """Those that were hit leave."""
    for i in range(units.shape[2]):
        units[ASIDE, side, i] = 0


@lean
def remove_struck(
    units: IntArray,
    table: IntArray,
    stance: IntArray,
    settings: IntArray,
) -> bool:
    """Victims of opening fire leave, unless a unit of their side lets them fire first."""
    for side in (ATTACK, DEFEND):
        shielded = any_with(units, table, NOW, side, f.SHIELDS) or any_with(
            units, table, ASIDE, side, f.SHIELDS
        )
        if r.struck_leave(shielded):
            clear(units, side)
    return over_at_once(units, table, stance, settings)


@lean
def nothing_to_remove(units: IntArray) -> bool:
    gone = any_of(units, ASIDE, ATTACK) or any_of(units, ASIDE, DEFEND)
    return not gone and any_of(units, NOW, ATTACK)


@lean
def submerge(
    units: IntArray,
    table: IntArray,
    stance: IntArray,
    settings: IntArray,
    side: int,
) -> bool:
    """One side submerges if it wants to and can; whether the battle is over."""
    cancelled = cancelled_by(units, table, 1 - side) & f.SUBMERGE != 0
    if not r.may_submerge(any_with(units, table, NOW, side, f.DIVES), cancelled):
        return False
    if settings[ATTACK_DIVES + side]:
        for i in range(units.shape[2]):
            if table[side, i, f.DIVES]:
                units[OFF, side, i] += units[NOW, side, i]
                units[NOW, side, i] = 0
    if not any_of(units, NOW, ATTACK) or not any_of(units, NOW, DEFEND):
        return over(units, table, stance, settings, False)
    return side == DEFEND and over_at_once(units, table, stance, settings)


@lean
def press_or_retreat(
    units: IntArray,
    table: IntArray,
    stance: IntArray,
    settings: IntArray,
    number: int,
) -> int:
    """The attackers leave if they want to and can, as far as they do not have to stay."""
    if over(units, table, stance, settings, False):
        return OVER
    bound = any_with(units, table, NOW, ATTACK, f.BOUND)
    air = any_with(units, table, NOW, ATTACK, f.AIR)
    able = r.may_retreat(bound, air, settings[EXIT] != 0)
    if able and settings[RETREAT] != NEVER and number >= settings[RETREAT]:
        for i in range(units.shape[2]):
            if not table[ATTACK, i, f.STAYS]:
                units[OFF, ATTACK, i] += units[NOW, ATTACK, i]
                units[NOW, ATTACK, i] = 0
        return GOES_ON if any_of(units, NOW, ATTACK) else LEFT
    return OVER if standoff(units, table, stance, settings) else GOES_ON


@lean
def strikes(units: IntArray, table: IntArray, stance: IntArray, side: int) -> bool:
    """Whether a side's first strikes fall; defenders that were struck still strike back."""
    able = any_with(units, table, NOW, side, f.FIRST) or (
        side == DEFEND and any_with(units, table, ASIDE, side, f.FIRST)
    )
    return r.strikes(able, stance[1 - side, CANCELS] & f.STRIKE != 0)


@lean
def cycle(plan: Plan, b: Battle, number: int) -> int:
    """One round of a battle, by the edition's program."""
    units, table, stance, settings = b.units, plan.table, b.stance, plan.settings
    for side in (ATTACK, DEFEND):
        stance[side, STRUCK] = stance[side, FIRED] = 0
        stance[side, CANCELS] = cancelled_by(units, table, side)
    first = settings[CYCLE] == 1 and number == 1
    for at in range(len(plan.steps)):
        step = plan.steps[at]
        side = DEFEND if step in (STRIKE_DEFENDER, FIRE_DEFENDER, SUBMERGE_DEFENDER) else ATTACK
        ended = GOES_ON
        if step in (STRIKE_ATTACKER, STRIKE_DEFENDER):
            stance[side, STRUCK] = strikes(units, table, stance, side)
            fire(plan, b, side, first, True)
        elif step in (FIRE_ATTACKER, FIRE_DEFENDER):
            fire(plan, b, side, first, False)
        elif step == REMOVE_STRUCK:
            ended = int(remove_struck(units, table, stance, settings))
        elif step == REMOVE_CASUALTIES:
            if not nothing_to_remove(units):
                clear(units, ATTACK)
                clear(units, DEFEND)
                if not retreat_is_next(units, table, plan.steps, at):
                    ended = int(over_at_once(units, table, stance, settings))
        elif step in (SUBMERGE_ATTACKER, SUBMERGE_DEFENDER):
            ended = int(submerge(units, table, stance, settings, side))
        else:
            ended = press_or_retreat(units, table, stance, settings, number)
        if ended:
            return ended
    return GOES_ON


# --- whole battles


@lean
def flak(units: IntArray, chance: FloatArray, stream: Words) -> bool:
    """Guns fire at each attacking aircraft; whether there are any."""
    fires = False
    for i in range(len(chance)):
        for _ in range(units[NOW, ATTACK, i] if chance[i] > 0 else 0):
            fires = True
            if uniform(stream) < chance[i]:
                units[NOW, ATTACK, i] -= 1
                units[ASIDE, ATTACK, i] += 1
    return fires


@lean
def bombard(shots: IntArray, volley: IntArray) -> None:
    """The shots of bombarding ships."""
    volley[:] = 0
    for i in range(len(shots)):
        column = NUMBERS * (shots[i, 2] - 1) + min(shots[i, 0], 6)
        volley[shots[i, 3], column] += shots[i, 1]


@lean
def play(plan: Plan, b: Battle) -> tuple[int, int]:
    """One battle to its end: how it ended, and how many cycles were fought.

    A cycle in which no dice fall, because a side is gone before, does not count.
    """
    units, table, stance, settings = b.units, plan.table, b.stance, plan.settings
    sea = settings[SEA] != 0
    for side in (ATTACK, DEFEND):
        for i in range(units.shape[2]):
            units[NOW, side, i] = plan.counts[side, i]
            units[ASIDE, side, i] = units[OFF, side, i] = 0
    guns = flak(units, plan.flak, b.stream)
    if sea:
        clear(units, ATTACK)
    if settings[CYCLE] == 1 and (sea or not guns) and over(units, table, stance, settings, True):
        return OVER, 0
    if not sea and (guns or len(plan.bombard)):
        bombard(plan.bombard, b.volley)
        if throw(b.volley, plan.chances, b.hits, b.stream):
            take(units, table, plan.order, b.work, b.hits, DEFEND, f.TAKES)
        if remove_struck(units, table, stance, settings):
            return OVER, 0
    ended, number, fought = GOES_ON, 0, 0
    while not ended:
        number += 1
        ended = cycle(plan, b, number)
        fought += stance[ATTACK, FIRED] | stance[DEFEND, FIRED]
    return ended, fought


@lean
def plays(
    plan: Plan,
    b: Battle,
    seed: np.uint64,
    start: int,
    left: ShortArray,
    present: ShortArray,
    ends: IntArray,
) -> None:
    """Plays from a number on, as many as there is room for.

    `left` (2, plays, R) gets the units left, `present` those of them still in the battle, `ends`
    (plays, 2) how each ended and after how many cycles.
    """
    for at in range(len(ends)):
        begun(seed, start + at, b.stream)
        ends[at, 0], ends[at, 1] = play(plan, b)
        # Whoever was hit and not yet removed is gone all the same.
        for side in (ATTACK, DEFEND):
            for i in range(left.shape[2]):
                present[side, at, i] = b.units[NOW, side, i]
                left[side, at, i] = b.units[NOW, side, i] + b.units[OFF, side, i]
