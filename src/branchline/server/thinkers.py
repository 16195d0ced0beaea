"""Bots think in processes of their own or on a cluster, with a time limit, table after table."""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import structlog

from branchline.compute import Executor, Processes, steady
from branchline.core.action import Json
from branchline.server.metrics import BOT_FAILURES, BOT_SECONDS
from branchline.server.pool import Lost, Pool

if TYPE_CHECKING:
    from branchline.bots import Bot

log = structlog.get_logger("branchline.server")
MOST_BOTS = 64
"""How many bots a worker keeps."""


class NoThought(Exception):
    """The bot came to no decision in time."""


class Thinkers:
    """Workers for bots. They get packed sights, so not even a worker knows more than its seat."""

    def __init__(self, limit: float, place: Executor) -> None:
        self.pool = Pool(place)
        self._limit = limit

    async def choose(
        self,
        who: str,
        sight: dict[str, Any],
        level: str,
        seconds: float,
        host: str = "",
        character: str | None = None,
        network: str | None = None,
    ) -> Json:
        """The action of the bot known as `who` (its table and seat), as JSON.

        Turns go round over the networks of tables, then over their hosts, then over their tables. Two workers may be
        lost over a decision; then NoThought.
        """
        for _ in range(2):
            began = time.perf_counter()
            try:
                facts = (who, sight, level, seconds, character)
                whose = network or host, host, who.partition(" ")[0]
                action: Json = await self.pool.run(*whose, seconds + self._limit, think, *facts)
            except Lost as error:
                BOT_FAILURES.inc()
                log.warning("bot worker lost", game=sight["game"], level=level, why=repr(error.__cause__ or error))
                continue
            BOT_SECONDS.labels(level).observe(time.perf_counter() - began)
            return action
        raise NoThought

    def close(self) -> None:
        """End all workers."""
        self.pool.close()


def place_for(compute: str, workers: int) -> Executor:
    """Where heavy work of the server runs: on the cluster that `compute` names while it answers, or in processes."""
    # On fewer cores and at a lower priority, bots would hardly think beside another busy program.
    local = Processes(workers or max(1, (os.cpu_count() or 2) - 1), prepare, "spawn", leave_core=True)
    return steady(compute, local, _tell_of_cluster)


def _tell_of_cluster(trouble: str | None) -> None:
    if trouble is None:
        log.info("bots think on the cluster")
    else:
        log.warning("cluster lost; bots think in processes of this machine", why=trouble)


def prepare() -> None:
    """In the worker: load what every decision needs."""
    import branchline.bots  # noqa: F401


_bots: OrderedDict[tuple[str, str, str | None], Bot] = OrderedDict()
"""In the worker: the bots that have thought here, the last one last."""


def think(who: str, sight: dict[str, Any], level: str, seconds: float, character: str | None = None) -> Json:
    """In the worker: the choice of that bot, which remembers what it found out here before."""
    import branchline

    key = (who, level, character)
    bot = _bots.pop(key, None) or branchline.bot(sight["game"], level, None, character)
    _bots[key] = bot
    if len(_bots) > MOST_BOTS:
        _bots.popitem(last=False)
    return bot.choose(branchline.unpack_sight(sight), seconds=seconds).json()
