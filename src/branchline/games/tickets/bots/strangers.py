"""Strangers: opponents in a style of their own, without a search or the planner of the other bots.

Nothing is trained or tuned against them, so they tell how well the others play against people they do not know.
"""

from __future__ import annotations

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import State
from branchline.games.tickets.rules.board import FREE, GRAY, KINDS, LOCOMOTIVE, MOST_OFFER
from branchline.games.tickets.rules.codes import (
    CHOOSE,
    CLAIM,
    DRAW_BLIND,
    DRAW_TICKETS,
    FIRST_TICKETS,
    KEEP,
    TAKE,
    locomotives_of,
    route_of,
)
from branchline.games.tickets.rules.paths import Paths, wagon_costs
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import held

_FEW_WAGONS = 10
"""With so few wagons left, or in the last round, every claim is welcome."""


class TicketsStranger(Policy):
    """Claims a route that it likes as soon as it can pay for it, and draws cards of the kinds that it has most of."""

    def choose(self, state: State, seat: int, rng: Generator) -> int:
        assert isinstance(state, Tickets)
        actions = [int(action) for action in state.legal(seat)]
        if state.step in (FIRST_TICKETS, CHOOSE):
            return min(actions, key=lambda action: _burden(state, seat, action - KEEP))
        claims = [action for action in actions if action >= CLAIM]
        if claims:
            best = max(claims, key=lambda action: self.likes(state, seat, action))
            late = state.final >= 0 or state.wagons[seat] <= _FEW_WAGONS
            if late or self.likes(state, seat, best) > 0:
                return best
        return self.card(state, seat, actions)

    def likes(self, state: Tickets, seat: int, action: int) -> int:
        """How much it wants to make a claim; it makes none that it does not want at all, but at the end."""
        raise NotImplementedError

    def wanted(self, state: Tickets, seat: int) -> list[int]:
        """The free routes that it would like to have."""
        raise NotImplementedError

    def card(self, state: Tickets, seat: int, actions: list[int]) -> int:
        """An open card of a wanted colour, that of which it holds most, else a blind one; never an open locomotive."""
        board = state.board
        colours = {int(board.colour[route]) for route in self.wanted(state, seat)}
        hand = [int(count) for count in state.hands[seat * KINDS : (seat + 1) * KINDS]]
        best, top = -1, 0
        for action in actions:
            kind = action - TAKE
            if TAKE <= action < TAKE + LOCOMOTIVE and (kind in colours or GRAY in colours):
                worth = 2 * hand[kind] + (3 if kind in colours else 1)
                if worth > top:
                    best, top = action, worth
        if best >= 0 and top > 2:
            return best
        if DRAW_BLIND in actions:
            return DRAW_BLIND
        return next((action for action in actions if action != DRAW_TICKETS), actions[0])


class Blocker(TicketsStranger):
    """Takes the way where another's line ends and no second track leads on; its own tickets are small."""

    def likes(self, state: Tickets, seat: int, action: int) -> int:
        route = route_of(action)
        length = state.board.length[route]
        own = 8 if route in _own_ways(state, seat) else 0
        worth = 6 * _ends_met(state, seat, route) + own - locomotives_of(action)
        return int(worth + state.board.points[length]) if worth > 0 else 0

    def wanted(self, state: Tickets, seat: int) -> list[int]:
        free = [route for route in range(state.board.routes) if state.owner[route] == FREE]
        return [route for route in free if _ends_met(state, seat, route)] + _own_ways(state, seat)


class Hauler(TicketsStranger):
    """Builds one long line out of long routes and cares for its length, not for tickets."""

    least = 5
    """Shorter routes are for the end, or where they make its line longer."""

    def likes(self, state: Tickets, seat: int, action: int) -> int:
        board = state.board
        route = route_of(action)
        length = board.length[route]
        on = _goes_on(state, seat, route)
        if length < self.least - (1 if on else 0):
            return 0
        return int(2 * board.points[length] + (5 if on else 0) - 2 * locomotives_of(action))

    def wanted(self, state: Tickets, seat: int) -> list[int]:
        board = state.board
        return [
            route
            for route in range(board.routes)
            if state.owner[route] == FREE and self.least <= board.length[route] <= state.wagons[seat]
        ]


def _burden(state: Tickets, seat: int, mask: int) -> tuple[int, int]:
    """Few tickets, and small ones, weigh least."""
    points = [
        int(state.board.ticket_points[state.offered[seat * MOST_OFFER + place]])
        for place in range(MOST_OFFER)
        if mask >> place & 1
    ]
    return len(points), sum(points)


def _ends(state: Tickets, seat: int) -> set[int]:
    """The cities where a seat's lines end."""
    board = state.board
    count: dict[int, int] = {}
    for route in range(board.routes):
        if state.owner[route] == seat:
            for city in (int(board.a[route]), int(board.b[route])):
                count[city] = count.get(city, 0) + 1
    return {city for city, lines in count.items() if lines % 2}


def _ends_met(state: Tickets, seat: int, route: int) -> int:
    """How many ends of others' lines a free route lies at, where it is the only track between its cities."""
    board = state.board
    twin = board.twin[route]
    if twin >= 0 and state.players > 3 and state.owner[twin] == FREE:
        return 0
    cities = {int(board.a[route]), int(board.b[route])}
    return sum(len(cities & _ends(state, other)) for other in range(state.players) if other != seat)


def _goes_on(state: Tickets, seat: int, route: int) -> bool:
    """Whether a route makes the seat's line longer at one of its ends."""
    ends = _ends(state, seat)
    return not ends or int(state.board.a[route]) in ends or int(state.board.b[route]) in ends


def _own_ways(state: Tickets, seat: int) -> list[int]:
    """The free routes on the shortest ways of the seat's tickets."""
    board = state.board
    costs = wagon_costs(state, seat)
    found: list[int] = []
    for ticket in held(state, seat):
        way = Paths(board, costs, board.ticket_a[ticket]).way(board.ticket_b[ticket])
        found += [int(route) for route in way if state.owner[route] == FREE]
    return found
