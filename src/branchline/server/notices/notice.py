"""One notice: a message to somebody about a table."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["turn", "full", "over", "rematch", "undo", "mention", "invited"]
KINDS: tuple[Kind, ...] = ("turn", "full", "over", "rematch", "undo", "mention", "invited")

ChannelKind = Literal["push", "discord", "slack", "ntfy", "json", "email"]


class Notice(msgspec.Struct, frozen=True):
    """A row of the outbox. A person has at most one for each table, until they act there or look at it."""

    table: str
    owner: str
    """The browser (its hash) whose person gets it."""
    kind: Kind
    seat: int
    """The seat of theirs that it is about."""
    n: int
    """How many events the table's log had."""
    acted: int
    """How many it had after that person's last act; -1 if there was none."""
    at: float
    due: float
    """Not sent before this moment."""
    by: str | None = None
    """Who asks, or speaks."""
    line: str | None = None
    """What was said."""
