"""Where everything stands: names, badges and chips inside their spaces, large if there is room.

Each space tries a list of plans, the best first. What does not fit even so goes into the sea
beside the territory with a line that leads to it, or becomes a total, or a mere dot.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product

from sandtable.maps import pieces
from sandtable.maps.clutter import Clutter, Point, Segment, apart, distance, gap_to, nearest_point
from sandtable.maps.drawing_plans import (
    Parts,
    Plan,
    Round,
    Wish,
    parts_of,
    rounds_for,
)
from sandtable.maps.drawing_shapes import Placed, Shape, room_in, water_within
from sandtable.maps.pieces import Block
from sandtable.maps.room import Box, Room
from sandtable.maps.scene import Place

REACH, CLOSE, NEAR = 80.0, 36.0, 34.0
"""How far a block with units in it may be out at sea at most, and how far from any territory
however small it is close by; how far a mere name may be. In pixels."""
TIMES = 1.5
"""Farther than so many times its size a block is not close to its territory."""
SPLIT, TORN = 8.0, 40.0
"""How far the blocks of one space may stand from each other, and if all else fails."""
ABROAD = 20.0
"""How much of the line that leads there may cross other land: capes, but no countries."""
DETOUR = 6.0
"""How much shorter a line must be that does not begin in the middle."""
LEAST = 14.0
"""Nothing that is put out to sea is smaller, in pixels."""
ATTEMPTS = 6


class Layout:
    """Places the pieces of a scene. `shore` are the lines around all water."""

    def __init__(
        self, shapes: Mapping[str, Shape], shore: Sequence[Sequence[Point]], wish: Wish
    ) -> None:
        self.shapes = shapes
        self.wish = wish
        self.rooms = {name: room_in(shape, wish) for name, shape in shapes.items()}
        self.whole = {name: room.copy() for name, room in self.rooms.items()}
        self.shore = shore
        self.placed: dict[str, Placed] = {name: Placed() for name in shapes}
        self.clutter = Clutter()
        self._made: dict[tuple[str, Plan], Parts] = {}

    @cached_property
    def water(self) -> Room:
        """All water as one: borders of zones do not count."""
        return water_within(self.shore, self.wish)

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
            if placed.plate is not None:
                room.take(placed.plate, 2 * unit)
            if placed.leader is not None:
                room.take_line(*placed.leader, 2 * unit)
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
            if self._beside(place, each) if each.aside else self._settle(place, each.plans):
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

        Things stand together if that costs them one size; before it costs them two, apart but
        side by side, and far apart only where the value would be lost.
        """
        tries = [(False, plan) for plan in plans[:1]]
        for i, plan in enumerate(plans):
            tries += [(False, smaller) for smaller in plans[i + 1 : i + 2]]
            tries.append((True, plan))
        torn: list[tuple[Block, Box]] | None = None
        for split, plan in tries:
            if torn is not None and not plan.coin:
                break
            found = self._apart(place, plan) if split else self._together(place, plan)
            if found is not None and spread(found) > SPLIT * self.wish.unit:
                torn, found = torn or found, None
            if found is not None:
                self._put(place.id, place.id, found)
                return True
        if torn is not None:
            self._put(place.id, place.id, torn)
        return torn is not None

    def _put(self, room: str, name: str, found: Iterable[tuple[Block, Box]]) -> None:
        for block, box in found:
            self.rooms[room].take(box, 2 * self.wish.unit)
            self.clutter.boxes.append(box)
            self.placed[name].pieces += block.at(box.x, box.y)

    def _together(self, place: Place, plan: Plan) -> list[tuple[Block, Box]] | None:
        """Name, badges and chips under one another, near the middle of the space."""
        shape, room = self.shapes[place.id], self.rooms[place.id]
        parts = self._parts(place, plan)
        best: tuple[float, Block, Box] | None = None
        for name in parts.names:
            for row in parts.badges[: 4 if plan.short else 2]:
                for stack in parts.chips:
                    block = pieces.stacked((name, row, stack), 2 * self.wish.unit)
                    if not block.pieces:
                        return []
                    box = room.find(block.width, block.height, shape.middle)
                    if box is None:
                        continue
                    cost = distance(box.center, shape.middle)
                    cost += abs(block.width - 2 * block.height) / 3
                    cost += max(0.0, block.height - block.width)
                    if best is None or cost < best[0]:
                        best = cost, block, box
        return None if best is None else [(best[1], best[2])]

    def _apart(self, place: Place, plan: Plan) -> list[tuple[Block, Box]] | None:
        """Chips in one part of the space, name and badges in others, as near as they can be."""
        gap = 2 * self.wish.unit
        shape = self.shapes[place.id]
        chips, badges, shown = self._parts(place, plan)
        names = [name for name in shown if name.pieces]
        both = [pieces.stacked((name, row), gap) for name in names for row in badges[:3]]
        both = both or badges
        best: list[tuple[Block, Box]] | None = None
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
                    to = found[0][1].center if found else near
                    one = self._nearest(room, choices, to)
                    found = None if one is None else [*found, one]
            if found is not None and spread(found) <= TORN * self.wish.unit:
                if best is None or spread(found) < spread(best):
                    best = found
                if spread(best) <= SPLIT * self.wish.unit:
                    break
        return best

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

    def _beside(self, place: Place, each: Round) -> bool:
        """Put what does not fit into a territory into the sea beside it; a mere name if it is
        an island."""
        unit = self.wish.unit
        shape = self.shapes[place.id]
        seas = [n for n in shape.neighbors if self.shapes[n].sea]
        size = math.sqrt(self.whole[place.id].area)
        reach = REACH * unit if each.far else min(REACH, max(CLOSE, TIMES * size / unit)) * unit
        if not self._parts(place, each.plans[0]).chips[0].pieces:
            reach = min(NEAR * unit, self.wish.across / 2)
            if len(seas) < len(shape.neighbors):
                return False
        if self.ocean.find(LEAST * unit, LEAST * unit, shape.middle, reach + LEAST * unit) is None:
            return False
        clutter = self.clutter.near(shape.middle, reach)
        for plan in each.plans:
            found = self._aside(place, plan, [self.rooms[n] for n in seas], reach, clutter)
            found = found or self._aside(place, plan, [self.ocean], reach, clutter)
            if found is not None:
                self._set_out(place.id, *found)
                return True
        return False

    def _set_out(self, name: str, block: Block, box: Box, line: Segment) -> None:
        """Put a block out to sea. Nothing else may cover it, nor the line that leads to it."""
        unit = self.wish.unit
        for other, room in self.rooms.items():
            if self.shapes[other].sea:
                room.take(box, 2 * unit)
            if other != name:
                room.take_line(*line, 2 * unit)
        self.ocean.take(box, 2 * unit)
        self.ocean.take_line(*line, 2 * unit)
        self.clutter.boxes.append(box)
        self.clutter.lines.append(line)
        placed = self.placed[name]
        placed.pieces += block.at(box.x + 3 * unit, box.y + 2 * unit)
        placed.plate, placed.leader = box, line

    def _aside(
        self, place: Place, plan: Plan, rooms: Sequence[Room], reach: float, clutter: Clutter
    ) -> tuple[Block, Box, Segment] | None:
        """A block with everything of a territory, where it can stand at sea, and a line there."""
        gap = 2 * self.wish.unit
        parts = self._parts(place, plan)
        best: tuple[float, Block, Box, Segment] | None = None
        for name in parts.names[:2]:
            for row, stack in product(parts.badges[:2], parts.chips):
                block = pieces.stacked((name, row, stack), gap)
                width, height = block.width + 3 * gap, block.height + 2 * gap
                for room in rooms if block.pieces else ():
                    most = reach if best is None else min(reach, best[0] + 4 * gap)
                    found = self._at_sea(place.id, room, (width, height), most, clutter)
                    if found is not None:
                        cost = distance(*found[1]) + abs(width - 1.6 * height) / 5
                        cost += max(0.0, height - width) / 2
                        cost += 4 * gap * (row is not parts.badges[0])
                        if best is None or cost < best[0]:
                            best = cost, block, *found
        return None if best is None else best[1:]

    def _at_sea(
        self, name: str, room: Room, size: tuple[float, float], reach: float, clutter: Clutter
    ) -> tuple[Box, Segment] | None:
        """The nearest place for a box that can be reached without crossing other land, or what
        stands on the map already, and the line that leads there."""
        unit = self.wish.unit
        middle, *others = self.shapes[name].starts(4 * unit)
        for _ in range(ATTEMPTS):
            box = room.find(*size, middle, reach + sum(size) / 2)
            if box is None or gap_to(box, middle) > reach:
                return None
            near = [at for at in others if gap_to(box, at) + DETOUR * unit < gap_to(box, middle)]
            for start in (*near, middle):
                line = start, nearest_point(box, start)
                if not clutter.meets(line, unit) and not self._over_land(name, *line):
                    return box, line
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


def spread(found: Sequence[tuple[Block, Box]]) -> float:
    """How far the blocks of a space stand from the first of them."""
    return max((apart(box, found[0][1]) for _, box in found[1:]), default=0.0)
