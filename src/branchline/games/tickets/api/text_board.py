"""The position as plain text."""

from __future__ import annotations

from branchline.core.text import Text
from branchline.games.tickets.api.decoding import offer_of
from branchline.games.tickets.api.maps import KIND_NAMES
from branchline.games.tickets.api.texts import cards_text, many, name_text, route_text, ticket_text
from branchline.games.tickets.rules.board import KINDS, NO_CARD
from branchline.games.tickets.rules.cards import hand_size
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import held, ticket_count


def board(state: Tickets, seat: int | None, language: str) -> str:
    """The position line by line: the row, the seats, own cards and tickets, and every route that is taken."""
    row = [name_text(int(card)) for card in state.row if card != NO_CARD]
    lines = [Text("tickets.text_row", {"row": many(row), "deck": int(state.deck_size)})]
    for other in range(state.players):
        facts = {"seat": other + 1, "points": int(state.points[other]), "wagons": int(state.wagons[other])}
        facts |= {"cards": int(hand_size(state, other)), "tickets": int(ticket_count(state, other))}
        lines.append(Text("tickets.text_seat", facts))
    if seat is not None:
        hand = {KIND_NAMES[kind]: int(n) for kind in range(KINDS) if (n := state.hands[seat * KINDS + kind])}
        lines.append(Text("tickets.text_hand", {"cards": cards_text(hand)}))
        kept = [ticket_text(state, int(ticket)) for ticket in held(state, seat)]
        lines.append(Text("tickets.text_tickets", {"tickets": many(kept)}))
        offered = [ticket_text(state, ticket) for ticket in offer_of(state, seat)]
        if offered:
            lines.append(Text("tickets.offered", {"tickets": many(offered)}))
    for other in range(state.players):
        owned = [route_text(state, route) for route in range(state.board.routes) if state.owner[route] == other]
        if owned:
            lines.append(Text("tickets.text_routes", {"seat": other + 1, "routes": many(owned)}))
    return "\n".join(line.render(language) for line in lines)
