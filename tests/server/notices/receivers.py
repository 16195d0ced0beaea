"""Real receivers of notices on this machine: an HTTP server (webhooks, push) and an SMTP server."""

from __future__ import annotations

import base64
import json
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from tests.server.service import wait_for


class Hook:
    """An HTTP server that keeps what it is sent. `answers` are the statuses of the next answers; then 200."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[int] = []
        self.headers: dict[str, str] = {}
        self._lock = threading.Lock()
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with hook._lock:
                    status = hook.answers.pop(0) if hook.answers else 200
                    hook.got.append((self.path, {name.lower(): text for name, text in self.headers.items()}, body))
                self.send_response(status)
                for name, text in hook.headers.items():
                    self.send_header(name, text)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port: int = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def url(self, path: str = "/hook") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def wait(self, count: int = 1) -> list[Any]:
        """The JSON bodies, as soon as there are so many."""
        wait_for(lambda: len(self.got) >= count)
        return [json.loads(body) for _, _, body in self.got]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def hook() -> Iterator[Hook]:
    made = Hook()
    try:
        yield made
    finally:
        made.close()


class PushService:
    """A browser's push subscription at a push service of our own, which decrypts and checks what it gets."""

    def __init__(self, hook: Hook) -> None:
        self.hook = hook
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        point = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": _text(point), "auth": _text(self._auth)}

    def channel(self, **more: Any) -> dict[str, Any]:
        return {"kind": "push", "address": self.hook.url("/push/abc"), "keys": self.keys, **more}

    def read(self, number: int, server_key: str) -> dict[str, Any]:
        """The message of that number, decrypted, once its signature has proved to be the server's."""
        wait_for(lambda: len(self.hook.got) > number)
        path, headers, body = self.hook.got[number]
        assert path == "/push/abc"
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) > 0
        scheme, _, rest = headers["authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert scheme == "vapid"
        assert parts["k"] == server_key
        assert Vapid02.verify(headers["authorization"])
        claims = json.loads(_bytes(parts["t"].split(".")[1]))
        assert claims["aud"] == f"http://127.0.0.1:{self.hook.port}"
        assert claims["sub"].startswith(("mailto:", "https:"))
        plain = http_ece.decrypt(body, private_key=self._private, auth_secret=self._auth, version="aes128gcm")
        return cast(dict[str, Any], json.loads(plain))


class _Anywhere(Controller):
    """On a free port; the library's own first connection has one second only."""

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
        with socket.create_connection(("127.0.0.1", self.port), 20) as wire:
            wire.recv(1024)


class Post:
    """An SMTP server that keeps what it is sent; addresses with `gone` in them do not exist."""

    def __init__(self) -> None:
        self.got: list[EmailMessage] = []
        self.turn_away: Callable[[str], bool] = lambda address: "gone" in address
        self._controller = _Anywhere(self, hostname="127.0.0.1", port=0)

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:
        if self.turn_away(address):
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        self.got.append(cast(EmailMessage, message_from_bytes(envelope.content, policy=policy.default)))
        return "250 OK"

    def open(self) -> Post:
        self._controller.start()
        return self

    @property
    def port(self) -> int:
        return self._controller.port

    def wait(self, count: int = 1) -> list[EmailMessage]:
        wait_for(lambda: len(self.got) >= count)
        return self.got

    def close(self) -> None:
        self._controller.stop()


@contextmanager
def post_office() -> Iterator[Post]:
    made = Post()
    made.open()
    try:
        yield made
    finally:
        made.close()


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
