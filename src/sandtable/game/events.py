"""Events: facts that happened, in the words of the rulebooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Event(NamedTuple):
    """One fact. `data` holds plain names and numbers, ready for JSON."""

    type: str
    data: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {"type": self.type, **self.data}

    def __str__(self) -> str:
        return f"{self.type} " + ", ".join(f"{k}={v}" for k, v in self.data.items())
