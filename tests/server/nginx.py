"""nginx in front of servers, configured by the block that docs/self-hosting.md shows."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

HOSTING = Path(__file__).parents[2] / "docs" / "self-hosting.md"
AROUND = """
daemon off;
worker_processes 1;
{user}
pid {folder}/nginx.pid;
error_log {folder}/nginx.log crit;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    proxy_connect_timeout 1s;
    {more}
{block}
}}
"""


def documented() -> str:
    """The page's own block."""
    blocks: list[str] = re.findall(r"^```\w*\n(.*?)^```", HOSTING.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    (found,) = [block for block in blocks if "upstream" in block]
    return found


class Nginx:
    """The page's nginx before these ports of this machine; `more` stands beside the page's block."""

    def __init__(self, folder: Path, servers: Sequence[int], more: str = "") -> None:
        self._folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        lines = re.findall(r"^ *server [\d.]+:\d+.*;\n", block := documented(), re.MULTILINE)
        assert len(lines) > 1, "the page shows several servers"
        here = [re.sub(r"[\d.]+:\d+", f"127.0.0.1:{port}", lines[0], count=1) for port in servers]
        block = block.replace("".join(lines), "".join(here))
        block, count = re.subn(r"listen \d+;", f"listen 127.0.0.1:{self.port};", block)
        assert count == 1
        user = "user root;" if os.getuid() == 0 else ""
        self.config = folder / "nginx.conf"
        self.config.write_text(AROUND.format(user=user, folder=folder, more=more, block=block))
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it listens."""
        self._process = subprocess.Popen(["nginx", "-c", str(self.config), "-e", str(self._folder / "nginx.log")])
        wait_for_port(self.port)

    def close(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)


def wait_for_port(port: int, seconds: float = 60) -> None:
    """Wait until somebody listens there."""
    end = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < end, f"nobody listens on {port}"
            time.sleep(0.05)
