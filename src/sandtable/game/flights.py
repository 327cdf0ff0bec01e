"""How far aircraft fly, and by which way."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.board import Board, IslandBoard
from sandtable.board.graph import bits
from sandtable.game.draft import Draft
from sandtable.game.flak import guns_on_way

ISLAND_BASES = "island-bases"


def air_board(d: Draft, power: int = -1) -> Board | IslandBoard:
    """The board as a power's aircraft (the acting one's) see it."""
    if d.traits and ISLAND_BASES in d.traits[d.power if power < 0 else power]:
        return d.ed.island_board
    return d.ed.board


def reach(d: Draft, space: int, points: int, power: int = -1) -> int:
    """The spaces that a power's aircraft (the acting one's) reach so far, as a mask."""
    return air_board(d, power).within(space, points)


def rings(d: Draft, space: int, points: int, power: int = -1) -> Iterator[tuple[int, int]]:
    """(steps, mask) of the other spaces in reach, by what it takes to get there, from 0 on."""
    board, nearer = air_board(d, power), 1 << space
    for steps in range(points + 1):
        found = board.within(space, steps)
        yield steps, found & ~nearer
        nearer = found


def flight(d: Draft, start: int, end: int, power: int = -1) -> tuple[int, ...]:
    """A shortest way, past as few guns as may be; empty if there is none."""
    board = air_board(d, power)
    way = board.flight(start, end)
    if len(way) < 3 or not guns_on_way(d, way[1:-1]):
        return way
    # Off and onto islands there is one way only.
    first = 1 if d.ed.board.spaces[start].island else 0
    last = len(way) - (2 if d.ed.board.spaces[end].island else 1)
    around = quiet_flight(d, d.ed.board, way[first], way[last], last - first)
    return (*way[:first], *around, *way[last + 1 :])


def quiet_flight(d: Draft, board: Board, start: int, end: int, distance: int) -> tuple[int, ...]:
    """Of the shortest ways the one past the fewest guns."""
    best: dict[int, tuple[int, tuple[int, ...]]] = {start: (0, (start,))}
    for steps in range(1, distance + 1):
        ring = board.within(start, steps) & board.within(end, distance - steps)
        best = {
            space: min(
                (shots + len(guns_on_way(d, (space,))), (*way, space))
                for near, (shots, way) in best.items()
                if board.adjacent(near, space)
            )
            for space in bits(ring)
            if any(board.adjacent(near, space) for near in best)
        }
    return best[end][1]


def flying_steps(d: Draft, path: tuple[int, ...], power: int = -1) -> int:
    """Movement points that a flight costs."""
    board = air_board(d, power)
    return board.steps(path) if isinstance(board, IslandBoard) else len(path) - 1
