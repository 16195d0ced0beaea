"""What the server refuses, and how every error leaves it: a code with facts, rendered in all languages, no traces."""

from __future__ import annotations

import traceback
from typing import Any

import msgspec
import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException

from branchline.core.errors import ActionError, BranchlineError
from branchline.core.text import Text
from branchline.server import outage
from branchline.server.faults import storage_code
from branchline.server.payloads import ErrorAnswer
from branchline.server.refusals import error_info

log = structlog.get_logger("branchline.server")
_HUNG_UP = "client disconnected prematurely"
"""By which the framework says that a request ended in the middle of its body."""


class Refused(BranchlineError):
    """A request that the server does not grant; `status` is the HTTP status that fits.

    A code without a package is the server's own.
    """

    def __init__(self, status: int, code: str, **facts: Any) -> None:
        super().__init__(Text(code if "." in code else f"server.{code}", facts))
        self.status = status


class Overtaken(Refused):
    """Another process wrote first, and nothing was written here: what it wrote decides what can be done now."""

    def __init__(self) -> None:
        super().__init__(409, "stale")


class Unavailable(Refused):
    """The storage does not answer, or cannot write now; whether the last write took effect is not known.

    `why` is for the log of the server: it may name files and hosts. `code` names a fault that is known.
    """

    def __init__(self, why: str, code: str | None = None) -> None:
        super().__init__(503, code or "storage")
        self.why = why
        outage.STORAGE.failed(why, **({"trouble": code} if code else {}))


def status_of(error: BranchlineError) -> int:
    """The HTTP status that fits an error."""
    if isinstance(error, Refused):
        return error.status
    return 409 if isinstance(error, ActionError) else 422


def error_body(error: BranchlineError) -> bytes:
    """The whole answer to a request that failed."""
    return msgspec.json.encode(ErrorAnswer(error_info(error)))


def public_error(error: Exception) -> BranchlineError:
    """The error as a client sees it: a refusal as it is, a storage's fault by its code, any other without details."""
    if isinstance(error, BranchlineError):
        return error
    code = storage_code(error)
    return Refused(503, code) if code is not None else Refused(500, "fault")


def log_fault(error: Exception, **facts: Any) -> None:
    """Log a fault: with a trace where it may be a bug of ours; one of the storage is counted instead."""
    code = storage_code(error)
    if isinstance(error, Unavailable):
        return  # logged where it was raised
    if isinstance(error, BranchlineError):
        log.error("fault", why=str(error), **facts)
    elif code is None:
        log.error("fault", exc_info=error, **facts)
    else:
        outage.STORAGE.failed(str(getattr(error, "orig", None) or error), trouble=code, **facts)


def answer(error: BranchlineError) -> Response[bytes]:
    """The HTTP answer for an error."""
    return Response(error_body(error), status_code=status_of(error), media_type=MediaType.JSON)


def on_refused(_request: Request[Any, Any, Any], error: BranchlineError) -> Response[bytes]:
    """Anything that Branchline itself refuses."""
    return answer(error)


def on_http(_request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """What the framework refuses: no such address, a body that is not right."""
    if error.status_code == 404:
        return answer(Refused(404, "not_found"))
    if error.status_code == 405:
        return answer(Refused(405, "bad_method"))
    if error.status_code == 413:
        return answer(Refused(413, "too_large"))
    if error.status_code < 500:
        return answer(Refused(error.status_code, "bad_request", why=_why(error)))
    if error.detail == _HUNG_UP:
        # Nobody hears this answer, and nothing of ours is broken.
        return answer(Refused(400, "bad_request", why=error.detail))
    return on_fault(_request, error)


def on_fault(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A fault of ours: the log gets everything, the client a plain sentence."""
    log_fault(error, path=request.url.path)
    return answer(public_error(error))


def on_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[bytes]:
    """JSON that is nested too deeply to be read; any other endless recursion is a fault of ours."""
    innermost = traceback.extract_tb(error.__traceback__)[-1]
    if innermost.name != "decode_json":
        return on_fault(request, error)
    return answer(Refused(400, "bad_request", why="the JSON is nested too deeply"))


def _why(error: HTTPException) -> str:
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict) and "message" in extra[0]:
        where = extra[0].get("key")
        return f"{where}: {extra[0]['message']}"[:300] if where else str(extra[0]["message"])[:300]
    return error.detail[:300]
