"""A scene as a picture: SVG as text, PNG from it."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sandtable.game.storage import write_whole
from sandtable.maps import drawing_over as over
from sandtable.maps.drawing_ground import Ground
from sandtable.maps.drawing_layout import Layout
from sandtable.maps.drawing_plans import Wish
from sandtable.maps.drawing_shapes import Placed, Shape
from sandtable.maps.lettering import FAMILY, WEIGHT
from sandtable.maps.marks import Pen
from sandtable.maps.matching import check_match
from sandtable.maps.palette import load_palette
from sandtable.maps.pieces import Chip
from sandtable.maps.png import LARGEST, PictureError, to_png
from sandtable.maps.room import Box
from sandtable.maps.scene import Scene
from sandtable.maps.svg import attributes, escape, group, num, tag
from sandtable.maps.topology import BoardMap, Line, Polygon

LEGEND = 30.0
GUTTER = 18.0
"""Heights and widths of the margins, in pixels."""

CLOSE = 3.0
"""Map units to a pixel up to which every kind of unit is shown, unless that is chosen."""
LARGE = 2600.0
"""A picture wider than this is meant to be seen from farther off: everything on it is larger."""

THEMES = ("light", "dark")
UNITS = ("kinds", "totals", "none")
LEVELS = ("full", "medium", "small")
NARROWEST = 120


@dataclass(frozen=True, slots=True)
class Options:
    """How a scene is drawn. Detail and units that are not chosen suit the width."""

    theme: str = "light"
    width: int = 2048
    level: str = ""
    units: str = ""
    names: bool = True
    legend: bool = True
    crop: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse what no picture can be made of."""
        for name, given, known in (
            ("theme", self.theme, THEMES),
            ("units", self.units or UNITS[0], UNITS),
            ("level", self.level or LEVELS[0], LEVELS),
        ):
            if given not in known:
                raise PictureError(f"{name} is one of {', '.join(known)}, not {given!r:.40}")
        if type(self.width) is not int:
            raise PictureError(f"the width is a whole number of pixels, not {self.width!r:.40}")
        if self.width > LARGEST:
            raise PictureError(f"a map is at most {LARGEST} pixels wide, not {self.width:.6g}")
        if self.width < NARROWEST:
            raise PictureError(f"a map is at least {NARROWEST} pixels wide, not {self.width}")


class Drawing:
    """A picture of a board. Notebooks show it as it is; `save` writes it to a file."""

    def __init__(self, board: BoardMap, scene: Scene, options: Options) -> None:
        options.check()
        check_match(board, scene)
        self.board = board
        self.scene = scene
        self.options = options
        view = self._view()
        margin = GUTTER if board.wraps and not options.crop else 0.0
        large = min(max(options.width / LARGE, 1.0), 1.6)
        margin *= large
        self.unit = large * view.width / (options.width - 2 * margin)
        self.view = view
        self.gutter = margin * self.unit / large
        self.foot = LEGEND * self.unit if options.legend else 0.0
        self.page = Box(
            view.x - self.gutter,
            view.y,
            view.width + 2 * self.gutter,
            view.height + self.foot,
        )

    @property
    def width(self) -> int:
        """In pixels."""
        return self.options.width

    @property
    def height(self) -> int:
        return round(self.page.height / self.page.width * self.width)

    @cached_property
    def svg(self) -> str:
        return Sheet(self).svg()

    def png(self) -> bytes:
        return to_png(self.svg, self.width, self.height)

    def save(self, path: str | Path) -> None:
        """Write the picture to a file, in the format that its name ends in."""
        write_whole(path, self.data(Path(path).suffix))

    def data(self, suffix: str) -> bytes:
        """The picture as bytes: `.svg` or `.png`."""
        if suffix.lower() == ".svg":
            return self.svg.encode()
        if suffix.lower() == ".png":
            return self.png()
        raise PictureError(f"a map is written as .svg or .png, not as {suffix or 'a bare name'!r}")

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Drawing of {self.scene.title}, {self.width} x {self.height}>"

    def _view(self) -> Box:
        """The part of the map that is drawn."""
        whole = Box(0, 0, self.board.width, self.board.height)
        if not self.options.crop:
            return whole
        shapes = self.board.level("small").spaces
        points = []
        for name in map(self.scene.space, self.options.crop):
            points += [point for polygon in shapes[name] for point in polygon[0]]
        x1, x2 = min(p[0] for p in points), max(p[0] for p in points)
        y1, y2 = min(p[1] for p in points), max(p[1] for p in points)
        edge = 0.06 * max(x2 - x1, y2 - y1) + 12
        x1, y1 = max(x1 - edge, 0.0), max(y1 - edge, 0.0)
        x2, y2 = min(x2 + edge, whole.width), min(y2 + edge, whole.height)
        return Box(x1, y1, x2 - x1, y2 - y1)


