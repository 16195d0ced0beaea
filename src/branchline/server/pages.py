"""The built page: index.html for its routes, everything else as it lies; and what machines ask."""

from __future__ import annotations

import functools
from pathlib import Path

import msgspec
import prometheus_client
from litestar import Litestar, MediaType, Response, get
from litestar.datastructures import Headers
from litestar.params import FromPath

from branchline.compute import Fallback
from branchline.server import files
from branchline.server.description import describe
from branchline.server.errors import Refused
from branchline.server.health import StorageCheck
from branchline.server.payloads import Health
from branchline.server.tables import Asked, hub_of

PAGE = Path(__file__).parent / "page"
HERE = Path(__file__).parent / "docs"
_FRESH = {"cache-control": files.FRESH}
_MISSING = """<!doctype html><meta charset="utf-8"><title>Branchline</title>
<p>The page was not built, so there is nothing to show here yet; the API answers at <a href="/api/docs">/api/docs</a>.
Build it with <code>make setup</code>, or install a wheel that has it.</p>
<p lang="ru">Страница не собрана, поэтому показать пока нечего; программный интерфейс отвечает
на <a href="/api/docs">/api/docs</a>. Соберите её командой <code>make setup</code>.</p>"""


@get(
    [
        "/",
        "/lobby",
        "/mine",
        "/settings",
        "/account",
        "/people",
        "/people/{name:str}",
        "/t/{id:str}",
        "/r/{id:str}",
        "/m/{id:str}",
        "/m/{id:str}/{n:int}",
        "/rules",
        "/rules/{game:str}",
        "/learn/{game:str}",
        "/learn/{game:str}/{part:str}/{step:int}",
        "/daily",
        "/daily/{day:str}/{game:str}",
    ],
    include_in_schema=False,
    sync_to_thread=False,
)
def page(request: Asked) -> Response[bytes]:
    """The page; it finds its way by the address."""
    index = PAGE / "index.html"
    if not index.is_file():
        return Response(_MISSING.encode(), status_code=503, media_type=MediaType.HTML, headers=_FRESH)
    return files.send(index, request.headers)


@get("/{path:path}", include_in_schema=False, sync_to_thread=True)
def file(request: Asked, path: FromPath[str]) -> Response[bytes]:
    """A file of the page. Names in assets/ carry a hash of their content, so they may be kept for ever."""
    try:
        found = (PAGE / path.lstrip("/")).resolve()
        inside = found.is_relative_to(PAGE.resolve()) and found.is_file()
    except (OSError, ValueError):
        inside = False
    if not inside:
        return _lost(request, path.lstrip("/"))
    return files.send(found, request.headers, path.lstrip("/").startswith("assets/"))


def _lost(request: Asked, path: str) -> Response[bytes]:
    """No such address: whoever opens it in a browser gets the page, which says so in their language."""
    index = PAGE / "index.html"
    opened = "text/html" in request.headers.get("accept", "") and not path.startswith(("api/", "assets/"))
    if not opened or not index.is_file():
        raise Refused(404, "not_found")
    answer = files.send(index, Headers())
    answer.status_code = 404
    return answer


@get("/healthz", include_in_schema=False)
async def healthz(request: Asked) -> Health:
    """200 when something can be written; otherwise 503 and what is wrong."""
    storage: StorageCheck = request.app.state.storage_check
    await storage.check()
    hub = hub_of(request)
    behind = hub.timekeeper.behind
    clock = f"set back by {behind} s" if behind else msgspec.UNSET
    if not isinstance(hub.compute, Fallback):
        return Health(clock=clock)
    return Health(compute="cluster" if hub.compute.clustered else "cluster lost", clock=clock)


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def metrics(request: Asked) -> Response[bytes]:
    """Numbers for Prometheus."""
    if not hub_of(request).settings.metrics:
        raise Refused(404, "not_found")
    return Response(prometheus_client.generate_latest(), media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/api/schema", include_in_schema=False, sync_to_thread=False)
def schema(request: Asked) -> Response[bytes]:
    """The OpenAPI description of this API."""
    return Response(_described(request.app), media_type=MediaType.JSON, headers=_FRESH)


@functools.lru_cache(1)
def _described(app: Litestar) -> bytes:
    """It takes long to make and never changes."""
    return msgspec.json.encode(describe(app))


@get("/api/docs", include_in_schema=False, sync_to_thread=True)
def docs() -> Response[bytes]:
    """A page to read the description and to try it."""
    return Response((HERE / "index.html").read_bytes(), media_type=MediaType.HTML, headers=_FRESH)


@get("/api/docs/{name:str}", include_in_schema=False, sync_to_thread=True)
def docs_file(name: FromPath[str]) -> Response[bytes]:
    """The script and the style of that page."""
    kinds = {"docs.js": "text/javascript", "docs.css": "text/css"}
    if name not in kinds:
        raise Refused(404, "not_found")
    return Response((HERE / name).read_bytes(), media_type=kinds[name], headers=_FRESH)
