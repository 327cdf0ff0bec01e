"""Whether the server is there, and whether it can serve."""

from __future__ import annotations

import hashlib

from fastapi import APIRouter, Response
from sqlalchemy import make_url, text
from sqlalchemy.exc import SQLAlchemyError

from sandtable.server.context import TheServer

router = APIRouter(include_in_schema=False)


def mark_of_database(url: str) -> str:
    """Tells whether two servers on one machine keep the same games; nothing about where."""
    found = make_url(url)
    if found.get_backend_name() != "sqlite":
        return ""
    return hashlib.sha256(str(found.database).encode()).hexdigest()[:16]


@router.get("/healthz")
async def health(server: TheServer) -> dict[str, str]:
    """The server runs. `sandtable play` knows by this that it need not start another."""
    mark = mark_of_database(server.settings.database_url)
    return {"status": "ok", "server": "sandtable", "games": mark}


@router.get("/readyz")
async def ready(server: TheServer, response: Response) -> dict[str, bool]:
    """The server can reach what it needs."""
    database = True
    try:
        async with server.engine.connect() as connection:
            await connection.execute(text("SELECT 1"))
    except (SQLAlchemyError, OSError):
        database = False
    bus = await server.hub.bus.healthy()
    if not (database and bus):
        response.status_code = 503
    return {"database": database, "bus": bus}
