"""Running the server: uvicorn on the chosen address, in one process or in several."""

from __future__ import annotations

import gc
import json
import os
import socket
import sys
import threading
import urllib.request
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from branchline.core.errors import OptionError
from branchline.server import logs
from branchline.server.app import TITLE, create_app
from branchline.server.faults import start_fault
from branchline.server.live import MOST_CHARACTERS
from branchline.server.settings import Settings
from branchline.server.transport import Wire, http_with_timeout
from branchline.server.workers import must_be_possible, supervise

TURN = 0.0002
"""Seconds after which a thread that computes lets another one go on. With the usual 5 ms a commit, and so whoever waits
for it, waits that long for an event loop that is busy with others."""


def run(settings: Settings, open_browser: bool = False) -> None:
    """Serve until interrupted; with `open_browser` show the page, also that of a server that runs already."""
    logs.configure(settings)
    must_be_possible(settings)
    try:
        listener = _listen(settings)
    except OptionError:
        address = _address(settings.host, settings.port)
        if not open_browser or not _is_branchline(address):
            raise
        print(f"Branchline runs already: {address}", flush=True)
        _show(address)
        return
    host, port = listener.getsockname()[:2]
    address = _address(host, port)

    def ready() -> None:
        where = settings.public_url or address
        print(f"Branchline: {where}  (Ctrl+C ends it; games are kept in {settings.kept_in})", flush=True)
        if open_browser:
            threading.Thread(target=_show, args=(address,), daemon=True).start()

    if settings.workers > 1:
        listener.listen(1024)
        supervise(settings, listener, ready)
        return
    serve_on(settings, listener, ready)


def serve_on(settings: Settings, listener: socket.socket, ready: Callable[[], None] | None = None) -> None:
    """Serve in this process, on a socket that is bound already."""
    server = make_server(settings)
    server.ready = ready
    _collect_in_portions()
    sys.setswitchinterval(TURN)
    _open_many_files()
    try:
        server.run(sockets=[listener])
    finally:
        if (trouble := server.config.app.trouble) is not None:  # type: ignore[union-attr]
            raise trouble


def _collect_in_portions() -> None:
    """Let the collector look at objects in small portions, since everybody waits meanwhile.

    Most of what a move leaves are tuples of numbers, which the collector drops when it first sees them, and what a
    table keeps has no cycles. So a hundred young objects are looked at often (0.03 ms), the few that are left of fifty
    such looks once more (0.9 ms), and hardly ever again. Portions of 1,000 and 4,000 took 0.6 and 1.7 ms.
    """
    gc.freeze()
    gc.set_threshold(100, 50, 5_000)


def _open_many_files() -> None:
    """Every connection is a file, and the usual limit of a process is far below the machine's."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Server(uvicorn.Server):
    """Says when it is ready."""

    ready: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the application and listen."""
        await super().startup(sockets)
        if self.started and self.ready is not None:
            self.ready()


def make_server(settings: Settings) -> Server:
    """The server, configured but not started; OptionError if its data folder cannot be used."""
    try:
        app = create_app(settings)
    except Exception as error:
        raise start_fault(error, Path(settings.data)) from error
    config = uvicorn.Config(
        app,
        loop="auto",
        http=http_with_timeout(settings.request_seconds),
        ws=Wire,
        ws_max_size=MOST_CHARACTERS,
        ws_per_message_deflate=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    return Server(config)


def _listen(settings: Settings) -> socket.socket:
    """A bound socket, or an error that says what to do."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        where = f"{settings.host}:{settings.port}"
        raise OptionError(
            f"cannot listen on {where}: {error.strerror}; choose another port with --port or BRANCHLINE_PORT"
        ) from error
    return listener


def _address(host: str, port: int) -> str:
    name = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


def _is_branchline(address: str) -> bool:
    """Whether the server that has the port is one of ours."""
    try:
        with urllib.request.urlopen(address + "api/schema", timeout=3) as answer:
            described = json.load(answer)
    except (OSError, ValueError):
        return False
    return isinstance(described, dict) and described.get("info", {}).get("title") == TITLE


def has_screen() -> bool:
    """Whether a browser could be seen here; on a server without a screen it would only be a text in the terminal."""
    if sys.platform in ("win32", "darwin") or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _show(address: str) -> None:
    if has_screen() and webbrowser.open(address):
        print("The page opens in your browser.", flush=True)
    else:
        print(f"There is no browser to open here; go to {address}", flush=True)
