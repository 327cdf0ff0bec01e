"""Flights with Island Bases against a plain search in which islands cost nothing."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import pytest

from sandtable.board import Board, IslandBoard
from sandtable.game.library import load_edition


def distances(board: Board, start: int) -> dict[int, int]:
    """Steps to every space, by a search with steps that cost 0 or 1."""
    found = {start: 0}
    edge = deque([start])
    while edge:
        space = edge.popleft()
        for near in board.neighbors[space]:
            if board.spaces[near].impassable:
                continue
            free = board.spaces[near].island or board.spaces[space].island
            cost = found[space] + (0 if free else 1)
            if cost < found.get(near, 999):
                found[near] = cost
                edge.append(near)
    return found


@pytest.fixture(scope="module")
def board() -> Board:
    return load_edition("revised").board


def test_reach_and_ways(board: Board) -> None:
    islands = IslandBoard(board)
    for start in range(len(board)):
        if board.spaces[start].impassable:
            continue
        far = distances(board, start)
        for steps in range(9):
            expected = sum(1 << space for space, cost in far.items() if cost <= steps)
            assert islands.within(start, steps) == expected, (start, steps)
        for end, cost in far.items():
            assert islands.flying_distance(start, end) == cost
            way = islands.flight(start, end)
            if end == start:
                assert way == ()
                continue
            assert (way[0], way[-1]) == (start, end)
            assert all(board.adjacent(a, b) for a, b in pairwise(way))
            assert islands.steps(way) == cost


def test_every_island_lies_in_one_zone(board: Board) -> None:
    for i, space in enumerate(board.spaces):
        if space.island:
            (zone,) = board.neighbors[i]
            assert board.sea[zone]
