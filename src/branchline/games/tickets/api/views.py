"""What is seen of Ticket to Ride, built up from empty: what all may know, then what the seat may know besides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec
from librt.vecs import vec
from msgspec import UNSET, UnsetType

from branchline.core.views import View
from branchline.games.tickets.api.decoding import kept_of, offer_of
from branchline.games.tickets.api.maps import KIND_NAMES, Card, Cards
from branchline.games.tickets.api.results import TicketsResult
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.board import CLOSED, FREE, KINDS, NO_CARD, UNDER, Board
from branchline.games.tickets.rules.cards import any_to_draw, hand_size, row_kinds
from branchline.games.tickets.rules.claim import open_to, payments
from branchline.games.tickets.rules.paths import ticket_way
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import held, offer_size, ticket_count, tickets_left

if TYPE_CHECKING:
    from mypy_extensions import i64

Phase = Literal["deal", "first_tickets", "turn", "second_card", "choose_tickets", "over"]
PHASES: tuple[Phase, ...] = ("deal", "first_tickets", "turn", "second_card", "choose_tickets", "over")
Owner = int | Literal["closed"] | None
"""The seat that owns a route; a closed half of a double route belongs to nobody (T28)."""


class SeatView(msgspec.Struct):
    """What all see of a seat (T7)."""

    points: int
    wagons: int
    cards: int
    tickets: int
    offered: int
    choosing: bool


class TicketView(msgspec.Struct):
    """A ticket with its progress."""

    id: int
    a: int
    b: int
    points: int
    progress: Literal["done", "possible", "impossible"]
    """Impossible: no way is open, or it needs more wagons than there are."""
    way: list[int]
    """The routes of the shortest way left, from `a` to `b`, own ones among them; none if no way is open."""
    built: int
    """Spaces of that way that are own,"""
    needs: int | None
    """and those that are missing, which is the wagons that the ticket still needs; None if no way is open."""


class UnderTicket(msgspec.Struct):
    """A ticket that the seat knows to lie under the deck, and how many are above it."""

    id: int
    above: int


class Terms(msgspec.Struct):
    """How the ticket set is played (T36–T40)."""

    deal: int
    keep: int
    draw: int
    longest: int
    """Points for the longest path; 0 if the set does not use it."""
    globetrotter: int
    """Points for the most completed tickets; 0 if the set does not use it."""


class Choices(msgspec.Struct):
    """What the seat can do now: keep so many tickets at least, or one of the others."""

    keep: int | UnsetType = UNSET
    draw: bool | UnsetType = UNSET
    take: list[Card] | UnsetType = UNSET
    tickets: bool | UnsetType = UNSET
    routes: list[int] | UnsetType = UNSET
    """Routes that can be claimed; how they can be paid for is asked with `suggest`."""
    may_pass: bool | UnsetType = msgspec.field(default=UNSET, name="pass")


class OwnView(msgspec.Struct):
    """What this seat alone knows."""

    hand: Cards
    tickets: list[TicketView]
    offer: list[TicketView]
    chosen: list[int] | None
    """The first tickets that it keeps, until all have chosen."""
    under: list[UnderTicket]
    choices: Choices | None


class TicketsView(View, kw_only=True):
    """The table as everybody sees it (T7), and the seat's own cards, tickets and choices."""

    phase: Phase
    turn: int | None
    turns: int
    first: int
    last_round: int | None
    """Turns left once the end is triggered."""
    row: list[Card | None]
    deck: int
    discards: Cards
    tickets_left: int
    terms: Terms
    owners: list[Owner]
    seats: list[SeatView]
    own: OwnView | UnsetType = UNSET
    """Nothing for a spectator."""
    hands: list[Cards] | UnsetType = UNSET
    """All hands, once the game is over."""
    result: TicketsResult | None = None


