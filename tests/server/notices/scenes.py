"""What tests of notices do again and again."""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy as sa

from branchline.server.storage.schema import deliveries, notices
from tests.server.notices.receivers import Hook
from tests.server.service import Guest, Service

QUICK = {"notice_seconds": 0.0, "notice_retry_seconds": 0.01, "private_webhooks": True}


def listen(guest: Guest, receiver: Hook, kind: str = "json", **more: Any) -> dict[str, Any]:
    path = "/topic" if kind == "ntfy" else "/hook"
    return guest.ok("/api/notices/channels", {"kind": kind, "address": receiver.url(path), **more})


def pair(service: Service, game: str = "stephensons-rocket") -> tuple[Guest, Guest, str]:
    """Two people at a running table."""
    anna, boris = service.guest("Anna"), service.guest("Boris")
    table = anna.table("me", "open", start=False, game=game)["id"]
    boris.ok(f"/api/tables/{table}/join", {})
    return anna, boris, table


def rows(service: Service, table: str) -> list[Any]:
    """The outbox of one table: notices that wait or were told, then deliveries under way."""

    def job(connection: sa.Connection) -> list[Any]:
        found = list(connection.execute(sa.select(notices).where(notices.c.table_id == table)).mappings())
        return found + list(connection.execute(sa.select(deliveries).where(deliveries.c.table_id == table)).mappings())

    return run(service, service.hub.storage.read(job))


def run(service: Service, work: Any) -> Any:
    """Await something on the server's own loop."""
    running = service.hub.notices._running
    assert running is not None
    return asyncio.run_coroutine_threadsafe(work, running.get_loop()).result(20)


def settled(service: Service, table: str) -> bool:
    """Whether nothing waits to be told."""
    return all(row["due"] is None for row in rows(service, table))
