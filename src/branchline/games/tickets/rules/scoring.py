"""Points and ranks: routes, tickets, the bonuses of the ticket set, ties (T32–T34, T36–T39)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.tickets.rules.codes import OVER
from branchline.games.tickets.rules.network import Network

if TYPE_CHECKING:
    from branchline.games.tickets.rules.state import Tickets


def network(state: Tickets, seat: i64) -> Network:
    """What the seat's routes join."""
    return Network(state.board, state.owner, seat)


def scores(state: Tickets) -> vec[i64]:
    """T32, once the game is over; before, the route points alone, for tickets are secret."""
    if state.step != OVER:
        return state.points[:]
    return _final(state, False)


def ranking(state: Tickets) -> vec[i64]:
    """T34: points, then completed tickets, then the longer path, also where a set gives no points for it (T39)."""
    if state.step != OVER:
        return state.points[:]
    return _final(state, True)


def _final(state: Tickets, ranks: bool) -> vec[i64]:
    board = state.board
    result = state.points[:]
    networks = [network(state, seat) for seat in range(state.players)]
    completed = board.no_hands[: state.players]
    for ticket in range(board.tickets):
        seat = state.tickets[ticket]
        if seat < state.players:
            if networks[seat].joins(board.ticket_a[ticket], board.ticket_b[ticket]):
                result[seat] += board.ticket_points[ticket]
                completed[seat] += 1
            else:
                result[seat] -= board.ticket_points[ticket]
    most = _most(completed)
    paths = board.no_hands[: state.players]
    if ranks or board.longest > 0:
        paths = _paths(state, networks, ranks)
    longest = _most(paths)
    for seat in range(state.players):
        if longest > 0 and paths[seat] == longest:
            result[seat] += board.longest
        if most > 0 and completed[seat] == most:
            result[seat] += board.globetrotter
        if ranks:
            result[seat] = (result[seat] * 1000 + completed[seat]) * 1000 + paths[seat]
    return result


def _most(counts: vec[i64]) -> i64:
    """The greatest of all seats' counts; who has it gets the bonus for it, and nobody does for none."""
    most: i64 = 0
    for count in counts:
        if count > most:
            most = count
    return most


def _paths(state: Tickets, networks: list[Network], all_of_them: bool) -> vec[i64]:
    """Every seat's longest path; unless all are asked for, one that cannot be the longest may come out shorter."""
    bounds, paths = state.board.no_hands[: state.players], state.board.no_hands[: state.players]
    for seat in range(state.players):
        bounds[seat] = networks[seat].bound()
    longest: i64 = 0
    for _turn in range(state.players):
        seat = 0  # the most promising is measured first, so that little is left to do for the others
        for other in range(state.players):
            if bounds[other] > bounds[seat]:
                seat = other
        if all_of_them or bounds[seat] >= longest:
            floor: i64 = 0
            if longest > 0 and not all_of_them:
                floor = longest - 1
            paths[seat] = networks[seat].measure(False, floor)
            if paths[seat] > longest:
                longest = paths[seat]
        bounds[seat] = -1
    return paths
