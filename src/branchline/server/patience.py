"""Waiting with a time limit, without cancelling what is waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

from branchline.server.errors import log_fault


async def within(work: Awaitable[Any], seconds: float) -> bool:
    """Whether the work was done in that time. It is not cancelled: waiting for the cancellation could take as long."""
    task = asyncio.ensure_future(work)
    await asyncio.wait({task}, timeout=seconds)
    task.add_done_callback(_ended)
    return task.done()


def _ended(task: asyncio.Future[Any]) -> None:
    error = None if task.cancelled() else task.exception()
    if isinstance(error, Exception):
        log_fault(error)
