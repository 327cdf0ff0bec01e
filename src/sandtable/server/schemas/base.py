"""What all messages have in common."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Answer = dict[str, Any]
"""An answer as JSON; docs/decisions-notation.md lists them. The engine reads and checks it."""

PowerId = Annotated[str, Field(max_length=40, examples=["germany"])]
SpaceId = Annotated[str, Field(max_length=80, examples=["sz-14"])]
UnitId = Annotated[str, Field(max_length=40, examples=["infantry"])]
Counts = dict[UnitId, int]
"""So many of each kind of unit."""


class Message(BaseModel):
    """What the server sends: every field is always there."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


class Request(BaseModel):
    """What a client sends: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)
