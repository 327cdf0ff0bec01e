"""In which order a side takes its losses, as rows of a fight."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.fight import IntArray, Side
from sandtable.odds.policy import KEEP_GROUND, USUAL

Order = tuple[IntArray, IntArray]
"""Rows in the order in which they are lost, and how many of each are kept for later."""


def order_of(side: Side, losses: str | tuple[str, ...], units: Sequence[str]) -> Order:
    """The order of a policy; `units` are the ids of the edition's units.

    Units named in an order come in that order. First of all are hits that destroy nothing; rows
    that are lost only when nobody else can be are last, whatever a policy says.
    """
    kept = -1
    if losses == KEEP_GROUND:
        kept = last_captor(side)
    names = losses if isinstance(losses, tuple) else ()
    return ordered(
        side.table.tobytes(), len(side.table), side.costs.tobytes(), names, tuple(units), kept
    )


def last_captor(side: Side) -> int:
    """The row of the capturing unit that the usual order loses last; -1 if there is none."""
    rows, _ = order_of(side, USUAL, ())
    able = [row for row in rows if side.counts[row] and side.table[row, f.CAPTURES]]
    return int(able[-1]) if able else -1


@lru_cache(maxsize=4096)
def ordered(
    table_bytes: bytes,
    size: int,
    costs_bytes: bytes,
    names: tuple[str, ...],
    units: tuple[str, ...],
    kept: int,
) -> Order:
    table = np.frombuffer(table_bytes, dtype=np.int64).reshape(size, f.COLUMNS)
    costs = np.frombuffer(costs_bytes, dtype=np.float64)
    rank = {name: i for i, name in enumerate(names)}

    def key(row: int) -> tuple[float, ...]:
        named = rank.get(units[table[row, f.UNIT]], len(rank)) if names else 0
        destroys = table[row, f.WOUNDED] < 0
        return (
            table[row, f.LAST],
            destroys,
            named if destroys else 0,
            costs[row],
            table[row, f.NUMBER_2],
            row,
        )

    rows = sorted(range(size), key=key)
    keeps = [int(row == kept) for row in rows]
    if kept >= 0:
        rows.append(kept)
        keeps.append(0)
    return np.array(rows, dtype=np.int64), np.array(keeps, dtype=np.int64)
