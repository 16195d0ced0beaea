"""Which tickets to keep, and whether to draw more."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.tickets.bots.forecast import turns_left
from branchline.games.tickets.bots.ticket_plan import NOTHING, TicketPlan
from branchline.games.tickets.bots.weights import Weights
from branchline.games.tickets.rules.board import FAR, OFFER
from branchline.games.tickets.rules.codes import FIRST_TICKETS
from branchline.games.tickets.rules.keep import FIRST_CHOICES
from branchline.games.tickets.rules.paths import Paths
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import held, offer_size


def best_offer(plan: TicketPlan, state: Tickets, seat: i64) -> i64:
    """The tickets whose points are worth the price that they add to the plan."""
    first = state.step == FIRST_TICKETS
    n = offer_size(state, seat)
    best: i64 = 0
    top: i64 = -NOTHING
    for mask in range(1, 1 << n):
        if first and mask not in FIRST_CHOICES:
            continue
        worth = _worth_of(plan, state, seat, mask)
        if worth > top:
            top = worth
            best = mask
    return best


def _worth_of(plan: TicketPlan, state: Tickets, seat: i64, mask: i64) -> i64:
    board = state.board
    tickets = held(state, seat)
    points: i64 = 0
    for i in range(OFFER):
        if (mask >> i) & 1:
            tickets = append(tickets, state.offered[seat * OFFER + i])
    for ticket in tickets:
        points += board.ticket_points[ticket]
    prices = plan.prices(state, seat)
    routes = plan.join(state, seat, tickets)
    price: i64 = 0
    for route in routes:
        price += prices[route]
    return (points - 2 * plan.missed) * 10 - price * plan.weights.keep_price // 10


def draw_gain(plan: TicketPlan, state: Tickets, seat: i64) -> i64:
    """What three more tickets are thought to bring, in tenths of a point."""
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
    gain = 3 * good // n
    if bads > 0:
        all_bad = bads * bads * bads * 100 // (n * n * n)
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
    return points * weights.plan_doubt // 10 - price * weights.keep_price // 10
