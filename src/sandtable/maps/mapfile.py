"""Reading a map file, with an error that says what is wrong with it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NoReturn

from sandtable.rules.refusal import SandtableError

FORMAT = 1
SIDES = (1, 65_536)
"""The least and the most that a map may measure, in units."""
SLIMMEST = 64
"""How much longer one side may be than the other."""
FARTHEST = 1e6
"""What no number of a map exceeds."""
OBJECTS = ("spaces", "spaces-medium", "spaces-small", "fills", "fills-medium", "fills-small")

Point = tuple[float, float]
Collection = tuple[tuple[tuple[int, ...], ...], ...]
"""Polygons of rings of arcs."""


class MapError(SandtableError):
    """A map that is not there, or whose file is damaged."""


@dataclass(frozen=True, slots=True)
class RawSpace:
    """The properties of a space."""

    id: str
    kind: str
    anchors: tuple[tuple[float, float, float], ...]
    label_at: Point
    label_size: tuple[float, float]
    short: str
    city: Point | None


@dataclass(frozen=True, slots=True)
class Raw:
    """What a map file says, checked for its form."""

    board: str
    width: float
    height: float
    wraps: bool
    order: tuple[str, ...]
    scale: Point
    shift: Point
    arcs: tuple[tuple[tuple[int, int], ...], ...]
    shapes: dict[str, dict[str, Collection]]
    spaces: tuple[RawSpace, ...]
    fills: tuple[tuple[str, str, bool], ...]
    gates: tuple[tuple[str, tuple[str, str], Point], ...]
    undrawn: tuple[tuple[tuple[str, str], str, str, tuple[Point, Point]], ...]


def read(found: object, name: str) -> Raw:
    """The contents of a decoded file; `name` is for messages."""
    return Reader(name).read(found)


class Reader:
    """Takes a decoded file apart."""

    def __init__(self, name: str) -> None:
        self.name = name

    def fail(self, where: str, what: str) -> NoReturn:
        raise MapError(f"{self.name}: {where}: {what}")

    def read(self, found: object) -> Raw:
        top = self.table(found, "the file")
        if top.get("type") != "Topology":
            self.fail("type", "not a Topology")
        about = self.table(top.get("sandtable"), "sandtable")
        if about.get("format") != FORMAT:
            self.fail("sandtable.format", f"{about.get('format')!r} is not {FORMAT}")
        transform = self.table(top.get("transform"), "transform")
        arcs = self.arcs(top.get("arcs"))
        objects = self.table(top.get("objects"), "objects")
        geometries = {
            name: [
                self.table(each, f"{name}[{i}]")
                for i, each in enumerate(
                    self.items(
                        self.table(objects.get(name), f"objects.{name}").get("geometries"),
                        f"objects.{name}.geometries",
                    )
                )
            ]
            for name in OBJECTS
        }
        shapes = {name: self.shapes(each, name, arcs) for name, each in geometries.items()}
        for name in OBJECTS:
            base = name.split("-")[0]
            if shapes[name].keys() != shapes[base].keys():
                odd = sorted(shapes[name].keys() ^ shapes[base].keys())
                self.fail(name, f"does not have the shapes of {base}: {', '.join(odd)}")
        known = shapes["spaces"]
        both = known.keys() & shapes["fills"].keys()
        if both:
            self.fail("fills", f"{min(both)} is a space too")
        order = tuple(self.text(each, "order") for each in self.items(about.get("order"), "order"))
        if sorted(order) != sorted(known):
            self.fail("order", "is not every space once")
        wraps = about.get("wraps")
        if not isinstance(wraps, bool):
            self.fail("wraps", "is not true or false")
        width, height = (self.side(about.get(name), name) for name in ("width", "height"))
        if max(width, height) > SLIMMEST * min(width, height):
            self.fail("width", f"{width} x {height} is too slim")
        scale = self.point(transform.get("scale"), "transform.scale")
        shift = self.point(transform.get("translate"), "transform.translate")
        self.frame(arcs, scale, shift, (width, height))
        return Raw(
            board=self.text(about.get("board"), "board"),
            width=width,
            height=height,
            wraps=wraps,
            order=order,
            scale=scale,
            shift=shift,
            arcs=arcs,
            shapes=shapes,
            spaces=tuple(map(self.space, geometries["spaces"])),
            fills=tuple(map(self.fill, geometries["fills"])),
            gates=tuple(
                self.gate(each, f"gates[{i}]", known)
                for i, each in enumerate(self.items(about.get("gates"), "gates"))
            ),
            undrawn=tuple(
                self.undrawn(each, f"undrawn[{i}]", known)
                for i, each in enumerate(self.items(about.get("undrawn"), "undrawn"))
            ),
        )

    def arcs(self, found: object) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The arcs, with their steps summed up."""
        result = []
        for i, arc in enumerate(self.items(found, "arcs")):
            where = f"arc {i}"
            x = y = 0
            points = []
            for each in self.items(arc, where):
                pair = self.items(each, where)
                if len(pair) != 2 or not all(type(step) is int for step in pair):
                    self.fail(where, f"{each!r:.40} is not a pair of whole numbers")
                x += pair[0]
                y += pair[1]
                points.append((x, y))
            if len(set(points)) < 2:
                self.fail(where, "has no length")
            result.append(tuple(points))
        return tuple(result)

    def frame(
        self,
        arcs: tuple[tuple[tuple[int, int], ...], ...],
        scale: Point,
        shift: Point,
        size: Point,
    ) -> None:
        """No line may lead farther from the map than the map is large."""
        if min(scale) <= 0:
            self.fail("transform.scale", "is not above zero")
        low = [math.floor((-size[i] - shift[i]) / scale[i]) for i in (0, 1)]
        high = [math.ceil((2 * size[i] - shift[i]) / scale[i]) for i in (0, 1)]
        for i, arc in enumerate(arcs):
            for x, y in arc:
                if not (low[0] <= x <= high[0] and low[1] <= y <= high[1]):
                    self.fail(f"arc {i}", "leads far off the map")

    def shapes(
        self,
        geometries: list[dict[str, Any]],
        name: str,
        arcs: tuple[tuple[tuple[int, int], ...], ...],
    ) -> dict[str, Collection]:
        """The polygons of an object by id; every ring must be closed."""
        result: dict[str, Collection] = {}
        for i, geometry in enumerate(geometries):
            key = self.text(geometry.get("id"), f"{name}[{i}].id")
            where = f"{name} {key}"
            found = self.items(geometry.get("arcs"), where)
            if geometry.get("type") == "Polygon":
                found = [found]
            elif geometry.get("type") != "MultiPolygon":
                self.fail(where, f"type {geometry.get('type')!r} is not Polygon or MultiPolygon")
            if key in result:
                self.fail(where, "is there twice")
            if not found or not all(found):
                self.fail(where, "has no polygon, or one without an outline")
            result[key] = tuple(
                tuple(self.ring(ring, where, arcs) for ring in self.items(polygon, where))
                for polygon in found
            )
        return result

    def ring(
        self, found: object, where: str, arcs: tuple[tuple[tuple[int, int], ...], ...]
    ) -> tuple[int, ...]:
        ways = self.items(found, where)
        ends = []
        for way in ways:
            if type(way) is not int or not -len(arcs) <= way < len(arcs):
                self.fail(where, f"there is no arc {way!r}")
            arc = arcs[way] if way >= 0 else arcs[~way][::-1]
            ends.append((arc[0], arc[-1]))
        if not ends or any(ends[i - 1][1] != ends[i][0] for i in range(len(ends))):
            self.fail(where, "has a ring that is not closed")
        return tuple(ways)

    def space(self, geometry: dict[str, Any]) -> RawSpace:
        name = geometry["id"]
        where = f"space {name}"
        given = self.table(geometry.get("properties"), where)
        if given.get("kind") not in ("land", "sea"):
            self.fail(where, f"kind {given.get('kind')!r} is not land or sea")
        anchors = []
        for each in self.items(given.get("anchors"), f"{where}: anchors"):
            numbers = [
                self.number(part, f"{where}: anchors")
                for part in self.items(each, f"{where}: anchors")
            ]
            if len(numbers) != 3:
                self.fail(f"{where}: anchors", f"{each!r} is not x, y and radius")
            anchors.append((numbers[0], numbers[1], numbers[2]))
        if not anchors:
            self.fail(where, "has no anchor")
        label = self.table(given.get("label"), f"{where}: label")
        size = (label.get("width"), label.get("height"))
        short = given.get("short", "")
        if not isinstance(short, str):
            self.fail(where, f"short {short!r} is not text")
        city = given.get("city")
        return RawSpace(
            name,
            given["kind"],
            tuple(anchors),
            self.point(label.get("at"), f"{where}: label"),
            self.point(list(size), f"{where}: label"),
            short,
            None if city is None else self.point(city, f"{where}: city"),
        )

    def fill(self, geometry: dict[str, Any]) -> tuple[str, str, bool]:
        where = f"fill {geometry['id']}"
        given = self.table(geometry.get("properties"), where)
        if given.get("kind") not in ("ice", "outside", "lake"):
            self.fail(where, f"kind {given.get('kind')!r} is not ice, outside or lake")
        return geometry["id"], given["kind"], bool(given.get("ashore", False))

    def gate(
        self, found: object, where: str, known: dict[str, Collection]
    ) -> tuple[str, tuple[str, str], Point]:
        given = self.table(found, where)
        return (
            self.text(given.get("passage"), where),
            self.edge(given.get("edge"), where, known),
            self.point(given.get("at"), where),
        )

    def undrawn(
        self, found: object, where: str, known: dict[str, Collection]
    ) -> tuple[tuple[str, str], str, str, tuple[Point, Point]]:
        given = self.table(found, where)
        if given.get("kind") not in ("link", "wrap"):
            self.fail(where, f"kind {given.get('kind')!r} is not link or wrap")
        ends = self.items(given.get("at"), where)
        if len(ends) != 2:
            self.fail(where, "at is not two points")
        return (
            self.edge(given.get("edge"), where, known),
            given["kind"],
            self.text(given.get("why"), where),
            (self.point(ends[0], where), self.point(ends[1], where)),
        )

    def edge(self, found: object, where: str, known: dict[str, Collection]) -> tuple[str, str]:
        ends = self.items(found, where)
        if len(ends) != 2 or ends[0] == ends[1]:
            self.fail(where, f"{found!r} is not two spaces")
        for end in ends:
            if not isinstance(end, str) or end not in known:
                self.fail(where, f"there is no space {end!r}")
        return ends[0], ends[1]

    def table(self, found: object, where: str) -> dict[str, Any]:
        if not isinstance(found, dict):
            self.fail(where, "missing" if found is None else "is not an object")
        return found

    def items(self, found: object, where: str) -> list[Any]:
        if not isinstance(found, list):
            self.fail(where, "missing" if found is None else "is not a list")
        return found

    def text(self, found: object, where: str) -> str:
        if not isinstance(found, str) or not found:
            self.fail(where, f"{found!r} is not text")
        return found

    def number(self, found: object, where: str) -> float:
        if isinstance(found, bool) or not isinstance(found, int | float):
            self.fail(where, f"{found!r:.40} is not a number")
        if not -FARTHEST <= found <= FARTHEST:  # nor is it NaN
            self.fail(where, f"{found!r:.40} is out of all bounds")
        return found

    def side(self, found: object, where: str) -> float:
        number = self.number(found, where)
        if not SIDES[0] <= number <= SIDES[1]:
            self.fail(where, f"{number} is not from {SIDES[0]} to {SIDES[1]}")
        return number

    def point(self, found: object, where: str) -> Point:
        pair = self.items(found, where)
        if len(pair) != 2:
            self.fail(where, f"{found!r} is not two numbers")
        return self.number(pair[0], where), self.number(pair[1], where)
