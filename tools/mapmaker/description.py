"""The hand-written description of a board: what each space consists of, and how it is drawn."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

BOARDS = Path(__file__).parent / "boards"

T = TypeVar("T")

Point = tuple[float, float]
"""A longitude and a latitude."""
Line = tuple[Point, ...]


class DescriptionError(ValueError):
    """A description that cannot be understood; says where."""


@dataclass(frozen=True)
class Spot:
    """What a space, or a fill, is made of. Sizes are in pixels at the board's full width."""

    areas: tuple[str, ...] = ()
    points: Line = ()
    lines: tuple[Line, ...] = ()
    outline: tuple[Line, ...] = ()
    enlarge: float = 1.0
    upright: float = 0.0
    least: float = 900.0
    keep: float = 60.0
    city: Point | None = None
    short: str = ""
    kind: str = ""
    domain: str = ""


@dataclass(frozen=True)
class Stretch:
    """Longitudes or latitudes that are drawn wider or narrower than the rest."""

    start: float
    end: float
    factor: float


@dataclass(frozen=True)
class Lens:
    """A place that is drawn larger."""

    at: Point
    reach: Point
    strength: float


@dataclass(frozen=True)
class Frame:
    """A projection with its limits."""

    kind: str = "cylinder"
    west: float = -180.0
    east: float = 180.0
    south: float = -60.0
    north: float = 80.0
    parallels: Point = (35.0, 60.0)
    centre: Point = (0.0, 0.0)
    frame: Line = ()
    stretch: tuple[Stretch, ...] = ()
    flatten: tuple[Stretch, ...] = ()
    lens: tuple[Lens, ...] = ()


@dataclass(frozen=True)
class Stroke:
    """A thick line that makes water of land, or land of water."""

    line: Line
    width: float
    to: str = ""


@dataclass(frozen=True)
class Border:
    """A line that divides the areas which two spaces claim: the first lies on its left."""

    between: tuple[str, str]
    line: Line


@dataclass(frozen=True)
class Gate:
    """Where the mark of a canal or strait is drawn."""

    passage: str
    at: Point


@dataclass(frozen=True)
class Link:
    """A border of the graph that cannot be drawn as one."""

    edge: tuple[str, str]
    why: str


@dataclass(frozen=True)
class Description:
    """All that is written by hand about one board."""

    board: str
    width: int
    wraps: bool
    frame: Frame
    land: Mapping[str, Spot]
    sea: Mapping[str, Spot]
    fill: Mapping[str, Spot]
    cuts: tuple[Stroke, ...] = ()
    bridges: tuple[Stroke, ...] = ()
    borders: tuple[Border, ...] = ()
    drops: frozenset[str] = field(default_factory=frozenset)
    gates: tuple[Gate, ...] = ()
    links: tuple[Link, ...] = ()


def load_description(name: str, folder: Path = BOARDS) -> Description:
    """The description of a board, with the files that it includes laid under it."""
    path = folder / f"{name}.toml"
    if not path.is_file():
        raise DescriptionError(f"there is no description {path.name}")
    raw = read(path)
    for key in ("board", "width", "projection"):
        if key not in raw:
            raise DescriptionError(f"{path.name}: {key} is missing")
    return Description(
        board=raw["board"],
        width=raw["width"],
        wraps=raw.get("wraps", False),
        frame=frame_of(raw["projection"]),
        land=spots(raw, "land"),
        sea=spots(raw, "sea"),
        fill=spots(raw, "fill"),
        cuts=tuple(record(Stroke, each, "cut") for each in raw.get("cut", ())),
        bridges=tuple(record(Stroke, each, "bridge") for each in raw.get("bridge", ())),
        borders=tuple(record(Border, each, "border") for each in raw.get("border", ())),
        drops=frozenset(area for each in raw.get("drop", ()) for area in each["areas"]),
        gates=tuple(record(Gate, each, "gate") for each in raw.get("gate", ())),
        links=tuple(record(Link, each, "link") for each in raw.get("link", ())),
    )


def read(path: Path) -> dict[str, Any]:
    """A file and its includes as one table: tables merge, lists are joined, values override."""
    try:
        own = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise DescriptionError(f"{path.name}: {error}") from None
    merged: dict[str, Any] = {}
    for other in own.pop("include", ()):
        merged = laid_over(merged, read(path.parent / other))
    return laid_over(merged, own)


LISTS = ("cut", "bridge", "border", "drop", "gate", "link")
"""Lists of tables that are joined when files are merged; any other list is replaced."""


def laid_over(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = laid_over(result[key], value)
        elif key in LISTS and key in result:
            result[key] = [*result[key], *value]
        else:
            result[key] = value
    return result


def spots(raw: dict[str, Any], kind: str) -> dict[str, Spot]:
    return {name: record(Spot, each, f"{kind}.{name}") for name, each in raw.get(kind, {}).items()}


def frame_of(raw: dict[str, Any]) -> Frame:
    parts = dict(raw)
    for key in ("stretch", "flatten"):
        parts[key] = tuple(
            Stretch(each["from"], each["to"], each["factor"]) for each in raw.get(key, ())
        )
    parts["lens"] = tuple(record(Lens, each, "lens") for each in raw.get("lens", ()))
    return record(Frame, parts, "projection")


def record(kind: type[T], raw: dict[str, Any], where: str) -> T:
    """A dataclass from a table; lists become tuples, unknown keys are errors."""
    known = {each.name for each in fields(kind)}  # type: ignore[arg-type]
    for key in raw:
        if key not in known:
            raise DescriptionError(f"{where}: unknown key {key!r}")
    try:
        return kind(**{key: frozen(value) for key, value in raw.items()})
    except TypeError as error:
        raise DescriptionError(f"{where}: {error}") from None


def frozen(value: Any) -> Any:
    return tuple(frozen(each) for each in value) if isinstance(value, list) else value
