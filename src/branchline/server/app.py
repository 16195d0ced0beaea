"""The ASGI application, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.types import ASGIApp

from branchline import __version__
from branchline.core.errors import BranchlineError
from branchline.server import catalogue, errors, history, pages, tables
from branchline.server.description import describe
from branchline.server.guard import Guard
from branchline.server.hub import Hub
from branchline.server.live import MOST_CHARACTERS, live
from branchline.server.settings import Settings

TITLE = "Branchline"
"""By which the API's description names this server."""
HANDLERS = [
    catalogue.list_games,
    catalogue.words,
    tables.me,
    tables.rename,
    tables.lobby,
    tables.make,
    tables.look,
    tables.join,
    tables.claim,
    tables.leave,
    tables.change_seat,
    tables.start,
    tables.rematch,
    history.record,
    history.take_record,
    history.position,
    history.go_on,
    history.text,
    history.sheet,
    live,
    pages.page,
    pages.file,
    pages.healthz,
    pages.metrics,
    pages.schema,
    pages.docs,
    pages.docs_file,
]
DESCRIPTION = OpenAPIConfig(title=TITLE, version=__version__, render_plugins=[], path="/api/openapi")


def describe_api() -> dict[str, Any]:
    """The OpenAPI description, without a server behind it."""
    return describe(Litestar(HANDLERS, openapi_config=DESCRIPTION))


def create_app(settings: Settings) -> ASGIApp:
    """The whole server as one ASGI application."""
    hub = Hub(settings)

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await hub.open()
        try:
            yield
        finally:
            await hub.close()

    inner = Litestar(
        HANDLERS,
        lifespan=[lifespan],
        state=State({"hub": hub}),
        exception_handlers={
            BranchlineError: errors.on_refused,
            HTTPException: errors.on_http,
            Exception: errors.on_fault,
        },
        openapi_config=DESCRIPTION,
        request_max_body_size=MOST_CHARACTERS,
        logging_config=None,
        debug=False,
    )
    return Guard(inner, settings, hub.limits)
