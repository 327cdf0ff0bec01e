"""A battle as the kernels see it: rows of small integers, made from the engine's own rules.

A side is a table with a row for each class of equal units. A two-hit ship has two rows, whole and
damaged: a hit on the first moves it to the second. Everything that a row says was asked of
`rules.battle` and the edition; nothing here knows a rule.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.rules.position import Token

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
IndexArray = NDArray[np.uint32]

# Columns of a side's table.
UNIT = 0
"""Index of the unit in the edition."""
NUMBER_1 = 1
"""What it hits on in the first cycle, without support."""
NUMBER_2 = 2
"""The same in later cycles."""
PACK = 3
"""Units whose number depends on how many of them are left share a pack; -1 for others."""
LEAST = 4
"""How many of the pack it takes."""
PACKED_1 = 5
"""What it hits on then, in the first cycle."""
PACKED_2 = 6
SHOTS = 7
"""Shots of one unit."""
BEST_OF = 8
"""Dice of one shot, of which the best counts."""
KIND = 9
"""The kind of hit it scores, an index into `Fight.kinds`."""
ARMED = 10
"""Whether it can fire at all."""
FIRST = 11
"""Whether it strikes first."""
DIVES = 12
"""Whether it can submerge."""
SHIELDS = 13
"""Whether units of its side that a first strike hit still fire."""
CANCELS = 14
"""What it switches off of the enemy's: a sum of `STRIKE`, `SUBMERGE`, `COVER`."""
TAKES = 15
"""Kinds of hits that it can take, as a mask."""
BARE = 16
"""The same while the enemy cancels its cover."""
LAST = 17
"""Whether it is lost only when nobody else can take the hit."""
WOUNDED = 18
"""The row that a hit moves it to, or -1: a hit destroys it."""
AIR = 19
CAPTURES = 20
BOUND = 21
"""Whether it needs a space to retreat to."""
STAYS = 22
"""Whether it stays and fights on when its side retreats."""
COLUMNS = 23

STRIKE, SUBMERGE, COVER = 1, 2, 4
CANCELLED = {"strike": STRIKE, "submerge": SUBMERGE, "cover": COVER}

# Steps of a round, as the edition's program lists them.
STEPS = {
    "strike-attacker": 0,
    "strike-defender": 1,
    "remove-struck": 2,
    "fire-attacker": 3,
    "fire-defender": 4,
    "remove-casualties": 5,
    "submerge-attacker": 6,
    "submerge-defender": 7,
    "press-or-retreat": 8,
}

SINK_DEFENSELESS, STAY = 0, 1
NO_WAY_TO_HIT = {"sink-defenseless": SINK_DEFENSELESS, "stay": STAY}


class Side(NamedTuple):
    """One side of a fight: C rows."""

    tokens: tuple[Token, ...]
    """What the rows stand for."""
    counts: IntArray
    """(C,) units now."""
    table: IntArray
    """(C, COLUMNS)"""
    helps: IntArray
    """(H, 2) rows that support others: row, pool."""
    pools: IntArray
    """(P, 2) what a pool of supporters does: unit helped, and the number it then hits on."""
    costs: FloatArray
    """(C,) IPCs lost when one is destroyed, all aboard included. A damaged ship costs nothing."""


class Fight(NamedTuple):
    """A battle at the beginning of a cycle, or before its opening fire."""

    attack: Side
    defend: Side
    steps: IntArray
    """Steps of a round, by `STEPS`."""
    sea: bool
    no_way_to_hit: int
    exit: bool
    """Whether there is a space to retreat to."""
    round: int
    """The cycle that comes next: 1, or 2 for every later one."""
    kinds: tuple[str, ...]
    """Kinds of hits by index."""
    flak: FloatArray
    """(C,) chance of each attacking unit to be shot down before the first cycle."""
    bombard: IntArray
    """(B, 4) shots before the first cycle at the defenders: number, shots, best of, kind."""
