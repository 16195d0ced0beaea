"""A plan for a seat's tickets: the routes that join their cities at the least price, kept while it stays good.

It looks only at what the seat knows.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.tickets.bots.forecast import cards_soon, turns_left
from branchline.games.tickets.bots.weights import Weights
from branchline.games.tickets.rules.board import COLOURS, FAR, FREE, GRAY, KINDS, least
from branchline.games.tickets.rules.network import Network
from branchline.games.tickets.rules.paths import BLOCKED, Paths
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import held

NOTHING: Final = 1000000


@final
class TicketPlan:
    """What routes are worth to a seat, and which of them its tickets ask for."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.planned: vec[i64] = vec[i64]()
        """The routes that the tickets of the seat in question still need."""
        self.missed: i64 = 0
        """Points of tickets that the last plan gave up,"""
        self.given_up: i64 = 0
        """and how many they are."""
        self._for: vec[i64] = vec[i64]()
        """For each seat a key of the tickets that its plan was made for."""
        self._plans: list[vec[i64]] = []

    def forget(self) -> None:
        """Forget the plans of the last world: they were made for other tickets."""
        self._plans = []
        self._for = vec[i64]()

    def remember(self, state: Tickets, seat: i64) -> None:
        """The seat's plan into `planned`; it is made anew when its tickets changed or a planned route is lost."""
        while len(self._plans) <= seat:
            self._plans.append(vec[i64]())
            self._for = append(self._for, -1)
        key: i64 = 1 + state.turns // state.players // self.weights.replan
        tickets = state.tickets
        for ticket in range(state.board.tickets):
            if tickets[ticket] == seat:
                key = (key * 71 + ticket + 1) % 1000003
        routes = self._plans[seat]
        good = self._for[seat] == key
        owner, twin = state.owner, state.board.twin
        if good:
            for route in routes:
                holder = owner[route]
                if holder != seat and (holder != FREE or (twin[route] >= 0 and owner[twin[route]] == seat)):
                    good = False
                    break
        if not good:
            routes = self.join(state, seat, held(state, seat))
            self._plans[seat] = routes
            self._for[seat] = key
        planned = vec[i64]()
        for route in routes:
            if owner[route] != seat:
                planned = append(planned, route)
        self.planned = planned

    def prices(self, state: Tickets, seat: i64) -> vec[i64]:
        """What every route costs the seat: nothing for its own, never less than 1 for another."""
        board = state.board
        prices = board.length[:]
        hands = state.hands
        at = seat * KINDS
        most: i64 = 0
        for colour in range(COLOURS):
            if hands[at + colour] > most:
                most = hands[at + colour]
        wagons = state.wagons[seat]
        owner, twin, colours, lengths, points = state.owner, board.twin, board.colour, board.length, board.points
        weights = self.weights
        claim, wagon, card, share = weights.claim_price, weights.wagon_price, weights.card_price, weights.point_share
        soon = cards_soon(weights, state, seat)
        over = weights.over_price
        for route in range(board.routes):
            length = lengths[route]
            if owner[route] == seat:
                prices[route] = 0
            elif owner[route] != FREE or length > wagons or (twin[route] >= 0 and owner[twin[route]] == seat):
                prices[route] = BLOCKED
            else:
                have = most
                if colours[route] != GRAY:
                    have = hands[at + colours[route]]
                missing = length - have
                if missing < 0:
                    missing = 0
                price = claim + wagon * length + card * missing - share * points[length]
                missing -= soon
                if missing > 0:
                    price += over * missing
                prices[route] = price if price > 1 else 1
        return prices

    def join(self, state: Tickets, seat: i64, tickets: vec[i64]) -> vec[i64]:
        """Routes that join the tickets' cities, as far as wagons and time allow; the better of several orders."""
        tickets = self._undone(state, seat, tickets)
        self.missed = self.given_up = 0
        if len(tickets) == 0:
            return vec[i64]()
        prices = self.prices(state, seat)
        turns = turns_left(self.weights, state, seat) + self.weights.slack
        routes = self._join(state, seat, tickets, prices[:], turns, False)
        if self.weights.orders < 2 or len(tickets) < 2:
            return routes
        missed, given_up = self.missed, self.given_up
        others = self._join(state, seat, tickets, prices[:], turns, True)
        if _price(prices, others) + 20 * self.missed < _price(prices, routes) + 20 * missed:
            return others
        self.missed, self.given_up = missed, given_up
        return routes

    def _undone(self, state: Tickets, seat: i64, tickets: vec[i64]) -> vec[i64]:
        """Those of the tickets that the seat's routes do not join yet."""
        board = state.board
        network = Network(board, state.owner, seat)
        undone = vec[i64]()
        for ticket in tickets:
            if not network.joins(board.ticket_a[ticket], board.ticket_b[ticket]):
                undone = append(undone, ticket)
        return undone

    def _join(
        self, state: Tickets, seat: i64, tickets: vec[i64], prices: vec[i64], turns: i64, upwards: bool
    ) -> vec[i64]:
        board = state.board
        routes = vec[i64]()
        wagons = least(state.wagons[seat], self.weights.plan_most)
        self.missed = self.given_up = 0
        points, lengths = board.ticket_points, board.length
        rest = tickets[:]
        for _place in range(len(rest)):
            best: i64 = -1
            for i in range(len(rest)):
                ticket = rest[i]
                if ticket >= 0 and (best < 0 or (points[ticket] > points[rest[best]]) != upwards):
                    best = i
            ticket = rest[best]
            rest[best] = -1
            end = board.ticket_b[ticket]
            paths = Paths(board, prices, board.ticket_a[ticket], end)
            if paths.distance[end] >= FAR:
                self.missed += points[ticket]
                self.given_up += 1
                continue
            way = paths.way(end)
            length: i64 = 0
            effort: i64 = 0
            for route in way:
                if prices[route] > 0:
                    length += lengths[route]
                    effort += 1 + lengths[route] // 2
            if length > wagons or (turns < 25 and effort > turns):
                self.missed += points[ticket]
                self.given_up += 1
                continue
            wagons -= length
            turns -= effort
            for route in way:
                if prices[route] > 0:
                    prices[route] = 0
                    routes = append(routes, route)
        return routes


def _price(prices: vec[i64], routes: vec[i64]) -> i64:
    price: i64 = 0
    for route in routes:
        price += prices[route]
    return price
