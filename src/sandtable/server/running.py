"""Runs the server with uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import threading
from collections.abc import Callable
from typing import Any

import uvicorn
from alembic.util import CommandError
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError

from sandtable.players import registry
from sandtable.rules.refusal import SandtableError
from sandtable.server.app import create_app
from sandtable.server.observing.logs import configure
from sandtable.server.settings import Settings
from sandtable.server.store.database import open_database
from sandtable.server.store.migrating import migrate

log = logging.getLogger(__name__)

LONGEST_MESSAGE = 262_144
"""Bytes of a WebSocket message; routes/live.py allows less."""
STOP_SECONDS = 5


class CannotStart(SandtableError):
    """Why there is no server: a line for whoever wanted to start it."""


class Announced(uvicorn.Server):
    """Calls back once the server answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], object] | None) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        if self._ready is not None and not self.should_exit:
            await asyncio.to_thread(self._ready)


def run(settings: Settings, *, workers: int = 1, ready: Callable[[], object] | None = None) -> None:
    """Run until it is stopped. With several workers each is a process of its own, and finds the
    settings in its environment."""
    configure(settings)
    asyncio.run(prepare(settings))
    level = settings.log_level
    if workers > 1:
        # What is secret stands in the environment already, and is not shown.
        given = settings.model_dump(mode="json", exclude_defaults=True, exclude={"smtp_url"})
        for name, value in given.items():
            if isinstance(value, str | int):
                os.environ[f"SANDTABLE_{name.upper()}"] = str(value)
        uvicorn.run(
            "sandtable.server.running:app_of_worker",
            factory=True,
            workers=workers,
            **options(settings, level),
        )
        return
    app = app_of_worker(settings)
    server = Announced(uvicorn.Config(app, **options(settings, level)), ready)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()


async def prepare(settings: Settings) -> None:
    """Bring the database up to date, or raise `CannotStart`."""
    try:
        engine = open_database(settings.database_url)
        try:
            await migrate(engine)
        finally:
            await engine.dispose()
    except CommandError:
        raise CannotStart("the database belongs to a newer version of Sandtable") from None
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise CannotStart(f"the database cannot be used: {reason}") from None
    except ImportError as error:
        raise CannotStart(f"the database needs a driver that is missing: {error.name}") from None


def options(settings: Settings, level: str) -> dict[str, Any]:
    return {
        "host": settings.host,
        "port": settings.port,
        "log_level": "warning" if level == "info" else level,
        "access_log": False,
        # Without it, an app that cannot start is served all the same.
        "lifespan": "on",
        "log_config": None,
        "server_header": False,
        "ws_max_size": LONGEST_MESSAGE,
        # Many watch one game: a message is the same bytes for all, not compressed for each.
        "ws_per_message_deflate": False,
        "ws_max_queue": 16,
        "timeout_graceful_shutdown": STOP_SECONDS,
        "proxy_headers": False,
    }


def app_of_worker(settings: Settings | None = None) -> FastAPI:
    """An app whose odds are warmed up while it already serves."""
    settings = settings or Settings()
    configure(settings)
    app = create_app(settings)
    if not settings.thinkers:
        registry.do_not_wait()
    # What is loaded by now stays: no need to look through it for garbage again and again.
    gc.collect()
    gc.freeze()
    threading.Thread(
        target=warm_up, args=(not settings.thinkers,), name="warm-up", daemon=True
    ).start()
    return app


def warm_up(players: bool) -> None:
    """Load the editions and compile the kernels of the odds, so that no click waits for them; also
    those of the players, if these think here."""
    try:
        from sandtable.server.views import odds

        odds.warm_up()
        if players:
            registry.compile_ahead()
    except Exception:
        log.exception("the odds could not be prepared")
