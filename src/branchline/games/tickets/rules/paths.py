"""Cheapest ways through the map: what a ticket still needs, for the page and for the bots."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.tickets.rules.board import FAR, Board
from branchline.games.tickets.rules.claim import open_to
from branchline.games.tickets.rules.state import Tickets

BLOCKED: Final = FAR  # what a route costs that is no way
LAID: Final = 1000  # a wagon still to lay against one that lies: more than any way has, and 99 routes stay below FAR


@final
@mypyc_attr(acyclic=True)
class Paths:
    """The cheapest way from one city to every other, for a cost per route; or, quicker, to one goal alone."""

    def __init__(self, board: Board, costs: vec[i64], start: i64, goal: i64 = -1) -> None:
        self.board = board
        self.costs = costs
        self.start: i64 = start
        cities = board.cities
        self.distance: vec[i64] = board.far_away[:]
        self.via: vec[i64] = board.zeros[:]
        """The last route on the way to a city, with 1 added."""
        distance, via = self.distance, self.via
        at, link, far = board.at, board.link, board.far
        distance[start] = 0
        queue, queued = board.zeros[:], board.zeros[:]
        queue[0] = start
        head: i64 = 0
        size: i64 = 1
        if goal < 0:
            goal = cities  # no city's number: it stays far away, and so cuts nothing off
        while size > 0:
            city = queue[head]
            head += 1
            if head == cities:
                head = 0
            size -= 1
            queued[city] = 0
            here = distance[city]
            if here >= distance[goal]:
                continue
            for i in range(at[city], at[city + 1]):
                there = here + costs[link[i]]
                if there < distance[far[i]]:
                    next_city = far[i]
                    distance[next_city] = there
                    via[next_city] = link[i] + 1
                    if queued[next_city] == 0:
                        queued[next_city] = 1
                        tail = head + size
                        if tail >= cities:
                            tail -= cities
                        queue[tail] = next_city
                        size += 1

    def way(self, city: i64) -> vec[i64]:
        """The routes from the start to a city, in order; none if it cannot be reached."""
        back = vec[i64]()
        while city != self.start and self.distance[city] < FAR:
            route = self.via[city] - 1
            back = append(back, route)
            city = self.board.a[route] + self.board.b[route] - city
        way = vec[i64]()
        for i in range(len(back)):
            way = append(way, back[len(back) - 1 - i])
        return way


def wagon_costs(state: Tickets, seat: i64) -> vec[i64]:
    """The wagons that each route would cost the seat: none for its own, its length if it is open, else no way."""
    board = state.board
    costs = board.length[:]
    for route in range(board.routes):
        if state.owner[route] == seat:
            costs[route] = 0
        elif not open_to(state, seat, route):
            costs[route] = BLOCKED
    return costs


def own_costs(state: Tickets, seat: i64) -> vec[i64]:
    """Lengths of the seat's own routes; all others are no way."""
    costs = state.board.length[:]
    for route in range(state.board.routes):
        if state.owner[route] != seat:
            costs[route] = BLOCKED
    return costs


def ticket_path(state: Tickets, seat: i64, ticket: i64) -> list[int]:
    """The seat's own routes that join the ticket's cities, the shortest way; none if they do not."""
    paths = Paths(state.board, own_costs(state, seat), state.board.ticket_a[ticket])
    way = paths.way(state.board.ticket_b[ticket])
    return [int(route) for route in way]


def ticket_way(state: Tickets, seat: i64, ticket: i64) -> list[int]:
    """The shortest way left between the ticket's cities: fewest wagons to lay, then fewest in all; empty if none."""
    costs = wagon_costs(state, seat)
    for route in range(state.board.routes):
        if costs[route] < BLOCKED:
            costs[route] = LAID * costs[route] + state.board.length[route]
    paths = Paths(state.board, costs, state.board.ticket_a[ticket])
    return [int(route) for route in paths.way(state.board.ticket_b[ticket])]
