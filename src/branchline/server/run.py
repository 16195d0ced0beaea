"""Running the server: one uvicorn process on the chosen address."""

from __future__ import annotations

import gc
import json
import socket
import threading
import time
import urllib.request
import webbrowser

import uvicorn

from branchline.core.errors import OptionError
from branchline.server import logs
from branchline.server.app import TITLE, create_app
from branchline.server.live import MOST_CHARACTERS
from branchline.server.settings import Settings


def run(settings: Settings, open_browser: bool = False) -> None:
    """Serve until interrupted; with `open_browser` show the page, also that of a server that runs already."""
    logs.configure(settings)
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
    print(
        f"Branchline: {settings.public_url or address}  (Ctrl+C ends it; games are kept in {settings.data})", flush=True
    )
    if open_browser:
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    _collect_seldom()
    make_server(settings).run(sockets=[listener])


def _collect_seldom() -> None:
    """The collector looks at every living object while all tables wait, and we make hardly any cycles."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


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


def _open(address: str) -> None:
    """Open the browser once the server answers."""
    for _ in range(100):
        try:
            urllib.request.urlopen(address + "healthz", timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            _show(address)
            return


def _show(address: str) -> None:
    if webbrowser.open(address):
        print("The page opens in your browser.", flush=True)
    else:
        print(f"There is no browser to open here; go to {address}", flush=True)
