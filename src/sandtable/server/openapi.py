"""Writes the OpenAPI description, from which the client's types are made: `make types`."""

from __future__ import annotations

import inspect
import json
import sys
from typing import Any

from pydantic.json_schema import models_json_schema

from sandtable.server.schemas import editions, errors, games, live, options, people, views
from sandtable.server.schemas.base import Message, Request

REF = "#/components/schemas/{model}"


def message_schemas() -> dict[str, Any]:
    """All messages, those of the WebSocket too, which OpenAPI has no place for."""
    models = []
    for module in (editions, errors, games, live, options, people, views):
        for _, found in inspect.getmembers(module, inspect.isclass):
            if issubclass(found, Message | Request) and found.__module__ == module.__name__:
                mode = "validation" if issubclass(found, Request) else "serialization"
                models.append((found, mode))
    _, schema = models_json_schema(models, ref_template=REF)  # type: ignore[arg-type]
    found_schemas: dict[str, Any] = schema["$defs"]
    return found_schemas


def main() -> None:
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Sandtable", "version": "0.1.0"},
        "paths": {},
        "components": {"schemas": message_schemas()},
    }
    json.dump(document, sys.stdout, indent=1, sort_keys=True)
    print()


if __name__ == "__main__":
    main()
