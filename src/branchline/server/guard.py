"""Stands before the application: who asks (the cookie), from where (Host, Origin), how often; headers for answers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import structlog
from litestar.types import ASGIApp, Message, Receive, Send

from branchline.core.errors import BranchlineError, OptionError
from branchline.core.text import LANGUAGES
from branchline.server import keys
from branchline.server.errors import Refused, error_body, log_fault, public_error, status_of
from branchline.server.faults import start_fault
from branchline.server.hosts import Hosts, name_of
from branchline.server.limits import Limits, network
from branchline.server.people.sessions import Sessions
from branchline.server.settings import Settings
from branchline.server.visitor import COOKIE, Visitor

log = structlog.get_logger("branchline.server")
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
FILE_HEADERS = [(b"x-content-type-options", b"nosniff"), (b"cross-origin-resource-policy", b"same-origin")]
"""A part of a page needs no policy of its own, and there are many parts."""
COSTLY = re.compile(r"/api/(sheet\.pdf|schema|account/export|tables/[^/]*/(positions/.*|text|record))")
"""Reads that make the server work; each counts as several, and so does a live connection that is opened."""
COST = 5


class Guard:
    """Stands before the whole application.

    `sessions` says whom a secret stands for, `allow` whether all processes together let an address do one more of
    a kind.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        limits: Limits,
        signer: keys.Signer,
        sessions: Sessions,
        allow: Callable[[str, str], Awaitable[bool]],
    ) -> None:
        self.app = app
        self._hosts = Hosts(settings)
        self._secure = settings.public_url.startswith("https://")
        self._limits = limits
        self._allow = allow
        self._signer = signer
        self._sessions = sessions
        self._folder = Path(settings.data)
        self.trouble: OptionError | None = None
        """Why the application could not start."""

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
            return
        headers = _headers(scope)
        address = network(scope["client"][0]) if scope.get("client") else ""
        scope["network"] = address
        if scope["type"] == "websocket":
            await self._let_socket_in(scope, receive, send, headers)
            return
        parts = scope["path"].startswith("/assets/") and not scope["path"].endswith((".svg", ".html"))
        answer = _Answer(send, FILE_HEADERS if parts else HEADERS, scope["method"] == "HEAD")
        try:
            self._check(scope, headers, address)
            if scope["method"] not in SAFE and not await self._allow("write", address):
                raise Refused(429, "too_fast")
            visitor, due = None, False
            if _is_for_people(scope["path"]):
                visitor, due = await self._visitor(headers, address)
        except BranchlineError as error:
            await _refuse(answer, error, "text/html" in headers.get("accept", ""))
            return
        secure = self._secure or scope.get("scheme") == "https"

        def give(secret: str) -> None:
            """The browser is known by this secret from now on."""
            answer.cookie = _set_cookie(self._signer.sign(secret), secure)

        if visitor is None:
            visitor = Visitor.of(keys.new_secret(), address)
        if due:
            give(visitor.secret)
        scope["visitor"], scope["give"] = visitor, give
        if scope["method"] == "HEAD":
            # What a GET would answer, without its body.
            scope = {**scope, "method": "GET"}
        try:
            await self.app(scope, receive, answer)
        except asyncio.CancelledError:
            # The server ends, and does not wait for a request that never came whole. Raised, it would be a trace.
            if not answer.begun:
                await _refuse(answer, Refused(503, "ending"))

    async def _live(self, scope: Any, receive: Receive, send: Send) -> None:
        """From the start to the end. An application that cannot start says why in a sentence, not in a trace."""

        started = False

        async def say(message: Any) -> None:
            nonlocal started
            started = started or message["type"] == "lifespan.startup.complete"
            if message["type"] == "lifespan.startup.failed":
                message["message"] = ""
            await send(message)

        try:
            await self.app(scope, receive, say)
        except Exception as error:
            if not started:
                self.trouble = start_fault(error, self._folder)
                log.debug("start", exc_info=error)
            raise

    async def _let_socket_in(self, scope: Any, receive: Receive, send: Send, headers: dict[str, str]) -> None:
        visitor, reason, code = None, None, 4403
        if not self._hosts.known(headers.get("host", "")):
            reason = "wrong host"
        elif not self._hosts.same_origin(headers):
            reason = "wrong origin"
        elif not self._limits.allow("read", scope["network"], COST):
            # It brings all views and the whole log.
            reason, code = "too fast", 4429
        else:
            try:
                visitor, _ = await self._visitor(headers, scope["network"])
            except BranchlineError as error:
                reason = "wrong token" if status_of(error) == 401 else "try again"
        if reason is not None:
            await receive()
            await send({"type": "websocket.close", "code": code, "reason": reason})
            return
        scope["visitor"] = visitor
        await self.app(scope, receive, send)

    def _check(self, scope: Any, headers: dict[str, str], address: str) -> None:
        """Refuse what comes under a wrong name, from another site, or too often."""
        host = headers.get("host", "")
        if not self._hosts.known(host):
            raise Refused(421, "wrong_host", host=name_of(host)[:100])
        path = scope["path"]
        if scope["method"] not in SAFE:
            if not self._hosts.same_origin(headers):
                raise Refused(403, "wrong_origin")
            if not self._limits.allow("write", address):
                raise Refused(429, "too_fast")
        elif path.startswith("/api/"):
            if not self._limits.allow("read", address, COST if COSTLY.fullmatch(path) else 1):
                raise Refused(429, "too_fast")

    async def _visitor(self, headers: dict[str, str], address: str) -> tuple[Visitor | None, bool]:
        """Who asks, and whether a cookie is to be given; None is a browser that comes for the first time."""
        kind, _, token = headers.get("authorization", "").partition(" ")
        try:
            if kind.lower() == "bearer":
                program = await self._sessions.bearer(token.strip(), address)
                if program is None:
                    raise Refused(401, "wrong_token")
                return program, False
            secret, due = await self._secret(headers)
            return (None, True) if secret is None else (await self._sessions.visitor(secret, address), due)
        except BranchlineError:
            raise
        except Exception as error:
            log_fault(error)
            raise public_error(error) from error

    async def _secret(self, headers: dict[str, str]) -> tuple[str | None, bool]:
        """The browser's secret if it has one, and whether a cookie is to be given, for the first time or again.

        A secret without our signature counts only if the database knows it: it is of the first version, or
        the key is lost. When the database cannot say, the request fails rather than the secret.
        """
        read = [self._signer.read(value) for value in _cookies(headers.get("cookie", ""))]
        found = [cookie for cookie in read if cookie is not None]
        for cookie in found:
            if cookie.ours:
                return cookie.secret, cookie.old
        for cookie in found:
            if await self._sessions.knows(keys.hashed(cookie.secret)):
                return cookie.secret, True
        return None, True


