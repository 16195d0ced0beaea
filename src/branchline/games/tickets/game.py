"""Ticket to Ride: the parts of the game joined."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Form, Line
from branchline.core.errors import IllegalAction
from branchline.core.game import Game, Level, Options
from branchline.core.text import Text
from branchline.games.tickets.api import actions, log, maps, options, previews, refusals, text_board, texts, views
from branchline.games.tickets.rules.board import UNDER, Board
from branchline.games.tickets.rules.setup import from_bytes, new_state
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import ticket_count


class TicketToRide(Game[Tickets]):
    """Ticket to Ride on the North America map or on a map of one's own."""

    slug = "ticket-to-ride"
    room = "tickets"
    rules_version = 1
    players = range(2, 6)
    default_players = 4
    minutes = 45
    designer = "Alan R. Moon"
    options = options.OPTIONS

    def new(self, players: int, options: Options) -> Tickets:
        return new_state(_board(options), players)

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
        return texts.action_text(state, seat, action)

    def refusal(self, state: Tickets, seat: int, action: int) -> IllegalAction:
        return refusals.refusal(state, seat, action)

    def tell(self, before: Tickets, seat: int, action: int, after: Tickets) -> list[Line]:
        return log.tell(before, seat, action, after)

    def tell_chance(self, before: Tickets, k: int, after: Tickets) -> list[Line]:
        return log.tell_chance(before, k, after)

    def preview(self, state: Tickets, seat: int, action: int) -> dict[str, Any]:
        return previews.preview(state, seat, action)

    def view(self, state: Tickets, seat: int | None) -> dict[str, Any]:
        return views.view(state, seat)

    def result(self, state: Tickets) -> dict[str, Any]:
        return views.result(state)

    def pieces(self, state: Tickets) -> dict[str, int]:
        """110 cards, all tickets of the set, and every seat's wagons (T1, T2)."""
        board = state.board
        row = [card for card in state.row if card < 9]
        offered = [ticket for ticket in state.offered if ticket >= 0]
        held = sum(int(ticket_count(state, seat)) for seat in range(state.players))
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
        return text_board.board(state, seat, language)

    def levels(self) -> dict[str, Level]:
        from branchline.games.tickets.bots.levels import LEVELS

        return LEVELS


def _board(options: Options) -> Board:
    return maps.board(str(options["map"]), str(options["tickets"]))


GAME = TicketToRide()
