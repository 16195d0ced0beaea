"""Whom a secret stands for, remembered for a moment: every request asks."""

from __future__ import annotations

import time
from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from branchline.server import keys
from branchline.server.errors import Refused
from branchline.server.people import secret_codes, store
from branchline.server.people.store import Known
from branchline.server.storage import queries
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.hub import Hub

REMEMBERED = 30.0
"""Seconds. A session that is revoked ends at once all the same: the news of it reaches every process."""
MOST = 50_000
HOUR = 3600.0


class Sessions:
    """The sessions and tokens that this process has met."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._known: OrderedDict[str, tuple[float, Known | None]] = OrderedDict()

    async def visitor(self, secret: str, address: str) -> Visitor:
        """The browser with that secret: an account's if it is signed in, otherwise a guest."""
        hash_ = keys.hashed(secret)
        known = await self._find(hash_, program=False)
        return Visitor(secret, hash_, address) if known is None else _visitor(secret, address, known)

    async def knows(self, hash_: str) -> bool:
        """Whether a browser's hash stands in the database."""
        return await self._hub.storage.read(partial(queries.knows_browser, browser=hash_))

    async def bearer(self, token: str, address: str) -> Visitor | None:
        """The program with that token."""
        if not token.startswith(secret_codes.TOKEN) or len(token) > 100:
            return None
        known = await self._find(keys.hashed(token), program=True)
        return None if known is None else _visitor(token, address, known)

    async def _find(self, hash_: str, program: bool) -> Known | None:
        now = time.monotonic()
        found = self._known.get(hash_)
        if found is not None and found[0] > now:
            return found[1]
        read = store.token if program else partial(store.session, now=time.time())
        known: Known | None = await self._hub.storage.read(partial(read, hash_=hash_))
        if known is not None and known.used < time.time() - HOUR:
            await self._hub.storage.write(partial(store.touch, hash_=hash_, now=time.time(), program=program))
        self._known[hash_] = (now + REMEMBERED, known)
        if len(self._known) > MOST:
            self._known.popitem(last=False)
        return known

    async def remove(self, person: str, table: sa.Table, **where: Any) -> None:
        """Remove a session or a token of an account, here and in other processes."""
        if not await self._hub.storage.write(lambda each: store.remove(each, table, person, **where)):
            raise Refused(404, "not_found")
        await self.changed(person)

    async def changed(self, person: str) -> None:
        """An account has changed: forget what was known of it, here and in other processes."""
        await self.heard(person)
        await self._hub.storage.tell("person", person)

    async def heard(self, person: str) -> None:
        """Forget what was known of an account, and let connections go whose session or token is gone."""
        for hash_ in [hash_ for hash_, (_, known) in self._known.items() if known and known.person == person]:
            del self._known[hash_]
        for table in self._hub.in_memory():
            for connection in list(table.audience.connections):
                visitor = connection.visitor
                if visitor is not None and visitor.person == person:
                    if await self._find(visitor.session, visitor.program) is None:
                        connection.drop(slow=False)


def _visitor(secret: str, address: str, known: Known) -> Visitor:
    return Visitor(secret, known.holder, address, known.person, known.name, known.since, known.program)
