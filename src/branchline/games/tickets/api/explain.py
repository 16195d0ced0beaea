"""Why a move was better: facts of the map, of the seat's own tickets and of its hand, as it knew them then."""

from __future__ import annotations

from branchline.core.action import Move
from branchline.core.text import Text
from branchline.games.tickets.api.decoding import kept_of
from branchline.games.tickets.api.previews import preview
from branchline.games.tickets.api.texts import city_text, name_text, route_text, ticket_text
from branchline.games.tickets.api.views import view_ticket
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.board import FREE, GRAY, KINDS, LOCOMOTIVE
from branchline.games.tickets.rules.claim import give_route
from branchline.games.tickets.rules.scoring import network
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import held
from branchline.games.tickets.rules.turns import FEW_WAGONS

MOST = 4
"""More facts are not read."""
CONTESTED = 8
"""Longest paths that differ by more wagons than this are not worth a word."""


def explain(state: Tickets, seat: int, played: Move, better: Move) -> list[Text]:
    """Facts about both moves, those about the better one first."""
    facts = _end(state, seat, played.number, better.number)
    facts += [*_move_facts(state, seat, better.number), *_played_facts(state, seat, played.number, better.number)]
    facts += _payments(state, seat, played.number, better.number)
    if codes.DRAW_BLIND in (played.number, better.number):
        facts += _blind_facts(state, seat, played.number, better.number)
    return list({str(fact): fact for fact in facts}.values())[:MOST]


def _end(state: Tickets, seat: int, played: int, better: int) -> list[Text]:
    """The wagons that are left, where only one of the two moves brings the last round (T31)."""
    left = [
        int(state.wagons[seat]) - (int(state.board.length[codes.route_of(number)]) if number >= codes.CLAIM else 0)
        for number in (played, better)
    ]
    ends = [each <= FEW_WAGONS for each in left]
    if state.final >= 0 or ends[0] == ends[1]:
        return []
    return [Text("tickets.explain_better_ends" if ends[1] else "tickets.explain_played_ends", {"n": left[ends[1]]})]


def _move_facts(state: Tickets, seat: int, number: int) -> list[Text]:
    if number >= codes.CLAIM:
        return _claim_facts(state, seat, number)
    if codes.TAKE <= number < codes.TAKE + KINDS:
        return _card_facts(state, seat, number - codes.TAKE)
    return _ticket_facts(state, seat) if number == codes.DRAW_TICKETS else []


def _ticket_facts(state: Tickets, seat: int) -> list[Text]:
    """Whether there is room for more tickets: the wagons left, and the tickets that are still open."""
    facts = {"wagons": int(state.wagons[seat]), "tickets": len(_open_tickets(state, seat))}
    return [Text("tickets.explain_drew_tickets", facts)]


def _claim_facts(state: Tickets, seat: int, number: int) -> list[Text]:
    """What the claim completes, and what the way around would cost."""
    shown = preview(state, seat, number)
    assert shown is not None
    route = int(codes.route_of(number))
    facts = [
        Text("tickets.explain_completes", {"route": route_text(state, route), "ticket": ticket_text(state, ticket)})
        for ticket in shown.completes
    ]
    detours = [fact for ticket in _open_tickets(state, seat) if (fact := _detour(state, seat, route, ticket))]
    facts += detours
    if (detours or not facts) and (rivals := _beside(state, seat, route)):
        facts.append(Text("tickets.explain_rivals", {"route": route_text(state, route), "n": rivals}))
    facts += _longest(state, seat, route)
    if not shown.completes and not detours:
        facts.append(Text("tickets.explain_points", {"route": route_text(state, route), "points": shown.points}))
    return facts


def _beside(state: Tickets, seat: int, route: int) -> int:
    """How many rivals have built up to one of the route's cities."""
    board = state.board
    ends = {int(board.a[route]), int(board.b[route])}
    owners = {
        int(state.owner[each])
        for each in range(int(board.routes))
        if state.owner[each] not in (FREE, seat) and ends & {int(board.a[each]), int(board.b[each])}
    }
    return len({owner for owner in owners if 0 <= owner < state.players})


