"""Which tickets to keep, and whether to draw more."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.tickets.bots.forecast import turns_left
from branchline.games.tickets.bots.ticket_plan import NOTHING, TicketPlan
from branchline.games.tickets.bots.weights import Weights
from branchline.games.tickets.rules.board import FAR, MOST_OFFER
from branchline.games.tickets.rules.codes import KEEP
from branchline.games.tickets.rules.paths import Paths
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import held


def best_offer(plan: TicketPlan, state: Tickets, seat: i64) -> i64:
    """The choice of tickets whose points are worth the price that they add to the plan."""
    return best_offers(plan, state, seat, 1)[0]


def best_offers(plan: TicketPlan, state: Tickets, seat: i64, most: i64) -> vec[i64]:
    """So many choices of tickets at most, the best first."""
    choices = state.legal(seat)
    worths = vec[i64]()
    for choice in choices:
        worths = append(worths, _worth_of(plan, state, seat, choice - KEEP))
    found = vec[i64]()
    while len(found) < most and len(found) < len(choices):
        best: i64 = 0
        for i in range(len(choices)):
            if worths[i] > worths[best]:
                best = i
        found = append(found, choices[best])
        worths[best] = -NOTHING
    return found


def _worth_of(plan: TicketPlan, state: Tickets, seat: i64, mask: i64) -> i64:
    board = state.board
    tickets = held(state, seat)
    points: i64 = 0
    for i in range(MOST_OFFER):
        if (mask >> i) & 1:
            tickets = append(tickets, state.offered[seat * MOST_OFFER + i])
    for ticket in tickets:
        points += board.ticket_points[ticket]
    prices = plan.prices(state, seat)
    routes = plan.join(state, seat, tickets)
    price: i64 = 0
    for route in routes:
        price += prices[route]
    done = len(tickets) - plan.given_up
    bonus = done * board.globetrotter * plan.weights.globetrotter
    return (points - 2 * plan.missed) * 10 + bonus - price * plan.weights.keep_price // 10


def draw_gain(plan: TicketPlan, state: Tickets, seat: i64) -> i64:
    """What a draw of tickets is thought to bring, in tenths of a point."""
    board, weights = state.board, plan.weights
    prices = plan.prices(state, seat)
    wagons = state.wagons[seat]
    for route in plan.planned:
        prices[route] = 0
        wagons -= board.length[route]
    turns = turns_left(weights, state, seat) + weights.slack - 1
    for route in plan.planned:
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
            gain = _gain(weights, state, paths, prices, ticket, wagons, turns)
            if gain > 0:
                good += gain
            else:
                bad += gain
                bads += 1
    if n == 0:
        return -NOTHING
    gain = board.draw * good // n
    if bads > 0:
        all_bad: i64 = 100  # in a hundred draws, so many times every ticket is a bad one
        for _ticket in range(board.draw):
            all_bad = all_bad * bads // n
        gain += all_bad * (bad // bads) * 6 // 1000
    return gain


def _gain(
    weights: Weights, state: Tickets, paths: Paths, prices: vec[i64], ticket: i64, wagons: i64, turns: i64
) -> i64:
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
    bonus = board.globetrotter * weights.globetrotter
    return points * weights.plan_doubt // 10 + bonus - price * weights.keep_price // 10
