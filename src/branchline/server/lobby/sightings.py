"""Who is here: accounts whose page asks now and then what waits for its person."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import sqlalchemy as sa

from branchline.server.storage.queries import insert
from branchline.server.storage.schema import sightings

if TYPE_CHECKING:
    from branchline.server.hub import Hub

HERE = 60.0
"""Seconds after its page last asked during which an account is here."""
NOTED = 20.0
"""Seconds between two writes that somebody is here."""
MOST = 10_000


class Sightings:
    """What this process has written down of who is here."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._noted: dict[str, float] = {}

    async def note(self, person: str) -> None:
        """An account's page is open."""
        now = self._hub.timekeeper.now()
        if self._noted.get(person, 0.0) > now - NOTED:
            return
        if len(self._noted) >= MOST:
            self._noted.clear()
        self._noted[person] = now
        await self._hub.storage.write(partial(_put, holder=person, now=now))


def _put(connection: sa.Connection, holder: str, now: float) -> None:
    statement = insert(connection, sightings).values(holder=holder, at=now)
    connection.execute(statement.on_conflict_do_update(index_elements=["holder"], set_={"at": now}))


def is_here(connection: sa.Connection, holder: str, now: float) -> bool:
    """Whether an account's page was open a moment ago."""
    seen = connection.execute(sa.select(sightings.c.at).where(sightings.c.holder == holder)).scalar()
    return seen is not None and seen > now - HERE
