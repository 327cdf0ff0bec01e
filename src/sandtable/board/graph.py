"""The board as a graph.

Inside the engine a space is its index in `Board.spaces`, and a set of spaces is an integer with
one bit per space: both are what the hot paths of movement and landing want.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Space:
    """A territory or a sea zone."""

    id: str
    name: str
    sea: bool
    value: int = 0
    impassable: bool = False
    aliases: tuple[str, ...] = ()
    city: str = ""
    island: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """A sea border that ships may cross only under a condition: a canal or a strait."""

    id: str
    name: str
    edge: tuple[int, int]
    controlled_by: tuple[int, ...]
    rule: str
    closed: bool = False
    exempt_units: frozenset[str] = frozenset()


class Board:
    """An immutable graph of spaces with precomputed neighbours and flying distances."""

    def __init__(
        self,
        spaces: Iterable[Space],
        borders: Iterable[tuple[int, int]],
        passages: Iterable[Passage] = (),
    ) -> None:
        self.spaces = tuple(spaces)
        self.index = {space.id: i for i, space in enumerate(self.spaces)}
        size = len(self.spaces)
        adjacent: list[set[int]] = [set() for _ in range(size)]
        for a, b in borders:
            adjacent[a].add(b)
            adjacent[b].add(a)
        self.neighbors = tuple(tuple(sorted(found)) for found in adjacent)
        self.neighbor_masks = tuple(mask_of(found) for found in self.neighbors)
        self.sea = tuple(space.sea for space in self.spaces)
        self.zones = tuple(i for i in range(size) if self.sea[i])
        self.sea_mask = mask_of(i for i in range(size) if self.sea[i])
        self.land_mask = mask_of(i for i in range(size) if not self.sea[i])
        self.impassable_mask = mask_of(i for i in range(size) if self.spaces[i].impassable)
        self.sea_neighbors = tuple(tuple(n for n in near if self.sea[n]) for near in self.neighbors)
        self.land_neighbors = tuple(
            tuple(n for n in near if not self.sea[n]) for near in self.neighbors
        )
        self.passages: dict[tuple[int, int], Passage] = {}
        for passage in passages:
            a, b = passage.edge
            self.passages[a, b] = self.passages[b, a] = passage
        self._within: list[list[int]] = [[] for _ in range(size)]

    def __len__(self) -> int:
        return len(self.spaces)

    def adjacent(self, a: int, b: int) -> bool:
        """Whether two spaces share a border."""
        return bool(self.neighbor_masks[a] >> b & 1)

    def within(self, space: int, distance: int) -> int:
        """The spaces an air unit reaches in so many steps, as a mask; the start included."""
        rings = self._within[space]
        if not rings:
            rings.append(1 << space)
        while len(rings) <= distance:
            reached = rings[-1]
            grown = reached
            for near in bits(reached if len(rings) == 1 else reached & ~rings[-2]):
                grown |= self.neighbor_masks[near]
            rings.append(grown & ~self.impassable_mask | 1 << space)
        return rings[distance]

    def flying_distance(self, a: int, b: int) -> int:
        """Steps between two spaces for an air unit; -1 if there is no way."""
        distance, last = 0, 0
        while not (reached := self.within(a, distance)) >> b & 1:
            if reached == last:
                return -1
            distance, last = distance + 1, reached
        return distance

    def flight(self, a: int, b: int) -> tuple[int, ...]:
        """A shortest way for an air unit, the one through the lowest indices; empty if none.

        There is none from a space to itself: a flight crosses a border.
        """
        distance = self.flying_distance(a, b)
        if distance <= 0:
            return ()
        way = [b]
        for left in range(distance - 1, -1, -1):
            ring = self.within(a, left) & self.neighbor_masks[way[-1]]
            way.append(lowest(ring))
        return tuple(reversed(way))


def mask_of(indices: Iterable[int]) -> int:
    """A set of indices as an integer with these bits."""
    mask = 0
    for i in indices:
        mask |= 1 << i
    return mask


def lowest(mask: int) -> int:
    """The lowest index in a mask."""
    return (mask & -mask).bit_length() - 1


def bits(mask: int) -> Iterator[int]:
    """The indices in a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
