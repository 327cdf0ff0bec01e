"""Spaces, borders, passages and distances. Knows no rules."""

from sandtable.board.graph import Board, Passage, Space
from sandtable.board.islands import IslandBoard

__all__ = ["Board", "IslandBoard", "Passage", "Space"]
