"""The maps that are checked in were made of the descriptions and boards that are."""

from __future__ import annotations

import json

import pytest

from tools.mapmaker.__main__ import BOARDS
from tools.mapmaker.freshness import source_digest
from tools.mapmaker.making import EDITIONS


@pytest.mark.parametrize("board", BOARDS)
def test_a_map_is_as_new_as_its_sources(board: str) -> None:
    text = (EDITIONS / board / "map.json").read_text("utf-8")
    assert json.loads(text)["sandtable"]["source"] == source_digest(board), "run `make maps`"
