"""The maps that come with the package: the picture is the graph."""

from __future__ import annotations

import gzip
import json
from importlib import resources

import pytest

from sandtable.maps.checking import differences
from sandtable.maps.topology import load_map, map_names

BOARDS = ("1941", "revised", "europe1999", "pacific1940", "europe1940", "global1940")
LARGEST = 400_000  # bytes, compressed

EDITIONS = resources.files("sandtable.editions")


def test_every_board_has_a_map() -> None:
    assert set(map_names()) == set(BOARDS)


@pytest.mark.parametrize("board", map_names())
def test_the_picture_is_the_graph(board: str) -> None:
    graph = json.loads((EDITIONS / board / "board.json").read_bytes())
    found = load_map(board)
    assert found.board == board
    assert differences(found, graph) == []


@pytest.mark.parametrize("board", map_names())
def test_the_file_is_small(board: str) -> None:
    assert len(gzip.compress((EDITIONS / board / "map.json").read_bytes())) < LARGEST
