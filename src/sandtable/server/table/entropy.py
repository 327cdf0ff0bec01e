"""A player's text for the dice."""

from __future__ import annotations

from sandtable.game.dice.entropy import MAX_TEXT_BYTES
from sandtable.server.problems import ProblemError
from sandtable.server.schemas.games import AddEntropy
from sandtable.server.table.entries import EntropyAdded
from sandtable.server.table.table import Table

MOST = 2_000
"""Texts in one game: a game stays readable."""


def added_entropy(table: Table, wanted: AddEntropy, person: str) -> EntropyAdded:
    """The entry for a text, which counts from the next roll on."""
    table.check_open()
    try:
        size = len(wanted.text.encode())
    except UnicodeEncodeError:
        raise ProblemError("malformed", "This is not valid text.") from None
    if size > MAX_TEXT_BYTES:
        raise ProblemError("malformed", "The text is too long.")
    if len(table.entropies) >= MOST:
        raise ProblemError("too-many", "This game has enough such texts.")
    return EntropyAdded(party=wanted.power, text=wanted.text, since=table.next_roll, by=person)
