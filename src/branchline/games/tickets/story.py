"""Ticket to Ride in words: actions, refusals with their rule, and lines of the log with what is secret in them."""

from __future__ import annotations

from branchline.core.action import Line
from branchline.core.errors import IllegalAction
from branchline.core.text import Text
from branchline.games.tickets import maps
from branchline.games.tickets import steps as rules
from branchline.games.tickets.actions import cards_of, claim_of, kept_of, offer_of
from branchline.games.tickets.board import FREE, GRAY, LOCOMOTIVE
from branchline.games.tickets.maps import COLOUR_NAMES, KIND_NAMES
from branchline.games.tickets.state import Tickets
from branchline.games.tickets.table import CLOSED


def city_text(state: Tickets, city: int) -> Text:
    """A city's name in both languages."""
    found = maps.load(state.board.key).cities[city]
    return Text("tickets.city", {"en": found.name, "ru": found.name_ru or found.name})


def route_text(state: Tickets, route: int) -> Text:
    """A route by its two cities; the second half of a double says so, since both may be of one colour."""
    twin = int(state.board.twin[route])
    ends = {"a": city_text(state, int(state.board.a[route])), "b": city_text(state, int(state.board.b[route]))}
    return Text("tickets.between_second" if 0 <= twin < route else "tickets.between", ends)


def ticket_text(state: Tickets, ticket: int) -> Text:
    """A ticket by its two cities and points."""
    board = state.board
    ends = {"a": city_text(state, int(board.ticket_a[ticket])), "b": city_text(state, int(board.ticket_b[ticket]))}
    return Text("tickets.ticket", {**ends, "points": int(board.ticket_points[ticket])})


def many(texts: list[Text]) -> Text:
    """Texts one after the other."""
    if not texts:
        return Text("tickets.none")
    joined = texts[0]
    for text in texts[1:]:
        joined = Text("tickets.and", {"a": joined, "b": text})
    return joined


def cards_text(cards: dict[str, int], form: str = "cards") -> Text:
    """A count of cards in words; `pay` is the form that follows "for" in Russian."""
    return many([Text(f"tickets.{form}_{kind}", {"n": n}) for kind, n in cards.items()])


def action_text(state: Tickets, seat: int, action: int) -> Text:
    """The action as a player reads it."""
    if action >= rules.CLAIM:
        route, colour, locomotives = claim_of(action)
        cards = cards_text(cards_of(state, route, colour, locomotives), "pay")
        points = int(state.board.points[state.board.length[route]])
        return Text("tickets.claim", {"route": route_text(state, route), "cards": cards, "points": points})
    if action >= rules.KEEP:
        kept = [ticket_text(state, ticket) for ticket in kept_of(state, seat, action - rules.KEEP)]
        return Text("tickets.keep", {"tickets": many(kept)})
    if action == rules.DRAW_BLIND:
        return Text("tickets.draw")
    if action < rules.DRAW_TICKETS:
        return Text("tickets.take", {"card": Text(f"tickets.card_{KIND_NAMES[action - rules.TAKE]}")})
    return Text("tickets.draw_tickets" if action == rules.DRAW_TICKETS else "tickets.pass")


# ── refusals ──
def refusal(state: Tickets, seat: int, action: int) -> IllegalAction:
    """Why an action is refused: first whether it is its time, then what it lacks."""
    step = state.step
    if action >= rules.KEEP and action < rules.CLAIM:
        return _refuse_keep(state, seat)
    if step in (rules.FIRST_TICKETS, rules.CHOOSE):
        return IllegalAction("T6" if step == rules.FIRST_TICKETS else "T29", Text("tickets.choose_first"))
    if action >= rules.CLAIM:
        return _refuse_claim(state, seat, *claim_of(action))
    if action == rules.DRAW_BLIND:
        return IllegalAction("T20", Text("tickets.no_cards"))
    if action < rules.DRAW_TICKETS:
        return _refuse_take(state, action - rules.TAKE)
    if action == rules.DRAW_TICKETS:
        return IllegalAction("T9", Text("tickets.second_card")) if step == rules.SECOND else _no_tickets()
    return IllegalAction("T35", Text("tickets.no_pass"))


def _no_tickets() -> IllegalAction:
    return IllegalAction("T29", Text("tickets.no_tickets_left"))


