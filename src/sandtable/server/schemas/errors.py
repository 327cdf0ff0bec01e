"""How the server says no."""

from __future__ import annotations

from typing import Any, Literal

from sandtable.server.schemas.base import Message

Code = Literal[
    "malformed",  # 400: the message is not as described
    "invalid-answer",  # 400: the answer makes no sense to the engine
    "not-signed-in",  # 401
    "not-allowed",  # 403: another's seat, another's game, the host's right
    "not-found",  # 404: or not to be seen by you
    "conflict",  # 409: somebody was faster; load the game again
    "too-large",  # 413
    "refused",  # 422: a rule forbids it; `refusal` says which
    "too-many",  # 429: wait for `retry_after` seconds
    "failed",  # 500: our fault
    "unavailable",  # 503
]


class RefusalView(Message):
    """Which rule forbids an answer, and why in this case."""

    message: str
    rule: str
    """Id in the catalogue of the edition, such as `1941/movement/one-space`."""
    section: str
    text: str
    facts: dict[str, Any] = {}


class Problem(Message):
    """The body of every answer that is not a success."""

    code: Code
    message: str
    refusal: RefusalView | None = None
    version: int | None = None
    """The game's version now, with `conflict`."""
    retry_after: float | None = None
