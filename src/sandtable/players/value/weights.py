"""Weights of the features, as they were fitted: data beside this module, a file for each board.

A board without a file of its own is judged by the one it extends, or by the common one.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

from sandtable.players.value.features import NAMES
from sandtable.rules.edition import Edition

COMMON = "common"


class Weights(NamedTuple):
    """What each feature counts, and what a side has in its favour when all else is equal."""

    of: tuple[float, ...]
    sides: tuple[float, ...]


def stored(name: str) -> dict[str, Any] | None:
    file = resources.files(__package__) / "weights" / f"{name}.json"
    if not file.is_file():
        return None
    found: dict[str, Any] = json.loads(file.read_text())
    return found


@lru_cache(maxsize=16)
def weights_of(edition: Edition) -> Weights:
    """The weights for an edition; features that a file does not know count nothing."""
    for name in (edition.id, *edition.lineage, COMMON):
        data = stored(name)
        if data is not None:
            return read(edition, data)
    return Weights((0.0,) * len(NAMES), (0.0,) * len(edition.sides))


def read(edition: Edition, data: dict[str, Any]) -> Weights:
    of, sides = data["weights"], data.get("sides", {})
    return Weights(
        tuple(float(of.get(name, 0.0)) for name in NAMES),
        tuple(float(sides.get(name, 0.0)) for name in edition.sides),
    )
