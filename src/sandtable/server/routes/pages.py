"""The client: its files, and the page that every other address shows."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path

from fastapi import APIRouter, Request, Response

from sandtable.server.packed import ASK_AGAIN, YEAR, Packed
from sandtable.server.problems import NotFound

router = APIRouter(include_in_schema=False)

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Sandtable</title>
<h1>The client has not been built</h1>
<p>Run <code>make play</code> in the folder of Sandtable: it builds the pages and starts this
server. The interface for programs under <code>/api</code> works without them.</p>
</html>
"""


def static_folder() -> Path:
    return Path(str(resources.files("sandtable.server") / "static"))


@lru_cache(maxsize=512)
def packed_file(path: Path, changed: int) -> Packed:
    return Packed.of(path.read_bytes(), KINDS.get(path.suffix, "application/octet-stream"))


def client_file(folder: Path, name: str) -> Path | None:
    """A file of the client. Only what lies in its folder is ever served."""
    try:
        found = (folder / name).resolve()
        is_file = found.is_relative_to(folder.resolve()) and found.is_file()
    except (OSError, ValueError):
        # No file can have such a name: it is too long, or has a null in it.
        return None
    return found if is_file else None


@router.get("/{path:path}")
async def page(path: str, request: Request) -> Response:
    """A file of the client, or its page: which part of it is shown, the client finds out."""
    if path == "api" or path.startswith("api/"):
        raise NotFound("There is nothing at this address.")
    folder = static_folder()
    found = client_file(folder, path) if path else None
    if found is None and path.startswith("assets/"):
        raise NotFound("There is no such file.")
    found = found or client_file(folder, "index.html")
    if found is None:
        return Response(NOT_BUILT, 503, media_type="text/html")
    hashed = found.parent == folder.resolve() / "assets"
    packed = packed_file(found, found.stat().st_mtime_ns)
    return packed.answer(request, YEAR if hashed else ASK_AGAIN)
