"""The greedy bot of Ticket to Ride: the cheapest paths for its tickets, then six-space routes for their points."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.games.tickets.strategist import NEVER, Strategist

LONG_ROUTE: i64 = 6


class Greedy(Strategist):
    """Sticks to its first tickets and to its plan, and does not think of the longest path."""

    def __init__(self) -> None:
        super().__init__()
        self.orders = 1
        self.replan = NEVER
        self.ticket_turns = NEVER
        # Nothing is claimed or drawn for points before the tickets are done.
        self.fill_early = NEVER
        self.fill_least = LONG_ROUTE
        self.fill_touch = 0
        self.card_fill = self.card_spare
        self.open_locomotive = 20
