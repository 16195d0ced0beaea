"""What the server refuses, and how every error leaves it: a code with facts, rendered in all languages, no traces."""

from __future__ import annotations

from typing import Any

import msgspec
import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException

from branchline.core.errors import ActionError, BranchlineError, IllegalAction
from branchline.core.text import Text
from branchline.server.payloads import ErrorAnswer, ErrorInfo, Translated

log = structlog.get_logger("branchline.server")


class Refused(BranchlineError):
    """A request that the server does not grant; `status` is the HTTP status that fits."""

    def __init__(self, status: int, code: str, **facts: Any) -> None:
        super().__init__(Text(f"server.{code}", facts))
        self.status = status


def translated(text: Text) -> Translated:
    """A text rendered in each language."""
    return Translated(**{language: text.render(language) for language in Translated.__struct_fields__})


def error_info(error: BranchlineError) -> ErrorInfo:
    """The error as the API shows it."""
    info = ErrorInfo(error.code, error.facts, translated(error.text))
    if isinstance(error, IllegalAction):
        info.rule = error.rule
        info.detail = msgspec.UNSET if error.detail is None else error.detail
    return info


def status_of(error: BranchlineError) -> int:
    """The HTTP status that fits an error."""
    if isinstance(error, Refused):
        return error.status
    return 409 if isinstance(error, ActionError) else 422


def error_body(error: BranchlineError) -> bytes:
    """The whole answer to a request that failed."""
    return msgspec.json.encode(ErrorAnswer(error_info(error)))


def answer(error: BranchlineError) -> Response[bytes]:
    """An HTTP answer that tells of the error."""
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
    return on_fault(_request, error)


def on_fault(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A fault of ours: the log gets everything, the asker a plain sentence."""
    log.error("fault", path=request.url.path, exc_info=error)
    return answer(Refused(500, "fault"))


def _why(error: HTTPException) -> str:
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict) and "message" in extra[0]:
        where = extra[0].get("key")
        return f"{where}: {extra[0]['message']}"[:300] if where else str(extra[0]["message"])[:300]
    return error.detail[:300]