class Sheet:
    """One drawing in the making."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.board, self.scene = drawing.board, drawing.scene
        self.options, self.unit = drawing.options, drawing.unit
        self.palette = load_palette("dark" if self.options.theme == "dark" else "light")
        seed = repr((self.scene, self.options, self.board.board)).encode()
        self.prefix = f"m{hashlib.sha256(seed).hexdigest()[:6]}-"
        self.level = self.board.level(self.options.level or self._detail())
        powers = self.palette.assigned(power for power, _ in self.scene.powers)
        self.pen = Pen(self.palette, self.unit, powers, self.prefix, dict(self.scene.domains))
        self.ground = Ground(self.board, self.level, self.scene, self.pen)
        units = self.options.units or ("kinds" if self.unit <= CLOSE else "totals")
        across = math.sqrt(self.board.width * self.board.height / len(self.board.spaces))
        self.wish = Wish(self.unit, drawing.view, across, units, self.options.names)
        self.places = [
            place for place in self.scene.places if shown(drawing.view, self.level.spaces[place.id])
        ]

    def _detail(self) -> str:
        """The level at which no line is finer than the picture can show."""
        if self.unit < 1.6:
            return "full"
        return "medium" if self.unit < 4.5 else "small"

    def svg(self) -> str:
        drawing, scene, page = self.drawing, self.scene, self.drawing.page
        parts = self.parts()
        name, about = f"{self.prefix}title", f"{self.prefix}about"
        head = attributes(
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": " ".join(map(num, page)),
                "width": drawing.width,
                "height": drawing.height,
                "style": "max-width:100%;height:auto",
                "role": "graphics-document",
                "aria-labelledby": f"{name} {about}",
                "font-family": FAMILY,
                "font-weight": WEIGHT,
                "text-anchor": "middle",
            }
        )
        return "\n".join(
            (
                f"<svg{head}>",
                tag("title", escape(f"{scene.title}: map"), id=name),
                tag("desc", escape(scene.caption or scene.title), id=about),
                tag("defs", *self.pen.symbols(), *self.ground.textures.values()),
                *filter(None, parts),
                "</svg>",
                "",
            )
        )

    def parts(self) -> list[str]:
        """The picture from the bottom to the top."""
        board, scene, pen, view = self.board, self.scene, self.pen, self.drawing.view
        ground = self.ground
        seas = [place for place in self.places if place.sea]
        lands = [place for place in self.places if not place.sea]
        shapes = self.shapes()
        placed = Layout(shapes, self.shore(), self.wish).run(self.places)
        water, lines = ground.lines(b for b in self.level.borders if overlaps(view, b.points))
        battles = [place.id for place in self.places if place.battle]
        lit = [place.id for place in self.places if place.id in scene.highlighted]
        inner = [
            ground.spaces(seas),
            water,
            ground.fills(name for name, shape in self.level.fills.items() if shown(view, shape)),
            ground.spaces(lands),
            ground.patterns(lands),
            ground.outlines(battles, self.palette.battle, 2.4, "battles"),
            lines,
            ground.outlines(lit, self.palette.highlight, 3, "highlights"),
            over.links(pen, board, view),
            over.gates(pen, board, scene, view),
            self.leaders(placed),
            over.arrows(pen, board, scene, self.spots(placed, shapes)),
            *self.pieces(placed),
        ]
        found = [rect(self.drawing.page, fill=self.palette.page), rect(view, fill=self.palette.sea)]
        if self.options.crop:
            clip = f"{self.prefix}view"
            found.append(tag("clipPath", rect(view), id=clip))
            found.append(group(filter(None, inner), clip_path=f"url(#{clip})"))
        else:
            found += inner
        if self.drawing.gutter:
            found.append(over.wraps(pen, board, scene, self.drawing.gutter))
        if self.drawing.foot:
            foot = Box(view.x, view.y + view.height, view.width, self.drawing.foot)
            found.append(over.legend(pen, scene, [power for power, _ in scene.powers], foot))
        return found

    def shapes(self) -> dict[str, Shape]:
        """The spaces in view, as the layout wants them."""
        near: dict[str, list[str]] = {place.id: [] for place in self.places}
        for a, b in sorted(self.board.neighbors()):
            for one, other in ((a, b), (b, a)):
                if one in near and other in near:
                    near[one].append(other)
        found = {}
        for place in self.places:
            space = self.board.spaces[place.id]
            found[place.id] = Shape(
                place.id,
                place.sea,
                self.level.spaces[place.id],
                space.anchors,
                space.label.at,
                space.short,
                tuple(near[place.id]),
            )
        return found

    def shore(self) -> list[Line]:
        """The lines between water and anything else, the frame included."""
        spaces = self.board.spaces
        return [
            border.points
            for border in self.level.borders
            if sum(name in spaces and spaces[name].kind == "sea" for name in border.sides) == 1
        ]

    def spots(self, placed: dict[str, Placed], shapes: dict[str, Shape]) -> dict[str, Box]:
        """Where arrows begin and end: of spaces out of view, their middle."""
        found = {
            name: Box(*space.anchors[0][:2], 0.0, 0.0) for name, space in self.board.spaces.items()
        }
        return found | {name: self.spot(placed[name], shapes[name]) for name in shapes}

    def spot(self, placed: Placed, shape: Shape) -> Box:
        """The rectangle around what stands in a space: where arrows begin and end."""
        here = placed.pieces if placed.plate is None else []
        chips = [piece for piece in here if isinstance(piece, Chip)]
        x, y = shape.middle
        boxes = [piece.box for piece in chips or here] or [Box(x, y, 0.0, 0.0)]
        left, top = min(b.x for b in boxes), min(b.y for b in boxes)
        right = max(b.x + b.width for b in boxes)
        return Box(left, top, right - left, max(b.y + b.height for b in boxes) - top)

    def leaders(self, placed: dict[str, Placed]) -> str:
        """Plates in the sea with what did not fit ashore, and lines that lead to their places."""
        found = []
        for each in placed.values():
            if each.leader is None or each.plate is None:
                continue
            (ax, ay), (bx, by) = each.leader
            found.append(tag("path", d=f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"))
            found.append(tag("circle", cx=ax, cy=ay, r=2 * self.unit, fill=self.palette.ink))
            if any(isinstance(piece, Chip) for piece in each.pieces):
                plate = rect(each.plate, rx=4 * self.unit, fill=self.palette.sea)
                found.append(tag("g", plate, fill_opacity="0.9", stroke=self.palette.sea_line))
        return group(
            found,
            class_="leaders",
            stroke=self.palette.ink,
            stroke_width=num(0.9 * self.unit),
            pointer_events="none",
        )

    def pieces(self, placed: dict[str, Placed]) -> Sequence[str]:
        """Names, badges and chips, space by space."""
        emblems, found = [], []
        for place in self.places:
            each = placed[place.id]
            if each.emblem is not None:
                look = self.pen.colors(place.owner)
                emblems.append(self.pen.use(look.emblem, each.emblem, look.strong, opacity="0.25"))
            inner = [self.pen.dot(*dot) for dot in each.dots]
            sea = place.sea or each.plate is not None
            ink = self.palette.sea_ink if sea else self.ground.ink(place)
            halo = self.palette.sea if sea else self.ground.tint(place)
            inner += [self.pen.piece(piece, ink, halo) for piece in each.pieces]
            if inner:
                found.append(tag("g", *inner, data_for=place.id))
        return (
            group(emblems, class_="emblems", pointer_events="none"),
            group(found, class_="pieces", pointer_events="none", aria_hidden="true"),
        )


def rect(box: Box, **given: object) -> str:
    return tag("rect", x=box.x, y=box.y, width=box.width, height=box.height, **given)


def overlaps(view: Box, points: Sequence[tuple[float, float]]) -> bool:
    """Whether the rectangle around some points reaches into the view."""
    return (
        min(p[0] for p in points) <= view.x + view.width
        and max(p[0] for p in points) >= view.x
        and min(p[1] for p in points) <= view.y + view.height
        and max(p[1] for p in points) >= view.y
    )


def shown(view: Box, polygons: Sequence[Polygon]) -> bool:
    return any(overlaps(view, polygon[0]) for polygon in polygons)
