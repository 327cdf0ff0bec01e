"""The ground: sea, land tinted by its controller, borders, ice, and what lies beyond the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sandtable.maps.marks import Pen
from sandtable.maps.palette import PowerColors
from sandtable.maps.scene import Place, Scene, describe
from sandtable.maps.svg import escape, group, num, path_data, tag
from sandtable.maps.symbols import pattern
from sandtable.maps.topology import BoardMap, Border, Level


class Ground:
    """Draws the shapes of a map in the colours of a scene."""

    def __init__(self, board: BoardMap, level: Level, scene: Scene, pen: Pen) -> None:
        self.board = board
        self.level = level
        self.scene = scene
        self.pen = pen
        self.palette = pen.palette
        self.prefix = pen.prefix
        self.textures: dict[str, str] = {}
        """Patterns that were used, by id."""

    def width(self, pixels: float) -> str:
        return num(pixels * self.pen.unit)

    # --- colours

    def look(self, place: Place) -> PowerColors | None:
        """The colours of a territory's controller, or of a neutral."""
        if place.impassable or place.sea:
            return None
        if place.owner:
            return self.pen.colors(place.owner)
        return self.palette.neutral(place.neutral) if place.neutral else None

    def tint(self, place: Place) -> str:
        """The colour of a territory."""
        look = self.look(place)
        if look is not None:
            return look.tint
        return self.palette.impassable if place.impassable else self.palette.nobody

    def ink(self, place: Place) -> str:
        """The colour of its name."""
        if place.sea:
            return self.palette.sea_ink
        look = self.look(place)
        if look is not None:
            return look.tint_ink
        return self.palette.impassable_ink if place.impassable else self.palette.ink

    # --- shapes

    def fills(self, names: Iterable[str]) -> str:
        """What is on the picture and no space."""
        colors = {"ice": self.palette.ice, "outside": self.palette.outside}
        return group(
            (
                tag(
                    "path",
                    d=path_data((r for p in self.level.fills[name] for r in p), closed=True),
                    fill=colors.get(self.board.fills[name].kind, self.palette.sea),
                )
                for name in names
            ),
            class_="fills",
        )

    def spaces(self, places: Sequence[Place]) -> str:
        """Every space as a path with a title, in a group that has its colour."""
        found = []
        for place in places:
            rings = (r for polygon in self.level.spaces[place.id] for r in polygon)
            shape = tag("path", id=f"{self.prefix}{place.id}", d=path_data(rings, closed=True))
            found.append(
                tag(
                    "g",
                    tag("title", escape(describe(self.scene, place))),
                    shape,
                    data_space=place.id,
                    role="img",
                    fill=None if place.sea else self.tint(place),
                )
            )
        sea = all(place.sea for place in places)
        return group(
            found, class_="sea" if sea else "land", fill=self.palette.sea, fill_rule="evenodd"
        )

    def patterns(self, places: Iterable[Place]) -> str:
        """The second cue of the controller, over its tint; hatching where nobody may go."""
        soft, hard = [], []
        for place in places:
            look = self.look(place)
            if look is not None:
                soft.append(self.textured(place, look.pattern, look.strong))
            elif place.impassable:
                hard.append(self.textured(place, "lattice", self.palette.hatch))
        found = (
            group(soft, opacity=self.palette.pattern_opacity),
            group(hard, opacity="0.6"),
        )
        return group(filter(None, found), class_="patterns", pointer_events="none")

    def textured(self, place: Place, name: str, color: str) -> str:
        """A shape once more, filled with a pattern."""
        texture = f"{self.prefix}{name}-{color[1:]}"
        self.textures[texture] = pattern(name, texture, color, self.pen.unit)
        return tag("use", href=f"#{self.prefix}{place.id}", fill=f"url(#{texture})")

    # --- lines

    def lines(self, borders: Iterable[Border]) -> tuple[str, str]:
        """The water along the coasts, to be drawn below the land, and all borders, above it."""
        coast: list[Border] = []
        land: list[Border] = []
        front: list[Border] = []
        sea: list[Border] = []
        for border in borders:
            if len(border.sides) < 2:
                continue
            ashore = [self.ashore(name) for name in border.sides]
            if all(ashore):
                (land if self.same_side(border.sides) else front).append(border)
            elif not any(ashore):
                sea.append(border)
            else:
                coast.append(border)
        colors = self.palette
        shore = path_data((b.points for b in coast), closed=False)
        water = group(
            (
                tag("path", d=shore, stroke_width=num(wide), stroke_opacity=opacity)
                for wide, opacity in ((32, "0.22"), (18, "0.28"))
            ),
            class_="shallows",
            fill="none",
            stroke=colors.shallows,
            stroke_linejoin="round",
            stroke_linecap="round",
        )
        data = [path_data((b.points for b in kind), closed=False) for kind in (sea, land, front)]
        drawn = group(
            (
                tag(
                    "path",
                    d=data[0],
                    class_="sea-borders",
                    stroke=colors.sea_line,
                    stroke_width=self.width(0.9),
                    stroke_dasharray=f"{self.width(5)} {self.width(4)}",
                ),
                tag("path", d=data[1], stroke=colors.border, stroke_width=self.width(0.7)),
                tag("path", d=data[2], stroke=colors.border, stroke_width=self.width(1.4)),
                tag("path", d=shore, stroke=colors.coast, stroke_width=self.width(1.1)),
            ),
            class_="borders",
            fill="none",
            stroke_linejoin="round",
            stroke_linecap="round",
            pointer_events="none",
        )
        return water, drawn

    def ashore(self, name: str) -> bool:
        if name in self.board.spaces:
            return self.board.spaces[name].kind == "land"
        return self.board.fills[name].ashore

    def same_side(self, names: Sequence[str]) -> bool:
        places: Mapping[str, Place] = self.scene.by_id
        owners = {places[name].owner if name in places else "" for name in names}
        return len(owners) == 1

    def outlines(self, names: Iterable[str], color: str, pixels: float, kind: str) -> str:
        """Lines around some spaces."""
        return group(
            (tag("use", href=f"#{self.prefix}{name}") for name in names),
            class_=kind,
            fill=color,
            fill_opacity="0.16",
            stroke=color,
            stroke_width=self.width(pixels),
            stroke_linejoin="round",
            pointer_events="none",
        )
