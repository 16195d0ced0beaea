"""What an event says in the log, and which part of it only its seat may read."""

from __future__ import annotations

from branchline.core.action import Line
from branchline.core.text import Text
from branchline.games.tickets.api.actions import cards_of, claim_of, kept_of, offer_of
from branchline.games.tickets.api.maps import KIND_NAMES
from branchline.games.tickets.api.texts import cards_text, many, route_text, row_texts, ticket_text
from branchline.games.tickets.api.views import tally
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import offer_size, ticket_count, tickets_left


def tell(before: Tickets, seat: int, action: int, after: Tickets) -> list[Line]:
    """What all see of an action, what only the seat sees, and what follows from it."""
    lines: list[Line] = []
    if action >= codes.CLAIM:
        route, colour, locomotives = claim_of(action)
        points = int(before.board.points[before.board.length[route]])
        cards = cards_text(cards_of(before, route, colour, locomotives), "pay")
        facts = {"route": route_text(before, route), "cards": cards, "points": points}
        lines.append(Line(Text("tickets.claimed", facts), seat=seat, points=points))
    elif action >= codes.KEEP:
        lines += _tell_keep(before, seat, action)
    elif action == codes.DRAW_BLIND:
        lines.append(Line(Text("tickets.drew"), seat=seat))
    elif action < codes.DRAW_TICKETS:
        card = Text(f"tickets.card_{KIND_NAMES[action - codes.TAKE]}")
        lines.append(Line(Text("tickets.took", {"card": card}), seat=seat))
    elif action == codes.DRAW_TICKETS:
        n = int(min(3, tickets_left(before)))
        lines.append(Line(Text("tickets.drew_tickets", {"n": n}), seat=seat))
    else:
        lines.append(Line(Text("tickets.passed"), seat=seat))
    return lines + _tell_turning(before, after)


def _tell_keep(before: Tickets, seat: int, action: int) -> list[Line]:
    mask = action - codes.KEEP
    kept = kept_of(before, seat, mask)
    returned = [ticket for ticket in offer_of(before, seat) if ticket not in kept]
    facts = {"kept": many([ticket_text(before, ticket) for ticket in kept])}
    if returned:
        facts["returned"] = many([ticket_text(before, ticket) for ticket in returned])
    secret = Line(Text("tickets.kept_these" if returned else "tickets.kept_all", facts), seat=seat, only=(seat,))
    if before.step == codes.CHOOSE:
        return [_kept_line(seat, len(kept), len(returned)), secret]
    return [Line(Text("tickets.has_chosen"), seat=seat), secret]


def _kept_line(seat: int, kept: int, returned: int) -> Line:
    return Line(Text("tickets.kept_count", {"n": kept, "returned": returned}), seat=seat)


def tell_chance(before: Tickets, k: int, after: Tickets) -> list[Line]:
    """A card or ticket that came: to all if it lies open, else to its seat alone."""
    lines: list[Line] = []
    seat = int(before.seat)
    if before.due in (codes.BLIND, codes.HAND):
        kind = next(kind for kind in range(9) if after.hands[seat * 9 + kind] > before.hands[seat * 9 + kind])
        card = Text(f"tickets.name_{KIND_NAMES[kind]}")
        lines.append(Line(Text("tickets.got", {"card": card}), seat=seat, only=(seat,)))
    elif before.due == codes.TICKET:
        lines += _tell_offer(before, after)
    elif before.due == codes.ROW_CARD and after.due != codes.ROW_CARD and before.then == codes.DEAL_TICKETS:
        lines.append(Line(Text("tickets.row", {"row": many(row_texts(after))})))
    elif before.due == codes.REVEAL and before.step == codes.FIRST_TICKETS:
        for other in range(before.players):
            n = int(ticket_count(after, other))
            lines.append(_kept_line(other, n, 3 - n))
        lines.append(Line(Text("tickets.begins", {"seat": int(after.first) + 1}), seat=int(after.first)))
    return lines + _tell_turning(before, after)


def _tell_offer(before: Tickets, after: Tickets) -> list[Line]:
    """The offer, once it is whole, to the seat that got it."""
    seat = int(before.seat)
    whole = after.due != codes.TICKET or after.seat != seat
    if not whole or not offer_size(after, seat):
        return []
    offer = many([ticket_text(after, ticket) for ticket in offer_of(after, seat)])
    return [Line(Text("tickets.offered", {"tickets": offer}), seat=seat, only=(seat,))]


def _tell_turning(before: Tickets, after: Tickets) -> list[Line]:
    """A new row, a new deck, the last round, the final count."""
    lines: list[Line] = []
    if after.resets > before.resets:
        lines.append(Line(Text("tickets.reset")))
    if (before.deck_size == 0 and after.deck_size > 0) or (before.discard_size > 0 and after.discard_size == 0):
        lines.append(Line(Text("tickets.reshuffled")))
    if after.final > 0 and before.final < 0:
        seat = int(before.seat)
        lines.append(Line(Text("tickets.last_round", {"wagons": int(after.wagons[seat])}), seat=seat))
    if after.step == codes.OVER and before.step != codes.OVER:
        lines += _tell_end(after)
    return lines


def _tell_end(state: Tickets) -> list[Line]:
    """T32: every ticket and the longest path, with its points."""
    lines = []
    for seat in range(state.players):
        counted = tally(state, seat)
        for ticket in counted["tickets"]:
            points = ticket["points"] if ticket["done"] else -ticket["points"]
            code = "tickets.ticket_done" if ticket["done"] else "tickets.ticket_failed"
            lines.append(Line(Text(code, {"ticket": ticket_text(state, ticket["id"])}), seat=seat, points=points))
        if counted["bonus"]:
            text = Text("tickets.longest", {"length": counted["longest"], "points": counted["bonus"]})
            lines.append(Line(text, seat=seat, points=counted["bonus"]))
    scores = state.scores()
    for seat in range(state.players):
        lines.append(Line(Text("tickets.total", {"points": int(scores[seat])}), seat=seat))
    return lines
