"""How the server says no, as an exception that becomes a `Problem`."""

from __future__ import annotations

from sandtable.server.schemas.errors import Code, Problem, RefusalView

STATUS: dict[Code, int] = {
    "malformed": 400,
    "invalid-answer": 400,
    "not-signed-in": 401,
    "not-allowed": 403,
    "not-found": 404,
    "conflict": 409,
    "too-large": 413,
    "refused": 422,
    "too-many": 429,
    "failed": 500,
    "unavailable": 503,
}


class ProblemError(Exception):
    """Raised anywhere below a route; the caller is told of it."""

    def __init__(
        self,
        code: Code,
        message: str,
        *,
        refusal: RefusalView | None = None,
        version: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.problem = Problem(
            code=code,
            message=message,
            refusal=refusal,
            version=version,
            retry_after=retry_after,
        )

    @property
    def status(self) -> int:
        return STATUS[self.problem.code]


class Conflict(ProblemError):
    """Somebody was faster: the game has another version than the caller thought."""

    def __init__(self, version: int) -> None:
        super().__init__("conflict", "The game has gone on in the meantime.", version=version)


class NotFound(ProblemError):
    """There is no such thing, or not for the caller to see."""

    def __init__(self, message: str = "There is no such game.") -> None:
        super().__init__("not-found", message)


class NotAllowed(ProblemError):
    """Another's seat, another's game, the host's right, or the wrong moment."""

    def __init__(self, message: str) -> None:
        super().__init__("not-allowed", message)
