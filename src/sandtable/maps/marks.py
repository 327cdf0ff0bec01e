"""How the pieces look: chips, badges, names, dots and leaders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sandtable.maps.lettering import CAP_HEIGHT, text_width
from sandtable.maps.palette import Palette, PowerColors
from sandtable.maps.pieces import COUNT, HURT, LEADING, PAD, SIGN, VALUE, Badge, Chip, Label, Piece
from sandtable.maps.room import Box
from sandtable.maps.svg import escape, num, tag
from sandtable.maps.symbols import SIZE, UNIT, symbol


@dataclass
class Pen:
    """Draws marks in the colours of a palette and remembers which symbols they need."""

    palette: Palette
    unit: float
    """The size of a pixel in map units."""
    powers: Mapping[str, PowerColors]
    prefix: str
    """In front of every id, so that several pictures can stand on one page."""
    domains: Mapping[str, str] = field(default_factory=dict)
    """Of units, for those that have no symbol of their own."""
    used: dict[str, None] = field(default_factory=dict)

    def symbols(self) -> list[str]:
        """Definitions of the symbols that were used."""
        return [
            tag(
                "symbol",
                symbol(name, self.domains.get(name.removeprefix(UNIT), "")),
                id=f"{self.prefix}{name}",
                viewBox=f"0 0 {SIZE} {SIZE}",
            )
            for name in sorted(self.used)
        ]

    def colors(self, power: str) -> PowerColors:
        return self.powers.get(power) or self.palette.power(power)

    def use(self, name: str, box: Box, color: str, **given: object) -> str:
        self.used[name] = None
        return tag(
            "use",
            href=f"#{self.prefix}{name}",
            x=box.x,
            y=box.y,
            width=box.width,
            height=box.height,
            color=color,
            **given,
        )

    def text(self, x: float, y: float, size: float, words: str, fill: str, **given: object) -> str:
        """Words centred on a point, as wide as they were reckoned to be, whatever the font."""
        return tag(
            "text",
            escape(words),
            x=x,
            y=y + CAP_HEIGHT * size / 2,
            font_size=size,
            fill=fill,
            textLength=num(text_width(words) * size, 1),
            lengthAdjust="spacingAndGlyphs",
            **given,
        )

    def piece(self, piece: Piece, ink: str, halo: str) -> str:
        """Any piece; `ink` and `halo` are for what stands on the ground itself."""
        if isinstance(piece, Chip):
            return self.chip(piece)
        if isinstance(piece, Badge):
            return self.badge(piece, ink, halo)
        assert isinstance(piece, Label)
        return self.label(piece, ink, halo)

    # --- names

    def label(self, piece: Label, ink: str, halo: str) -> str:
        """A name with a halo."""
        parts = []
        x = piece.box.x + piece.box.width / 2
        for i, line in enumerate(piece.lines):
            y = piece.box.y + (i + 0.5) * LEADING * piece.size
            parts.append(self.text(x, y, piece.size, line, ink))
        return self.haloed(parts, halo)

    def haloed(self, parts: Iterable[str], halo: str) -> str:
        """Words that stand out from the ground."""
        return tag(
            "g",
            *parts,
            stroke=halo,
            stroke_width=num(2.6 * self.unit),
            stroke_opacity="0.8",
            stroke_linejoin="round",
            paint_order="stroke",
        )

    # --- chips

    def chip(self, piece: Chip) -> str:
        """A plate in the power's colour with the unit and its number, or the power's emblem."""
        box, colors = piece.box, self.colors(piece.power)
        height = box.height
        sign = piece.kind == "" and piece.number == 0
        plate = tag(
            "rect",
            x=box.x,
            y=box.y,
            width=box.width,
            height=height,
            rx=height * (0.22 if piece.kind else 0.5),
            fill=colors.ink if sign else colors.strong,
            stroke=colors.strong if sign else colors.ink,
            stroke_opacity=None if sign else "0.7",
            stroke_width=num((1.2 if sign else 0.7) * self.unit),
        )
        parts = [plate]
        if not piece.plain:
            inset = height * (0.2 if sign else 0.1)
            size = height - 2 * inset
            left = box.x + inset + PAD * height / 4
            if not piece.number:
                left = box.x + (box.width - size) / 2
            name = f"{UNIT}{piece.kind}" if piece.kind else colors.emblem
            picture = Box(left, box.y + inset, size, size)
            parts.append(self.use(name, picture, colors.strong if sign else colors.ink))
        if piece.number:
            wide = text_width(str(piece.number)) * COUNT * height
            x = box.x + box.width - wide / 2 - PAD * height * 0.8
            x -= SIGN * height * (piece.damaged or piece.loaded)
            if piece.plain:
                x = box.x + box.width / 2
            y = box.y + height / 2
            parts.append(self.text(x, y, COUNT * height, str(piece.number), colors.ink))
        corner = Box(box.x + box.width - 0.38 * height, box.y - 0.12 * height, *(0.5 * height,) * 2)
        if piece.damaged:
            parts.append(self.sign("damaged", corner, self.palette.battle))
        if piece.loaded:
            lower = corner._replace(y=box.y + 0.62 * height)
            parts.append(self.sign("loaded", lower, self.palette.ink))
        return tag("g", *parts)

    def sign(self, name: str, box: Box, color: str) -> str:
        """A small mark at the corner of a chip, on a disc that keeps it apart from the chip."""
        x, y = box.center
        disc = tag("circle", cx=x, cy=y, r=box.width / 2, fill=self.palette.halo)
        return disc + self.use(name, box.grown(-0.1 * box.width), color)

    def dot(self, x: float, y: float, power: str) -> str:
        return tag(
            "circle",
            cx=x,
            cy=y,
            r=3.2 * self.unit,
            fill=self.colors(power).strong,
            stroke=self.palette.halo,
            stroke_width=num(0.8 * self.unit),
        )

    # --- badges

    def badge(self, piece: Badge, ink: str, halo: str) -> str:
        if piece.mark == VALUE:
            return self.coin(piece)
        box, colors = piece.box, self.palette
        if piece.mark == "battle":
            return tag(
                "g",
                self.ring(box, colors.battle),
                self.use("battle", box.grown(-0.08 * box.width), colors.battle),
            )
        color = ink
        if piece.mark == "convoy" and piece.power:
            color = self.colors(piece.power).strong
        parts = [self.use(symbol_of(piece.mark), box._replace(width=box.height), color)]
        if piece.text:
            x, y = box.x + (box.width + box.height) / 2, box.y + box.height / 2
            words = self.text(x, y, HURT * box.height, piece.text, colors.battle)
            parts.append(self.haloed([words], halo))
        return tag("g", *parts)

    def ring(self, box: Box, color: str) -> str:
        x, y = box.center
        return tag(
            "circle",
            cx=x,
            cy=y,
            r=box.width / 2,
            fill=self.palette.halo,
            stroke=color,
            stroke_width=num(1.6 * self.unit),
        )

    def coin(self, piece: Badge) -> str:
        """The value of a territory."""
        x, y = piece.box.center
        size = piece.box.height * (0.74 if len(piece.text) < 2 else 0.66)
        disc = tag(
            "circle",
            cx=x,
            cy=y,
            r=piece.box.height / 2,
            fill=self.palette.halo,
            fill_opacity="0.85",
            stroke=self.palette.ink,
            stroke_width=num(0.8 * self.unit),
        )
        return tag("g", disc, self.text(x, y, size, piece.text, self.palette.ink))


def symbol_of(mark: str) -> str:
    """The symbol of a badge: facilities are units, the rest have their own names."""
    own = ("capital", "victory-city", "convoy", "kamikaze", "battle")
    return mark if mark in own else f"{UNIT}{mark}"
