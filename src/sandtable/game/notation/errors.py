"""What can be wrong with a notation."""

from __future__ import annotations

from sandtable.rules.refusal import SandtableError

__all__ = ["NotationError", "RecordError", "shown"]


class NotationError(SandtableError):
    """A text or data that cannot be read: in which part, where, and why.

    `column` counts from 1; it is 0 where the notation has no columns.
    """

    def __init__(self, field: str, reason: str, column: int = 0) -> None:
        where = f"{field}, column {column}" if column else field
        super().__init__(f"{where}: {reason}")
        self.field = field
        self.reason = reason
        self.column = column


class RecordError(NotationError):
    """A record that cannot be read or replayed: in which line, and why.

    `line_number` counts from 1; it is 0 where the record as a whole is meant.
    """

    def __init__(self, line_number: int, reason: str) -> None:
        super().__init__(f"line {line_number}" if line_number else "record", reason)
        self.line_number = line_number


def shown(value: object, most: int = 40) -> str:
    """A value of unknown type and size, fit for a message."""
    if not isinstance(value, str | int | float) and value is not None:
        return f"a {type(value).__name__}"
    if isinstance(value, str):
        value = value[: most + 1]
    elif isinstance(value, int) and value.bit_length() > 100:
        return "a huge number"
    text = ascii(value)
    return text if len(text) <= most else text[: most - 3] + "..."