def view(state: Tickets, seat: int | None) -> TicketsView:
    """The position as a seat may know it."""
    seats = range(state.players)
    return TicketsView(
        phase=PHASES[state.step],
        turn=int(state.seat) if state.step in (codes.TURN, codes.SECOND, codes.CHOOSE) else None,
        turns=int(state.turns),
        first=int(state.first),
        last_round=int(state.final) if state.final >= 0 else None,
        row=[KIND_NAMES[card] if card != NO_CARD else None for card in state.row],
        deck=int(state.deck_size),
        discards=_cards(state.discards, 0),
        tickets_left=int(tickets_left(state)),
        terms=_terms(state.board),
        owners=[_owner(int(owner)) for owner in state.owner],
        seats=[_seat(state, other) for other in seats],
        own=UNSET if seat is None else _own(state, seat),
        hands=[_cards(state.hands, other) for other in seats] if state.step == codes.OVER else UNSET,
    )


def _terms(board: Board) -> Terms:
    return Terms(
        deal=int(board.deal),
        keep=int(board.keep),
        draw=int(board.draw),
        longest=int(board.longest),
        globetrotter=int(board.globetrotter),
    )


def _owner(owner: int) -> Owner:
    if owner == FREE:
        return None
    return "closed" if owner == CLOSED else owner


def _cards(counts: vec[i64], hand: int) -> Cards:
    return {KIND_NAMES[kind]: int(n) for kind in range(KINDS) if (n := counts[hand * KINDS + kind])}


def _seat(state: Tickets, seat: int) -> SeatView:
    return SeatView(
        points=int(state.points[seat]),
        wagons=int(state.wagons[seat]),
        cards=int(hand_size(state, seat)),
        tickets=int(ticket_count(state, seat)),
        offered=int(offer_size(state, seat)),
        choosing=bool(state.waiting >> seat & 1),
    )


def _own(state: Tickets, seat: int) -> OwnView:
    acts = bool(state.actors() >> seat & 1)
    chosen = int(state.chosen[seat])
    return OwnView(
        hand=_cards(state.hands, seat),
        tickets=[view_ticket(state, seat, int(ticket)) for ticket in held(state, seat)],
        offer=[view_ticket(state, seat, ticket) for ticket in offer_of(state, seat)],
        chosen=kept_of(state, seat, chosen) if chosen >= 0 else None,
        under=_under(state, seat),
        choices=_choices(state, seat) if acts else None,
    )


def _under(state: Tickets, seat: int) -> list[UnderTicket]:
    """Tickets that the seat knows to lie under the deck."""
    mine = [(i, int(ticket)) for i, ticket in enumerate(state.under) if state.knows[ticket] >> seat & 1]
    return [UnderTicket(ticket, int(state.fresh) + i) for i, ticket in mine if state.tickets[ticket] == UNDER]


def view_ticket(state: Tickets, seat: int, ticket: int) -> TicketView:
    """A ticket: done, possible or impossible, with what its shortest way has and lacks."""
    board = state.board
    way = ticket_way(state, seat, ticket)
    missing = sum(int(board.length[route]) for route in way if state.owner[route] != seat)
    possible = way and missing <= state.wagons[seat]
    return TicketView(
        id=ticket,
        a=int(board.ticket_a[ticket]),
        b=int(board.ticket_b[ticket]),
        points=int(board.ticket_points[ticket]),
        progress="impossible" if not possible else "possible" if missing else "done",
        way=way,
        built=sum(int(board.length[route]) for route in way) - missing,
        needs=missing if way else None,
    )


def _choices(state: Tickets, seat: int) -> Choices:
    if state.step in (codes.FIRST_TICKETS, codes.CHOOSE):
        return Choices(keep=int(state.board.keep) if state.step == codes.FIRST_TICKETS else 1)
    kinds = int(row_kinds(state))
    routes = range(state.board.routes) if state.step == codes.TURN else range(0)
    return Choices(
        draw=bool(any_to_draw(state)),
        take=[KIND_NAMES[kind] for kind in range(KINDS) if kinds >> kind & 1],
        tickets=bool(state.allows(seat, codes.DRAW_TICKETS)),
        routes=[route for route in routes if open_to(state, seat, route) and len(payments(state, seat, route))],
        may_pass=bool(state.allows(seat, codes.PASS)),
    )
