"""The spaces of a map as a layout sees them: their shapes, the room in them, what was placed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sandtable.maps.clutter import Point, Segment
from sandtable.maps.drawing_plans import Wish
from sandtable.maps.pieces import Piece
from sandtable.maps.room import Box, Room

STRIP = 2.2
MOST_STRIPS = 90


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

    def starts(self, least: float) -> list[Point]:
        """Where a line that leads to the space may end: in its middle, or in another part that is
        not much smaller."""
        wide = max(least, self.anchors[0][2] / 2) if self.anchors else least
        return [self.middle, *((x, y) for x, y, radius in self.anchors[1:4] if radius >= wide)]


@dataclass
class Placed:
    """What stands in, or for, a space."""

    pieces: list[Piece] = field(default_factory=list)
    dots: list[tuple[float, float, str]] = field(default_factory=list)
    """Powers that have units here and no room for a chip."""
    leader: Segment | None = None
    plate: Box | None = None
    emblem: Box | None = None


def room_in(shape: Shape, wish: Wish) -> Room:
    """The part of a shape that is in view."""
    unit = wish.unit
    heights = [y for ring in shape.rings for _, y in ring]
    tall = max(heights, default=0.0) - min(heights, default=0.0)
    room = Room(shape.rings, max(STRIP * unit, tall / MOST_STRIPS), 1.5 * unit)
    return _in_view(room, wish)


def water_within(shore: Sequence[Sequence[Point]], wish: Wish) -> Room:
    """The water inside the lines around it that is in view."""
    unit = wish.unit
    return _in_view(Room(shore, STRIP * unit, 1.5 * unit, closed=False), wish)


def _in_view(room: Room, wish: Wish) -> Room:
    """Keep to the part of the map that is drawn."""
    view = wish.view
    far = 1e6
    edge = 3 * wish.unit
    for box in (
        Box(-far, -far, 2 * far, far + view.y + edge),
        Box(-far, view.y + view.height - edge, 2 * far, far),
        Box(-far, -far, far + view.x + edge, 2 * far),
        Box(view.x + view.width - edge, -far, far, 2 * far),
    ):
        room.take(box)
    return room
