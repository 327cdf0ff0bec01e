"""Larger games made from the 1941 one: more units on the same board, or more board."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from benchmarks.material import BOARD
from sandtable.game.library import packaged
from sandtable.game.machine import KNOWN_MODULES
from sandtable.rules.build import build_edition
from sandtable.rules.edition import Edition
from sandtable.rules.reading import Raw

SEAMS = (("sz-19", "sz-41"), ("sz-20", "sz-36"), ("sz-21", "sz-35"))
"""Zones at the eastern and the western edge of the map, along which copies are joined."""


def richer(raw: Raw, factor: int) -> None:
    """Multiply what the powers begin with in money."""
    for power in raw["edition"]["powers"]:
        power["treasury"] *= factor


def more_units(factor: int) -> Edition:
    """The edition with so many times the units and money."""
    raw = deepcopy(packaged(BOARD))
    richer(raw, factor)
    for by_power in raw["setup"]["units"].values():
        for units in by_power.values():
            for unit in units:
                units[unit] *= factor
    return build_edition(raw, KNOWN_MODULES)


def copied(name: str, copy: int) -> str:
    """A space's id in a copy of the board; the first copy keeps the names."""
    return name if copy == 0 else f"{name}-copy-{copy}"


def more_spaces(factor: int) -> Edition:
    """So many boards side by side, each with its units; powers and capitals stay as they are."""
    raw = deepcopy(packaged(BOARD))
    richer(raw, factor)
    board, units = raw["board"], raw["setup"]["units"]
    copies = range(factor)

    def renamed(space: Raw, copy: int) -> Raw:
        return {**space, "id": copied(space["id"], copy), "aliases": []}

    def ends(pair: list[str], copy: int) -> list[str]:
        return [copied(name, copy) for name in pair]

    def passage(data: dict[str, Any], copy: int) -> dict[str, Any]:
        return {
            **data,
            "id": copied(data["id"], copy),
            "edge": ends(data["edge"], copy),
            "controlled_by": ends(data["controlled_by"], copy),
        }

    raw["board"] = {
        "spaces": [renamed(space, copy) for copy in copies for space in board["spaces"]],
        "borders": [ends(pair, copy) for copy in copies for pair in board["borders"]]
        + [
            [copied(east, copy), copied(west, copy + 1)]
            for copy in range(factor - 1)
            for east, west in SEAMS
        ],
        "passages": [passage(data, copy) for copy in copies for data in board["passages"]],
    }
    raw["setup"]["units"] = {
        copied(space, copy): by_power for copy in copies for space, by_power in units.items()
    }
    return build_edition(raw, KNOWN_MODULES)


WAYS = {"units": (more_units, (1, 2, 5, 10)), "spaces": (more_spaces, (1, 2, 4, 10))}
"""How a game can grow, and by which factors it is measured."""