def _longest(state: Tickets, seat: int, route: int) -> list[Text]:
    """How the claim lengthens the seat's longest path, where the bonus for it is still contested."""
    after = state.clone()
    give_route(after, seat, route)
    before, now = (int(network(each, seat).measure(False, 0)) for each in (state, after))
    rivals = [int(network(state, other).measure(False, 0)) for other in range(int(state.players)) if other != seat]
    if not state.board.longest or now == before or abs(now - max(rivals)) > CONTESTED:
        return []
    return [Text("tickets.explain_longest", {"own": now, "others": max(rivals)})]


def _detour(state: Tickets, seat: int, route: int, ticket: int) -> Text | None:
    """What the ticket's way would cost more without the route; None if it does not lead over it."""
    was = view_ticket(state, seat, ticket)
    if route not in was.way or was.needs is None:
        return None
    without = state.clone()
    without.owner[route] = _rival(state, seat)
    now = view_ticket(without, seat, ticket)
    facts = {"route": route_text(state, route), "ticket": ticket_text(state, ticket)}
    if now.needs is None:
        return Text("tickets.explain_only_way", facts)
    more = now.needs - was.needs
    city = _city_between(state, now.way, was.way)
    if more <= 0 or city is None:
        return None
    return Text("tickets.explain_detour", {**facts, "city": city_text(state, city), "wagons": more})


def _rival(state: Tickets, seat: int) -> int:
    return (seat + 1) % int(state.players)


def _city_between(state: Tickets, way: list[int], other: list[int]) -> int | None:
    """A city in the middle of a way that the other way does not touch."""
    board = state.board
    shared = {int(end) for route in other for end in (board.a[route], board.b[route])}
    cities = [int(end) for route in way for end in (board.a[route], board.b[route]) if int(end) not in shared]
    return cities[len(cities) // 2] if cities else None


def _card_facts(state: Tickets, seat: int, kind: int) -> list[Text]:
    """The planned route that the card brings nearest: of its colour, and not yet paid for in full."""
    board = state.board
    if kind == LOCOMOTIVE:
        return [Text("tickets.explain_locomotive")]
    have = int(state.hands[seat * KINDS + kind])
    fitting = _wanted(state, seat, kind)
    if not fitting:
        return [Text("tickets.explain_collects", {"card": name_text(kind), "n": have + 1})]
    route = min(fitting, key=lambda each: (board.colour[each] == GRAY, board.length[each] - have))
    facts = {"route": route_text(state, route), "card": name_text(kind), "have": have, "of": int(board.length[route])}
    told = [Text("tickets.explain_card", facts)]
    if len(strict := _strict(state, seat, kind)) > 1:
        told.append(Text("tickets.explain_serves", {"card": name_text(kind), "n": len(strict)}))
    return told


def _strict(state: Tickets, seat: int, kind: int) -> list[int]:
    """Those of the wanted routes that take no other colour."""
    return [route for route in _wanted(state, seat, kind) if state.board.colour[route] == kind]


def _blind_facts(state: Tickets, seat: int, played: int, better: int) -> list[Text]:
    """A blind draw beside the row: what may come, as the seat can count it, and what the open cards are good for."""
    pool = unseen(state, seat)
    wanted = [kind for kind in range(KINDS) if kind != LOCOMOTIVE and _strict(state, seat, kind)]
    facts = []
    if codes.TAKE <= played < codes.TAKE + KINDS and wanted:
        facts.append(Text("tickets.explain_row", {"n": sum(1 for kind in state.row if kind in wanted)}))
    if not sum(pool):
        return facts
    shares = {"locomotive": _percent(pool[LOCOMOTIVE], sum(pool))}
    if wanted and better < codes.CLAIM:
        shares["useful"] = _percent(sum(pool[kind] for kind in wanted), sum(pool))
        return [*facts, Text("tickets.explain_blind", shares)]
    return [*facts, Text("tickets.explain_blind_locomotive", shares)]


def unseen(state: Tickets, seat: int) -> list[int]:
    """By kind, the cards that a blind draw may bring for all that the seat knows: the deck, and hands nobody saw."""
    pool = [int(each) for each in state.deck]
    for at in range(len(state.hands)):
        if at // KINDS != seat:
            pool[at % KINDS] += int(state.hands[at] - state.known[at] - state.stale[at])
    return pool


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole)


