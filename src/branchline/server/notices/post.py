"""One POST to an address that a stranger has named. It blocks: call it in a thread."""

from __future__ import annotations

import contextlib
import http.client
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from branchline.server.notices.addresses import Forbidden, Resolver, Target, look_up, reachable, target_of

SECONDS = 10.0
"""How long connecting, sending and the answer may take together."""
Verdict = Literal["sent", "gone", "later", "refused"]


class Outcome(NamedTuple):
    """What became of a message: sent; the receiver is gone for good; later; or not like this."""

    verdict: Verdict
    why: str = ""
    wait: float = 0.0
    """Seconds that the receiver asks to wait at least."""


SENT = Outcome("sent")


class _Connection(http.client.HTTPConnection):
    """Connects to addresses that were checked, whatever the name may lead to by now."""

    def __init__(self, target: Target, addresses: list[str]) -> None:
        super().__init__(target.host, target.port, timeout=SECONDS)
        self._target = target
        self._addresses = addresses

    def connect(self) -> None:
        """Connect, and greet by TLS where the address says so."""
        plain = self._dial()
        self.sock = _context().wrap_socket(plain, server_hostname=self._target.host) if self._target.secure else plain

    def _dial(self) -> socket.socket:
        """Try one address after the other; all of them share the time, however many a stranger's name has."""
        problem = OSError("no address")
        end = time.monotonic() + SECONDS
        for address in self._addresses:
            if (left := end - time.monotonic()) <= 0:
                break
            try:
                return socket.create_connection((address, self._target.port), left)
            except OSError as error:
                problem = error
        raise problem


@lru_cache(1)
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


def post(
    url: str, body: bytes, headers: Mapping[str, str], private: bool = False, resolver: Resolver = look_up
) -> Outcome:
    """Send it, and say what became of it. Redirects are not followed: they would lead to unchecked addresses."""
    try:
        target = target_of(url, private)
        connection = _Connection(target, reachable(target, resolver, private))
    except Forbidden as error:
        return Outcome("refused", str(error))
    except OSError as error:
        return Outcome("later", _why(error))
    # A receiver that answers one byte at a time never runs into the socket's own timeout.
    deadline = threading.Timer(SECONDS, _hang_up, [connection])
    deadline.daemon = True
    deadline.start()
    try:
        connection.request("POST", target.path, body, {"Host": target.authority, "User-Agent": "Branchline", **headers})
        answer = connection.getresponse()
        return judge(answer.status, answer.getheader("Retry-After"))
    except (OSError, http.client.HTTPException, ValueError) as error:
        return Outcome("later", _why(error))
    finally:
        deadline.cancel()
        connection.close()


def judge(status: int, retry_after: str | None = None) -> Outcome:
    """What an HTTP status says about a message."""
    if 200 <= status < 300:
        return SENT
    if status in (404, 410):
        return Outcome("gone", str(status))
    if status in (408, 425, 429) or status >= 500:
        wait = float(retry_after) if retry_after and retry_after.isdecimal() and len(retry_after) < 6 else 0.0
        return Outcome("later", str(status), wait)
    return Outcome("refused", str(status))


def _hang_up(connection: _Connection) -> None:
    if connection.sock is not None:
        with contextlib.suppress(OSError):
            connection.sock.shutdown(socket.SHUT_RDWR)


def _why(error: Exception) -> str:
    return (str(error) or type(error).__name__)[:80]
