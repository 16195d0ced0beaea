"""The racer of Ticket to Ride: long routes as fast as they come, so that the others' tickets stay undone."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.games.tickets.strategist import NEVER, Strategist

WAGONS_FOR_TICKETS: i64 = 14


class Racer(Strategist):
    """Two short tickets at a few wagons' cost, six-space routes first, and the end as soon as possible."""

    def __init__(self) -> None:
        super().__init__()
        self.keep_price = 20
        self.plan_most = WAGONS_FOR_TICKETS
        self.fill_early = 4
        self.ticket_turns = NEVER
        self.orders = 1
