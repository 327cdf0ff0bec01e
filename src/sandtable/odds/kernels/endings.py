"""When a battle that is played with dice is over, by `game.concluding`."""

from __future__ import annotations

from sandtable.odds import fight as f
from sandtable.odds.compiling import lean
from sandtable.odds.fight import IntArray
from sandtable.odds.kernels.playing import (
    ASIDE,
    ATTACK,
    DEFEND,
    EXIT,
    NO_WAY_TO_HIT,
    NOW,
    SEA,
    any_of,
    any_with,
)
from sandtable.rules import reckoning as r


@lean
def look(units: IntArray, table: IntArray, stance: IntArray, side: int, layer: int) -> None:
    """Sum one force up."""
    for at in range(r.SUMMARY):
        stance[side, at] = 0
    for i in range(units.shape[2]):
        if not units[layer, side, i]:
            continue
        stance[side, r.PRESENT] = 1
        stance[side, r.TAKES] |= table[side, i, f.TAKES]
        stance[side, r.BARE] |= table[side, i, f.BARE]
        if table[side, i, f.CANCELS] & f.COVER:
            stance[side, r.UNCOVERS] = 1
        if table[side, i, f.ARMED]:
            stance[side, r.KINDS] |= 1 << table[side, i, f.KIND]
            stance[side, r.ARMED_TAKES] |= table[side, i, f.TAKES]
            stance[side, r.ARMED_BARE] |= table[side, i, f.BARE]


@lean
def way_out(units: IntArray, table: IntArray, settings: IntArray) -> bool:
    """Whether the attackers that need a space to retreat to have one."""
    return settings[EXIT] != 0 and any_with(units, table, NOW, ATTACK, f.BOUND)


@lean
def sink(units: IntArray, table: IntArray, side: int) -> None:
    for i in range(units.shape[2]):
        if not table[side, i, f.ARMED]:
            units[NOW, side, i] = 0


@lean
def over(
    units: IntArray, table: IntArray, stance: IntArray, settings: IntArray, at_start: bool
) -> bool:
    """Whether neither side can or need go on; sinks those whom that leaves defenseless."""
    waiting_a, waiting_d = any_of(units, ASIDE, ATTACK), any_of(units, ASIDE, DEFEND)
    here_a, here_d = any_of(units, NOW, ATTACK), any_of(units, NOW, DEFEND)
    found = r.last_standing(here_a or waiting_a, here_d or waiting_d)
    if found == r.GO_ON and settings[SEA]:
        look(units, table, stance, ATTACK, NOW)
        look(units, table, stance, DEFEND, NOW)
        attack, defend = stance[ATTACK], stance[DEFEND]
        out = way_out(units, table, settings)
        if settings[NO_WAY_TO_HIT] == f.STAY:
            found = r.stay_if_harmless(attack, defend, waiting_a or waiting_d, out, at_start)
        else:
            found = r.sink_defenseless(attack, defend, out, at_start)
    if found & r.SINK_DEFENDERS:
        sink(units, table, DEFEND)
    if found & r.SINK_ATTACKERS:
        sink(units, table, ATTACK)
    return found & r.ENDING != r.GO_ON


@lean
def over_at_once(units: IntArray, table: IntArray, stance: IntArray, settings: IntArray) -> bool:
    """In the middle of a round a battle ends only if a side is gone or defenseless."""
    for side in (ATTACK, DEFEND):
        look(units, table, stance, side, NOW if any_of(units, NOW, side) else ASIDE)
    stay = settings[NO_WAY_TO_HIT] == f.STAY
    return r.may_end_within_round(stance[ATTACK], stance[DEFEND], stay) and over(
        units, table, stance, settings, False
    )


@lean
def standoff(units: IntArray, table: IntArray, stance: IntArray, settings: IntArray) -> bool:
    """Whether only units that cannot fire, or hit, are left on both sides."""
    look(units, table, stance, ATTACK, NOW)
    look(units, table, stance, DEFEND, NOW)
    stay = settings[NO_WAY_TO_HIT] == f.STAY
    return r.standoff(stance[ATTACK], stance[DEFEND], stay)
