"""Spaces, borders, passages and distances. Knows no rules."""

from sandtable.board.graph import Board, Passage, Space

__all__ = ["Board", "Passage", "Space"]
