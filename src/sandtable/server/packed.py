"""Bodies that stay the same: compressed once, and not sent again to those who have them."""

from __future__ import annotations

import gzip
import hashlib
from typing import NamedTuple

from fastapi import Request, Response

YEAR = "public, max-age=31536000, immutable"
"""For what has its content in its address."""
ASK_AGAIN = "no-cache"
"""Kept, but asked about each time."""


class Packed(NamedTuple):
    """A body that is always the same, compressed once."""

    body: bytes
    packed: bytes
    etag: str
    kind: str

    @classmethod
    def of(cls, body: bytes, kind: str) -> Packed:
        etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
        return cls(body, gzip.compress(body, 9, mtime=0), etag, kind)

    def answer(self, request: Request, cache: str) -> Response:
        headers = {"ETag": self.etag, "Cache-Control": cache, "Vary": "Accept-Encoding"}
        if self.etag in request.headers.get("If-None-Match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.packed, media_type=self.kind, headers=headers)
        return Response(self.body, media_type=self.kind, headers=headers)
