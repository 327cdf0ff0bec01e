"""Logs: a line for each thing, as text for people or as JSON for machines.

No secret gets in: secrets are never in paths, and queries, bodies and cookies are not logged.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog
from structlog.tracebacks import ExceptionDictTransformer

from sandtable.server.settings import Settings

LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}
SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def configure(settings: Settings) -> None:
    """Sends everything, also what libraries log, the same way: to standard error."""
    as_json = settings.log_format == "json"
    last: Any
    if as_json:
        # Without local variables: a password may be among them.
        told = ExceptionDictTransformer(show_locals=False)
        tail: list[Any] = [structlog.processors.ExceptionRenderer(told)]
        last = structlog.processors.JSONRenderer()
    else:
        tail = []
        last = structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=SHARED,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *tail, last],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(LEVELS[settings.log_level])
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.propagate = True
    # We log requests ourselves, without queries.
    logging.getLogger("uvicorn.access").disabled = True
    for name in ("aiosqlite", "httpx", "httpcore", "sqlalchemy.engine", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.WARNING, LEVELS[settings.log_level]))
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