def _payments(state: Tickets, seat: int, played: int, better: int) -> list[Text]:
    """The same route for other cards: what those that are spent are still wanted for."""
    if min(played, better) < codes.CLAIM or codes.route_of(played) != codes.route_of(better):
        return []
    spent, kind = int(codes.colour_of(played)), int(codes.colour_of(better))
    if spent == kind or LOCOMOTIVE in (spent, kind):
        return []
    route = int(codes.route_of(played))
    lost, kept = (_planned(state, seat, each, route) for each in (spent, kind))
    if not lost or kept:
        return []
    return [Text("tickets.explain_needed", {"card": name_text(spent), "route": route_text(state, lost[0])})]


def _planned(state: Tickets, seat: int, kind: int, besides: int) -> list[int]:
    """Free routes of that very colour on the ways of open tickets."""
    needed = {route for ticket in _open_tickets(state, seat) for route in view_ticket(state, seat, ticket).way}
    free = (route for route in sorted(needed) if state.owner[route] == FREE and route != besides)
    return [route for route in free if state.board.colour[route] == kind]


def _wanted(state: Tickets, seat: int, kind: int) -> list[int]:
    """Free routes on the ways of open tickets that cards of the kind can pay for and do not yet."""
    board, have = state.board, int(state.hands[seat * KINDS + kind])
    needed = {route for ticket in _open_tickets(state, seat) for route in view_ticket(state, seat, ticket).way}
    return [
        route
        for route in sorted(needed)
        if state.owner[route] == FREE and board.colour[route] in (kind, GRAY) and have < board.length[route]
    ]


def _played_facts(state: Tickets, seat: int, number: int, better: int) -> list[Text]:
    if number >= codes.CLAIM:
        return _claimed_facts(state, seat, number)
    if codes.KEEP <= number < codes.CLAIM and codes.KEEP <= better < codes.CLAIM:
        return _kept_facts(state, seat, number, better)
    if codes.TAKE <= number < codes.TAKE + KINDS and better != number:
        return _taken_facts(state, seat, number - codes.TAKE)
    return _ticket_facts(state, seat) if number == codes.DRAW_TICKETS else []


def _taken_facts(state: Tickets, seat: int, kind: int) -> list[Text]:
    """A card that was taken although no route of an open ticket lacks it, or no coloured one does."""
    if kind == LOCOMOTIVE:
        return [Text("tickets.explain_open_locomotive")] if state.step == codes.TURN else []
    if not _open_tickets(state, seat) or _strict(state, seat, kind):
        return []
    if _wanted(state, seat, kind):
        return [Text("tickets.explain_gray", {"card": name_text(kind)})]
    return [Text("tickets.explain_unwanted", {"card": name_text(kind)})]


def _claimed_facts(state: Tickets, seat: int, number: int) -> list[Text]:
    """What was claimed although no ticket needed it, and the locomotives that it took."""
    route = int(codes.route_of(number))
    unfinished = _open_tickets(state, seat)
    facts = []
    if unfinished and not any(route in view_ticket(state, seat, ticket).way for ticket in unfinished):
        facts.append(Text("tickets.explain_no_ticket", {"route": route_text(state, route)}))
    spent = int(codes.locomotives_of(number))
    if spent:
        facts.append(Text("tickets.explain_spent", {"route": route_text(state, route), "n": spent}))
    return facts


def _kept_facts(state: Tickets, seat: int, number: int, better: int) -> list[Text]:
    """Tickets that one of the two choices keeps and the other returns, with what their ways need."""
    kept, wanted = (set(kept_of(state, seat, each - codes.KEEP)) for each in (number, better))
    facts = []
    for ticket in sorted(kept ^ wanted):
        needs = view_ticket(state, seat, ticket).needs
        code = "tickets.explain_kept" if ticket in kept else "tickets.explain_returned"
        facts.append(Text(code, {"ticket": ticket_text(state, ticket), "wagons": needs or 0}))
    return facts


def _open_tickets(state: Tickets, seat: int) -> list[int]:
    """Own tickets that can be done and are not."""
    return [int(ticket) for ticket in held(state, seat) if view_ticket(state, seat, int(ticket)).progress == "possible"]
