"""Writes the OpenAPI description, from which the client's types are made: `make types`.

OpenAPI has no place for a WebSocket; its messages stand among the schemas.
"""

from __future__ import annotations

import inspect
import json
import sys
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from sandtable import __version__
from sandtable.server.app import routers
from sandtable.server.schemas import editions, errors, games, live, options, people, views
from sandtable.server.schemas.base import Message, Request
from sandtable.server.schemas.errors import Problem

REF = "#/components/schemas/{model}"
ABOUT = "Games of Sandtable over HTTP and WebSocket. docs/protocol.md tells how they go together."


def message_schemas() -> dict[str, Any]:
    """All messages, those of the WebSocket too."""
    models = []
    for module in (editions, errors, games, live, options, people, views):
        for _, found in inspect.getmembers(module, inspect.isclass):
            if issubclass(found, Message | Request) and found.__module__ == module.__name__:
                mode = "validation" if issubclass(found, Request) else "serialization"
                models.append((found, mode))
    _, schema = models_json_schema(models, ref_template=REF)  # type: ignore[arg-type]
    found_schemas: dict[str, Any] = schema["$defs"]
    return found_schemas


def described() -> FastAPI:
    """An app with all routes and nothing behind them."""
    app = FastAPI(
        title="Sandtable",
        version=__version__,
        description=ABOUT,
        separate_input_output_schemas=False,
        responses={"default": {"model": Problem}},
    )
    for router in routers():
        app.include_router(router)
    return app


def document() -> dict[str, Any]:
    app = described()
    found = get_openapi(
        title=app.title,
        version=app.version,
        description=app.description,
        routes=app.routes,
        separate_input_output_schemas=False,
    )
    for path in found["paths"].values():
        for operation in path.values():
            # What cannot be read is told as a Problem too, with another status.
            operation["responses"].pop("422", None)
    schemas: dict[str, Any] = found["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas.update(message_schemas())
    return found


def main() -> None:
    json.dump(document(), sys.stdout, indent=1, sort_keys=True)
    print()


if __name__ == "__main__":
    main()
