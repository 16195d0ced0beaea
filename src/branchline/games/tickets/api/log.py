"""What an event says in the log, and which part of it only its seat may read."""

from __future__ import annotations

from typing import Literal

from branchline.core.action import Move
from branchline.core.log import EndEntry, Entry, Line
from branchline.core.text import Text
from branchline.games.tickets.api.decoding import cards_of, claim_of, kept_of, offer_of
from branchline.games.tickets.api.maps import KIND_NAMES, Card, Cards
from branchline.games.tickets.api.results import Tally, tallies
from branchline.games.tickets.api.texts import card_text, cards_text, many, name_text, route_text, ticket_text
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.board import NO_CARD
from branchline.games.tickets.rules.cards import card_at
from branchline.games.tickets.rules.draw import taken_slot
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import offer_size, ticket_count, tickets_left
from branchline.games.tickets.rules.turns import FEW_WAGONS


class Claimed(Entry, tag="claim"):
    """A route was claimed between cities `a` and `b`."""

    route: int
    a: int
    b: int
    cards: Cards


class Drew(Entry, tag="blind"):
    """A card was drawn blind; `Got` tells its seat which."""


class Took(Entry, tag="take"):
    """A card was taken from a place of the row."""

    card: Card
    slot: int


class DrewTickets(Entry, tag="tickets"):
    """Tickets were drawn to choose from."""

    count: int


class Passed(Entry, tag="pass"):
    """A seat could do nothing."""


class Chose(Entry, tag="chosen"):
    """A seat has chosen its first tickets, and nobody else knows which."""


class Kept(Entry, tag="keep"):
    """So many tickets were kept and returned."""

    kept: int
    returned: int


class KeptThese(Entry, tag="keep_these"):
    """Which tickets were kept and returned; only its seat reads it."""

    kept: list[int]
    returned: list[int]


class Got(Entry, tag="got"):
    """A card came into a hand; only its seat reads it."""

    card: Card


class Offered(Entry, tag="offer"):
    """Tickets to choose from; only their seat reads it."""

    tickets: list[int]


class RowLaid(Entry, tag="row"):
    """The first row lies open."""

    row: list[Card]


class Refilled(Entry, tag="refill"):
    """T11: a card was turned up into an empty place of the row."""

    card: Card
    slot: int


class Reset(Entry, tag="reset"):
    """T15: the row showed too many locomotives and was laid anew, so many times, until this one lay there."""

    row: list[Card]
    times: int


class Reshuffled(Entry, tag="reshuffle"):
    """T19: the discards became a deck of so many cards."""

    deck: int


class Begins(Entry, tag="begin"):
    """T8: this seat has the first turn."""


class LastRound(Entry, tag="last_round"):
    """T31: a seat has few wagons left, and everybody has one more turn."""

    wagons: int


class Ended(EndEntry, tag="end"):
    """The game is over, because wagons ran out (T31) or everybody passed (T35)."""

    reason: Literal["wagons", "passes"]
    wagons: int | None = None
    """T31: what is left to the seat that ran out of them."""


class TicketCounted(Entry, tag="ticket"):
    """T32: a ticket was completed or not, by these routes."""

    ticket: int
    a: int
    b: int
    done: bool
    path: list[int]


class Longest(Entry, tag="longest"):
    """T33: the longest path, by these routes from this city on."""

    length: int
    trail: list[int]
    start: int | None


class Globetrotter(Entry, tag="globetrotter"):
    """T36: the most completed tickets."""

    completed: int


class Total(Entry, tag="total"):
    """The points of a seat in all."""

    total: int


TicketsEntry = (
    Claimed
    | Drew
    | Took
    | DrewTickets
    | Passed
    | Chose
    | Kept
    | KeptThese
    | Got
    | Offered
    | RowLaid
    | Refilled
    | Reset
    | Reshuffled
    | Begins
    | LastRound
    | Ended
    | TicketCounted
    | Longest
    | Globetrotter
    | Total
)


