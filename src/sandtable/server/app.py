"""The app: routes, guards and what runs beside them."""

from __future__ import annotations

import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from sandtable import __version__
from sandtable.server.context import Server
from sandtable.server.guard.install import install
from sandtable.server.observing import exposing
from sandtable.server.problems import STATUS, ProblemError
from sandtable.server.routes import (
    asking,
    editions,
    games,
    health,
    invitations,
    live,
    me,
    pages,
    proposals,
    seats,
)
from sandtable.server.schemas.errors import Code, Problem
from sandtable.server.settings import Settings
from sandtable.server.store.migrating import migrate

log = logging.getLogger(__name__)

CODES: dict[int, Code] = {status: code for code, status in reversed(STATUS.items())}

WORTH_PACKING = 2048
"""Bytes from which on an answer is sent compressed."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """A server as the environment says, or as given."""
    settings = settings or Settings()
    server = Server.of(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await migrate(server.engine)
        await server.start()
        try:
            yield
        finally:
            await server.stop()

    app = FastAPI(
        title="Sandtable",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        responses={"default": {"model": Problem}},
    )
    app.state.server = server
    app.state.people = server.people
    for router in routers():
        app.include_router(router)
    app.include_router(pages.router)
    _say_no(app)
    app.add_middleware(GZipMiddleware, minimum_size=WORTH_PACKING, compresslevel=4)
    install(app, settings)
    return app


def routers() -> list[APIRouter]:
    """All routes but those of the client's pages, which take every other address."""
    return [
        editions.router,
        games.router,
        asking.router,
        seats.router,
        invitations.router,
        proposals.router,
        me.router,
        live.router,
        health.router,
        exposing.router,
    ]


def _say_no(app: FastAPI) -> None:
    """Whatever goes wrong is told as a `Problem`."""

    @app.exception_handler(ProblemError)
    async def problem(request: Request, error: ProblemError) -> JSONResponse:
        return _answer(error)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        message = f"{where}: {first['msg']}" if where else str(first["msg"])
        return _answer(ProblemError("malformed", message))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        code = CODES.get(error.status_code, "malformed")
        found = ProblemError(code, str(error.detail))
        return _answer(found, error.status_code)

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> JSONResponse:
        return _answer(ProblemError("failed", "Something went wrong here."))


def _answer(error: ProblemError, status: int | None = None) -> JSONResponse:
    headers = {}
    if error.problem.retry_after is not None:
        headers["Retry-After"] = str(max(1, math.ceil(error.problem.retry_after)))
    return JSONResponse(error.problem.model_dump(), status or error.status, headers)
