"""Where things go in a space: room for stacks, its label, and its turn on the keyboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.compiling import compiled
from tools.mapmaker.distances import clearance
from tools.mapmaker.names import abridged, ambiguous, broken, clipped, initials, numbered
from tools.mapmaker.outlines import Outline
from tools.mapmaker.regions import Region

# All in pixels of a raster of 4096.
ANCHORS = 12
LEAST_RADIUS = 6.0
LARGEST_RADIUS = 48.0
RESERVED = (48.0, 36.0, 26.0)  # radii of the room for a stack that a label leaves, if possible
MARGIN = 1.2  # between the middle of a pixel and the line drawn around it
SIZES = (40, 34, 29, 25, 21, 18, 16, 14, 12, 10, 8)  # of letters
READABLE = 14  # with letters smaller than this an abbreviation is tried first
SMALL = 10  # with letters smaller than this anything else is tried first
LETTER = 0.58  # mean width of a letter, as a part of its size
LINE = 1.15  # height of a line, as a part of the size of its letters
ROW = 130  # spaces whose middles are within this height are in one row of the reading order

Circle = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle around its middle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def sides(self) -> tuple[float, float, float, float]:
        """West, north, east, south."""
        wide, high = self.width / 2, self.height / 2
        return self.x - wide, self.y - high, self.x + wide, self.y + high


@dataclass(frozen=True, slots=True)
class Place:
    """Room in one space."""

    anchors: tuple[Circle, ...]
    label: Box
    short: str  # "" if the name fits


def find_places(
    labels: NDArray[np.int16],
    outlines: Sequence[Outline | None],
    regions: Sequence[Region],
    shorts: Mapping[str, str],
    scale: float,
) -> dict[int, Place]:
    """The room in every space; `scale` is the size of the raster's pixels at 4096.

    Places are found on the raster and then fitted to the drawn lines, whose finest points may slip
    between the middles of pixels.
    """
    away = clearance(labels, True)
    boxes = extents(labels, len(regions))
    taken = ambiguous([region.name for region in regions if region.space]) | set(shorts.values())
    found = {}
    for label, region in enumerate(regions):
        if not region.space:
            continue
        west, north, east, south = boxes[label].tolist()
        outline = outlines[label]
        if outline is None or east < west:
            raise ValueError(f"{region.id} has no pixels")
        window = np.s_[north : south + 1, west : east + 1]
        mine = labels[window] == label
        free = np.where(mine, np.maximum(away[window] - MARGIN, 0.2), 0.0).astype(np.float64)
        least, largest = LEAST_RADIUS / scale, LARGEST_RADIUS / scale
        outline = outline.moved(-west - 0.5, -north - 0.5)
        none = np.empty((0, 3))
        first = fitted(outline, anchors(free, none, 1, least, largest), 0.0)
        box, short, nearer = place_label(region, outline, free, first[0], shorts, taken, scale)
        left = around(free, box)
        known = none if nearer else first
        circles = fitted(outline, anchors(left, known, ANCHORS, least, largest), least)
        found[label] = Place(
            tuple((x + west + 0.5, y + north + 0.5, r) for x, y, r in circles.tolist()),
            Box(box.x + west + 0.5, box.y + north + 0.5, box.width, box.height),
            short,
        )
    return found


@compiled
def extents(labels: NDArray[np.int16], count: int) -> NDArray[np.int64]:
    """West, north, east and south end of every label."""
    boxes = np.empty((count, 4), dtype=np.int64)
    boxes[:, :2] = 1 << 40
    boxes[:, 2:] = -1
    for y in range(labels.shape[0]):
        for x in range(labels.shape[1]):
            box = boxes[labels[y, x]]
            box[0] = min(box[0], x)
            box[1] = min(box[1], y)
            box[2] = max(box[2], x)
            box[3] = max(box[3], y)
    return boxes


@compiled
def anchors(
    free: NDArray[np.float64], first: NDArray[np.float64], most: int, least: float, largest: float
) -> NDArray[np.float64]:
    """Disjoint circles, largest first, those of one size from the first one outwards.

    `first` has the first circle if it is known already.
    """
    free = free.copy()
    height, width = free.shape
    found = np.empty((most, 3), dtype=np.float64)
    found[: len(first)] = first
    for n in range(most):
        if n >= len(first):
            best, near = -1.0, 0.0
            at_x = at_y = 0
            for y in range(height):
                for x in range(width):
                    room = free[y, x] if n == 0 else min(free[y, x], found[n - 1, 2])
                    if room <= 0.0 or room < best:
                        continue
                    gap = 0.0 if n == 0 else (x - found[0, 0]) ** 2 + (y - found[0, 1]) ** 2
                    if room > best or gap < near:
                        best, near, at_x, at_y = room, gap, x, y
            if best < 0.0 or (best < least and n > 0):
                return found[:n]
            found[n, 0] = at_x
            found[n, 1] = at_y
            found[n, 2] = min(best, largest)
        for y in range(height):
            for x in range(width):
                if free[y, x] > 0.0:
                    gap = np.hypot(x - found[n, 0], y - found[n, 1])
                    free[y, x] = min(free[y, x], gap - found[n, 2])
    return found


def fitted(outline: Outline, circles: NDArray[np.float64], least: float) -> NDArray[np.float64]:
    """The circles made smaller where a line comes too close, largest first again."""
    for circle in circles:
        circle[2] = min(circle[2], outline.distance(circle[0], circle[1]))
    kept = circles[(circles[:, 2] >= least) | (np.arange(len(circles)) == 0)]
    ordered: NDArray[np.float64] = kept[np.argsort(-kept[:, 2], kind="stable")]
    return ordered


def around(free: NDArray[np.float64], box: Box) -> NDArray[np.float64]:
    """The room that a rectangle leaves."""
    x, y = np.arange(free.shape[1]), np.arange(free.shape[0])
    across = np.maximum(np.abs(x - box.x) - box.width / 2, 0.0)
    upright = np.maximum(np.abs(y - box.y) - box.height / 2, 0.0)
    left: NDArray[np.float64] = np.minimum(free, np.hypot(across[None, :], upright[:, None]))
    return left


def place_label(
    region: Region,
    outline: Outline,
    free: NDArray[np.float64],
    first: NDArray[np.float64],
    shorts: Mapping[str, str],
    taken: Set[str],
    scale: float,
) -> tuple[Box, str, bool]:
    """A free rectangle for the name, and the short name if the full one does not fit.

    Also whether it takes a part of the first circle and yet leaves room for a stack.
    """
    x, y, radius = first.tolist()
    room = free >= 1.0
    rows, columns = np.ogrid[: free.shape[0], : free.shape[1]]
    away = np.hypot(columns - x, rows - y)
    kept = sorted({min(radius, each / scale) for each in RESERVED}, reverse=True)
    beside = [summed(room & (away > each + 1.0)) for each in kept]
    steps = wordings(region, shorts.get(region.id), taken)
    for step, sums, nearer in (
        *((step, sums, i > 0) for step in steps for i, sums in enumerate(beside)),
        *((step, summed(room), False) for step in steps),
    ):
        for name, size in step:
            for lines in broken(name):
                wide = size * LETTER * max(map(len, lines)) / scale
                high = size * LINE * len(lines) / scale
                found_x, found_y = best_box(sums, int(np.ceil(wide)), int(np.ceil(high)), x, y)
                box = Box(found_x, found_y, wide, high)
                if found_x >= 0.0 and not outline.cuts(*box.sides):
                    return box, name if name != region.name else "", nearer
    # Nothing fits: a square in the largest circle.
    side = radius * 1.4
    shortest = min((name for step in steps for name, _ in step), key=len)
    return Box(x, y, side, side), shortest if shortest != region.name else "", False


def wordings(
    region: Region, short: str | None, taken: Set[str] = frozenset()
) -> list[list[tuple[str, int]]]:
    """Names and sizes of letters to try, step by step, the best first.

    `taken` are short forms that could stand for another space as well.
    """
    good = [region.name, short or abridged(region.name)]
    if numbered(region.name):
        del good[0]
    given = short or numbered(region.name)
    rough = [] if given else [name for name in clipped(region.name) if name not in taken]
    last = [] if given else [name for name in initials(region.name) if name not in taken]
    steps = (
        (good, READABLE, SIZES[0]),
        (good, SMALL, READABLE - 1),
        (rough, SMALL, SIZES[0]),
        ([*good, *rough], 0, SMALL - 1),
        (last, 0, SIZES[0]),
    )
    return [
        [(name, size) for name in dict.fromkeys(names) for size in SIZES if least <= size <= most]
        for names, least, most in steps
    ]


def summed(inside: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Sums over all rectangles from the corner."""
    sums = np.zeros((inside.shape[0] + 1, inside.shape[1] + 1), dtype=np.int64)
    sums[1:, 1:] = inside.cumsum(axis=0).cumsum(axis=1)
    return sums


