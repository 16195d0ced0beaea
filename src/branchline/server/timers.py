"""The time of each seat, folded from the stamps of a table's log. Integers in milliseconds; nothing here asks what time
it is."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import msgspec

from branchline.server.clocks import SECOND, Absence, Clock, Timing
from branchline.server.quiet import after, awake


class Timer(msgspec.Struct, frozen=True):
    """A seat's time. `since` is set while it is to act; `used` is what it took for this action before that."""

    bank: int = 0
    used: int = 0
    since: int | None = None
    flagged: bool = False
    """Whether its time is over."""
    moved: bool = False
    votes: tuple[int, ...] = ()
    """The seats that want a bot to play here."""


class Times(msgspec.Struct, frozen=True):
    """What a table has to do with time, as it stands."""

    clock: Clock | None
    absence: Absence
    timers: list[Timer]
    held: int = 0
    """Stops of the server up to here are accounted for."""

    @property
    def timing(self) -> Timing:
        """The clock's arithmetic; without a clock everything is free."""
        return self.clock.timing if self.clock else Timing(0, 0, 0, 0)

    def spent(self, timer: Timer, at: int) -> int:
        """What the seat has taken for this action."""
        return timer.used + (0 if timer.since is None else awake(self._quiet, timer.since, at))

    def left(self, timer: Timer) -> int:
        """What a seat has for this action, all in all, at the moment from which it runs."""
        timing = self.timing
        return max(0, timing.free + timer.bank - timer.used)

    def runs_out(self, seat: int) -> int | None:
        """When a seat's time will be over; None if it does not run, or is over already."""
        timer = self.timers[seat]
        if self.clock is None or timer.since is None or timer.flagged:
            return None
        return after(self._quiet, timer.since, self.left(timer))

    def absent(self, seat: int) -> int | None:
        """When a seat counts as absent; None if it is not to act, or the table waits for everybody."""
        timer = self.timers[seat]
        if self.absence.rule == "wait" or timer.since is None:
            return None
        patience = (self.absence.after if timer.moved else self.absence.first) * SECOND
        return after(self._quiet, timer.since, max(0, patience - timer.used))

    @property
    def deadline(self) -> int | None:
        """When the table has something to do by itself."""
        found = [self.runs_out(seat) for seat in range(len(self.timers))]
        if self.absence.rule == "bot":
            found += [self.absent(seat) for seat in range(len(self.timers))]
        return min((at for at in found if at is not None), default=None)

    @property
    def _quiet(self) -> Any:
        return self.clock.quiet if self.clock else None


class _Mark(msgspec.Struct, frozen=True):
    """An action, by the number of its first match event, and the seat's time when it was done."""

    n: int
    seat: int
    at: int
    timer: Timer


@dataclass
class Timers:
    """The fold of a table's time."""

    times: Times
    _marks: list[_Mark] = field(default_factory=list)

    @staticmethod
    def of(clock: Clock | None, absence: Absence, seats: int) -> Timers | None:
        """The time of a new table; None where nobody counts it."""
        if clock is None and absence.rule == "wait":
            return None
        bank = clock.timing.bank if clock else 0
        return Timers(Times(clock, absence, [Timer(bank) for _ in range(seats)]))

    def _put(self, seat: int, **values: Any) -> None:
        timers = list(self.times.timers)
        timers[seat] = msgspec.structs.replace(timers[seat], **values)
        self.times = msgspec.structs.replace(self.times, timers=timers)

    def settle(self, acting: Collection[int], at: int) -> None:
        """Let the time of those who are to act run, and of nobody else."""
        for seat, timer in enumerate(self.times.timers):
            if seat in acting and timer.since is None:
                self._put(seat, since=at)
            elif seat not in acting and timer.since is not None:
                self._put(seat, bank=self._rest(timer, at), used=0, since=None, votes=())

    def _rest(self, timer: Timer, at: int) -> int:
        return max(0, timer.bank - max(0, self.times.spent(timer, at) - self.times.timing.free))

    def act(self, seat: int, n: int, at: int) -> None:
        """A seat acted; `n` is the number of the event in the match."""
        timer = self.times.timers[seat]
        if timer.since is None:
            # A bot's, or of a game that goes on from another one.
            self._put(seat, moved=True)
            return
        self._marks.append(_Mark(n, seat, at, timer))
        bank = self._rest(timer, at) + self.times.timing.increment
        self._put(seat, bank=bank, used=0, since=None, flagged=False, moved=True, votes=())

    def undo(self, seat: int, gone: Collection[int], acting: Collection[int], at: int, agreed: bool) -> None:
        """Take actions back: each seat that did one gets its time of then; one whose turn never came loses none.

        If the others agreed, the time since costs nothing; otherwise the seat counts as having thought all along.
        """
        for other, timer in enumerate(self.times.timers):
            if timer.since is not None and other not in acting:
                self._put(other, used=0, since=None, votes=())
        for mark in reversed([mark for mark in self._marks if mark.n in gone]):
            until = at if mark.seat == seat and not agreed else mark.at
            used = self.times.spent(mark.timer, until)
            self._put(mark.seat, bank=mark.timer.bank, used=used, since=None, flagged=mark.timer.flagged)
        self._marks = [mark for mark in self._marks if mark.n not in gone]

    def hold(self, since: int, until: int) -> None:
        """The server was down, or its clock was set back (then `until` is the earlier one): no time was lost."""
        back = until < since
        for seat, timer in enumerate(self.times.timers):
            if timer.since is not None and (back or timer.since < until):
                self._put(seat, used=self.times.spent(timer, max(timer.since, since)), since=until)
        self.times = msgspec.structs.replace(self.times, held=until if back else max(self.times.held, until))

    def flag(self, seat: int, at: int) -> None:
        """A seat's time is over."""
        self._put(seat, bank=0, used=self.times.timing.free, since=at, flagged=True)

    def take_back(self, seat: int) -> None:
        """The holder of a seat plays again; if its time was over, it gets a little."""
        timer = self.times.timers[seat]
        if timer.flagged:
            self._put(seat, bank=max(timer.bank, self.times.timing.back), flagged=False)

    def vote(self, seat: int, by: int) -> None:
        """One more wants a bot to play for a seat."""
        votes = self.times.timers[seat].votes
        if by not in votes:
            self._put(seat, votes=(*votes, by))
