"""Where everything is kept: SQLite in the data folder, or PostgreSQL for several processes."""

from __future__ import annotations

from pathlib import Path

from branchline.server.storage.interface import Storage


def open_storage(address: str | Path, alone: bool = True) -> Storage:
    """The storage at a path (SQLite) or at a `postgresql://` address; not yet connected.

    With `alone` a SQLite file is locked against other servers.
    """
    if isinstance(address, str) and address.startswith(("postgresql://", "postgres://")):
        from branchline.server.storage.postgres import PostgresStorage

        return PostgresStorage(address)
    from branchline.server.storage.sqlite import SqliteStorage

    return SqliteStorage(Path(address), alone)
