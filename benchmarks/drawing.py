"""Drawing a board: reading its map, writing the SVG, and making a PNG of it."""

from __future__ import annotations

from benchmarks.effort import Effort
from benchmarks.figures import Figure, Section
from benchmarks.timing import measure, timed
from sandtable.maps import Drawing, draw
from sandtable.maps.topology import BoardMap, build, directory, find, map_names

BOARD = "global1940"
WIDTH = 2048

GOALS = {"SVG of a board": "under 1000"}


def board() -> str:
    """The largest board, or whichever there is."""
    return BOARD if BOARD in map_names() else map_names()[0]


def read() -> BoardMap:
    """Read the map, past the one that the process has already loaded."""
    return build(find(directory(board()), board()))


def drawn() -> Drawing:
    return draw(board(), width=WIDTH)


def section(effort: Effort) -> Section:
    ready = drawn()
    results = measure(
        [
            timed("read a map", read),
            timed("SVG of a board", lambda: drawn().svg),
            timed("PNG from its SVG", ready.png),
        ],
        effort.repeats,
    )
    figures = tuple(
        Figure(name, tuple(found), "ms", GOALS.get(name, ""))
        for name, found in results.values.items()
    )
    return Section(f"Drawing {board()}, {WIDTH} pixels wide", figures, results)
