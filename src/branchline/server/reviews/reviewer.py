"""Reviews in the background: a few at a time, in processes of their own, in turns over visitors."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from branchline import __version__
from branchline.core.record import digest
from branchline.review.report import VERSION, Report
from branchline.server.errors import Refused
from branchline.server.fairness import FairTurns
from branchline.server.reviews import store
from branchline.server.reviews.payloads import ReviewInfo
from branchline.server.reviews.worker import Said, Task

if TYPE_CHECKING:
    from branchline.server.hub import Hub
    from branchline.server.table import Table
    from branchline.server.visitor import Visitor

log = structlog.get_logger("branchline.server")
MOST_WAITING = 5
"""Reviews of one visitor that may wait at once."""
STALE = 20.0
"""Seconds without a new report after which nobody works on a review any more."""
OVERTIME = 60.0
"""Seconds beyond its budget after which a review is given up: the machine may be busy."""
LONGEST_LINE = 64 * 1024 * 1024
_decoder = msgspec.json.Decoder(Said)


class Reviews:
    """Who is reviewed, and how far that is. What was found is in the storage, so any process can show it."""

    def __init__(self, hub: Hub, at_once: int, seconds: float) -> None:
        self._hub = hub
        self._turns = FairTurns(at_once)
        self._workers = max(1, (os.cpu_count() or 2) // (at_once))
        self._seconds = seconds
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._running: set[str] = set()
        self._failed: set[str] = set()

    async def look(self, table: Table) -> ReviewInfo:
        """How far the review of a table is."""
        kept = await self._hub.storage.read(partial(store.find, table=table.id))
        report = None if kept is None else store.unpack(kept.report)
        if table.id in self._tasks:
            return ReviewInfo("running" if table.id in self._running else "waiting", report, False)
        if kept is not None and not kept.final and time.time() - kept.at < STALE:
            return ReviewInfo("running", report, False)  # by another process
        if kept is not None and kept.final and report is not None:
            return ReviewInfo("done", report, _outdated(table, report))
        return ReviewInfo("failed" if table.id in self._failed else "none", report, False)

    async def begin(self, table: Table, visitor: Visitor, again: bool) -> ReviewInfo:
        """Begin a review unless it is there or under way."""
        info = await self.look(table)
        if info.status in ("waiting", "running") or (info.status == "done" and not again):
            return info
        if self._turns.waits(visitor.hash) >= MOST_WAITING:
            raise Refused(429, "too_many_reviews", most=MOST_WAITING)
        if not await self._hub.cluster.lead(f"review {table.id}"):
            return ReviewInfo("running", info.report, False)
        async with table.lock:
            record = _nameless(table.record())
        self._failed.discard(table.id)
        task = asyncio.create_task(self._review(table.id, visitor, record))
        self._tasks[table.id] = task
        task.add_done_callback(partial(self._done, table.id))
        return ReviewInfo("waiting", info.report, False)

    def close(self) -> None:
        """End what is under way; it can be asked for again."""
        for task in self._tasks.values():
            task.cancel()

    async def _review(self, table: str, visitor: Visitor, record: dict[str, Any]) -> None:
        await self._turns.take(visitor.address, visitor.hash, table)
        self._running.add(table)
        try:
            await asyncio.wait_for(self._run(table, record), self._seconds + OVERTIME)
        finally:
            self._turns.give_back()

    async def _run(self, table: str, record: dict[str, Any]) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "branchline.server.reviews.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        final = False
        try:
            task = Task(record, self._seconds, self._workers, self._hub.settings.compute)
            process.stdin.write(msgspec.json.encode(task) + b"\n")
            async for line in process.stdout:
                said = await asyncio.to_thread(_decoder.decode, line)
                if said.lost is not None:
                    log.warning("review goes on without the cluster", table=table, why=said.lost)
                report = said.report
                if report is None:
                    continue
                packed = await asyncio.to_thread(store.pack, report)
                final = report.final
                kept = store.Kept(packed, final, time.time())
                await self._hub.storage.write(partial(store.keep, table=table, kept=kept))
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
        if not final:
            raise RuntimeError("the reviewer ended before its review")

    def _done(self, table: str, task: asyncio.Task[None]) -> None:
        del self._tasks[table]
        self._running.discard(table)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failed.add(table)
            log.warning("review failed", table=table, why=repr(error))


def _nameless(record: dict[str, Any]) -> dict[str, Any]:
    """The record without names: whoever deletes an account is not kept in reviews."""
    nameless = {**record, "seats": [{"bot": seat["bot"]} if seat.get("bot") else {} for seat in record["seats"]]}
    return {**nameless, "digest": digest(nameless)}


def _outdated(table: Table, report: Report) -> bool:
    """Whether another version of the rules, the program or the reviewer judged."""
    judge = report.judge
    return (judge.rules, judge.review, judge.program) != (table.game.rules_version, VERSION, __version__)
