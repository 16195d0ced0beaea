"""The ASGI application, put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig

from branchline import __version__
from branchline.core.errors import BranchlineError
from branchline.server import catalogue, errors, hints, history, keys, pages, tables
from branchline.server.daily import routes as daily
from branchline.server.description import describe
from branchline.server.guard import Guard
from branchline.server.health import StorageCheck
from branchline.server.hub import Hub
from branchline.server.lessons import routes as lessons
from branchline.server.live import MOST_CHARACTERS, live
from branchline.server.lobby import routes as lobby
from branchline.server.notices import rest as notices
from branchline.server.people import adoption, conduct_routes, leaving
from branchline.server.people import routes as people
from branchline.server.ratings import routes as ratings
from branchline.server.reviews import routes as reviews
from branchline.server.settings import Settings

TITLE = "Branchline"
"""By which the API's description names this server."""
HANDLERS = [
    catalogue.list_games,
    catalogue.words,
    tables.me,
    tables.rename,
    tables.my_tables,
    tables.lobby,
    tables.make,
    tables.look,
    tables.join,
    tables.claim,
    tables.leave,
    tables.change_seat,
    tables.invite,
    tables.decline,
    tables.start,
    tables.resign,
    tables.abort,
    tables.hand_over,
    tables.take_back,
    tables.vote,
    tables.revoke_link,
    tables.rematch,
    notices.look,
    notices.change,
    notices.add,
    notices.confirm,
    notices.test,
    notices.remove,
    daily.today,
    daily.archive,
    daily.results,
    daily.play,
    history.record,
    history.take_record,
    history.position,
    history.go_on,
    history.text,
    history.sheet,
    hints.hint,
    *reviews.HANDLERS,
    *lessons.HANDLERS,
    *people.HANDLERS,
    *conduct_routes.HANDLERS,
    *ratings.HANDLERS,
    *lobby.HANDLERS,
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


async def _finish(hub: Hub) -> None:
    """Go on with what a process that died has left half done."""
    for work in (adoption.finish, leaving.finish):
        try:
            await work(hub)
        except Exception as error:
            errors.log_fault(error)


def create_app(settings: Settings) -> Guard:
    """The whole server as one ASGI application."""
    hub = Hub(settings)
    check = StorageCheck(hub.storage)

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await hub.open()
        finishing = asyncio.create_task(_finish(hub))
        check.open()
        try:
            yield
        finally:
            check.close()
            finishing.cancel()
            await hub.close()

    inner = Litestar(
        HANDLERS,
        lifespan=[lifespan],
        state=State({"hub": hub, "storage_check": check}),
        exception_handlers={
            BranchlineError: errors.on_refused,
            HTTPException: errors.on_http,
            RecursionError: errors.on_deep,
            Exception: errors.on_fault,
        },
        openapi_config=DESCRIPTION,
        request_max_body_size=MOST_CHARACTERS,
        logging_config=None,
        debug=False,
    )
    return Guard(inner, settings, hub.limits, keys.Signer(hub.key), hub.people.sessions, hub.cluster.allow)
