"""What several commands say about bots that lost by rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


def print_failures(console: Console, rows: Iterable[dict[str, Any]]) -> None:
    """A line for every bot and reason; a reason may quote what a bot said, so it is no markup."""
    for row in rows:
        for why, count in row["failures"].items():
            console.print(f"{row['bot']} lost {count} games by rule: {why}", highlight=False, markup=False)
