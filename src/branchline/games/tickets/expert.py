"""What the search knows beyond the strategist: which tickets others probably hold, and which moves to compare."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.state import State
from branchline.games.tickets.board import FRESH, KINDS, LENGTHS
from branchline.games.tickets.greedy import Greedy
from branchline.games.tickets.paths import FAR, Paths, wagon_costs
from branchline.games.tickets.racer import Racer
from branchline.games.tickets.state import Tickets
from branchline.games.tickets.steps import (
    CHOOSE,
    CLAIM,
    DRAW_TICKETS,
    FIRST_TICKETS,
    PAYMENTS,
    SECOND,
)
from branchline.games.tickets.strategist import Strategist

MOST_PROGRESS: Final = 24


class Expert(Strategist):
    """The strategist with beliefs about the others' tickets and with moves for the search to compare."""

    def __init__(self) -> None:
        super().__init__()
        # Weights found by bench/tune_tickets.py.
        self.claim_price = 70
        self.fill_point = 11
        self.fill_claim = 68
        self.fill_card = 20
        self.fill_end = 4
        self.card_fill = 14
        self.card_last = 1
        self.supply = 4
        self.over_price = 35
        self.keep_price = 14
        self.late = 0
        self.hold = 14
        self.belief: float = 0.3
        """How much more likely a ticket is for every wagon that its holder's routes would save it."""
        self.soft: float = 15.0
        """Points of the lead that make a win nearly sure."""
        self.blocks: i64 = 2
        """So many claims in the way of others are compared,"""
        self.guesses: i64 = 8
        """after so many guesses at their tickets."""
        self.search_from: i64 = 26
        """Turns are searched once at most so many are thought to be left; before that the plan alone decides."""
        self.point_worth: float = 0.002
        """What a point more is worth beside the win."""
        self._me: i64 = -1
        self._ways: list[Strategist] = [Greedy(), Racer()]
        """How the others are thought to play: in each world all in one of these ways."""
        self._way: Strategist = self._ways[0]
        self._believed: i64 = -1
        self._likely: list[list[float]] = []

    def prepare(self, state: State, seat: i64) -> State:
        """Give the others tickets that explain their routes, and one of the known ways of playing."""
        super().prepare(state, seat)
        assert isinstance(state, Tickets)
        mixed: i64 = 17
        for where in state.tickets:
            mixed = (mixed * 31 + where) % 2147483647
        rng = Generator(mixed)
        self._me = seat
        self._way = self._ways[rng.below(len(self._ways))]
        self._way.prepare(state, seat)
        if self.belief > 0.0 and state.step != FIRST_TICKETS:
            self._believe(state, seat, rng)
        return state

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        if seat != self._me and self._me >= 0:
            return self._way.choose(state, seat, rng)
        return super().choose(state, seat, rng)

    def _believe(self, state: Tickets, seat: i64, rng: Generator) -> None:
        key = state.players * 8 + seat
        for owner in state.owner:
            key = (key * 11 + owner) % 1000000007
        if key != self._believed:
            self._believed = key
            self._likely = self._likelihoods(state, seat)
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

    def _likelihoods(self, state: Tickets, seat: i64) -> list[list[float]]:
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
                    likely.append(math.exp(self.belief * float(saved)))
            found.append(likely)
        return found

    def candidates(self, state: State, seat: i64, most: i64, rng: Generator) -> vec[i64]:
        """The strategist's move, then payable claims, cards, tickets, and claims in the way of others."""
        assert isinstance(state, Tickets)
        found = vec[i64]([self.choose(state, seat, rng)])
        if state.step == FIRST_TICKETS or state.step == CHOOSE:
            for action in state.legal(seat):
                found = _with(found, action, most)
            return found
        if state.step == SECOND or self.turns_left(state, seat) > self.search_from:
            return found
        planned, fillers = self.planned, self.fillers
        found = _with(found, self.card(state, seat), most)
        for route in planned:
            found = self._with_claim(state, seat, route, found, most)
        for route in fillers:
            found = self._with_claim(state, seat, route, found, most)
        if state.tickets_left() > 0:
            found = _with(found, DRAW_TICKETS, most)
        if state.final >= 0 or self.turns_left(state, seat) <= 3:
            for length in range(LENGTHS - 1, 0, -1):
                for colour in range(KINDS):
                    bucket = colour * LENGTHS + length
                    first = state.board.first[bucket]
                    for i in range(first, first + state.count[bucket]):
                        found = self._with_claim(state, seat, state.order[i], found, most)
        if self.blocks > 0:
            found = self._with_blocks(state, seat, found, rng)
        return found

    def _with_blocks(self, state: Tickets, seat: i64, found: vec[i64], rng: Generator) -> vec[i64]:
        """Claims of routes that the others plan in most of the worlds that the seat could be in, short ones first."""
        board = state.board
        wanted = board.no_routes[:]
        for _world in range(self.guesses):
            world = state.resample(seat, rng)
            assert isinstance(world, Tickets)
            self.prepare(world, seat)
            for other in range(state.players):
                if other != seat:
                    self._way.remember(world, other)
                    for route in self._way.planned:
                        wanted[route] += 1
        full = len(found) + self.blocks
        while len(found) < full:
            best: i64 = -1
            top: i64 = 0
            for route in range(board.routes):
                worth = wanted[route] * 12 // board.length[route]
                if worth > top and state.open_to(seat, route) and self.payment(state, seat, route, 9, True) >= 0:
                    top = worth
                    best = route
            if best < 0:
                break
            wanted[best] = 0
            found = self._with_claim(state, seat, best, found, full)
        return found

    def _with_claim(self, state: Tickets, seat: i64, route: i64, found: vec[i64], most: i64) -> vec[i64]:
        if not state.open_to(seat, route):
            return found
        payment = self.payment(state, seat, route, 9, True)
        if payment < 0:
            return found
        return _with(found, CLAIM + route * PAYMENTS + payment, most)

    def value(self, state: State, seat: i64) -> float:
        """How surely the game is won, by the lead over the best of the others, and a little for the points."""
        points = state.ranking()
        own = points[seat]
        best: i64 = -(1 << 60)
        for other in range(len(points)):
            if other != seat and points[other] > best:
                best = points[other]
        lead = float(own - best) / 1000000.0
        return 1.0 / (1.0 + math.exp(-lead / self.soft)) + self.point_worth * lead


def _with(actions: vec[i64], action: i64, most: i64) -> vec[i64]:
    """The actions with one more, if it is new and there is room."""
    if len(actions) >= most or action in actions:
        return actions
    return append(actions, action)
