"""Running the server: one uvicorn process on the chosen address."""

from __future__ import annotations

import socket
import threading
import time
import urllib.request
import webbrowser

import uvicorn

from branchline.core.errors import OptionError
from branchline.server import logs
from branchline.server.app import create_app
from branchline.server.live import MOST_CHARACTERS
from branchline.server.settings import Settings


def run(settings: Settings, open_browser: bool = False) -> None:
    """Serve until interrupted."""
    logs.configure(settings)
    listener = _listen(settings)
    host, port = listener.getsockname()[:2]
    address = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}/"
    print(
        f"Branchline: {settings.public_url or address}  (Ctrl+C ends it; games are kept in {settings.data})", flush=True
    )
    if open_browser:
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    make_server(settings).run(sockets=[listener])


def make_server(settings: Settings) -> uvicorn.Server:
    """The server, configured but not started."""
    config = uvicorn.Config(
        create_app(settings),
        loop="auto",
        ws="websockets-sansio",
        ws_max_size=MOST_CHARACTERS,
        ws_per_message_deflate=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    return uvicorn.Server(config)


def _listen(settings: Settings) -> socket.socket:
    """A bound socket, or an error that says what to do."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        where = f"{settings.host}:{settings.port}"
        raise OptionError(f"cannot listen on {where}: {error.strerror}; choose another with --port") from error
    return listener


def _open(address: str) -> None:
    """Open the browser once the server answers."""
    for _ in range(100):
        try:
            urllib.request.urlopen(address + "healthz", timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            webbrowser.open(address)
            return
