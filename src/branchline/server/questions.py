"""Questions of players: quick ones are answered at once, the others by worker processes within a budget of time."""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter, OrderedDict
from functools import partial
from typing import Any, NamedTuple

import msgspec

from branchline.compute import Processes
from branchline.core.errors import BranchlineError
from branchline.core.match import Match
from branchline.server import messages as m
from branchline.server.errors import Refused
from branchline.server.limits import Limits
from branchline.server.pool import Lost, Pool
from branchline.server.refusals import error_info
from branchline.server.replies import reply

__all__ = ["Lost", "Questions", "pack", "work_out"]
QUICK = 0.005
"""Seconds that a question may hold up the other tables of this process."""
REMEMBERED = 60.0
"""Seconds for which a kind of question that took longer goes to the workers."""
LIMIT = 5.0
"""Seconds after which a worker that has no answer is replaced."""
NICE = 5
"""How polite processes for questions are to the server beside them."""
MOST_WAITING = 32
"""Questions of one visitor that may wait at once."""
MOST_MATCHES = 32
"""Positions that a worker keeps: a player asks about one of them many times."""


class Answer(NamedTuple):
    """What a worker found: the message as JSON, whether it is a refusal, and the CPU seconds it took."""

    text: bytes
    refused: bool
    seconds: float


class Questions:
    """Decides where a question is answered, and sends it there."""

    def __init__(self, workers: int, limits: Limits) -> None:
        self._limits = limits
        count = workers or max(1, (os.cpu_count() or 2) // 2)
        self.pool = Pool(Processes(count, method="spawn", nice=NICE, leave_core=True))
        self._slow: dict[tuple[str, type], float] = {}
        self._once: set[tuple[str, type]] = set()
        """Kinds that were slow once: the first answer of a process may load what it needs."""
        self._asked: Counter[str] = Counter()

    def is_quick(self, match: Match, message: m.Question) -> bool:
        """Whether the answer may be computed at once: not where actions cannot be listed, nor where it was slow."""
        if match.game.action_count is None:
            return False
        if self._slow.get((match.game.slug, type(message)), 0.0) < time.monotonic():
            return True
        # Some milliseconds of everybody's time are less than the seconds in which the first worker starts.
        self.pool.place.warm()
        return not self.pool.place.ready

    def answer_now(self, match: Match, message: m.Question) -> m.ServerMessage:
        """The answer, in this process; a BranchlineError if it is refused."""
        # By the processor's time: on a busy machine the clock calls everything slow.
        began = time.thread_time()
        try:
            return reply(match, message, len(match.events))
        finally:
            if time.thread_time() - began > QUICK:
                self._was_slow((match.game.slug, type(message)))

    def _was_slow(self, kind: tuple[str, type]) -> None:
        if kind in self._once:
            self._slow[kind] = time.monotonic() + REMEMBERED
        self._once.add(kind)

    async def answer(
        self,
        network: str,
        browser: str | None,
        table: str,
        position: dict[str, Any],
        message: m.Question,
    ) -> Answer:
        """The answer of a worker; pool.Lost if it took too long.

        What it costs is charged when the work ends, also if nobody waits for it any more; until then it counts among
        the questions of its visitor.
        """
        visitor = browser or network
        if not self._limits.allow_browser("thought", browser, network, 0) or self._asked[visitor] >= MOST_WAITING:
            raise Refused(429, "too_fast")
        self._asked[visitor] += 1
        try:
            facts = position, msgspec.json.encode(message)
            task = await self.pool.begin(network, visitor, table, LIMIT, work_out, *facts)
        except BaseException:
            self._leave(visitor)
            raise
        task.add_done_callback(partial(self._ended, network, browser))
        return await asyncio.shield(task)

    def _ended(self, network: str, browser: str | None, task: asyncio.Task[Answer]) -> None:
        self._leave(browser or network)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            self._limits.charge_browser("thought", browser, network, task.result().seconds)
        elif isinstance(error, Lost):
            self._limits.charge_browser("thought", browser, network, LIMIT)

    def _leave(self, visitor: str) -> None:
        """One question of theirs is settled."""
        self._asked[visitor] -= 1
        if self._asked[visitor] <= 0:
            del self._asked[visitor]

    def close(self) -> None:
        """End all workers."""
        self.pool.close()


def pack(match: Match) -> dict[str, Any]:
    """A position as a worker gets it."""
    return {
        "game": match.game.slug,
        "players": match.players,
        "options": match.options,
        "state": match.state.to_bytes(),
        "n": len(match.events),
    }


_matches: OrderedDict[bytes, Match] = OrderedDict()
"""In the worker: the positions that were asked about, the last one last."""


def work_out(position: dict[str, Any], question: bytes) -> Answer:
    """In the worker: the answer to a question about a position."""
    began = time.process_time()
    message: Any = m.decoder.decode(question)
    said: m.ServerMessage
    try:
        said = reply(_unpacked(position), message, position["n"])
    except BranchlineError as error:
        said = m.RefusedMessage(message.id, error_info(error))
    return Answer(m.encode(said), isinstance(said, m.RefusedMessage), time.process_time() - began)


def _unpacked(position: dict[str, Any]) -> Match:
    from branchline.games import find

    key = msgspec.msgpack.encode(position)
    match = _matches.pop(key, None)
    if match is None:
        game = find(position["game"])
        match = Match(game, position["players"], position["options"], None)
        match.restore(game.restore(position["state"], match.players, match.options), (), 0, (), [])
    _matches[key] = match
    if len(_matches) > MOST_MATCHES:
        _matches.popitem(last=False)
    return match
