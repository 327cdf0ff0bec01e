"""The board for aircraft that go between an island and the zone around it at no cost."""

from __future__ import annotations

from itertools import pairwise

from sandtable.board.graph import Board, bits


class IslandBoard:
    """A view of a board on which an island is part of its sea zone.

    An island borders its zone alone, so that ways between other spaces are those of the board.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.zone = tuple(
            near[0] if space.island and len(near) == 1 else i
            for i, (space, near) in enumerate(zip(board.spaces, board.neighbors, strict=True))
        )
        islands = [0] * len(board)
        for island, zone in enumerate(self.zone):
            if island != zone:
                islands[zone] |= 1 << island
        self.islands = tuple(islands)
        self.ringed = sum(1 << zone for zone, found in enumerate(islands) if found)
        """Zones with islands in them, as a mask."""
        self._within: dict[tuple[int, int], int] = {}

    def within(self, space: int, distance: int) -> int:
        """The spaces an air unit reaches in so many steps, as a mask; the start included."""
        key = (self.zone[space], distance)
        found = self._within.get(key)
        if found is None:
            found = self.board.within(*key)
            for zone in bits(found & self.ringed):
                found |= self.islands[zone]
            self._within[key] = found
        return found

    def flying_distance(self, a: int, b: int) -> int:
        """Steps between two spaces for an air unit; -1 if there is no way."""
        return self.board.flying_distance(self.zone[a], self.zone[b])

    def flight(self, a: int, b: int) -> tuple[int, ...]:
        """A shortest way for an air unit, with every space; empty if there is none."""
        start, end = self.zone[a], self.zone[b]
        over = (start,) if start == end else self.board.flight(start, end)
        if a == b or not over:
            return ()
        return (*((a,) if a != start else ()), *over, *((b,) if b != end else ()))

    def steps(self, path: tuple[int, ...]) -> int:
        """What a flight costs."""
        zone = self.zone
        return sum(1 for a, b in pairwise(path) if zone[a] != zone[b])
