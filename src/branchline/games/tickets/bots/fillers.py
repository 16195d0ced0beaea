"""Fillers: long routes for their points, in the colours that are to spare."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.tickets.bots.forecast import cards_soon
from branchline.games.tickets.bots.hand_plan import most_of
from branchline.games.tickets.bots.ticket_plan import NOTHING
from branchline.games.tickets.bots.weights import Weights
from branchline.games.tickets.rules.board import GRAY, KINDS, LENGTHS, least
from branchline.games.tickets.rules.state import Tickets

LONGEST: Final = 10
"""The points for the longest path that the weights were found for; a set that gives more or less weighs as much."""


@final
class Fillers:
    """The routes that a seat means to claim beside its plan."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.routes: vec[i64] = vec[i64]()
        """The best first."""
        self.lack: vec[i64] = vec[i64]()
        """Cards of every colour that they lack."""
        self._touched: vec[i64] = vec[i64]()
        """The worth of a route's end in every city: more in the seat's network, present or planned."""
        self._marked: vec[i64] = vec[i64]()
        """1 for a route that is planned or a filler."""

    def find(self, state: Tickets, seat: i64, planned: vec[i64], spared: vec[i64], wagons: i64) -> None:
        """Choose routes for the wagons and cards that the plan leaves."""
        board = state.board
        weights = self.weights
        spare = spared[:]
        lack = board.nine[:]
        routes = vec[i64]()
        count = state.count
        points = board.points
        soon = cards_soon(weights, state, seat)
        self._touch(state, seat, planned)
        touch = 2 * (weights.fill_touch + weights.fill_end) * board.longest // LONGEST
        while wagons >= 1 and len(routes) < 6:
            top: i64 = -NOTHING
            best: i64 = -1
            good = most_of(spare)
            longest = least(wagons, LENGTHS - 1)
            for length in range(1, longest + 1):
                base = weights.fill_point * points[length] - weights.fill_claim
                if length < weights.fill_least and wagons > 4:
                    continue
                for colour in range(KINDS):
                    bucket = colour * LENGTHS + length
                    if count[bucket] == 0:
                        continue
                    have = spare[good] if colour == GRAY else spare[colour]
                    missing = length - have
                    worth = base
                    if missing > 0:
                        worth -= weights.fill_card * missing
                        if missing > soon:
                            worth -= weights.over_price * (missing - soon)
                    worth = worth * 10 // length
                    if worth + touch > top:
                        route = self._free_of(state, seat, bucket)
                        if route >= 0:
                            worth += self._touched[board.a[route]] + self._touched[board.b[route]]
                            if worth > top:
                                top = worth
                                best = route
            if best < 0:
                break
            routes = append(routes, best)
            self._marked[best] = 1
            length = board.length[best]
            colour = board.colour[best]
            if colour == GRAY:
                colour = good
            wagons -= length
            if spare[colour] >= length:
                spare[colour] -= length
            else:
                lack[colour] += length - spare[colour]
                spare[colour] = 0
        self.routes = routes
        self.lack = lack

    def _free_of(self, state: Tickets, seat: i64, bucket: i64) -> i64:
        """A route of the bucket that is open to the seat and neither planned nor a filler yet; −1 if there is none."""
        board = state.board
        first = board.first[bucket]
        found: i64 = -1
        top: i64 = -1
        marked, touched, owner = self._marked, self._touched, state.owner
        twin, a, b = board.twin, board.a, board.b
        for i in range(first, first + state.count[bucket]):
            route = state.order[i]
            if marked[route] == 0 and (twin[route] < 0 or (marked[twin[route]] == 0 and owner[twin[route]] != seat)):
                touches = touched[a[route]] + touched[b[route]]
                if touches > top:
                    top = touches
                    found = route
        return found

    def _touch(self, state: Tickets, seat: i64, planned: vec[i64]) -> None:
        """Weigh the seat's cities, and mark the routes that are planned."""
        board = state.board
        degree = board.zeros[:]
        owner, a, b = state.owner, board.a, board.b
        for route in range(board.routes):
            if owner[route] == seat:
                degree[a[route]] += 1
                degree[b[route]] += 1
        marked = board.no_routes[:]
        for route in planned:
            degree[a[route]] += 1
            degree[b[route]] += 1
            marked[route] = 1
        touch = self.weights.fill_touch * board.longest // LONGEST
        end = self.weights.fill_end * board.longest // LONGEST
        for city in range(board.cities):
            if degree[city] & 1:
                degree[city] = touch + end
            elif degree[city] > 0:
                degree[city] = touch
        self._touched = degree
        self._marked = marked
