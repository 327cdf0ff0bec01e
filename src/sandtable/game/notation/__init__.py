"""Notations: decisions, positions, states and game records as text and as JSON."""

from sandtable.game.notation.answers import format_answer, parse_answer
from sandtable.game.notation.answers_json import answer_from_json, answer_to_json
from sandtable.game.notation.errors import NotationError, RecordError
from sandtable.game.notation.position import (
    edition_of_position,
    format_position,
    parse_position,
)
from sandtable.game.notation.record import Record, read_record
from sandtable.game.notation.state import (
    format_state,
    parse_state,
    state_from_json,
    state_to_json,
)

__all__ = [
    "NotationError",
    "Record",
    "RecordError",
    "answer_from_json",
    "answer_to_json",
    "edition_of_position",
    "format_answer",
    "format_position",
    "format_state",
    "parse_answer",
    "parse_position",
    "parse_state",
    "read_record",
    "state_from_json",
    "state_to_json",
]
