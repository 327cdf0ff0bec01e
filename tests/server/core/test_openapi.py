"""The description of the server and the client's types are those of the code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

from sandtable.server.app import routers
from sandtable.server.openapi import document, message_schemas

WEB = Path(__file__).parents[3] / "web"
NODE = Path(__file__).parents[3] / ".venv" / "node" / "bin"


def test_the_description_is_fresh() -> None:
    """`make types` writes it."""
    assert json.loads((WEB / "openapi.json").read_text("utf-8")) == document()


def test_the_types_are_fresh(tmp_path: Path) -> None:
    path = os.pathsep.join([str(NODE), os.environ.get("PATH", "")])
    node = shutil.which("node", path=path)
    assert node is not None, "node is part of what `make test` sets up"
    generator = WEB / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
    made = tmp_path / "schema.d.ts"
    flags = ["--root-types", "--root-types-no-schema-prefix"]
    command = [node, str(generator), str(WEB / "openapi.json"), "--output", str(made), *flags]
    subprocess.run(command, check=True, capture_output=True, cwd=WEB)
    assert made.read_text("utf-8") == (WEB / "src/api/schema.d.ts").read_text("utf-8")


def test_every_message_of_the_socket_is_described() -> None:
    names = set(message_schemas())
    assert {"Hello", "Update", "Presence", "Reply", "Bye", "LiveDecide", "Authenticate"} <= names


def test_every_route_is_described() -> None:
    described = document()["paths"]
    for router in routers():
        for route in router.routes:
            path = getattr(route, "path", "")
            if getattr(route, "include_in_schema", False) and getattr(route, "methods", None):
                assert path in described