def _refuse_keep(state: Tickets, seat: int) -> IllegalAction:
    if state.step == rules.FIRST_TICKETS:
        return IllegalAction("T6", Text("tickets.keep_two"))
    if state.step == rules.CHOOSE:
        return IllegalAction("T29", Text("tickets.keep_one"))
    return IllegalAction("T29", Text("tickets.nothing_offered"))


def _refuse_take(state: Tickets, kind: int) -> IllegalAction:
    if kind == LOCOMOTIVE and state.row_locomotives:
        return IllegalAction("T13", Text("tickets.second_locomotive", {"n": int(state.row_locomotives)}))
    return IllegalAction("T10", Text("tickets.not_in_row", {"card": Text(f"tickets.name_{KIND_NAMES[kind]}")}))


def _refuse_claim(state: Tickets, seat: int, route: int, colour: int, locomotives: int) -> IllegalAction:
    board = state.board
    owner, twin, length = int(state.owner[route]), int(board.twin[route]), int(board.length[route])
    name, needed = route_text(state, route), int(board.colour[route])
    if state.step == rules.SECOND:
        return IllegalAction("T9", Text("tickets.second_card"))
    if owner == CLOSED:
        return IllegalAction("T28", Text("tickets.closed_half", {"route": name, "players": int(state.players)}))
    if owner != FREE:
        code = "tickets.yours" if owner == seat else "tickets.taken"
        return IllegalAction("T23", Text(code, {"route": name, "seat": owner + 1}))
    if twin >= 0 and state.owner[twin] == seat:
        return IllegalAction("T28", Text("tickets.own_half", {"route": name}))
    if state.wagons[seat] < length:
        facts = {"route": name, "length": length, "wagons": int(state.wagons[seat])}
        return IllegalAction("T26", Text("tickets.few_wagons", facts))
    if colour not in (LOCOMOTIVE, needed) and needed != GRAY:
        facts = {"route": name, "needed": Text(f"tickets.colour_{COLOUR_NAMES[needed]}")}
        return IllegalAction("T24", Text("tickets.wrong_colour", {**facts, "length": length}))
    return IllegalAction("T24", _too_few(state, seat, route, colour if needed == GRAY and locomotives else needed))


def _too_few(state: Tickets, seat: int, route: int, colour: int) -> Text:
    """What the hand lacks for a route of a colour; for a gray one of the colour it has most of."""
    hand = [int(state.hands[seat * 9 + kind]) for kind in range(9)]
    if colour == GRAY:
        colour = max(range(8), key=lambda kind: hand[kind])
    have = {KIND_NAMES[colour]: hand[colour], "locomotive": hand[LOCOMOTIVE]}
    facts = {"route": route_text(state, route), "length": int(state.board.length[route]), "have": cards_text(have)}
    gray = state.board.colour[route] == GRAY
    needed = Text("tickets.colour_gray" if gray else f"tickets.colour_{KIND_NAMES[colour]}")
    return Text("tickets.few_cards_gray" if gray else "tickets.few_cards", {**facts, "needed": needed})


# ── the log ──
def tell(before: Tickets, seat: int, action: int, after: Tickets) -> list[Line]:
    """What all see of an action, what only the seat sees, and what follows from it."""
    lines: list[Line] = []
    if action >= rules.CLAIM:
        route, colour, locomotives = claim_of(action)
        points = int(before.board.points[before.board.length[route]])
        cards = cards_text(cards_of(before, route, colour, locomotives), "pay")
        facts = {"route": route_text(before, route), "cards": cards, "points": points}
        lines.append(Line(Text("tickets.claimed", facts), seat=seat, points=points))
    elif action >= rules.KEEP:
        lines += _tell_keep(before, seat, action)
    elif action == rules.DRAW_BLIND:
        lines.append(Line(Text("tickets.drew"), seat=seat))
    elif action < rules.DRAW_TICKETS:
        card = Text(f"tickets.card_{KIND_NAMES[action - rules.TAKE]}")
        lines.append(Line(Text("tickets.took", {"card": card}), seat=seat))
    elif action == rules.DRAW_TICKETS:
        n = int(min(3, before.tickets_left()))
        lines.append(Line(Text("tickets.drew_tickets", {"n": n}), seat=seat))
    else:
        lines.append(Line(Text("tickets.passed"), seat=seat))
    return lines + _tell_turning(before, after)