class _Answer:
    """Adds the headers, and the cookie where it is due; leaves out the body that HEAD does not want."""

    def __init__(self, send: Send, headers: list[tuple[bytes, bytes]], bodiless: bool) -> None:
        self._send = send
        self._headers = headers
        self._bodiless = bodiless
        self.cookie: bytes | None = None
        self.begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers: list[tuple[bytes, bytes]] = [*message.get("headers", ()), *self._headers]
            if self.cookie is not None:
                headers.append((b"set-cookie", self.cookie))
            message["headers"] = headers
        elif message["type"] == "http.response.body" and self._bodiless:
            message["body"] = b""
        await self._send(message)


async def _refuse(send: Any, error: BranchlineError, to_a_person: bool = False) -> None:
    """The refusal as JSON; in words, in both languages, to whoever has typed the address into a browser."""
    kind, body = b"application/json", error_body(error)
    if to_a_person:
        kind = b"text/plain; charset=utf-8"
        body = "\n\n".join(error.text.render(language) for language in LANGUAGES).encode()
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status_of(error), "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _headers(scope: Any) -> dict[str, str]:
    """The headers by name; those that come more than once as one."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1"), value.decode("latin-1")
        joint = "; " if key == "cookie" else ", "
        found[key] = f"{found[key]}{joint}{text}" if key in found else text
    return found


def _cookies(header: str) -> list[str]:
    """The values of our cookie; whatever other applications put beside it is not looked at."""
    pairs = [part.strip().partition("=") for part in header.split(";")]
    return [value.strip().strip('"') for name, _, value in pairs if name.strip() == COOKIE]


def _set_cookie(value: str, secure: bool) -> bytes:
    return f"{COOKIE}={value}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}".encode()


def _is_for_people(path: str) -> bool:
    """Whether a person may be behind a request; monitors and cached files need no cookie, nor a database."""
    return not path.startswith(("/assets/", "/healthz", "/metrics"))
