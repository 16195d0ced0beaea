"""Three server processes on one PostgreSQL behind nginx, killed one by one, and the database restarted now and then."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.server.fortress import Fortress, Row
from tests.server.postgres import Cluster

CONFIG = """
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
    map $http_upgrade $connection_upgrade {{ default upgrade; "" close; }}
    upstream branchline {{
{servers}
    }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://branchline;
            proxy_http_version 1.1;
            proxy_set_header Host $host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_connect_timeout 1s;
            proxy_read_timeout 60s;
            proxy_next_upstream error timeout non_idempotent;
        }}
    }}
}}
"""


class Front:
    """What players see as one server."""

    def __init__(
        self, folder: Path, postgres: Cluster, database: str, processes: int = 3, restart_every: int = 0
    ) -> None:
        self._folder = folder
        self._postgres = postgres
        self.address = postgres.create(database)
        self._restart_every = restart_every
        self._strikes = 0
        settings = {"database": self.address, "secret_key": "one for all of them", "trusted_proxies": "127.0.0.1"}
        self._fortresses = [Fortress(folder / str(number), **settings) for number in range(processes)]
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._nginx: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start all processes, then nginx before them."""
        for fortress in self._fortresses:
            fortress.start()
        for fortress in self._fortresses:
            _wait_for(fortress.port)
        servers = "\n".join(
            f"        server 127.0.0.1:{fortress.port} max_fails=1 fail_timeout=1s;" for fortress in self._fortresses
        )
        config = self._folder / "nginx.conf"
        user = "user root;" if os.getuid() == 0 else ""
        config.write_text(CONFIG.format(user=user, folder=self._folder, port=self.port, servers=servers))
        self._nginx = subprocess.Popen(["nginx", "-c", str(config), "-e", str(self._folder / "nginx.log")])
        _wait_for(self.port)

    def strike(self, rng: random.Random) -> None:
        """Kill one of the processes and start it again; now and then restart the database as well."""
        self._strikes += 1
        if self._restart_every and self._strikes % self._restart_every == 0:
            self._postgres.stop()
            self._postgres.start()
        rng.choice(self._fortresses).strike(rng)

    def close(self) -> None:
        """End everything but the database."""
        if self._nginx is not None:
            self._nginx.terminate()
            self._nginx.wait(10)
        for fortress in self._fortresses:
            fortress.kill()

    def rows(self) -> list[Row]:
        """The whole log."""
        return asyncio.run(self._rows())

    async def _rows(self) -> list[Row]:
        import asyncpg

        connection = await asyncpg.connect(self.address)
        try:
            found: list[Any] = await connection.fetch(
                "SELECT table_id, n, event, seat, client FROM log ORDER BY table_id, n"
            )
        finally:
            await connection.close()
        return [tuple(row) for row in found]


def _wait_for(port: int, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < end, f"nobody listens on {port}"
            time.sleep(0.05)
