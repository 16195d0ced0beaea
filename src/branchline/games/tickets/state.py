"""The position of Ticket to Ride as the house plays it: copies, chance, actions, points (T32–T34)."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.state import State
from branchline.games.tickets.board import KINDS, Board
from branchline.games.tickets.legal import Legal
from branchline.games.tickets.network import Network
from branchline.games.tickets.steps import (
    BLIND,
    CLAIM,
    DRAW_BLIND,
    DRAW_TICKETS,
    HAND,
    KEEP,
    OVER,
    PASS,
    PAYMENTS,
    REVEAL,
    ROW_CARD,
    SPACES,
    STARTER,
    TAKE,
    TICKET,
)


@final
class Tickets(Legal):
    """A position of Ticket to Ride."""

    def clone(self) -> Tickets:
        copy = Tickets(self.board, 0)
        self.copy_to(copy)
        return copy

    def resample(self, seat: i64, rng: Generator) -> State:
        copy = self.clone()
        if self.step != OVER:
            copy.deal_anew(seat, rng)
        return copy

    # ── who acts, what chance does ──
    def chance(self) -> i64:
        due = self.due
        if due == 0:
            return 0
        if due == TICKET:
            if self.fresh > 0:
                return self.fresh
            return 1
        if due == STARTER:
            return self.players
        if due == REVEAL:
            return 1
        return self.deck_size

    def apply_chance(self, k: i64) -> None:
        due = self.due
        if due == ROW_CARD:
            self._lay_card(self.take_card(k))
        elif due == BLIND:
            self.hands[self.seat * KINDS + self.take_card(k)] += 1
            self.due = 0
            self._picked()
        elif due == HAND:
            self._deal_hand(self.take_card(k))
        elif due == TICKET:
            self._offer_next(k)
            self._go_on_offering()
        elif due == REVEAL:
            self._reveal()
        else:
            self.first = k
            self.seat = 0
            self.due = HAND

    def apply(self, seat: i64, action: i64) -> None:
        if action != PASS:
            self.passes = 0
        if action >= CLAIM:
            code = action - CLAIM
            self._claim(seat, code // PAYMENTS, code % PAYMENTS // SPACES, code % SPACES)
        elif action == DRAW_BLIND:
            self._draw_blind()
        elif action < DRAW_TICKETS:
            self._take(seat, action - TAKE)
        elif action >= KEEP:
            self._keep(seat, action - KEEP)
        elif action == DRAW_TICKETS:
            self._go_on_offering()
        else:
            self.passes += 1
            self._end_turn()

    # ── points ──
    def network(self, seat: i64) -> Network:
        """What the seat's routes join."""
        return Network(self.board, self.owner, seat)

    def scores(self) -> vec[i64]:
        """T32, once the game is over; before, the route points alone, for tickets are secret."""
        if self.step != OVER:
            return self.points[:]
        return self._final(False)

    def ranking(self) -> vec[i64]:
        """T34: points, then completed tickets, then the longer path."""
        return self._final(True) if self.step == OVER else self.points[:]

    def _final(self, ranks: bool) -> vec[i64]:
        board = self.board
        result = self.points[:]
        networks = [self.network(seat) for seat in range(self.players)]
        completed = board.no_hands[: self.players]
        for ticket in range(board.tickets):
            seat = self.tickets[ticket]
            if seat < self.players:
                if networks[seat].joins(board.ticket_a[ticket], board.ticket_b[ticket]):
                    result[seat] += board.ticket_points[ticket]
                    completed[seat] += 1
                else:
                    result[seat] -= board.ticket_points[ticket]
        paths = self._paths(networks, ranks)
        longest: i64 = 0
        for path in paths:
            if path > longest:
                longest = path
        for seat in range(self.players):
            if longest > 0 and paths[seat] == longest:
                result[seat] += board.longest
            if ranks:
                result[seat] = (result[seat] * 1000 + completed[seat]) * 1000 + paths[seat]
        return result

    def _paths(self, networks: list[Network], all_of_them: bool) -> vec[i64]:
        """Every seat's longest path; unless all are asked for, one that cannot be the longest may come out shorter."""
        bounds, paths = self.board.no_hands[: self.players], self.board.no_hands[: self.players]
        for seat in range(self.players):
            bounds[seat] = networks[seat].bound()
        longest: i64 = 0
        for _turn in range(self.players):
            seat = 0  # the most promising is measured first, so that little is left to do for the others
            for other in range(self.players):
                if bounds[other] > bounds[seat]:
                    seat = other
            if all_of_them or bounds[seat] >= longest:
                floor: i64 = 0
                if longest > 0 and not all_of_them:
                    floor = longest - 1
                paths[seat] = networks[seat].measure(False, floor)
                if paths[seat] > longest:
                    longest = paths[seat]
            bounds[seat] = -1
        return paths


def from_bytes(data: bytes, board: Board, players: int) -> Tickets:
    """The state that `to_bytes` wrote."""
    values = vec[i64]([int.from_bytes(data[i : i + 8], "little", signed=True) for i in range(0, len(data), 8)])
    state = Tickets(board, players)
    state.read(values)
    return state