@compiled
def best_box(
    sums: NDArray[np.int64], wide: int, high: int, near_x: float, near_y: float
) -> tuple[float, float]:
    """The middle of the free rectangle of a size that is nearest to a place, best above it."""
    height, width = sums.shape[0] - 1, sums.shape[1] - 1
    found_x = found_y = -1.0
    best = np.inf
    for y in range(height - high + 1):
        for x in range(width - wide + 1):
            inside = sums[y + high, x + wide] - sums[y, x + wide] - sums[y + high, x] + sums[y, x]
            if inside < wide * high:
                continue
            dx, dy = x + wide / 2 - 0.5 - near_x, y + high / 2 - 0.5 - near_y
            gap = dx * dx + (dy * dy if dy <= 0 else 2.0 * dy * dy)
            if gap < best:
                best, found_x, found_y = gap, near_x + dx, near_y + dy
    return found_x, found_y


def inside(labels: NDArray[np.int16], label: int, x: float, y: float) -> tuple[float, float]:
    """A place, or the nearest that is well inside the space if it is elsewhere or at its edge."""
    mine = np.pad(labels == label, 1)
    inner = mine[1:-1, 1:-1].copy()
    inner &= mine[:-2, 1:-1] & mine[2:, 1:-1] & mine[1:-1, :-2] & mine[1:-1, 2:]
    if not inner.any():
        inner = mine[1:-1, 1:-1]
    height, width = labels.shape
    if inner[min(max(int(y), 0), height - 1), min(max(int(x), 0), width - 1)]:
        return x, y
    rows, columns = np.nonzero(inner)
    nearest = int(((columns + 0.5 - x) ** 2 + (rows + 0.5 - y) ** 2).argmin())
    return float(columns[nearest]) + 0.5, float(rows[nearest]) + 0.5


def reading_order(places: Mapping[int, Place], scale: float) -> list[int]:
    """The spaces in rows from the top, each row from the left."""
    middles = {label: place.anchors[0] for label, place in places.items()}
    left = sorted(middles, key=lambda label: (middles[label][1], label))
    order: list[int] = []
    while left:
        top = middles[left[0]][1]
        row = [label for label in left if middles[label][1] < top + ROW / scale]
        order += sorted(row, key=lambda label: (middles[label][0], label))
        left = left[len(row) :]
    return order
