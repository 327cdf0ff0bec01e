"""What never changes on a board, reckoned once: how much a unit in a space counts for a capital."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import NamedTuple

from sandtable.board import Board
from sandtable.rules.edition import Edition

LAND_FADES = 0.6
"""Of a unit's weight is left with every step by land."""
AIR_FADES = 0.5
"""The same by air, after the steps that a plane flies in a turn and comes back."""
FLIGHT = 2


class Capital(NamedTuple):
    """A capital, and how near every space is to it: 1 for itself, 0 for where nobody comes from."""

    space: int
    power: int
    weight: float
    """The part of the board's income that its power began with."""
    by_land: tuple[float, ...]
    by_air: tuple[float, ...]


@lru_cache(maxsize=16)
def capitals(edition: Edition) -> tuple[Capital, ...]:
    total = sum(edition.values) or 1
    found = []
    for power in edition.powers:
        own = sum(
            value
            for value, owner in zip(edition.values, edition.original_owners, strict=True)
            if owner == power.index
        )
        for space in power.capitals:
            walk, flight = steps(edition.board, space, land=True), steps(edition.board, space)
            found.append(
                Capital(
                    space,
                    power.index,
                    own / total,
                    tuple(0.0 if n < 0 else LAND_FADES**n for n in walk),
                    tuple(0.0 if n < 0 else AIR_FADES ** max(0, n - FLIGHT) for n in flight),
                )
            )
    return tuple(found)


def steps(board: Board, goal: int, *, land: bool = False) -> list[int]:
    """Steps from every space to one, by land only or whichever way; -1 if there is none."""
    found = [-1] * len(board)
    found[goal] = 0
    edge = deque([goal])
    while edge:
        at = edge.popleft()
        for near in board.land_neighbors[at] if land else board.neighbors[at]:
            if found[near] < 0 and not board.impassable_mask >> near & 1:
                found[near] = found[at] + 1
                edge.append(near)
    return found
