"""What is seen of Ticket to Ride, built up from empty: what all may know, then what the seat may know besides."""

from __future__ import annotations

from typing import Any

from branchline.games.tickets.api.actions import kept_of, offer_of
from branchline.games.tickets.api.maps import KIND_NAMES
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.board import CLOSED, FREE, NO_CARD, UNDER
from branchline.games.tickets.rules.cards import any_to_draw, hand_size, row_kinds
from branchline.games.tickets.rules.claim import open_to, payments
from branchline.games.tickets.rules.paths import FAR, ticket_path, wagons_needed
from branchline.games.tickets.rules.scoring import network
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import held, offer_size, ticket_count, tickets_left

PHASES = ("deal", "first_tickets", "turn", "second_card", "choose_tickets", "over")


def view(state: Tickets, seat: int | None) -> dict[str, Any]:
    """The table as everybody sees it (T7), and the seat's own cards, tickets and choices."""
    seen = {
        "phase": PHASES[state.step],
        "turn": int(state.seat) if state.step in (codes.TURN, codes.SECOND, codes.CHOOSE) else None,
        "turns": int(state.turns),
        "first": int(state.first),
        "last_round": int(state.final) if state.final >= 0 else None,
        "row": [KIND_NAMES[card] if card != NO_CARD else None for card in state.row],
        "deck": int(state.deck_size),
        "discards": _cards(state.discards, 0),
        "tickets_left": int(tickets_left(state)),
        "owners": [_owner(int(owner)) for owner in state.owner],
        "seats": [_seat(state, other) for other in range(state.players)],
    }
    if seat is not None:
        seen["own"] = _own(state, seat)
    if state.step == codes.OVER:
        seen["hands"] = [_cards(state.hands, other * 9) for other in range(state.players)]
    return seen


def _owner(owner: int) -> int | str | None:
    if owner == FREE:
        return None
    return "closed" if owner == CLOSED else owner


def _cards(counts: Any, at: int) -> dict[str, int]:
    return {KIND_NAMES[kind]: int(counts[at + kind]) for kind in range(9) if counts[at + kind]}


def _seat(state: Tickets, seat: int) -> dict[str, Any]:
    return {
        "points": int(state.points[seat]),
        "wagons": int(state.wagons[seat]),
        "cards": int(hand_size(state, seat)),
        "tickets": int(ticket_count(state, seat)),
        "offered": int(offer_size(state, seat)),
        "choosing": bool(state.waiting >> seat & 1),
    }


def _own(state: Tickets, seat: int) -> dict[str, Any]:
    """What this seat alone knows: its hand, its tickets with their progress, and tickets it put under the deck."""
    acts = bool(state.actors() >> seat & 1)
    chosen = int(state.chosen[seat])
    return {
        "hand": _cards(state.hands, seat * 9),
        "tickets": [ticket(state, seat, int(number)) for number in held(state, seat)],
        "offer": [ticket(state, seat, number) for number in offer_of(state, seat)],
        "chosen": kept_of(state, seat, chosen) if chosen >= 0 else None,
        "under": _under(state, seat),
        "choices": choices(state, seat) if acts else None,
    }


def _under(state: Tickets, seat: int) -> list[dict[str, int]]:
    """Tickets that the seat knows to lie under the deck, and how many tickets are above each."""
    places = enumerate(state.under)
    mine = [(i, int(number)) for i, number in places if state.knows[number] >> seat & 1]
    return [{"id": number, "above": int(state.fresh) + i} for i, number in mine if state.tickets[number] == UNDER]


def ticket(state: Tickets, seat: int, number: int) -> dict[str, Any]:
    """A ticket with its progress: done, possible (with the wagons it still needs) or impossible."""
    board = state.board
    needed = wagons_needed(state, seat, number)
    progress = "done" if needed == 0 else "possible" if needed <= state.wagons[seat] else "impossible"
    return {
        "id": number,
        "a": int(board.ticket_a[number]),
        "b": int(board.ticket_b[number]),
        "points": int(board.ticket_points[number]),
        "progress": progress,
        "needs": needed if needed < FAR else None,
        "path": ticket_path(state, seat, number) if needed == 0 else [],
    }


def choices(state: Tickets, seat: int) -> dict[str, Any]:
    """What the seat can do now, in short; how a route can be paid for is asked with `suggest`."""
    if state.step in (codes.FIRST_TICKETS, codes.CHOOSE):
        return {"keep": 2 if state.step == codes.FIRST_TICKETS else 1}
    kinds = int(row_kinds(state))
    routes = range(state.board.routes) if state.step == codes.TURN else range(0)
    claimable = [r for r in routes if open_to(state, seat, r) and len(payments(state, seat, r))]
    return {
        "draw": bool(any_to_draw(state)),
        "take": [KIND_NAMES[kind] for kind in range(9) if kinds >> kind & 1],
        "tickets": bool(state.allows(seat, codes.DRAW_TICKETS)),
        "routes": claimable,
        "pass": bool(state.allows(seat, codes.PASS)),
    }


def tally(state: Tickets, seat: int) -> dict[str, Any]:
    """T32: the final count of one seat, with the path that completes each ticket and the longest path's trail."""
    board = state.board
    own = network(state, seat)
    longest = int(own.measure(True))
    most = max(int(network(state, other).measure()) for other in range(state.players))
    tickets: list[dict[str, Any]] = []
    for number in held(state, seat):
        done = bool(own.joins(board.ticket_a[number], board.ticket_b[number]))
        tickets.append(
            {
                "id": int(number),
                "a": int(board.ticket_a[number]),
                "b": int(board.ticket_b[number]),
                "points": int(board.ticket_points[number]),
                "done": done,
                "path": ticket_path(state, seat, int(number)) if done else [],
            }
        )
    return {
        "routes": int(state.points[seat]),
        "tickets": tickets,
        "completed": sum(ticket["done"] for ticket in tickets),
        "ticket_points": sum(ticket["points"] if ticket["done"] else -ticket["points"] for ticket in tickets),
        "longest": longest,
        "trail": [int(route) for route in own.trail],
        "trail_start": int(own.start) if longest else None,
        "bonus": int(board.longest) if longest and longest == most else 0,
    }


def result(state: Tickets) -> dict[str, Any]:
    """Seat by seat the routes, the tickets one by one, the longest path; and what broke a tie (T34)."""
    scores = state.scores()
    seats = [tally(state, seat) | {"total": int(scores[seat])} for seat in range(state.players)]
    best = [seat for seat in seats if seat["total"] == max(scores)]
    broken: str | None = None
    if len(best) > 1:
        by_tickets = [seat for seat in best if seat["completed"] == max(each["completed"] for each in best)]
        by_path = [seat for seat in by_tickets if seat["longest"] == max(each["longest"] for each in by_tickets)]
        broken = "tickets" if len(by_tickets) == 1 else "longest" if len(by_path) == 1 else "shared"
    return {"seats": seats, "tie_break": broken}
