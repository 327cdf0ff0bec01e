"""What is to be drawn, as a plain value: no rules, no geometry, no colours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from sandtable.rules.problems import nearest
from sandtable.rules.refusal import SandtableError

NEUTRAL = "neutral"
"""Stands for the power of a neutral territory's own army."""


class SceneError(SandtableError):
    """Something that is to be drawn and is not there."""


@dataclass(frozen=True, slots=True)
class Units:
    """Units of one kind that are alike. `aboard` lists (power, kind, count) of their cargo."""

    kind: str
    count: int
    damaged: bool = False
    aboard: tuple[tuple[str, str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Force:
    """The units of one power in a space."""

    power: str
    units: tuple[Units, ...]

    @property
    def total(self) -> int:
        """How many pieces these are, cargo included."""
        return sum(u.count + sum(n for _, _, n in u.aboard) for u in self.units)


@dataclass(frozen=True, slots=True)
class Facility:
    """A factory or a base."""

    kind: str
    damage: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """A territory or a sea zone, with everything that is in it."""

    id: str
    name: str
    sea: bool
    owner: str = ""
    """Who controls it now; of a sea zone, who holds its convoy center."""
    original_owner: str = ""
    forces: tuple[Force, ...] = ()
    facilities: tuple[Facility, ...] = ()
    value: int = 0
    city: str = ""
    capital_of: str = ""
    convoy: bool = False
    kamikaze: bool = False
    neutral: str = ""
    """`strict`, `pro-axis`, `pro-allies`, or nothing."""
    impassable: bool = False
    battle: bool = False
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A canal or a strait."""

    id: str
    name: str
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A board at a moment."""

    boards: tuple[str, ...]
    """Whose map is drawn: the edition's own, or else that of the next one it extends."""
    title: str
    powers: tuple[tuple[str, str], ...]
    """Ids and names, in the order of play."""
    places: tuple[Place, ...]
    passages: tuple[Passage, ...] = ()
    caption: str = ""
    """Where the game stands, in a few words."""
    domains: tuple[tuple[str, str], ...] = ()
    """Kinds of units with their domain: land, air, sea or facility."""
    borders: tuple[tuple[str, str], ...] = ()
    """Pairs of spaces, as the board has them; a map is compared with them if there are any."""
    highlighted: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
    """Moves to be shown as arrows, each the spaces it leads through."""
    by_id: dict[str, Place] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_id", {place.id: place for place in self.places})

    def power_name(self, power: str) -> str:
        return dict(self.powers).get(power, power.replace("-", " ").capitalize())

    def space(self, name: str) -> str:
        """The id of a space by its id, name or alias, however it is written."""
        if not isinstance(name, str):
            raise SceneError(f"{name!r:.40} is not the name of a space")
        wanted = plain(name)
        for place in self.places:
            if wanted in map(plain, (place.id, place.name, *place.aliases)):
                return place.id
        close = nearest(name.strip().casefold(), self.by_id)
        raise SceneError(f"unknown space {name.strip()!r}{close}")

    def with_marks(
        self, highlighted: Iterable[str] = (), paths: Iterable[Iterable[str]] = ()
    ) -> Scene:
        """The same with spaces highlighted and moves shown."""
        found = tuple(tuple(map(self.space, path)) for path in paths)
        for path in found:
            if len(path) < 2:
                only = f", not {path[0]} alone" if path else ""
                raise SceneError(f"a move leads through two spaces or more{only}")
        return replace(
            self, highlighted=tuple(sorted(set(map(self.space, highlighted)))), paths=found
        )


def plain(name: str) -> str:
    """A name without case, spaces and punctuation; a sea zone's number alone is its name."""
    bare = "".join(c for c in name.casefold() if c.isalnum())
    for head in ("seazone", "sz"):
        number = bare.removeprefix(head)
        if number.isdigit():
            return number
    return bare


# --- in words


def kind_name(kind: str) -> str:
    return kind.replace("-", " ")


def counted(count: int, noun: str) -> str:
    """`2 tanks`; infantry and artillery are as many as they are."""
    if count != 1 and not noun.endswith(("ry", "aaa")):
        noun += "es" if noun.endswith("x") else "s"
    return f"{count} {noun}"


def units_text(force: Force) -> str:
    parts = []
    for units in force.units:
        noun = kind_name(units.kind)
        text = counted(units.count, f"damaged {noun}" if units.damaged else noun)
        if units.aboard:
            text += f" with {', '.join(counted(n, kind_name(k)) for _, k, n in units.aboard)}"
        parts.append(text)
    return ", ".join(parts)


def describe(scene: Scene, place: Place) -> str:
    """A place in a few lines: what a pointer resting on it shows, and what is read aloud."""
    lines = [place.name]
    if place.city:
        lines[0] += f" ({place.city})"
    if place.impassable:
        lines.append("Impassable")
    elif place.neutral:
        lines.append("Neutral" if place.neutral == "strict" else f"Neutral, {place.neutral}")
    elif place.owner:
        held = f"{scene.power_name(place.owner)}"
        if place.original_owner not in ("", place.owner):
            held += f", originally {scene.power_name(place.original_owner)}"
        lines.append(held)
    about = [f"worth {place.value}"] if place.value else []
    if place.capital_of:
        about.append(f"capital of {scene.power_name(place.capital_of)}")
    for facility in place.facilities:
        hurt = f" ({facility.damage} damage)" if facility.damage else ""
        about.append(kind_name(facility.kind) + hurt)
    about += ["convoy"] * place.convoy + ["kamikaze zone"] * place.kamikaze
    about += ["battle"] * place.battle
    if about:
        lines.append(", ".join(about))
    lines += [f"{scene.power_name(f.power)}: {units_text(f)}" for f in place.forces]
    return "\n".join(lines)
