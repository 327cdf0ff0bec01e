"""A little map for tests, and the graph that it pictures."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

from sandtable.maps.checking import differences
from sandtable.maps.topology import from_raw
from tests.mapmaker.rasters import raster
from tools.mapmaker.regions import Region
from tools.mapmaker.writing import build_topology, to_text

# Ice above; a western and an eastern sea with an island in each; land between them; a bay that a
# canal would join to the eastern sea. The seas touch across the edge.
PICTURE = """
    iiiiiiiiiiii
    iiiiiiiiiiii
    wwwwlllleeee
    wwwwlllleeee
    woowlllleeee
    woowlbblepee
    wwwwlbbleeee
    wwwwlllleeee
"""
NAMES = {
    "w": Region("west", "sea", "Sea Zone 1", False),
    "e": Region("east", "sea", "Sea Zone 2", False),
    "b": Region("bay", "sea", "Sea Zone 3", False),
    "l": Region("land", "land", "Land", True),
    "o": Region("oahu", "land", "Oahu Islands", True),
    "p": Region("peru", "land", "Peru", True),
    "i": Region("arctic", "ice", "arctic", False),
}
GRAPH: dict[str, Any] = {
    "spaces": [{"id": each.id, "kind": each.kind} for each in NAMES.values() if each.space],
    "borders": [
        ["bay", "east"],
        ["bay", "land"],
        ["east", "land"],
        ["east", "peru"],
        ["east", "west"],
        ["land", "west"],
        ["oahu", "west"],
    ],
    "edge_borders": [["east", "west"]],
    "passages": [{"id": "canal", "edge": ["bay", "east"]}],
}


@cache
def little_map() -> dict[str, Any]:
    """The decoded file."""
    labels = raster(PICTURE.translate({ord(key): 97 + i for i, key in enumerate(NAMES)}))
    labels = labels.repeat(32, axis=0).repeat(32, axis=1)
    topology = build_topology(
        "little",
        labels,
        True,
        list(NAMES.values()),
        cities={"land": (150.0, 100.0)},
        gates=[("canal", ("bay", "east"), (240.0, 170.0))],
        links=[(("bay", "east"), "a canal, too narrow to draw")],
        shorts={"oahu": "O."},
    )
    found: dict[str, Any] = json.loads(to_text(topology))
    return found


def fresh() -> dict[str, Any]:
    """A copy of the decoded file to damage."""
    return copy.deepcopy(little_map())


def graph() -> dict[str, Any]:
    """A copy of the graph to change."""
    return copy.deepcopy(GRAPH)


def found_in(raw: dict[str, Any], board: dict[str, Any] | None = None) -> list[str]:
    """What the checker says."""
    return differences(from_raw(raw), board or GRAPH)


def space(raw: dict[str, Any], name: str, collection: str = "spaces") -> dict[str, Any]:
    """A geometry of the decoded file."""
    geometries = raw["objects"][collection]["geometries"]
    return next(each for each in geometries if each["id"] == name)
