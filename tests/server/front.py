"""Three server processes on one PostgreSQL behind nginx, killed one by one, and the database restarted now and then."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

from tests.server.fortress import Fortress, Row
from tests.server.nginx import Nginx, wait_for_port
from tests.server.postgres import Cluster


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
        self.apart = 0
        """Before the first strike: tables whose players were connected to different processes."""
        settings = {"database": self.address, "secret_key": "one for all of them", "trusted_proxies": "127.0.0.1"}
        self._fortresses = [Fortress(folder / str(number), **settings) for number in range(processes)]
        self._nginx = Nginx(folder, [fortress.port for fortress in self._fortresses])
        self.port = self._nginx.port

    def start(self) -> None:
        """Start all processes, then nginx before them."""
        for fortress in self._fortresses:
            fortress.start()
        for fortress in self._fortresses:
            wait_for_port(fortress.port)
        self._nginx.start()

    def strike(self, rng: random.Random) -> None:
        """Kill one of the processes and start it again; now and then restart the database as well."""
        if not self._strikes:
            self.apart = asyncio.run(self._count_apart())
        self._strikes += 1
        if self._restart_every and self._strikes % self._restart_every == 0:
            self._postgres.stop()
            self._postgres.start()
        rng.choice(self._fortresses).strike(rng)

    def close(self) -> None:
        """End everything but the database."""
        self._nginx.close()
        for fortress in self._fortresses:
            fortress.kill()

    def rows(self) -> list[Row]:
        """The whole log."""
        return asyncio.run(self._rows())

    async def _count_apart(self) -> int:
        import asyncpg

        connection = await asyncpg.connect(self.address)
        try:
            tables = "SELECT table_id FROM presence GROUP BY table_id HAVING count(DISTINCT process) > 1"
            return int(await connection.fetchval(f"SELECT count(*) FROM ({tables}) AS apart"))
        finally:
            await connection.close()

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
