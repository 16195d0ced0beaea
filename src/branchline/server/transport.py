"""Connections below the framework: HTTP with a time limit for requests, WebSockets that take ready frames."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

WIRE = "branchline.wire"
GOODBYE = 5.0
"""Seconds that a reader has to notice that the connection is closed."""


class Wire(WebSocketsSansIOProtocol):
    """A WebSocket that takes ready frames: what many receive is framed once, and no task waits at each connection."""

    def handle_connect(self, event: Request) -> None:
        """Let the application find this connection."""
        super().handle_connect(event)
        if not self.close_sent:
            cast(dict[str, Any], self.scope)[WIRE] = self

    def write(self, frame: bytes) -> int:
        """Send a frame; how many bytes wait for the reader now."""
        if self.close_sent or self.transport.is_closing():
            return 0
        self.transport.write(frame)
        return self.transport.get_write_buffer_size()

    def hang_up(self, code: int, reason: str = "") -> None:
        """Close, without waiting for a reader who may never read."""
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(GOODBYE, self.transport.abort)


def wire_of(scope: Mapping[str, Any]) -> Wire:
    """The connection of a WebSocket's scope."""
    wire: Wire = scope[WIRE]
    return wire


def http_with_timeout(seconds: float) -> type[HttpToolsProtocol]:
    """The HTTP protocol that waits `seconds` for a whole request; uvicorn itself waits for ever."""

    class TimedHttp(HttpToolsProtocol):
        """The time runs from the opening of the connection, and from the first byte of each later request."""

        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._arrived()
            super().connection_lost(exc)

        def on_message_begin(self) -> None:
            super().on_message_begin()
            if self._deadline is None:
                self._wait()

        def on_message_complete(self) -> None:
            self._arrived()
            super().on_message_complete()

        def handle_websocket_upgrade(self) -> None:
            self._arrived()
            super().handle_websocket_upgrade()

        def _wait(self) -> None:
            self._deadline = self.loop.call_later(seconds, self._give_up)

        def _arrived(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def _give_up(self) -> Any:
            self._deadline = None
            self.transport.abort()

    return TimedHttp
