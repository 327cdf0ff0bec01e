"""The usual way to odds, as a yardstick: a land battle played many times over with NumPy.

It knows what it is given and nothing else: units as (number, attack, defense), cheapest first,
artillery that lifts infantry from 1 to 2, hits taken from the left. All plays are one array, the
dice of a row of units are one binomial draw, and battles that are over drop out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.rules.edition import Edition

Counts = NDArray[np.int64]

RUNS = 10_000


class Row(NamedTuple):
    """Units of one kind, cheapest first in a force."""

    unit: str
    number: int
    attack: int
    defense: int


def row(edition: Edition, unit: str, number: int) -> Row:
    """Units with the edition's values."""
    values = edition.units[edition.unit_index[unit]]
    return Row(unit, number, values.attack, values.defense)


def hits_of(left: Counts, values: Counts, draw: np.random.Generator) -> Counts:
    hits: Counts = draw.binomial(left, values / 6).sum(axis=1)
    return hits


def attack_hits(
    left: Counts, values: Counts, infantry: int, artillery: int, draw: np.random.Generator
) -> Counts:
    """The same with every piece of artillery beside an infantry."""
    if infantry < 0 or artillery < 0:
        return hits_of(left, values, draw)
    alone = left.copy()
    helped = np.minimum(left[:, infantry], left[:, artillery])
    alone[:, infantry] -= helped
    return hits_of(alone, values, draw) + draw.binomial(helped, 2 / 6)


def without(left: Counts, hits: Counts) -> Counts:
    """Take hits from the left, as far as there is anybody."""
    before = np.cumsum(left, axis=1) - left
    lost: Counts = np.clip(hits[:, None] - before, 0, left)
    return left - lost


def play(
    attack: Sequence[Row], defend: Sequence[Row], runs: int = RUNS, seed: int = 1
) -> tuple[Counts, Counts]:
    """What is left of both sides after each play."""
    draw = np.random.default_rng(seed)
    attackers = np.tile([row.number for row in attack], (runs, 1))
    defenders = np.tile([row.number for row in defend], (runs, 1))
    values = np.array([row.attack for row in attack]), np.array([row.defense for row in defend])
    names = [row.unit for row in attack]
    infantry, artillery = (
        names.index(unit) if unit in names else -1 for unit in ("infantry", "artillery")
    )
    going = np.arange(runs)
    while len(going):
        ours, theirs = attackers[going], defenders[going]
        scored = attack_hits(ours, values[0], infantry, artillery, draw)
        suffered = hits_of(theirs, values[1], draw)
        attackers[going] = without(ours, suffered)
        defenders[going] = without(theirs, scored)
        going = going[attackers[going].any(axis=1) & defenders[going].any(axis=1)]
    return attackers, defenders


def chance_to_win(attackers: Counts, defenders: Counts) -> float:
    return float((attackers.any(axis=1) & ~defenders.any(axis=1)).mean())
