"""Takes notices out of the outbox and sends them: to who is not looking, not in quiet hours, again when it fails."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import structlog

from branchline.server import events as e
from branchline.server.errors import Refused, log_fault
from branchline.server.faults import storage_code
from branchline.server.lobby.sightings import is_here
from branchline.server.metrics import NOTICES
from branchline.server.notices import push
from branchline.server.notices.notice import Notice
from branchline.server.notices.occasions import Occasion, mentions, occasions, still_true
from branchline.server.notices.post import Outcome
from branchline.server.notices.sending import send
from branchline.server.notices.texts import Letter, letter
from branchline.server.projection import Projection
from branchline.server.quiet import QuietHours, after
from branchline.server.storage import channels, outbox
from branchline.server.storage.outbox import Delivery
from branchline.server.storage.queries import Row

if TYPE_CHECKING:
    from branchline.server.hub import Hub
    from branchline.server.table import Table

log = structlog.get_logger("branchline.server")
AT_ONCE = 8
"""How many messages this process sends at the same time."""
BATCH = 50
POLL = 5.0
"""Seconds after which the outbox is looked at anyway: another process may have died over its work."""
MOST_TRIES = 6
SPREAD = 4
"""How many times longer each wait before another try is than the one before."""


class Dispatcher:
    """The notices of this process. Every process empties the same outbox; a claim in it says who sends what."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._storage = hub.storage
        self._wake = asyncio.Event()
        self._soonest = math.inf
        """When the next look is to come at the latest: the first of what was written since the last one is due."""
        self._timer: asyncio.TimerHandle | None = None
        self._running: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(AT_ONCE, "notices")
        self.key = ""
        """The private key that push messages are signed with."""

    async def open(self) -> None:
        """Find or make the key, then send what waits."""
        known: str | None = await self._storage.read(lambda each: channels.known_secret(each, "vapid"))
        if known is None:
            known = await self._storage.write(partial(channels.secret, name="vapid", made=push.new_key()))
        self.key = known
        self._running = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what was not sent stays in the outbox."""
        if self._running is not None:
            self._running.cancel()
        if self._timer is not None:
            self._timer.cancel()
        if self._sending:
            await asyncio.wait(self._sending, timeout=2)
        self._threads.shutdown(wait=False, cancel_futures=True)

    # ── into the outbox ──
    def due(self, table: Table, events: Sequence[e.TableEvent], after: Projection) -> list[Notice]:
        """The notices of events that are about to be written; they are written together."""
        if table.saved is None:
            return []
        return [
            self._notice(table, occasion, after.length)
            for occasion in occasions(events, table.saved, after)
            if occasion.table != table.id or not table.audience.looking(occasion.owner)
        ]

    def mentioned(self, table: Table, speaker: str, name: str, text: str) -> list[Notice]:
        """Notices for the people whom a line of chat names."""
        return [
            self._notice(table, Occasion("mention", owner, seat, table.id, name), table.state.length, text)
            for owner, seat in mentions(text, speaker, table.projection())
            if not table.audience.looking(owner)
        ]

    def _notice(self, table: Table, found: Occasion, n: int, line: str | None = None) -> Notice:
        now = time.time()
        here = found.table == table.id
        mine = table.seats_of(found.owner) if here else ()
        acted = max((table.state.latest.get(seat, -1) for seat in mine), default=-1)
        due = now + self._hub.settings.notice_seconds
        return Notice(
            found.table, found.owner, found.kind, found.seat, n if here else 0, acted, now, due, found.by, line
        )

    def expect(self, written: Sequence[Notice]) -> None:
        """Look at the outbox when these are due. Not before: a look costs more than most moves."""
        due = min((notice.due for notice in written), default=math.inf)
        if due < self._soonest:
            self._rest(due)

    def wake(self) -> None:
        """There is something to do."""
        self._wake.set()

    async def looked(self, table: str, owner: str) -> None:
        """A person has opened the table: they need not be called, and the next occasion counts again."""
        if await self._storage.read(partial(outbox.waits_for, table=table, owner=owner)):
            await self._storage.write(partial(outbox.looked, table=table, owner=owner))

    # ── out of the outbox ──
    async def _run(self) -> None:
        while True:
            self._wake.clear()
            self._soonest = math.inf
            try:
                wait = await self._step()
            except Exception as error:
                log_fault(error)
                wait = POLL
            self._rest(min(time.time() + wait, self._soonest))
            await self._wake.wait()

    def _rest(self, until: float) -> None:
        """Let the next look come then, unless there is something to do before."""
        self._soonest = until
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(max(0.0, until - time.time()), self.wake)

    async def _step(self) -> float:
        """Do what is due; the seconds until something else is."""
        now = time.time()
        for row in await self._storage.read(partial(outbox.ripe, now=now, most=BATCH)):
            try:
                await self._ripen(row, now)
            except Exception as error:
                if isinstance(error, Refused) or storage_code(error) is not None:
                    raise
                # One notice that fails must not hold up all others.
                log.error("notice", table=row["table_id"], exc_info=error)
                await self._storage.write(partial(outbox.drop, row=row))
        due = await self._storage.read(outbox.next_due)
        if due is not None and due <= time.time():
            free = AT_ONCE - len(self._sending)
            if free <= 0:
                return POLL
            for delivery in await self._storage.write(partial(outbox.claim, now=time.time(), most=free)):
                self._start(delivery)
            due = await self._storage.read(outbox.next_due)
        return POLL if due is None else min(POLL, max(0.01, due - time.time()))

    async def _ripen(self, row: Row, now: float) -> None:
        """Decide what becomes of a notice now."""
        owner = row["owner"]
        found = await self._hub.look([row["table_id"]])
        wanted, to = await self._storage.read(partial(channels.ready, owner=owner))
        news = found and still_true(row["kind"], row["seat"], found[0]) and row["kind"] in wanted.kinds
        if not news or not to or await self._is_looking(row["table_id"], owner) or await self._is_shown(row, now):
            await self._storage.write(partial(outbox.drop, row=row))
            return
        until = end_of_quiet(wanted.quiet, now)
        if until > now + 1:
            await self._storage.write(partial(outbox.postpone, row=row, due=until))
            return
        await self._storage.write(partial(outbox.send_to, row=row, to=to, now=now))

    async def _is_looking(self, table: str, owner: str) -> bool:
        if any(known.audience.looking(owner) for known in self._hub.in_memory(table)):
            return True
        return owner in await self._hub.cluster.looking(table)

    async def _is_shown(self, row: Row, now: float) -> bool:
        """Whether the person's page shows it by itself, wherever in it they are."""
        if row["kind"] != "invited":
            return False
        return await self._storage.read(partial(is_here, holder=row["owner"], now=now))

    def _start(self, delivery: Delivery) -> None:
        task = asyncio.create_task(self._deliver(delivery))
        self._sending.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        self.wake()
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            log_fault(error)

    async def _deliver(self, delivery: Delivery) -> None:
        found = await self._hub.look([delivery.table_id])
        late = delivery.tries > 0
        if not found or (late and await self._is_stale(delivery, found[0])):
            await self._storage.write(partial(outbox.done, delivery=delivery))
            return
        await self._settle(delivery, await self._send_letter(delivery, found[0]))

    async def _send_letter(self, delivery: Delivery, table: Projection) -> Outcome:
        base = self._hub.settings.public_url.rstrip("/") or delivery.base
        try:
            told = letter(
                delivery.notice, table, delivery.seat, delivery.by, delivery.line, delivery.at, base, delivery.language
            )
        except Exception as error:
            # It counts as a try, or the same notice would come up for ever.
            log.error("notice", table=table.id, exc_info=error)
            return Outcome("later", "fault")
        return await self.send(delivery.kind, delivery.address, delivery.keys, told, base, delivery.language)

    async def _is_stale(self, delivery: Delivery, table: Projection) -> bool:
        return not still_true(delivery.notice, delivery.seat, table) or await self._is_looking(
            delivery.table_id, delivery.owner
        )

    async def send(
        self, kind: str, address: str, keys: dict[str, str] | None, told: Letter, base: str, language: str
    ) -> Outcome:
        """Send one message, in a thread."""
        job = partial(send, kind, address, keys, told, base, language, self._hub.settings, self.key)
        try:
            outcome = await asyncio.get_running_loop().run_in_executor(self._threads, job)
        except Exception as error:
            # A fault of ours counts as a try too, or the same message would come up for ever.
            log.error("notice", kind=kind, exc_info=error)
            outcome = Outcome("later", "fault")
        NOTICES.labels(kind, outcome.verdict).inc()
        return outcome

    async def _settle(self, delivery: Delivery, outcome: Outcome) -> None:
        """Remember what became of a delivery."""
        write = self._storage.write
        if outcome.verdict == "gone":
            log.info("channel is gone", channel=delivery.channel, kind=delivery.kind)
            await write(partial(channels.remove, id_=delivery.channel))
            return
        trouble = None if outcome.verdict == "sent" else outcome.why[:100]
        await write(lambda each: channels.change(each, delivery.channel, trouble=trouble))
        if outcome.verdict == "later" and delivery.tries + 1 < MOST_TRIES:
            wait = self._hub.settings.notice_retry_seconds * SPREAD**delivery.tries
            # Not all at once when a receiver is back.
            due = time.time() + max(wait, outcome.wait) * random.uniform(1.0, 1.2)
            await write(partial(outbox.again, delivery=delivery, due=due))
        else:
            await write(partial(outbox.done, delivery=delivery))


def end_of_quiet(quiet: QuietHours | None, now: float) -> float:
    """When a person may be called: now, or at the end of their quiet hours."""
    return (after(quiet, int(now * 1000), 1) - 1) / 1000 if quiet is not None else now
