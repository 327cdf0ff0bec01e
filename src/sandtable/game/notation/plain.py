"""Plain data, as JSON gives it, read with suspicion.

Each function takes a value and the name of the place where it stands, gives the value back with its
type made sure of, or raises a `NotationError` that names the place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from sandtable.game.notation.errors import NotationError, shown
from sandtable.rules.problems import nearest

__all__ = [
    "choice",
    "fields",
    "items",
    "mapping",
    "number",
    "parse_json",
    "text",
    "truth",
]


def parse_json(source: str, longest: int) -> Any:
    """The data of a JSON text: no repeated keys, no NaN, nothing that exhausts the reader."""
    if len(source) > longest:
        raise NotationError("JSON", f"longer than {longest} characters")
    try:
        return json.loads(source, object_pairs_hook=without_repeats, parse_constant=refuse_constant)
    except json.JSONDecodeError as error:
        raise NotationError("JSON", f"not JSON, or not all of it: {error}") from None
    except ValueError:  # a number too long for Python to read
        raise NotationError("JSON", "it holds a number that is far too long") from None
    except RecursionError:
        raise NotationError("JSON", "it is nested too deeply") from None


def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for name, value in pairs:
        if name in data:
            raise NotationError("JSON", f"the key {shown(name)} is given twice")
        data[name] = value
    return data


def refuse_constant(name: str) -> NoReturn:
    raise NotationError("JSON", f"{name} is not a number")


def mapping(value: Any, where: str, most: int) -> dict[str, Any]:
    if type(value) is not dict:
        raise NotationError(where, f"an object is needed, not {shown(value)}")
    if len(value) > most:
        raise NotationError(where, f"{len(value)} entries, at most {most} are allowed")
    for key in value:
        if type(key) is not str:
            raise NotationError(where, f"{shown(key)} is no name")
    return value


def fields(
    value: Any, where: str, needed: tuple[str, ...], allowed: tuple[str, ...] = ()
) -> dict[str, Any]:
    """An object with all of the needed keys, maybe some of those allowed, and no others."""
    data = mapping(value, where, 1000)
    known = needed + allowed
    for key in data:
        if key not in known:
            hint = nearest(key, known) if len(key) <= 60 else ""
            raise NotationError(where, f"unknown key {shown(key)}{hint}")
    for key in needed:
        if key not in data:
            raise NotationError(where, f"the key {key!r} is missing")
    return data


def items(value: Any, where: str, most: int, exactly: int = -1) -> list[Any]:
    if type(value) is not list:
        raise NotationError(where, f"a list is needed, not {shown(value)}")
    if len(value) > most:
        raise NotationError(where, f"{len(value)} entries, at most {most} are allowed")
    if exactly >= 0 and len(value) != exactly:
        raise NotationError(where, f"{exactly} entries are needed, not {len(value)}")
    return value


def number(value: Any, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise NotationError(
            where, f"a whole number from {low} to {high} is needed, not {shown(value)}"
        )
    return value


def truth(value: Any, where: str) -> bool:
    if type(value) is not bool:
        raise NotationError(where, f"true or false is needed, not {shown(value)}")
    return value


def text(value: Any, where: str, longest: int = 200) -> str:
    if type(value) is not str:
        raise NotationError(where, f"a text is needed, not {shown(value)}")
    if len(value) > longest:
        raise NotationError(where, f"longer than {longest} characters")
    return value


def choice(value: Any, where: str, table: Mapping[str, int], what: str) -> int:
    """The index of a name in a table."""
    found = table.get(value) if type(value) is str else None
    if found is None:
        hint = nearest(value, table) if type(value) is str and len(value) <= 60 else ""
        raise NotationError(where, f"unknown {what} {shown(value)}{hint}")
    return found
