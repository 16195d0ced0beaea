"""What a table may choose about time: a clock, and what happens when somebody does not move."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from branchline.server.quiet import QuietHours

AtZero = Literal["bot", "resign", "nothing"]
"""A bot plays on for the seat, the seat gives up, or the clock only says so."""
SECOND, HOUR = 1000, 3_600_000
LEAST_BACK = 10 * SECOND


class Timing(msgspec.Struct, frozen=True):
    """All clocks in one arithmetic: an action has `free` time, then the bank is used, then the increment is added."""

    bank: int
    free: int
    increment: int
    back: int
    """What the bank has at least when a seat whose time was over is taken back."""


class LiveClock(msgspec.Struct, frozen=True, tag="live", tag_field="kind", forbid_unknown_fields=True):
    """A game in one sitting. Seconds: for the game, more after each action, and until the last move has been seen."""

    base: Annotated[int, Meta(ge=1, le=10_800)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0
    delay: Annotated[int, Meta(ge=0, le=60)] = 0
    at_zero: AtZero = "bot"

    @property
    def quiet(self) -> QuietHours | None:
        """None: everybody is there."""
        return None

    @property
    def timing(self) -> Timing:
        """In milliseconds."""
        base = self.base * SECOND
        back = min(base, max(base // 10, LEAST_BACK))
        return Timing(base, self.delay * SECOND, self.increment * SECOND, back)


class DaysClock(msgspec.Struct, frozen=True, tag="days", tag_field="kind", forbid_unknown_fields=True):
    """A game over days. Hours for each action, and a bank of hours for those that take longer."""

    hours: Annotated[int, Meta(ge=1, le=720)]
    bank: Annotated[int, Meta(ge=0, le=8760)] = 0
    quiet: QuietHours | None = None
    at_zero: AtZero = "bot"

    @property
    def timing(self) -> Timing:
        """In milliseconds."""
        return Timing(self.bank * HOUR, self.hours * HOUR, 0, 0)


Clock = LiveClock | DaysClock


class Absence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens with a player who does not move: wait, let the others vote for a bot, or let a bot play."""

    rule: Literal["wait", "vote", "bot"] = "wait"
    after: Annotated[int, Meta(ge=1, le=2_592_000)] = 600
    """Seconds without a move."""
    first: Annotated[int, Meta(ge=1, le=2_592_000)] = 180
    """Seconds without a first move."""
