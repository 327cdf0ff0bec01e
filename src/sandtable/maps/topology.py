"""The map of a board: its spaces as polygons, and where things go in them.

A map is a TopoJSON file, `map.json`, beside the board's graph. `load_map` finds and reads it:

    board = load_map("revised")
    board.level("small").spaces["germany"]     # polygons, each an outline and its holes
    board.spaces["germany"].anchors            # room for stacks
    board.level().borders                      # every line once, with what is on either side
    board.neighbors()                          # pairs of spaces that share a border
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path

from sandtable.maps.mapfile import Collection, Raw, read
from sandtable.maps.mapfile import MapError as MapError
from sandtable.rules.problems import nearest

FILE = "map.json"
LARGEST_FILE = 8_000_000
LEVELS = {"full": "", "medium": "-medium", "small": "-small"}

Point = tuple[float, float]
Line = tuple[Point, ...]
Polygon = tuple[Line, ...]
"""The outline, then the holes; every ring ends with its first point."""
Pair = tuple[str, str]
"""Two spaces, in the order of their ids."""
Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Label:
    """A free rectangle for the name, around its middle."""

    at: Point
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class MapSpace:
    """What the map knows about a space besides its shape."""

    id: str
    kind: str
    """`land` or `sea`."""
    anchors: tuple[tuple[float, float, float], ...]
    """Disjoint circles inside the space, largest first: x, y, radius."""
    label: Label
    short: str
    """A short name if the full one does not fit, else empty."""
    city: Point | None


@dataclass(frozen=True, slots=True)
class MapFill:
    """An area of the picture that is no space."""

    id: str
    kind: str
    """`ice`, `outside` or `lake`."""
    ashore: bool


@dataclass(frozen=True, slots=True)
class Gate:
    """Where the mark of a canal or strait goes."""

    passage: str
    edge: Pair
    at: Point


@dataclass(frozen=True, slots=True)
class Undrawn:
    """A border of the board that is no line on the map, and a point in either space."""

    edge: Pair
    kind: str
    """`link`, or `wrap` for a border across the edge of the map."""
    why: str
    at: tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Border:
    """A line between two areas, the ids of spaces or fills; one side only at the frame."""

    points: Line
    sides: tuple[str, ...]


@dataclass(frozen=True)
class Level:
    """The shapes at one level of detail."""

    name: str
    arcs: tuple[tuple[Cell, ...], ...]
    """The lines in whole steps of the file's grid."""
    scale: Point
    shift: Point
    space_arcs: Mapping[str, Collection]
    fill_arcs: Mapping[str, Collection]

    def point(self, cell: Cell) -> Point:
        """A point of the grid on the map."""
        return (
            cell[0] * self.scale[0] + self.shift[0],
            cell[1] * self.scale[1] + self.shift[1],
        )

    def ring(self, ways: tuple[int, ...]) -> tuple[Cell, ...]:
        """The arcs of a ring joined; one that is walked backwards is given as ~i."""
        cells: list[Cell] = []
        for way in ways:
            arc = self.arcs[way] if way >= 0 else self.arcs[~way][::-1]
            cells += arc[bool(cells) :]
        return tuple(cells)

    @cached_property
    def spaces(self) -> dict[str, tuple[Polygon, ...]]:
        """The polygons of every space, the largest first."""
        return {name: self._polygons(shape) for name, shape in self.space_arcs.items()}

    @cached_property
    def fills(self) -> dict[str, tuple[Polygon, ...]]:
        """The polygons of every fill."""
        return {name: self._polygons(shape) for name, shape in self.fill_arcs.items()}

    @cached_property
    def sides(self) -> dict[int, tuple[str, ...]]:
        """For every arc of this level what is beside it: at its right hand first."""
        found: dict[int, list[tuple[bool, str]]] = {}
        for shapes in (self.space_arcs, self.fill_arcs):
            for name, shape in shapes.items():
                for polygon in shape:
                    for ring in polygon:
                        for way in ring:
                            arc = way if way >= 0 else ~way
                            found.setdefault(arc, []).append((way < 0, name))
        return {arc: tuple(name for _, name in sorted(found[arc])) for arc in sorted(found)}

    @cached_property
    def borders(self) -> tuple[Border, ...]:
        """Every line once."""
        return tuple(
            Border(tuple(map(self.point, self.arcs[arc])), names)
            for arc, names in self.sides.items()
        )

    def _polygons(self, shape: Collection) -> tuple[Polygon, ...]:
        return tuple(
            tuple(tuple(map(self.point, self.ring(ring))) for ring in polygon) for polygon in shape
        )


