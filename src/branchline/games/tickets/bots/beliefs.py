"""Which tickets the others probably hold, judged by their routes."""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.games.tickets.rules.board import FAR, FRESH
from branchline.games.tickets.rules.paths import Paths, wagon_costs
from branchline.games.tickets.rules.state import Tickets

MOST_PROGRESS: Final = 24
STRENGTH: Final = 0.3
"""How much more likely a ticket is for every wagon that its holder's routes would save it."""


@final
class Beliefs:
    """Gives the others tickets that explain their routes; what it worked out holds as long as routes do."""

    def __init__(self) -> None:
        self._key: i64 = -1
        """Stands for the routes that `_likely` was worked out for."""
        self._likely: list[list[float]] = []

    def deal(self, state: Tickets, seat: i64, rng: Generator) -> None:
        """Exchange tickets that the seat does not know between hands and deck, the likelier ones into hands."""
        key = state.players * 8 + seat
        for owner in state.owner:
            key = (key * 11 + owner) % 1000000007
        if key != self._key:
            self._key = key
            self._likely = _likelihoods(state, seat)
        tickets, knows = state.tickets, state.knows
        fresh = vec[i64]()
        for ticket in range(state.board.tickets):
            if tickets[ticket] == FRESH and (knows[ticket] >> seat) & 1 == 0:
                fresh = append(fresh, ticket)
        if len(fresh) == 0:
            return
        for _ in range(4):
            for ticket in range(state.board.tickets):
                holder = tickets[ticket]
                if holder >= state.players or holder == seat or (knows[ticket] >> seat) & 1:
                    continue
                i = rng.below(len(fresh))
                other = fresh[i]
                likely = self._likely[holder]
                if rng.unit() * likely[ticket] <= likely[other]:
                    tickets[other] = holder
                    knows[other] = knows[ticket]
                    tickets[ticket] = FRESH
                    knows[ticket] = 0
                    fresh[i] = ticket


def _likelihoods(state: Tickets, seat: i64) -> list[list[float]]:
    """For every seat and ticket how well the ticket explains the seat's routes."""
    board = state.board
    found: list[list[float]] = []
    plain = board.length
    before = vec[i64]()
    for ticket in range(board.tickets):
        paths = Paths(board, plain, board.ticket_a[ticket], board.ticket_b[ticket])
        before = append(before, paths.distance[board.ticket_b[ticket]])
    for other in range(state.players):
        likely: list[float] = []
        if other != seat:
            costs = wagon_costs(state, other)
            for ticket in range(board.tickets):
                paths = Paths(board, costs, board.ticket_a[ticket], board.ticket_b[ticket])
                now = paths.distance[board.ticket_b[ticket]]
                saved = before[ticket] - now if now < FAR else 0
                if saved < 0:
                    saved = 0
                if saved > MOST_PROGRESS:
                    saved = MOST_PROGRESS
                likely.append(math.exp(STRENGTH * float(saved)))
        found.append(likely)
    return found
