"""What the server asks of its storage: one append-only log per table, its projection, and jobs for everything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol, TypeVar

import msgspec
import sqlalchemy as sa

from branchline.server.events import Written
from branchline.server.notices.notice import Notice
from branchline.server.projection import Projection

T = TypeVar("T")
Job = Callable[[sa.Connection], T]
"""Something to do over a connection: inside a transaction (`write`), or only reading (`read`)."""
News = Callable[[str, str], None]
"""Called with a kind (`table`, `chat`, `presence`) and a table's id when another process wrote."""


class Conflict(Exception):
    """That number is taken: somebody else wrote to this table, so what is in memory is stale."""


class Change(msgspec.Struct, frozen=True):
    """What one transaction adds to a table: events, what they come to, and perhaps a snapshot of the match."""

    events: Sequence[Written]
    projection: Projection
    reseated: bool = True
    """Whether the rows of the seats may have changed."""
    snapshot: bytes | None = None
    locked: Sequence[int] = ()
    """Seats that earlier links open no more."""
    notices: Sequence[Notice] = ()
    """The notices that it causes."""


class Reading(Protocol):
    """What can be read of a storage."""

    async def load(self, table: str, since: int = 0) -> list[Written]:
        """A table's events from number `since` on, in order."""

    async def read(self, job: Job[T]) -> T:
        """Do a job that only reads."""


class Storage(Reading, Protocol):
    """A place that keeps everything. What is written is durable when the call returns."""

    shared: bool
    """Whether other processes may write to it too."""

    async def open(self) -> None:
        """Connect, and migrate to the newest schema."""

    async def close(self) -> None:
        """Write what waits, then disconnect; what cannot be written soon is refused."""

    async def append(self, change: Change) -> None:
        """Write a change in one transaction, or raise Conflict."""

    async def snapshot(self, table: str) -> bytes | None:
        """The newest snapshot of the table's match."""

    async def write(self, job: Job[T]) -> T:
        """Do a job in a transaction; its result once that is durable."""

    def consistent(self) -> AbstractAsyncContextManager[Reading]:
        """Read everything as it is at one instant, in one transaction; others go on writing."""

    async def tell(self, kind: str, table: str) -> None:
        """Notify the other processes of something that is no event."""

    def listen(self, news: News) -> None:
        """Name the callback for what other processes write. Set it before `open`."""
