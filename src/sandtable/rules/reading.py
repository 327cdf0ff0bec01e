"""Reading an edition's raw data piece by piece, with every mistake noted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from sandtable.board import Board, Passage, Space
from sandtable.rules.problems import Problem, nearest
from sandtable.rules.units import AIR, FACILITY, LAND, SEA, UnitType

Raw = dict[str, Any]

NUMBERS = (
    "cost",
    "move",
    "attack",
    "defense",
    "hits",
    "antiair",
    "launches",
    "attack_dice",
    "best_of",
)
"""Properties of a unit that are numbers."""
AT_LEAST_ONE = ("hits", "attack_dice", "best_of")
"""Those of them that cannot be 0."""

SWITCHES = tuple(f.name for f in fields(UnitType) if isinstance(f.default, bool))
"""Properties of a unit that are yes or no."""

TEXTS = ("name", "fires_as", "produces", "flak", "raids")
"""Properties of a unit that are words."""

CANCELLED = ("passage", "strike", "submerge", "cover")
"""What a unit's `cancels` may switch off."""


def is_number(value: object, least: int, most: int) -> bool:
    """Whether a value is a whole number within limits."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


class DataReader:
    """Raw data, the names found in it, and a list of what is wrong with it."""

    def __init__(self, raw: Raw) -> None:
        self.raw = raw
        self.problems: list[Problem] = []
        self.units: tuple[UnitType, ...] = ()
        self.spaces: dict[str, int] = {}
        self.powers: dict[str, int] = {}
        self.sides: tuple[str, ...] = ()

    def wrong(self, file: str, key: str, message: str) -> None:
        self.problems.append(Problem(file, key, message))

    def get(self, source: Any, name: str, kind: type, file: str, key: str, default: Any) -> Any:
        """A value of the wanted type, or the default and a problem."""
        value = source.get(name, default) if isinstance(source, dict) else default
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.wrong(file, f"{key}.{name}".strip("."), f"must be a {kind.__name__}")
            return default if isinstance(default, kind) else kind()
        return value

    def find(self, table: Mapping[str, int], name: Any, what: str, file: str, key: str) -> int:
        """The index of a name, or -1 and a problem."""
        if isinstance(name, str) and name in table:
            return table[name]
        hint = nearest(str(name), table)
        self.wrong(file, key, f"unknown {what} {name!r}{hint}")
        return -1

    def check_words(self, unit: str, key: str, used: Iterable[str], known: Iterable[str]) -> None:
        for word in set(used) - set(known):
            hint = nearest(word, known)
            self.wrong("units.toml", f"{unit}.{key}", f"unknown word {word!r}{hint}")

    def build_units(self) -> None:
        raw = self.raw.get("units") or {}
        names = {name: i for i, name in enumerate(raw)}
        known = {f.name for f in fields(UnitType) if f.init} - {"index", "id"}
        taken = {name: name for name in raw}
        built = []
        for name, data in raw.items():
            if not isinstance(data, dict):
                self.wrong("units.toml", name, "must be a table")
                continue
            for key in data.keys() - known:
                self.wrong("units.toml", f"{name}.{key}", f"unknown property{nearest(key, known)}")
            values: Raw = {key: data[key] for key in data.keys() & known}
            if values.get("domain") not in (LAND, AIR, SEA, FACILITY):
                self.wrong("units.toml", f"{name}.domain", "must be land, air, sea or facility")
                values["domain"] = LAND
            for key in NUMBERS:
                least = int(key in AT_LEAST_ONE)
                if key in values and not is_number(values[key], least, 99):
                    message = f"must be a number from {least} to 99"
                    self.wrong("units.toml", f"{name}.{key}", message)
                    values.pop(key)
            for key in SWITCHES:
                if not isinstance(values.get(key, False), bool):
                    self.wrong("units.toml", f"{name}.{key}", "must be true or false")
                    values.pop(key)
            for key in TEXTS:
                if not isinstance(values.get(key, ""), str):
                    self.wrong("units.toml", f"{name}.{key}", "must be a text")
                    values.pop(key)
            loads = []
            for load in values.get("loads", ()):
                found = {
                    self.find(names, unit, "unit", "units.toml", f"{name}.loads"): count
                    for unit, count in load.items()
                }
                if not all(is_number(count, 1, 99) for count in found.values()):
                    self.wrong("units.toml", f"{name}.loads", "counts must be from 1 to 99")
                    continue
                loads.append(tuple(sorted(found.items())))
            values["loads"] = tuple(loads)
            supports = values.get("supports", {})
            values["supports"] = tuple(
                sorted(
                    (self.find(names, unit, "unit", "units.toml", f"{name}.supports"), number)
                    for unit, number in supports.items()
                )
            )
            aliases = values.get("aliases", [])
            if not isinstance(aliases, list) or not all(isinstance(a, str) and a for a in aliases):
                self.wrong("units.toml", f"{name}.aliases", "must be a list of names")
                aliases = []
            for alias in aliases:
                if taken.setdefault(alias, name) != name:
                    message = f"{alias!r} is a name of {taken[alias]} already"
                    self.wrong("units.toml", f"{name}.aliases", message)
            values["aliases"] = tuple(aliases)
            for key in ("classes", "hidden_from", "spares", "cancels"):
                values[key] = frozenset(values.get(key, ()))
            self.check_words(name, "spares", values["spares"], (LAND, AIR, SEA))
            self.check_words(name, "cancels", values["cancels"], CANCELLED)
            fired = {str(u.get("fires_as", "other")) for u in raw.values() if isinstance(u, dict)}
            self.check_words(name, "hidden_from", values["hidden_from"], fired)
            built.append(UnitType(index=names[name], id=name, **{"name": name, **values}))
        self.units = tuple(built)
        if not built:
            self.wrong("units.toml", "", "no units")

    def build_board(self) -> tuple[Board, tuple[int, ...], tuple[tuple[int, ...], ...]]:
        raw = self.raw.get("board") or {}
        if not isinstance(raw, dict) or not raw.get("spaces"):
            self.wrong("board.json", "spaces", "no spaces")
        spaces: list[Space] = []
        owners: list[str | None] = []
        facilities: list[list[str]] = []
        for data in self.get(raw, "spaces", list, "board.json", "", []):
            name = self.get(data, "id", str, "board.json", "spaces", "")
            key = f"spaces.{name}"
            if name in self.spaces or not name:
                self.wrong("board.json", key, "missing or repeated id")
                continue
            if data.get("kind") not in ("land", "sea"):
                self.wrong("board.json", key, "kind must be land or sea")
            self.spaces[name] = len(spaces)
            spaces.append(
                Space(
                    name,
                    str(data.get("name", name)),
                    data.get("kind") == "sea",
                    self.get(data, "value", int, "board.json", key, 0),
                    bool(data.get("impassable", False)),
                    tuple(data.get("aliases", ())),
                    str(data.get("city", "")),
                    bool(data.get("island", False)),
                )
            )
            owners.append(data.get("original_owner"))
            facilities.append(list(data.get("facilities", ())))
        borders = []
        for edge in self.get(raw, "borders", list, "board.json", "", []):
            ends = [self.find(self.spaces, end, "space", "board.json", "borders") for end in edge]
            if len(ends) == 2 and -1 not in ends and ends[0] != ends[1]:
                borders.append((ends[0], ends[1]))
            elif -1 not in ends:
                self.wrong("board.json", "borders", f"{edge!r} is not a pair of two spaces")
        passages = []
        for data in self.get(raw, "passages", list, "board.json", "", []):
            key = f"passages.{data.get('id', '?')}"
            ends = [self.find(self.spaces, end, "space", "board.json", key) for end in data["edge"]]
            passages.append(
                Passage(
                    str(data.get("id")),
                    str(data.get("name", data.get("id"))),
                    (ends[0], ends[1]),
                    tuple(
                        self.find(self.spaces, s, "space", "board.json", key)
                        for s in data.get("controlled_by", ())
                    ),
                    str(data.get("rule", "board/adjacency")),
                    bool(data.get("closed", False)),
                    frozenset(data.get("exempt_units", ())),
                )
            )
        board = Board(spaces, borders, passages)
        for i, near in enumerate(board.neighbors):
            if not near:
                self.wrong("board.json", f"spaces.{spaces[i].id}", "has no border")
        unit_names = {unit.id: unit.index for unit in self.units}
        return (
            board,
            tuple(
                -1
                if owner is None
                else self.find(self.powers, owner, "power", "board.json", f"spaces.{spaces[i].id}")
                for i, owner in enumerate(owners)
            ),
            tuple(
                tuple(
                    self.find(unit_names, f, "unit", "board.json", f"spaces.{spaces[i].id}")
                    for f in found
                )
                for i, found in enumerate(facilities)
            ),
        )
