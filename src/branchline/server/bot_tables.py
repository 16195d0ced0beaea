"""Tables that only bots play: they share the cores with everybody, so a host and a network may have so many."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from branchline.server.errors import Refused
from branchline.server.projection import Projection
from branchline.server.storage import queries

if TYPE_CHECKING:
    from branchline.server.hub import Hub
    from branchline.server.table import Table


class Owner(NamedTuple):
    """Whose limits a table counts for."""

    host: str
    network: str | None


class BotTables:
    """Counts the running tables without a person: of a host in the storage, of a network as this process knows it."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._alone: set[str] = set()
        """Tables whose network is known and that were left to bots when they were last heard of."""
        self._coming: dict[str, Owner] = {}
        """Tables that are about to be left to bots."""

    def heard(self, table: Projection) -> None:
        """Something was written at a table."""
        if table.status == "over":
            self._hub.networks.forget(table.id)
        if table.status == "running" and self._hub.networks.of(table.id) is not None and not table.people:
            self._alone.add(table.id)
        else:
            self._alone.discard(table.id)

    @asynccontextmanager
    async def room(self, table: Table) -> AsyncIterator[None]:
        """The table is left to bots within; refused where its host or their network has too many already.

        A table counts from when it asks, so that requests at the same time see each other.
        """
        networks = self._hub.networks
        mine = Owner(table.state.made.host, networks.of(table.id))
        found = dict(self._coming)
        known = [id_ for id_ in self._alone if mine.network is not None and networks.of(id_) == mine.network]
        self._coming[table.id] = mine
        try:
            running = await self._hub.storage.read(partial(queries.bots_only, host=mine.host, ids=known))
            found |= {id_: Owner(host, networks.of(id_)) for id_, host in running.items()}
            self._check(mine, [owner for id_, owner in found.items() if id_ != table.id])
            yield
        finally:
            del self._coming[table.id]

    def _check(self, mine: Owner, others: list[Owner]) -> None:
        settings = self._hub.settings
        if sum(each.host == mine.host for each in others) >= settings.bot_tables_per_host:
            raise Refused(429, "too_many_bot_tables", most=settings.bot_tables_per_host)
        of_network = sum(each.network == mine.network for each in others if mine.network is not None)
        if of_network >= settings.bot_tables_per_network:
            raise Refused(429, "too_many_bot_tables_of_network", most=settings.bot_tables_per_network)