def _tell_keep(before: Tickets, seat: int, action: int) -> list[Line]:
    mask = action - rules.KEEP
    kept = kept_of(before, seat, mask)
    returned = [ticket for ticket in offer_of(before, seat) if ticket not in kept]
    facts = {"kept": many([ticket_text(before, ticket) for ticket in kept])}
    if returned:
        facts["returned"] = many([ticket_text(before, ticket) for ticket in returned])
    secret = Line(Text("tickets.kept_these" if returned else "tickets.kept_all", facts), seat=seat, only=(seat,))
    if before.step == rules.CHOOSE:
        return [_kept_line(seat, len(kept), len(returned)), secret]
    return [Line(Text("tickets.has_chosen"), seat=seat), secret]


def _kept_line(seat: int, kept: int, returned: int) -> Line:
    return Line(Text("tickets.kept_count", {"n": kept, "returned": returned}), seat=seat)


def tell_chance(before: Tickets, k: int, after: Tickets) -> list[Line]:
    """A card or ticket that came: to all if it lies open, else to its seat alone."""
    lines: list[Line] = []
    seat = int(before.seat)
    if before.due in (rules.BLIND, rules.HAND):
        kind = next(kind for kind in range(9) if after.hands[seat * 9 + kind] > before.hands[seat * 9 + kind])
        card = Text(f"tickets.name_{KIND_NAMES[kind]}")
        lines.append(Line(Text("tickets.got", {"card": card}), seat=seat, only=(seat,)))
    elif before.due == rules.TICKET:
        lines += _tell_offer(before, after)
    elif before.due == rules.ROW_CARD and after.due != rules.ROW_CARD and before.then == rules.DEAL_TICKETS:
        lines.append(Line(Text("tickets.row", {"row": many(row_texts(after))})))
    elif before.due == rules.REVEAL and before.step == rules.FIRST_TICKETS:
        for other in range(before.players):
            n = int(after.ticket_count(other))
            lines.append(_kept_line(other, n, 3 - n))
        lines.append(Line(Text("tickets.begins", {"seat": int(after.first) + 1}), seat=int(after.first)))
    return lines + _tell_turning(before, after)


def _tell_offer(before: Tickets, after: Tickets) -> list[Line]:
    """The offer, once it is whole, to the seat that got it."""
    seat = int(before.seat)
    whole = after.due != rules.TICKET or after.seat != seat
    if not whole or not after.offer_size(seat):
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
    if after.step == rules.OVER and before.step != rules.OVER:
        lines += _tell_end(after)
    return lines


def _tell_end(state: Tickets) -> list[Line]:
    """T32: every ticket and the longest path, with its points."""
    from branchline.games.tickets.views import tally

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


# ── the board as text ──
def board(state: Tickets, seat: int | None, language: str) -> str:
    """The position line by line: the row, the seats, own cards and tickets, and every route that is taken."""
    lines = [Text("tickets.text_row", {"row": many(row_texts(state)), "deck": int(state.deck_size)})]
    for other in range(state.players):
        facts = {"seat": other + 1, "points": int(state.points[other]), "wagons": int(state.wagons[other])}
        facts |= {"cards": int(state.hand_size(other)), "tickets": int(state.ticket_count(other))}
        lines.append(Text("tickets.text_seat", facts))
    if seat is not None:
        hand = {KIND_NAMES[kind]: int(n) for kind in range(9) if (n := state.hands[seat * 9 + kind])}
        lines.append(Text("tickets.text_hand", {"cards": cards_text(hand)}))
        held = [ticket_text(state, int(ticket)) for ticket in state.held(seat)]
        lines.append(Text("tickets.text_tickets", {"tickets": many(held)}))
        offered = [ticket_text(state, ticket) for ticket in offer_of(state, seat)]
        if offered:
            lines.append(Text("tickets.offered", {"tickets": many(offered)}))
    for other in range(state.players):
        owned = [route_text(state, route) for route in range(state.board.routes) if state.owner[route] == other]
        if owned:
            lines.append(Text("tickets.text_routes", {"seat": other + 1, "routes": many(owned)}))
    return "\n".join(line.word(language) for line in lines)


def row_texts(state: Tickets) -> list[Text]:
    """The cards of the row in words."""
    return [Text(f"tickets.name_{KIND_NAMES[card]}") for card in state.row if card < len(KIND_NAMES)]
