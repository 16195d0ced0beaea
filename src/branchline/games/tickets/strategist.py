"""The strong policy of Ticket to Ride: tickets by their worth, every wagon planned, no card wasted."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.state import State
from branchline.games.tickets.board import GRAY, KINDS, LENGTHS, OFFER, least
from branchline.games.tickets.hand_plan import HandPlan, most_of
from branchline.games.tickets.network_plan import NOTHING
from branchline.games.tickets.paths import FAR, Paths
from branchline.games.tickets.state import Tickets
from branchline.games.tickets.steps import (
    CHOOSE,
    CLAIM,
    DRAW_TICKETS,
    FIRST_TICKETS,
    KEEP,
    PAYMENTS,
    SECOND,
)
from branchline.games.tickets.table import FIRST_CHOICES

NEVER: Final = 99  # turns or spaces: more than there are


class Strategist(HandPlan):
    """Plans all its wagons: first for tickets, then for long routes in the colours that it has to spare."""

    def __init__(self) -> None:
        super().__init__()
        # tickets
        self.keep_price: i64 = 10
        """Tenths of the plan's price that count against tickets when they are chosen."""
        self.ticket_gain: i64 = 30
        """Draw tickets if that is thought to bring so much."""
        self.ticket_turns: i64 = 14
        """and if at least so many turns are left."""
        self.open_plan: i64 = 0
        """and if the plan has at most so many routes to go."""
        self.plan_doubt: i64 = 10
        # claims
        self.fill_early: i64 = 6
        """Fillers of so many spaces are claimed before the plan is done."""
        self.fill_locomotives: i64 = 1
        """Locomotives that may then go into one."""
        self.plan_locomotives: i64 = 9
        """Locomotives that may go into a planned route."""
        self.hold: i64 = NEVER
        """Cards are held back until so few turns are left: who waits can still choose what to pay for with them."""
        self.late: i64 = 1
        """With so few turns left every route is worth its points."""

    # ── what the search asks ──
    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Tickets)
        if state.step == FIRST_TICKETS or state.step == CHOOSE:
            return KEEP + self._best_offer(state, seat)
        self.remember(state, seat)
        self.share_out(state, seat)
        if state.step == SECOND:
            return self.card(state, seat)
        return self._turn(state, seat)

    # ── tickets ──
    def _best_offer(self, state: Tickets, seat: i64) -> i64:
        """The tickets whose points are worth the price that they add to the plan."""
        first = state.step == FIRST_TICKETS
        n = state.offer_size(seat)
        best: i64 = 0
        top: i64 = -NOTHING
        for mask in range(1, 1 << n):
            if first and mask not in FIRST_CHOICES:
                continue
            worth = self._worth_of(state, seat, mask)
            if worth > top:
                top = worth
                best = mask
        return best

    def _worth_of(self, state: Tickets, seat: i64, mask: i64) -> i64:
        board = state.board
        tickets = state.held(seat)
        points: i64 = 0
        for i in range(OFFER):
            if (mask >> i) & 1:
                tickets = append(tickets, state.offered[seat * OFFER + i])
        for ticket in tickets:
            points += board.ticket_points[ticket]
        prices = self.prices(state, seat)
        routes = self.join(state, seat, tickets)
        price: i64 = 0
        for route in routes:
            price += prices[route]
        return (points - 2 * self.missed) * 10 - price * self.keep_price // 10

    def _draw_gain(self, state: Tickets, seat: i64) -> i64:
        """What three more tickets are thought to bring, in tenths of a point."""
        board = state.board
        prices = self.prices(state, seat)
        wagons = state.wagons[seat]
        for route in self.planned:
            prices[route] = 0
            wagons -= board.length[route]
        turns = self.turns_left(state, seat) + self.slack - 1
        for route in self.planned:
            turns -= 1 + board.length[route] // 2
        good: i64 = 0
        bad: i64 = 0
        bads: i64 = 0
        n: i64 = 0
        where, knows = state.tickets, state.knows
        for city in range(board.cities):
            paths: Paths | None = None
            for ticket in range(board.tickets):
                if board.ticket_a[ticket] != city or where[ticket] == seat or (knows[ticket] >> seat) & 1:
                    continue
                if paths is None:
                    paths = Paths(board, prices, city)
                n += 1
                gain = self._gain(state, paths, prices, ticket, wagons, turns)
                if gain > 0:
                    good += gain
                else:
                    bad += gain
                    bads += 1
        if n == 0:
            return -NOTHING
        gain = 3 * good // n
        if bads > 0:
            all_bad = bads * bads * bads * 100 // (n * n * n)
            gain += all_bad * (bad // bads) * 6 // 1000
        return gain

    def _gain(self, state: Tickets, paths: Paths, prices: vec[i64], ticket: i64, wagons: i64, turns: i64) -> i64:
        board = state.board
        end = board.ticket_b[ticket]
        points = board.ticket_points[ticket] * 10
        price = paths.distance[end]
        if price >= FAR:
            return -points
        city = end
        length: i64 = 0
        effort: i64 = 0
        while city != paths.start:
            route = paths.via[city] - 1
            if prices[route] > 0:
                length += board.length[route]
                effort += 1 + board.length[route] // 2
            city = board.a[route] + board.b[route] - city
        if length > wagons or effort > turns:
            return -points
        return points * self.plan_doubt // 10 - price * self.keep_price // 10

    # ── a turn ──
    def _turn(self, state: Tickets, seat: i64) -> i64:
        board = state.board
        left = self.turns_left(state, seat)
        if left > self.hold:
            return self._gather(state, seat, left)
        late = state.final >= 0 or left <= self.late
        best: i64 = -1
        top: i64 = -NOTHING
        for route in self.planned:
            if self.payment(state, seat, route, self.plan_locomotives if not late else 9, late) >= 0:
                worth = 1000 + board.length[route]
                if worth > top:
                    top = worth
                    best = route
        if best < 0 or late:
            for i in range(len(self.fillers)):
                route = self.fillers[i]
                length = board.length[route]
                if not late and len(self.planned) > 0 and length < self.fill_early:
                    continue
                if not late and i > 0 and len(self.planned) == 0 and length < 4:
                    continue
                locomotives = least(self.free_locomotives, self.fill_locomotives)
                if late or len(self.planned) == 0:
                    locomotives = 9
                colour = board.colour[route]
                if colour == GRAY:
                    colour = most_of(self.spare)
                if self.spare[colour] + least(locomotives, self.free_locomotives) < length and not late:
                    continue
                if self.payment(state, seat, route, locomotives, late) >= 0:
                    worth = board.points[length]
                    if worth > top:
                        top = worth
                        best = route
            if late:
                for bucket in range(KINDS * LENGTHS):
                    if state.count[bucket] > 0 and board.points[bucket % LENGTHS] > top:
                        route = state.order[board.first[bucket]]
                        if state.open_to(seat, route) and self.payment(state, seat, route, 9, True) >= 0:
                            top = board.points[bucket % LENGTHS]
                            best = route
        if best >= 0:
            return CLAIM + best * PAYMENTS + self.payment(state, seat, best, 9, True)
        return self._gather(state, seat, left)

    def _gather(self, state: Tickets, seat: i64, left: i64) -> i64:
        """Tickets if they are thought to bring enough, else cards."""
        if len(self.planned) <= self.open_plan and state.tickets_left() > 0 and left >= self.ticket_turns:
            if self._draw_gain(state, seat) >= self.ticket_gain:
                return DRAW_TICKETS
        return self.card(state, seat)
