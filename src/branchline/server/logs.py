"""Structured logs: lines for people or JSON for machines."""

from __future__ import annotations

import logging
import sys

import structlog

from branchline.server.settings import Settings

QUIET = ("%s - ", "connection open", "connection closed", "Application startup failed")
"""How lines of uvicorn begin that tell a visitor's address or what we say better ourselves."""


def keep(record: logging.LogRecord) -> bool:
    """Whether a line of uvicorn is written: no address of a visitor is."""
    return not str(record.msg).startswith(QUIET)


def configure(settings: Settings) -> None:
    """Send every log line, ours and the libraries', to standard error in the chosen format."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: structlog.typing.Processor
    if settings.log_format == "json":
        shared.append(structlog.processors.format_exc_info)
        renderer = structlog.processors.JSONRenderer(ensure_ascii=False)
    else:
        renderer = structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            # Plain, since the pretty one prints local variables, and those hold secrets.
            exception_formatter=structlog.dev.plain_traceback,
        )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.addFilter(keep)
    # Its debugging lines tell whole requests with their cookies.
    uvicorn.setLevel(max(logging.INFO, root.level))
    for noisy in ("uvicorn.access", "alembic", "sqlalchemy"):
        logging.getLogger(noisy).setLevel("WARNING")
