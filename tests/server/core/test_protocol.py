"""docs/protocol.md speaks of every route and every message of the WebSocket."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from sandtable.server.openapi import document
from sandtable.server.problems import STATUS
from sandtable.server.schemas import live

TEXT = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8")


def test_every_route() -> None:
    told = set(re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/[^?` ]*)", TEXT))
    there = {
        (method.upper(), path)
        for path, operations in document()["paths"].items()
        for method in operations
    }
    assert there - told == set()
    assert {route for route in told if route[1].startswith("/api")} - there == set()


def test_every_message() -> None:
    for union in (live.ServerMessage, live.ClientMessage):
        for message in get_args(get_args(union)[0]):
            [kind] = get_args(message.model_fields["type"].annotation)
            assert f"| `{kind}` |" in TEXT


def test_every_problem() -> None:
    for code, status in STATUS.items():
        assert f"| `{code}` | {status} |" in TEXT