# ── actions ──
def log_action(before: Tickets, seat: int, move: Move, after: Tickets) -> list[Line]:
    """What all see of an action, what only the seat sees, and what follows from it."""
    number = move.number
    lines: list[Line]
    if number >= codes.CLAIM:
        lines = [_claimed(before, seat, number)]
    elif number >= codes.KEEP:
        lines = _kept(before, seat, number - codes.KEEP)
    elif number == codes.DRAW_BLIND:
        lines = [Line(Drew(seat=seat, text=Text("tickets.drew")))]
    elif number < codes.DRAW_TICKETS:
        kind = number - codes.TAKE
        slot = int(taken_slot(before, kind, move.payload))
        text = Text("tickets.took", {"card": card_text(kind)})
        lines = [Line(Took(seat=seat, card=KIND_NAMES[kind], slot=slot, text=text))]
    elif number == codes.DRAW_TICKETS:
        n = int(min(before.board.draw, tickets_left(before)))
        lines = [Line(DrewTickets(seat=seat, count=n, text=Text("tickets.drew_tickets", {"n": n})))]
    else:
        lines = [Line(Passed(seat=seat, text=Text("tickets.passed")))]
    return lines + _consequences(before, after)


def _claimed(state: Tickets, seat: int, number: int) -> Line:
    board = state.board
    route, colour, locomotives = claim_of(number)
    points = int(board.points[board.length[route]])
    cards = cards_of(state, route, colour, locomotives)
    facts = {"route": route_text(state, route), "cards": cards_text(cards, "pay"), "points": points}
    text = Text("tickets.claimed", facts)
    a, b = int(board.a[route]), int(board.b[route])
    return Line(Claimed(seat=seat, points=points, route=route, a=a, b=b, cards=cards, text=text))


def _kept(before: Tickets, seat: int, mask: int) -> list[Line]:
    kept = kept_of(before, seat, mask)
    returned = [ticket for ticket in offer_of(before, seat) if ticket not in kept]
    facts = {"kept": many([ticket_text(before, ticket) for ticket in kept])}
    if returned:
        facts["returned"] = many([ticket_text(before, ticket) for ticket in returned])
    text = Text("tickets.kept_these" if returned else "tickets.kept_all", facts)
    secret = Line(KeptThese(seat=seat, kept=kept, returned=returned, text=text), only=(seat,))
    if before.step == codes.CHOOSE:
        return [_kept_count(seat, len(kept), len(returned)), secret]
    return [Line(Chose(seat=seat, text=Text("tickets.has_chosen"))), secret]


def _kept_count(seat: int, kept: int, returned: int) -> Line:
    text = Text("tickets.kept_count", {"n": kept, "returned": returned})
    return Line(Kept(seat=seat, kept=kept, returned=returned, text=text))


# ── chance ──
def log_chance(before: Tickets, k: int, after: Tickets) -> list[Line]:
    """A card or ticket that came: to all if it lies open, else to its seat alone."""
    lines: list[Line] = []
    seat = int(before.seat)
    if before.due in (codes.BLIND, codes.HAND):
        kind = int(card_at(before, k))
        text = Text("tickets.got", {"card": name_text(kind)})
        lines.append(Line(Got(seat=seat, card=KIND_NAMES[kind], text=text), only=(seat,)))
    elif before.due == codes.ROW_CARD:
        lines += _laid(before, int(card_at(before, k)), after)
    elif before.due == codes.TICKET:
        lines += _offered(before, after)
    elif before.due == codes.REVEAL and before.step == codes.FIRST_TICKETS:
        for other in range(before.players):
            n = int(ticket_count(after, other))
            lines.append(_kept_count(other, n, int(before.board.deal) - n))
        first = int(after.first)
        lines.append(Line(Begins(seat=first, text=Text("tickets.begins", {"seat": first + 1}))))
    return lines + _consequences(before, after)


