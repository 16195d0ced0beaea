"""The greedy bot of Ticket to Ride: a network for its tickets, then cards for it, then points.

It looks at the seat's own cards and tickets and at what lies open, never at what is hidden from the seat.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import State
from branchline.games.tickets.board import COLOURS, FREE, GRAY, KINDS, LOCOMOTIVE, NO_CARD, OFFER, least
from branchline.games.tickets.paths import BLOCKED, FAR, Paths
from branchline.games.tickets.state import Tickets
from branchline.games.tickets.steps import (
    CHOOSE,
    CLAIM,
    DRAW_BLIND,
    FIRST_TICKETS,
    KEEP,
    PAYMENTS,
    SECOND,
    SPACES,
    TAKE,
)
from branchline.games.tickets.table import FIRST_CHOICES
from branchline.games.tickets.whatever import whatever

NOTHING: Final = 1000000

# Weights of a route's price when a network is planned.
PER_ROUTE: Final = 12
PER_WAGON: Final = 2
PER_MISSING: Final = 2
PER_POINT: Final = 2

LONG_ROUTE: Final = 6  # shorter routes are not claimed for their points before the end is near
KEEP_COST: Final = 10  # tenths of a point that a wagon costs when tickets are chosen
FEW_COLOURS: Final = 3  # an open locomotive is taken when at most so many colours are lacking
LATE: Final = 3  # with so few turns left every route is worth its points
PACE: Final = 8  # turns that ten wagons of the player with the fewest are thought to last


class Greedy(Policy):
    """The cheapest paths for its tickets, then long routes for points."""

    def __init__(self) -> None:
        self._planned: vec[i64] = vec[i64]()
        self._for: vec[i64] = vec[i64]()
        """For each seat the key of the tickets that its plan was made for."""
        self._routes: list[vec[i64]] = []

    # ── what the search asks ──
    def prepare(self, state: State, seat: i64) -> State:
        """Forget the plans of the last world: they were made for other tickets."""
        self._routes = []
        self._for = vec[i64]()
        return state

    def choose(self, state: State, seat: i64, rng: Generator) -> i64:
        assert isinstance(state, Tickets)
        if state.step == FIRST_TICKETS or state.step == CHOOSE:
            return KEEP + self._best_offer(state, seat)
        self._remember(state, seat)
        if state.step == SECOND:
            return self._card(state, seat)
        return self._turn(state, seat)

    # ── plans ──
    def _remember(self, state: Tickets, seat: i64) -> None:
        """The seat's plan into `_planned`; it is made anew when its tickets changed or a planned route is lost."""
        while len(self._routes) <= seat:
            self._routes.append(vec[i64]())
            self._for = append(self._for, -1)
        key: i64 = 1
        for ticket in range(state.board.tickets):
            if state.tickets[ticket] == seat:
                key = (key * 71 + ticket + 1) % 1000003
        routes = self._routes[seat]
        good = self._for[seat] == key
        if good:
            for route in routes:
                if state.owner[route] != seat and not state.open_to(seat, route):
                    good = False
        if not good:
            routes = self._network(state, seat)
            self._routes[seat] = routes
            self._for[seat] = key
        planned = vec[i64]()
        for route in routes:
            if state.owner[route] != seat:
                planned = append(planned, route)
        self._planned = planned

    def _prices(self, state: Tickets, seat: i64) -> vec[i64]:
        board = state.board
        prices = board.length[:]
        hands = state.hands
        at = seat * KINDS
        most: i64 = 0
        for colour in range(COLOURS):
            if hands[at + colour] > most:
                most = hands[at + colour]
        wagons = state.wagons[seat]
        owner, twin, colours, lengths = state.owner, board.twin, board.colour, board.length
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
                price = PER_ROUTE + PER_WAGON * length + PER_MISSING * missing
                price -= PER_POINT * board.points[length]
                prices[route] = price if price > 1 else 1
        return prices

    def _network(self, state: Tickets, seat: i64) -> vec[i64]:
        """Routes that join the tickets' cities, the dearest ticket first, as far as wagons and time allow."""
        held = vec[i64]()
        for ticket in range(state.board.tickets):
            if state.tickets[ticket] == seat:
                held = append(held, ticket)
        return self._join(state, seat, held)

    def _join(self, state: Tickets, seat: i64, tickets: vec[i64]) -> vec[i64]:
        board = state.board
        prices = self._prices(state, seat)
        routes = vec[i64]()
        wagons = state.wagons[seat]
        turns = self._turns_left(state, seat)
        for _ in range(len(tickets)):
            best: i64 = -1
            for i in range(len(tickets)):
                ticket = tickets[i]
                if ticket >= 0 and (best < 0 or board.ticket_points[ticket] > board.ticket_points[tickets[best]]):
                    best = i
            ticket = tickets[best]
            tickets[best] = -1
            paths = Paths(board, prices, board.ticket_a[ticket])
            if paths.distance[board.ticket_b[ticket]] >= FAR:
                continue
            way = paths.way(board.ticket_b[ticket])
            length: i64 = 0
            effort: i64 = 0
            for route in way:
                if prices[route] > 0:
                    length += board.length[route]
                    effort += 1 + board.length[route] // 2
            if length > wagons or (turns < 20 and effort > turns + 2):
                continue
            wagons -= length
            turns -= effort
            for route in way:
                if prices[route] > 0:
                    prices[route] = 0
                    routes = append(routes, route)
        return routes

    def _turns_left(self, state: Tickets, seat: i64) -> i64:
        """A guess at how many turns the seat still has: players lay a wagon a turn and a bit more."""
        if state.final >= 0:
            return 1
        fewest = state.wagons[0]
        for other in range(state.players):
            if state.wagons[other] < fewest:
                fewest = state.wagons[other]
        return 1 + fewest * PACE // 10

    # ── tickets ──
    def _best_offer(self, state: Tickets, seat: i64) -> i64:
        """The tickets whose points are worth the wagons that they add to the plan."""
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
        tickets = vec[i64]()
        points: i64 = 0
        for ticket in range(board.tickets):
            if state.tickets[ticket] == seat:
                tickets = append(tickets, ticket)
        for i in range(OFFER):
            if (mask >> i) & 1:
                tickets = append(tickets, state.offered[seat * OFFER + i])
        all_tickets = tickets[:]
        routes = self._join(state, seat, tickets)
        wagons: i64 = 0
        for route in routes:
            wagons += board.length[route]
        joined = vec[i64]([0] * int(board.routes))
        for route in routes:
            joined[route] = 1
        for ticket in all_tickets:
            if self._joins(state, seat, joined, board.ticket_a[ticket], board.ticket_b[ticket]):
                points += board.ticket_points[ticket]
            else:
                points -= board.ticket_points[ticket]
        return points * 10 - wagons * KEEP_COST

    def _joins(self, state: Tickets, seat: i64, joined: vec[i64], a: i64, b: i64) -> bool:
        costs = state.board.length[:]
        for route in range(state.board.routes):
            if joined[route] == 0 and state.owner[route] != seat:
                costs[route] = BLOCKED
        return Paths(state.board, costs, a).distance[b] < FAR

    # ── a turn ──
    def _turn(self, state: Tickets, seat: i64) -> i64:
        board = state.board
        late = state.final >= 0 or self._turns_left(state, seat) <= LATE
        best: i64 = -1
        top: i64 = 0
        for route in self._planned:
            if self._payment(state, seat, route) >= 0:
                worth = 20 + board.length[route]
                if worth > top:
                    top = worth
                    best = route
        if best < 0 or late:
            shortest = LONG_ROUTE
            if late or state.wagons[seat] < shortest:
                shortest = 1
            for length in range(shortest, 10):
                if length <= state.wagons[seat]:
                    route = self._payable(state, seat, length)
                    if route >= 0:
                        worth = board.points[length]
                        if (late or len(self._planned) == 0) and worth > top:
                            top = worth
                            best = route
        if best >= 0:
            return CLAIM + best * PAYMENTS + self._payment(state, seat, best)
        return self._card(state, seat)

    def _payable(self, state: Tickets, seat: i64, length: i64) -> i64:
        """A route of that length which the seat can pay for, or −1."""
        board = state.board
        found: i64 = -1
        for colour in range(KINDS):
            bucket = colour * 10 + length
            first = board.first[bucket]
            for i in range(first, first + state.count[bucket]):
                route = state.order[i]
                if state.open_to(seat, route) and self._payment(state, seat, route) >= 0:
                    found = route
                    break
        return found

    def _payment(self, state: Tickets, seat: i64, route: i64) -> i64:
        """The payment with the fewest locomotives, from the colour that the plan needs least; −1 if there is none."""
        board = state.board
        hands = state.hands
        at = seat * KINDS
        length = board.length[route]
        if length > state.wagons[seat]:
            return -1
        locomotives = hands[at + LOCOMOTIVE]
        if board.colour[route] != GRAY:
            held = least(hands[at + board.colour[route]], length)
            if held + locomotives < length:
                return -1
            if held == 0:
                return LOCOMOTIVE * SPACES + length
            return board.colour[route] * SPACES + length - held
        best: i64 = -1
        top: i64 = -NOTHING
        for colour in range(COLOURS):
            held = hands[at + colour]
            if held == 0 or held + locomotives < length:
                continue
            spent = least(held, length)
            worth = held - 20 * (length - spent) - 3 * self._needs(state, route, colour)
            if worth > top:
                top = worth
                best = colour * SPACES + length - spent
        if best < 0 and locomotives >= length:
            return LOCOMOTIVE * SPACES + length
        return best

    def _needs(self, state: Tickets, but: i64, colour: i64) -> i64:
        """How many cards of a colour the plan needs, apart from one route."""
        board = state.board
        needs: i64 = 0
        for route in self._planned:
            if route != but and board.colour[route] == colour:
                needs += board.length[route]
        return needs

    # ── cards ──
    def _card(self, state: Tickets, seat: i64) -> i64:
        """The open card that the plan lacks most; a locomotive if little else would do; else a blind one."""
        lacks = self._lacks(state, seat)
        best: i64 = -1
        top: i64 = 0
        wanted: i64 = 0
        for colour in range(COLOURS):
            if lacks[colour] > 0:
                wanted += 1
        locomotive = False
        for card in state.row:
            if card == NO_CARD:
                continue
            if card == LOCOMOTIVE:
                locomotive = True
            elif lacks[card] > top:
                top = lacks[card]
                best = card
        if state.step == SECOND:
            locomotive = False
        if best >= 0 and not (locomotive and self._open_of(state, lacks) < 2 and wanted <= 2):
            return TAKE + best
        if locomotive and 0 < wanted <= FEW_COLOURS:
            return TAKE + LOCOMOTIVE
        if state.may_draw_blind():
            return DRAW_BLIND
        if best >= 0:
            return TAKE + best
        return whatever(state, seat)

    def _open_of(self, state: Tickets, lacks: vec[i64]) -> i64:
        """How many open cards the plan lacks."""
        n: i64 = 0
        for card in state.row:
            if card < LOCOMOTIVE and lacks[card] > 0:
                n += 1
        return n

    def _lacks(self, state: Tickets, seat: i64) -> vec[i64]:
        """How many cards of every colour are missing for the plan, or for the best long routes without one."""
        board = state.board
        lacks = vec[i64]([0, 0, 0, 0, 0, 0, 0, 0, 0])
        at = seat * KINDS
        routes = self._planned
        if len(routes) == 0:
            routes = self._targets(state, seat)
        gray: i64 = 0
        for route in routes:
            if board.colour[route] == GRAY:
                if board.length[route] > gray:
                    gray = board.length[route]
            else:
                lacks[board.colour[route]] += board.length[route]
        spare: i64 = -1
        for colour in range(COLOURS):
            left = state.hands[at + colour] - lacks[colour]
            if spare < 0 or left > state.hands[at + spare] - lacks[spare]:
                spare = colour
        if gray > 0:
            lacks[spare] += gray
        for colour in range(COLOURS):
            lacks[colour] -= state.hands[at + colour]
        return lacks

    def _targets(self, state: Tickets, seat: i64) -> vec[i64]:
        """The long routes whose cards are nearest to hand."""
        board = state.board
        found = vec[i64]()
        top: i64 = -NOTHING
        at = seat * KINDS
        most: i64 = 0
        for colour in range(COLOURS):
            if state.hands[at + colour] > most:
                most = state.hands[at + colour]
        for length in range(9, 2, -1):
            if length > state.wagons[seat]:
                continue
            for colour in range(KINDS):
                bucket = colour * 10 + length
                if state.count[bucket] == 0:
                    continue
                have = most if colour == GRAY else state.hands[at + colour]
                missing = length - have - state.hands[at + LOCOMOTIVE]
                worth = 4 * board.points[length] - 9 * missing
                if worth > top:
                    top = worth
                    found = vec[i64]([state.order[board.first[bucket]]])
        return found
