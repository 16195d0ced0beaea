"""Stands before the application: who asks (the cookie), from where (Origin), how often; headers for every answer."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Message, Receive, Send

from branchline.server import keys
from branchline.server.errors import Refused, error_body
from branchline.server.limits import Limits
from branchline.server.settings import Settings
from branchline.server.visitor import COOKIE, Visitor

SAFE = ("GET", "HEAD", "OPTIONS")
YEAR = 365 * 24 * 3600
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
]


class Guard:
    """Stands before the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits) -> None:
        self.app = app
        self._origins = {origin.rstrip("/").lower() for origin in (*settings.origins, settings.public_url) if origin}
        self._secure = settings.public_url.startswith("https://")
        self._limits = limits

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        kept = _cookie(headers.get("cookie", ""))
        client = scope.get("client")
        address = client[0] if client else ""
        if scope["type"] == "websocket":
            if not self._same_origin(headers):
                await receive()
                await send({"type": "websocket.close", "code": 4403, "reason": "wrong origin"})
                return
            _know(scope, Visitor.of(kept, address) if kept else None)
            await self.app(scope, receive, send)
            return
        secret = kept or keys.new_secret()
        _know(scope, Visitor.of(secret, address))
        secure = self._secure or scope.get("scheme") == "https"
        new = None if kept or not _gives_cookie(scope["path"]) else secret
        answer = _Answer(send, new, secure)
        if scope["method"] not in SAFE:
            error = None
            if not self._same_origin(headers):
                error = Refused(403, "wrong_origin")
            elif not self._limits.allow("write", address):
                error = Refused(429, "too_fast")
            if error is not None:
                await _refuse(answer, error)
                return
        await self.app(scope, receive, answer)

    def _same_origin(self, headers: dict[str, str]) -> bool:
        """Browsers always say where a WebSocket or an unsafe request comes from; programs need not."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        if origin.rstrip("/").lower() in self._origins:
            return True
        host = headers.get("host", "").lower()
        return bool(host) and urlsplit(origin).netloc.lower() == host


class _Answer:
    """Adds the headers, and the cookie where there is none yet."""

    def __init__(self, send: Send, secret: str | None, secure: bool) -> None:
        self._send = send
        self._secret = secret
        self._secure = secure

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers: list[tuple[bytes, bytes]] = [*message.get("headers", ()), *HEADERS]
            if self._secret is not None:
                secure = "; Secure" if self._secure else ""
                cookie = f"{COOKIE}={self._secret}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"
                headers.append((b"set-cookie", cookie.encode()))
            message["headers"] = headers
        await self._send(message)


async def _refuse(send: Any, error: Refused) -> None:
    body = error_body(error)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _know(scope: Any, visitor: Visitor | None) -> None:
    scope["visitor"] = visitor


def _gives_cookie(path: str) -> bool:
    """Whether a person may be behind a request; not for monitors and cached files."""
    return not path.startswith(("/assets/", "/healthz", "/metrics"))


def _cookie(header: str) -> str | None:
    try:
        found = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return None
    return found.value if found is not None and keys.is_secret(found.value) else None