def _laid(before: Tickets, kind: int, after: Tickets) -> list[Line]:
    """A card for the row: on its own, or, once the row is whole, as a part of a new one."""
    whole = after.due != codes.ROW_CARD
    row = [int(card) for card in after.row if card != NO_CARD]
    facts = {"row": many([name_text(card) for card in row]), "times": int(after.resets)}
    cards = [KIND_NAMES[card] for card in row]
    if before.then != codes.DEAL_TICKETS and not before.resets:
        slot, seat = list(before.row).index(NO_CARD), int(before.seat)
        text = Text("tickets.refilled", {"card": card_text(kind)})
        return [Line(Refilled(seat=seat, card=KIND_NAMES[kind], slot=slot, text=text))]
    if whole and after.resets:
        code = "tickets.reset" if after.resets == 1 else "tickets.reset_often"
        return [Line(Reset(row=cards, times=int(after.resets), text=Text(code, facts)))]
    if whole:
        return [Line(RowLaid(row=cards, text=Text("tickets.row", facts)))]
    return []


def _offered(before: Tickets, after: Tickets) -> list[Line]:
    """The offer, once it is whole, to the seat that got it."""
    seat = int(before.seat)
    whole = after.due != codes.TICKET or after.seat != seat
    if not whole or not offer_size(after, seat):
        return []
    offer = offer_of(after, seat)
    text = Text("tickets.offered", {"tickets": many([ticket_text(after, ticket) for ticket in offer])})
    return [Line(Offered(seat=seat, tickets=offer, text=text), only=(seat,))]


# ── what follows ──
def _consequences(before: Tickets, after: Tickets) -> list[Line]:
    """A new deck, the last round, the final count."""
    lines: list[Line] = []
    if (before.deck_size == 0 and after.deck_size > 0) or (before.discard_size > 0 and after.discard_size == 0):
        lines.append(Line(Reshuffled(deck=int(after.deck_size), text=Text("tickets.reshuffled"))))
    if after.final > 0 and before.final < 0:
        seat = int(before.seat)
        wagons = int(after.wagons[seat])
        lines.append(Line(LastRound(seat=seat, wagons=wagons, text=Text("tickets.last_round", {"wagons": wagons}))))
    if after.step == codes.OVER and before.step != codes.OVER:
        lines += _ended(after)
    return lines


def _ended(state: Tickets) -> list[Line]:
    """T32: why the game ended, every ticket, the longest path, and the sums."""
    lines = [Line(_end(state))]
    counts = tallies(state)
    for seat, counted in enumerate(counts):
        lines += _counted(state, seat, counted)
    for seat, counted in enumerate(counts):
        text = Text("tickets.total", {"points": counted.total})
        lines.append(Line(Total(seat=seat, total=counted.total, text=text)))
    return lines


def _end(state: Tickets) -> Ended:
    """T31: who triggered the end has the last turn too; T35: everybody passed."""
    seat = int(state.seat)
    wagons = int(state.wagons[seat])
    if wagons > FEW_WAGONS:
        return Ended(reason="passes", text=Text("tickets.ended_passes"))
    text = Text("tickets.ended_wagons", {"wagons": wagons}) if wagons else Text("tickets.ended_empty")
    return Ended(seat=seat, reason="wagons", wagons=wagons, text=text)


def _counted(state: Tickets, seat: int, counted: Tally) -> list[Line]:
    lines = []
    for each in counted.tickets:
        code = "tickets.ticket_done" if each.done else "tickets.ticket_failed"
        entry = TicketCounted(
            seat=seat,
            points=each.points if each.done else -each.points,
            ticket=each.id,
            a=each.a,
            b=each.b,
            done=each.done,
            path=each.path,
            text=Text(code, {"ticket": ticket_text(state, each.id)}),
        )
        lines.append(Line(entry))
    if counted.bonus:
        facts = {"length": counted.longest, "points": counted.bonus}
        entry_of_path = Longest(
            seat=seat,
            points=counted.bonus,
            length=counted.longest,
            trail=counted.trail,
            start=counted.trail_start,
            text=Text("tickets.longest", facts),
        )
        lines.append(Line(entry_of_path))
    if counted.globetrotter:
        text = Text("tickets.globetrotter", {"n": counted.completed})
        entry_of_most = Globetrotter(seat=seat, points=counted.globetrotter, completed=counted.completed, text=text)
        lines.append(Line(entry_of_most))
    return lines
