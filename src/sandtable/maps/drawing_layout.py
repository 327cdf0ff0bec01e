"""Where everything stands: names, badges and chips inside their spaces, large if there is room.

Each space tries a list of plans, the best first. What does not fit even so goes into the sea
beside the territory with a line that leads to it, or becomes a total, or a mere dot.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sandtable.maps import pieces
from sandtable.maps.drawing_plans import (
    Parts,
    Plan,
    Round,
    Wish,
    parts_of,
    rounds_for,
)
from sandtable.maps.pieces import Block, Piece
from sandtable.maps.room import Box, Room
from sandtable.maps.scene import Place

Point = tuple[float, float]

STRIP = 2.2
MOST_STRIPS = 90
REACH, NEAR = 100.0, 34.0
"""How far a block with units in it, and a mere name, may be out at sea, in pixels."""
ABROAD = 20.0
"""How much of the line that leads there may cross other land: capes, but no countries."""
ATTEMPTS = 4


@dataclass(frozen=True, slots=True)
class Shape:
    """A space as the map has it."""

    id: str
    sea: bool
    polygons: tuple[tuple[tuple[tuple[float, float], ...], ...], ...]
    anchors: tuple[tuple[float, float, float], ...]
    label: tuple[float, float]
    short: str
    neighbors: tuple[str, ...]

    @property
    def rings(self) -> Iterable[Sequence[tuple[float, float]]]:
        return (ring for polygon in self.polygons for ring in polygon)

    @property
    def middle(self) -> tuple[float, float]:
        return self.anchors[0][:2] if self.anchors else self.label


@dataclass
class Placed:
    """What stands in, or for, a space."""

    pieces: list[Piece] = field(default_factory=list)
    dots: list[tuple[float, float, str]] = field(default_factory=list)
    """Powers that have units here and no room for a chip."""
    leader: tuple[tuple[float, float], tuple[float, float]] | None = None
    plate: Box | None = None
    emblem: Box | None = None


class Layout:
    """Places the pieces of a scene. `shore` are the lines around all water."""

    def __init__(
        self, shapes: Mapping[str, Shape], shore: Sequence[Sequence[Point]], wish: Wish
    ) -> None:
        self.shapes = shapes
        self.wish = wish
        self.rooms = {name: self._room(shape) for name, shape in shapes.items()}
        self.whole = {name: room.copy() for name, room in self.rooms.items()}
        self.shore = shore
        self.placed: dict[str, Placed] = {name: Placed() for name in shapes}
        self._made: dict[tuple[str, Plan], Parts] = {}

    def _room(self, shape: Shape) -> Room:
        """The part of a shape that is in view."""
        unit = self.wish.unit
        heights = [y for ring in shape.rings for _, y in ring]
        tall = max(heights, default=0.0) - min(heights, default=0.0)
        room = Room(shape.rings, max(STRIP * unit, tall / MOST_STRIPS), 1.5 * unit)
        return self._in_view(room)

    @cached_property
    def water(self) -> Room:
        """All water as one: borders of zones do not count."""
        unit = self.wish.unit
        return self._in_view(Room(self.shore, STRIP * unit, 1.5 * unit, closed=False))

    @cached_property
    def ocean(self) -> Room:
        """What is still free of it."""
        unit = self.wish.unit
        room = self.water.copy()
        for name, shape in self.shapes.items():
            placed = self.placed[name]
            if shape.sea:
                for piece in placed.pieces:
                    room.take(piece.box, 2 * unit)
            elif placed.plate is not None:
                room.take(placed.plate, 2 * unit)
        return room

    def _in_view(self, room: Room) -> Room:
        """Keep to the part of the map that is drawn."""
        unit, view = self.wish.unit, self.wish.view
        far = 1e6
        edge = 3 * unit
        for box in (
            Box(-far, -far, 2 * far, far + view.y + edge),
            Box(-far, view.y + view.height - edge, 2 * far, far),
            Box(-far, -far, far + view.x + edge, 2 * far),
            Box(view.x + view.width - edge, -far, far, 2 * far),
        ):
            room.take(box)
        return room

    def run(self, places: Iterable[Place]) -> dict[str, Placed]:
        """Place everything: first what has a place of its own, then what must go elsewhere.

        Empty seas come last: their numbers stand where what was put out to sea leaves room.
        """
        wanted = [place for place in places if place.id in self.shapes]
        empty = [place for place in wanted if place.sea and not place.forces]
        others = [place for place in wanted if not place.sea or place.forces]
        homeless = [
            place
            for place in sorted(others, key=lambda p: not p.sea)
            if not self._try(place, rounds_for(place, self.wish)[:1])
        ]
        for place in homeless:
            if not self._try(place, rounds_for(place, self.wish)[1:]):
                self._dots(place)
        for place in empty:
            self._try(place, rounds_for(place, self.wish))
        for place in wanted:
            if place.owner and not place.sea:
                self._emblem(place)
        return self.placed

    def _try(self, place: Place, rounds: Iterable[Round]) -> bool:
        """Place a space's things in one of several rounds of attempts."""
        for each in rounds:
            if each.aside and place.sea:
                continue
            if (self._beside if each.aside else self._settle)(place, each.plans):
                return True
        return False

    def _parts(self, place: Place, plan: Plan) -> Parts:
        """What is to be placed, made once for all attempts."""
        key = place.id, plan
        if key not in self._made:
            self._made[key] = parts_of(place, plan, self.wish, self.shapes[place.id].short)
        return self._made[key]

    # --- placing

    def _settle(self, place: Place, plans: Sequence[Plan]) -> bool:
        """Place a space's things by the first plan that works.

        Things stand together if that costs them one size; before it costs them two, apart.
        """
        tries = [(self._together, plan) for plan in plans[:1]]
        for i, plan in enumerate(plans):
            tries += [(self._together, smaller) for smaller in plans[i + 1 : i + 2]]
            tries.append((self._apart, plan))
        for attempt, plan in tries:
            found = attempt(place, plan)
            if found is not None:
                self._put(place.id, place.id, found)
                return True
        return False

    def _put(self, room: str, name: str, found: Iterable[tuple[Block, Box]]) -> None:
        for block, box in found:
            self.rooms[room].take(box, 2 * self.wish.unit)
            self.placed[name].pieces += block.at(box.x, box.y)

    def _together(self, place: Place, plan: Plan) -> list[tuple[Block, Box]] | None:
        """Name, badges and chips under one another, near the middle of the space."""
        shape, room = self.shapes[place.id], self.rooms[place.id]
        parts = self._parts(place, plan)
        best: tuple[float, Block, Box] | None = None
        for name in parts.names:
            for row in parts.badges[:2]:
                for stack in parts.chips:
                    block = pieces.stacked((name, row, stack), 2 * self.wish.unit)
                    if not block.pieces:
                        return []
                    box = room.find(block.width, block.height, shape.middle)
                    if box is None:
                        continue
                    cost = distance(box.center, shape.middle)
                    cost += abs(block.width - 2 * block.height) / 3
                    if best is None or cost < best[0]:
                        best = cost, block, box
        return None if best is None else [(best[1], best[2])]

    def _apart(self, place: Place, plan: Plan) -> list[tuple[Block, Box]] | None:
        """Chips in one part of the space, name and badges in others."""
        gap = 2 * self.wish.unit
        shape = self.shapes[place.id]
        chips, badges, shown = self._parts(place, plan)
        names = [name for name in shown if name.pieces]
        both = [pieces.stacked((name, row), gap) for name in names for row in badges[:2]]
        both = both or badges
        for groups in (
            ((chips, shape.middle), (both, shape.label)),
            ((both, shape.middle), (chips, shape.label)),
            ((chips, shape.middle), (names, shape.label), (badges, shape.label)),
            ((names, shape.middle), (chips, shape.label), (badges, shape.label)),
        ):
            room = self.rooms[place.id].copy()
            found: list[tuple[Block, Box]] | None = []
            for choices, near in groups:
                if found is not None and choices and choices[0].pieces:
                    one = self._nearest(room, choices, near)
                    found = None if one is None else [*found, one]
            if found is not None:
                return found
        return None

    def _nearest(
        self, room: Room, choices: Sequence[Block], near: tuple[float, float]
    ) -> tuple[Block, Box] | None:
        """The one of several blocks that can stand nearest to a point; it takes its room."""
        fits = [
            (distance(box.center, near), i, box)
            for i, block in enumerate(choices)
            if (box := room.find(block.width, block.height, near)) is not None
        ]
        if not fits:
            return None
        _, i, box = min(fits)
        room.take(box, 2 * self.wish.unit)
        return choices[i], box

    def _beside(self, place: Place, plans: Sequence[Plan]) -> bool:
        """Put what does not fit into a territory into the sea beside it; a mere name if it is
        an island."""
        unit = self.wish.unit
        shape = self.shapes[place.id]
        seas = [n for n in shape.neighbors if self.shapes[n].sea]
        reach = REACH * unit
        if not self._parts(place, plans[0]).chips[0].pieces:
            reach = min(NEAR * unit, self.wish.across / 2)
            if len(seas) < len(shape.neighbors):
                return False
        for plan in plans:
            found = self._aside(place, plan, [self.rooms[n] for n in seas], reach)
            found = found or self._aside(place, plan, [self.ocean], reach)
            if found is not None:
                block, box = found
                for sea in filter(lambda shape: shape.sea, self.shapes.values()):
                    self.rooms[sea.id].take(box, 2 * unit)
                self.ocean.take(box, 2 * unit)
                placed = self.placed[place.id]
                placed.pieces += block.at(box.x + 3 * unit, box.y + 2 * unit)
                placed.plate = box
                placed.leader = shape.middle, nearest_point(box, shape.middle)
                return True
        return False

    def _aside(
        self, place: Place, plan: Plan, rooms: Sequence[Room], reach: float
    ) -> tuple[Block, Box] | None:
        """A block with everything of a territory, and where it can stand at sea."""
        gap = 2 * self.wish.unit
        middle = self.shapes[place.id].middle
        parts = self._parts(place, plan)
        best: tuple[float, Block, Box] | None = None
        for name in parts.names[:2]:
            for stack in parts.chips:
                block = pieces.stacked((name, parts.badges[0], stack), gap)
                width, height = block.width + 3 * gap, block.height + 2 * gap
                for room in rooms if block.pieces else ():
                    box = self._at_sea(place.id, room, (width, height), reach)
                    if box is not None:
                        cost = gap_to(box, middle) + abs(width - 1.6 * height) / 10
                        if best is None or cost < best[0]:
                            best = cost, block, box
        return None if best is None else best[1:]

    def _at_sea(self, name: str, room: Room, size: tuple[float, float], reach: float) -> Box | None:
        """The nearest place for a box that can be reached without crossing other land."""
        middle = self.shapes[name].middle
        for _ in range(ATTEMPTS):
            box = room.find(*size, middle, reach + sum(size) / 2)
            if box is None or gap_to(box, middle) > reach:
                return None
            if not self._over_land(name, middle, nearest_point(box, middle)):
                return box
            room = room.copy()
            room.take(box)
        return None

    def _over_land(self, name: str, start: Point, end: Point) -> bool:
        """Whether a line from a territory out to sea crosses other land."""
        unit = self.wish.unit
        steps = max(1, round(distance(start, end) / (3 * unit)))
        points = (
            (start[0] + (end[0] - start[0]) * i / steps, start[1] + (end[1] - start[1]) * i / steps)
            for i in range(1, steps)
        )
        own = self.whole[name]
        crossed = sum(not self.water.holds(p) and not own.holds(p) for p in points)
        return crossed * 3 * unit > ABROAD * unit

    def _dots(self, place: Place) -> None:
        """A dot for each power that has units in a space too small for anything else."""
        unit = self.wish.unit
        x, y = self.shapes[place.id].middle
        count = len(place.forces)
        for i, force in enumerate(place.forces):
            at = x + (i - (count - 1) / 2) * 7 * unit, y
            self.placed[place.id].dots.append((*at, force.power))

    def _emblem(self, place: Place) -> None:
        """The sign of the owner where there is room left for it."""
        unit = self.wish.unit
        shape, room = self.shapes[place.id], self.rooms[place.id]
        for size in (36, 28, 22):
            box = room.find(size * unit, size * unit, shape.middle)
            if box is not None:
                room.take(box)
                self.placed[place.id].emblem = box
                return


def distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def nearest_point(box: Box, to: tuple[float, float]) -> tuple[float, float]:
    return (
        min(max(to[0], box.x), box.x + box.width),
        min(max(to[1], box.y), box.y + box.height),
    )


def gap_to(box: Box, to: tuple[float, float]) -> float:
    return distance(nearest_point(box, to), to)