@dataclass(frozen=True)
class BoardMap:
    """A map as it was read."""

    board: str
    width: float
    height: float
    wraps: bool
    order: tuple[str, ...]
    """The spaces in reading order, for the keyboard."""
    spaces: Mapping[str, MapSpace]
    fills: Mapping[str, MapFill]
    gates: tuple[Gate, ...]
    undrawn: tuple[Undrawn, ...]
    levels: Mapping[str, Level] = field(repr=False)

    def level(self, name: str = "full") -> Level:
        """The shapes at a level of detail: full, medium or small."""
        return self.levels[name]

    def neighbors(self, level: str = "full") -> frozenset[Pair]:
        """The pairs of spaces that share a line, across the edge of the map too if it wraps."""
        found = {
            paired(*names)
            for names in self.levels[level].sides.values()
            if len(names) == 2 and all(name in self.spaces for name in names)
        }
        return frozenset(found) | self.across(level)

    def across(self, level: str = "full") -> frozenset[Pair]:
        """The pairs of spaces that touch where the left edge of the map meets the right one."""
        if not self.wraps:
            return frozenset()
        shapes = self.levels[level]
        low, high = (
            round(-shapes.shift[0] / shapes.scale[0]),
            round((self.width - shapes.shift[0]) / shapes.scale[0]),
        )
        pieces: dict[int, list[tuple[int, int, str]]] = {low: [], high: []}
        for arc, names in shapes.sides.items():
            if len(names) == 1 and names[0] in self.spaces:
                for (ax, ay), (bx, by) in steps(shapes.arcs[arc]):
                    if ax == bx and ax in pieces:
                        pieces[ax].append((min(ay, by), max(ay, by), names[0]))
        return frozenset(
            paired(a, b)
            for top, bottom, a in pieces[low]
            for other_top, other_bottom, b in pieces[high]
            if a != b and max(top, other_top) < min(bottom, other_bottom)
        )


def steps(arc: tuple[Cell, ...]) -> Iterator[tuple[Cell, Cell]]:
    """The straight pieces of a line."""
    return pairwise(arc)


def paired(a: str, b: str) -> Pair:
    """Two ids in order."""
    return (a, b) if a < b else (b, a)


def load_map(edition: str | Path) -> BoardMap:
    """The map of an edition or board of the package by its id, or of a directory.

    An edition that extends another and has no map of its own uses that one's.
    """
    if isinstance(edition, Path):
        if not edition.is_dir():
            raise MapError(f"{edition}: no such directory")
        return build(find(edition, str(edition)))
    return _packaged(edition)


def map_names() -> list[str]:
    """The boards of the package that have a map of their own."""
    root = resources.files("sandtable.editions")
    return sorted(entry.name for entry in root.iterdir() if (entry / FILE).is_file())


@lru_cache(maxsize=16)
def _packaged(name: str) -> BoardMap:
    return build(find(directory(name), name))


def directory(name: str) -> Traversable:
    """The directory of an edition or board of the package."""
    root = resources.files("sandtable.editions")
    known = [
        entry.name
        for entry in root.iterdir()
        if any((entry / file).is_file() for file in (FILE, "board.json", "edition.toml"))
    ]
    if name not in known:
        raise MapError(f"unknown edition {name!r}{nearest(name.casefold(), known)}")
    return root / name


def find(place: Traversable, name: str) -> Traversable:
    """The map file of a directory, or of the edition it extends."""
    seen = [name]
    while not (place / FILE).is_file():
        parent = extended(place)
        if parent is None or parent in seen:
            raise MapError(f"{name} has no map")
        seen.append(parent)
        place = directory(parent)
    return place / FILE


def extended(place: Traversable) -> str | None:
    """The id of the edition that a directory's edition extends, if any."""
    file = place / "edition.toml"
    if not file.is_file():
        return None
    try:
        parent = tomllib.loads(file.read_text("utf-8")).get("extends")
    except ValueError as error:
        raise MapError(f"{file}: {error}") from None
    return parent if isinstance(parent, str) else None


def build(file: Traversable) -> BoardMap:
    """A map from its file."""
    with file.open("rb") as opened:
        data = opened.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise MapError(f"{file}: larger than {LARGEST_FILE} bytes")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise MapError(f"{file}: {error}") from None
    return from_raw(found, str(file))


def from_raw(found: object, name: str = FILE) -> BoardMap:
    """A map from decoded JSON; `name` is for messages."""
    raw = read(found, name)
    return BoardMap(
        board=raw.board,
        width=raw.width,
        height=raw.height,
        wraps=raw.wraps,
        order=raw.order,
        spaces={
            each.id: MapSpace(
                each.id,
                each.kind,
                each.anchors,
                Label(each.label_at, *each.label_size),
                each.short,
                each.city,
            )
            for each in raw.spaces
        },
        fills={name: MapFill(name, kind, ashore) for name, kind, ashore in raw.fills},
        gates=tuple(Gate(passage, paired(*edge), at) for passage, edge, at in raw.gates),
        undrawn=tuple(Undrawn(paired(*edge), kind, why, at) for edge, kind, why, at in raw.undrawn),
        levels={level: shapes(raw, level, suffix) for level, suffix in LEVELS.items()},
    )


def shapes(raw: Raw, name: str, suffix: str) -> Level:
    return Level(
        name,
        raw.arcs,
        raw.scale,
        raw.shift,
        raw.shapes["spaces" + suffix],
        raw.shapes["fills" + suffix],
    )
