"""Ticket to Ride as the house sees it."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Form, Line
from branchline.core.errors import IllegalAction
from branchline.core.game import Game, Level, Options
from branchline.core.options import Option
from branchline.core.text import Text
from branchline.games.tickets import actions, maps, story, views
from branchline.games.tickets import steps as rules
from branchline.games.tickets.board import Board
from branchline.games.tickets.state import Tickets, from_bytes
from branchline.games.tickets.table import UNDER


class TicketToRide(Game[Tickets]):
    """Ticket to Ride on the North America map or on a map of one's own."""

    slug = "ticket-to-ride"
    room = "tickets"
    rules_version = 1
    players = range(2, 6)
    default_players = 4
    minutes = 45
    designer = "Alan R. Moon"
    options = (
        maps.MapOption("map", maps.NAMES, Text("tickets.option_map")),
        Option("tickets", maps.TICKET_SETS, Text("tickets.option_tickets")),
    )

    def new(self, players: int, options: Options) -> Tickets:
        return Tickets(_board(options), players)

    def restore(self, data: bytes, players: int, options: Options) -> Tickets:
        return from_bytes(data, _board(options), players)

    def check_options(self, players: int, options: Options) -> None:
        _board(options)

    def check_map(self, data: Any) -> list[str]:
        """Everything that is wrong with a map of one's own."""
        return [str(problem) for problem in maps.check_data(data)]

    def parse(self, state: Tickets, seat: int, form: Any) -> int:
        return actions.parse(state, seat, form)

    def form(self, state: Tickets, seat: int, action: int) -> Form:
        return actions.form(state, seat, action)

    def text(self, state: Tickets, seat: int, action: int) -> Text:
        return story.action_text(state, seat, action)

    def refusal(self, state: Tickets, seat: int, action: int) -> IllegalAction:
        return story.refusal(state, seat, action)

    def tell(self, before: Tickets, seat: int, action: int, after: Tickets) -> list[Line]:
        return story.tell(before, seat, action, after)

    def tell_chance(self, before: Tickets, k: int, after: Tickets) -> list[Line]:
        return story.tell_chance(before, k, after)

    def preview(self, state: Tickets, seat: int, action: int) -> dict[str, Any]:
        """What a claim brings: its points, and the tickets that it completes."""
        if action < rules.CLAIM:
            return {}
        route, _, _ = actions.claim_of(action)
        after = state.clone()
        after.give_route(seat, route)
        held = [int(ticket) for ticket in state.held(seat)]
        was, now = state.network(seat), after.network(seat)
        ends = [(ticket, state.board.ticket_a[ticket], state.board.ticket_b[ticket]) for ticket in held]
        done = [ticket for ticket, a, b in ends if now.joins(a, b) and not was.joins(a, b)]
        return {"points": int(state.board.points[state.board.length[route]]), "completes": done}

    def view(self, state: Tickets, seat: int | None) -> dict[str, Any]:
        return views.view(state, seat)

    def result(self, state: Tickets) -> dict[str, Any]:
        """Seat by seat the routes, the tickets one by one, the longest path; and what broke a tie (T34)."""
        scores = state.scores()
        seats = [views.tally(state, seat) | {"total": int(scores[seat])} for seat in range(state.players)]
        best = [seat for seat in seats if seat["total"] == max(scores)]
        broken: str | None = None
        if len(best) > 1:
            by_tickets = [seat for seat in best if seat["completed"] == max(each["completed"] for each in best)]
            by_path = [seat for seat in by_tickets if seat["longest"] == max(each["longest"] for each in by_tickets)]
            broken = "tickets" if len(by_tickets) == 1 else "longest" if len(by_path) == 1 else "shared"
        return {"seats": seats, "tie_break": broken}

    def pieces(self, state: Tickets) -> dict[str, int]:
        """110 cards, all tickets of the set, and every seat's wagons (T1, T2)."""
        board = state.board
        row = [card for card in state.row if card < 9]
        offered = [ticket for ticket in state.offered if ticket >= 0]
        held = sum(int(state.ticket_count(seat)) for seat in range(state.players))
        under = sum(where == UNDER for where in state.tickets)
        counts = {
            "cards": sum(state.deck) + sum(state.discards) + len(row) + sum(state.hands),
            "tickets": int(state.fresh) + len(state.under) + len(offered) + held,
            "tickets under the deck, counted twice": int(under) - len(state.under),
        }
        for seat in range(state.players):
            laid = sum(board.length[route] for route in range(board.routes) if state.owner[route] == seat)
            counts[f"wagons of seat {seat}"] = int(state.wagons[seat] + laid)
        return {name: int(n) for name, n in counts.items()}

    def board(self, state: Tickets, seat: int | None, language: str) -> str:
        return story.board(state, seat, language)

    def levels(self) -> dict[str, Level]:
        from branchline.games.tickets.bots import LEVELS

        return LEVELS


def _board(options: Options) -> Board:
    return maps.board(str(options["map"]), str(options["tickets"]))


GAME = TicketToRide()
