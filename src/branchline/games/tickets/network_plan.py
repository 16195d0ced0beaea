"""A plan for a seat's tickets: the routes that join their cities at the least price, kept while it stays good.

Prices and worths are in tenths of a point. All looks only at what the seat knows.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.policy import Policy
from branchline.core.state import State
from branchline.games.tickets.board import COLOURS, FREE, GRAY, KINDS, LOCOMOTIVE, least
from branchline.games.tickets.network import Network
from branchline.games.tickets.paths import BLOCKED, FAR, Paths
from branchline.games.tickets.state import Tickets

NOTHING: Final = 1000000


class NetworkPlan(Policy):
    """What routes are worth to a seat, and which of them its tickets ask for."""

    def __init__(self) -> None:
        self.claim_price: i64 = 60
        """What the turn of a claim costs."""
        self.wagon_price: i64 = 10
        self.card_price: i64 = 2
        """What a card costs that is not in hand yet."""
        self.point_share: i64 = 7
        """Tenths of the points that a route brings that are taken off its price."""
        self.plan_most: i64 = 45
        """So many wagons at most may tickets ask for."""
        self.orders: i64 = 2
        """In how many orders tickets are joined: the dearest first, then the cheapest first."""
        self.slack: i64 = 5
        """So many turns more than are thought to be left may a ticket take."""
        self.supply: i64 = 3
        """Tenths of cards of one colour that a turn is thought to bring."""
        self.over_price: i64 = 26
        """What a card costs that will hardly come in time."""
        self.replan: i64 = 2
        """A plan is made anew after so many turns of the seat."""
        self.waste: i64 = 12
        """Tenths of cards that others draw for each that they use."""
        self.planned: vec[i64] = vec[i64]()
        """The routes that the tickets of the seat in question still need."""
        self.missed: i64 = 0
        """Points of tickets that the last plan gave up."""
        self._for: vec[i64] = vec[i64]()
        """For each seat a key of the tickets that its plan was made for."""
        self._plans: list[vec[i64]] = []

    def prepare(self, state: State, seat: i64) -> State:
        """Forget the plans of the last world: they were made for other tickets."""
        self._plans = []
        self._for = vec[i64]()
        return state

    def remember(self, state: Tickets, seat: i64) -> None:
        """The seat's plan into `planned`; it is made anew when its tickets changed or a planned route is lost."""
        while len(self._plans) <= seat:
            self._plans.append(vec[i64]())
            self._for = append(self._for, -1)
        key: i64 = 1 + state.turns // state.players // self.replan
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
            routes = self.join(state, seat, state.held(seat))
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
        claim, wagon, card, share = self.claim_price, self.wagon_price, self.card_price, self.point_share
        soon = self.soon(state, seat)
        over = self.over_price
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

    def soon(self, state: Tickets, seat: i64) -> i64:
        """How many cards of one colour the seat can hope for in the turns that it has, with its locomotives."""
        turns = least(self.turns_left(state, seat), self.turns_of(state, seat))
        return turns * self.supply // 10 + state.hands[seat * KINDS + LOCOMOTIVE]

    def join(self, state: Tickets, seat: i64, tickets: vec[i64]) -> vec[i64]:
        """Routes that join the tickets' cities, as far as wagons and time allow; the better of several orders."""
        tickets = self._undone(state, seat, tickets)
        self.missed = 0
        if len(tickets) == 0:
            return vec[i64]()
        prices = self.prices(state, seat)
        turns = self.turns_left(state, seat) + self.slack
        routes = self._join(state, seat, tickets, prices[:], turns, False)
        if self.orders < 2 or len(tickets) < 2:
            return routes
        missed = self.missed
        others = self._join(state, seat, tickets, prices[:], turns, True)
        if _price(prices, others) + 20 * self.missed < _price(prices, routes) + 20 * missed:
            return others
        self.missed = missed
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
        wagons = least(state.wagons[seat], self.plan_most)
        self.missed = 0
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
                continue
            wagons -= length
            turns -= effort
            for route in way:
                if prices[route] > 0:
                    prices[route] = 0
                    routes = append(routes, route)
        return routes

    def turns_left(self, state: Tickets, seat: i64) -> i64:
        """A guess at how many turns the seat still has: the others need cards for their wagons, and claims."""
        if state.final >= 0:
            return 1
        fewest: i64 = 99
        for other in range(state.players):
            if other != seat:
                turns = self.turns_of(state, other)
                if turns < fewest:
                    fewest = turns
        return 1 + fewest

    def turns_of(self, state: Tickets, seat: i64) -> i64:
        """How many turns a seat needs to lay all its wagons but two."""
        wagons = state.wagons[seat] - 2
        if wagons <= 0:
            return 0
        cards = wagons * self.waste // 10 - state.hand_size(seat)
        if cards < 0:
            cards = 0
        return (cards + 1) // 2 + (wagons + 3) // 4


def _price(prices: vec[i64], routes: vec[i64]) -> i64:
    price: i64 = 0
    for route in routes:
        price += prices[route]
    return price
