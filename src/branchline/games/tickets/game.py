"""Ticket to Ride: the parts of the game joined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from branchline.core.action import Json, Move
from branchline.core.errors import IllegalAction
from branchline.core.game import Game, Observed, Options, Types
from branchline.core.learning import Learnable
from branchline.core.levels import Level
from branchline.core.log import Entry, Line
from branchline.core.picture import Picture
from branchline.core.summary import Feat, Source, Trait
from branchline.core.text import Text
from branchline.games.tickets.api import (
    actions,
    explain,
    log,
    maps,
    options,
    picture,
    previews,
    refusals,
    results,
    summary,
    text_board,
    texts,
    views,
)
from branchline.games.tickets.rules import _fields, codes
from branchline.games.tickets.rules.board import KINDS, MOST_ROUTES, MOST_TICKETS, NO_CARD, UNDER, Board
from branchline.games.tickets.rules.observe import MOST_PLAYERS, SEAT_FACTS
from branchline.games.tickets.rules.setup import new_state
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import ticket_count

OBSERVATION = (
    Observed("players", 1, "seats at the table"),
    Observed("step", 1, "0 deal, 1 first tickets, 2 turn, 3 second card, 4 choice of tickets, 5 over"),
    Observed("turn", 1, "the seat whose turn it is"),
    Observed("first", 1, "the seat that has the first turn"),
    Observed("turns", 1, "turns finished"),
    Observed("final", 1, "turns left once the end is triggered; −1 before"),
    Observed("deck", 1, "cards in the deck"),
    Observed("tickets_left", 1, "tickets in the deck"),
    Observed("chosen", 1, "the own choice of first tickets as a mask over the offer; −1 if there is none"),
    Observed("row", KINDS, "open cards by kind: pink, white, blue, yellow, orange, black, red, green, locomotive"),
    Observed("discards", KINDS, "discarded cards by kind"),
    Observed("hand", KINDS, "own cards by kind"),
    Observed(
        "seats",
        int(MOST_PLAYERS * (SEAT_FACTS + KINDS)),
        "for each seat: points, wagons, cards, tickets, tickets offered, whether it is choosing its first tickets,"
        " and by kind the cards that all have seen it take",
    ),
    Observed("routes", MOST_ROUTES, "0 free, 1 own, 2–5 another seat's, 6 closed"),
    Observed(
        "tickets",
        MOST_TICKETS,
        "0 unknown, 1 own, 2–5 known to be another seat's, 6 offered, 7–10 known to be offered to another seat,"
        " 11 and more: returned, with so many tickets above it more",
    ),
)


class TicketToRide(Game[Tickets]):
    """Ticket to Ride on the North America map or on a map of one's own."""

    slug = "ticket-to-ride"
    package = "tickets"
    rules_version = 2
    players = range(2, 6)
    default_players = 4
    minutes = 45
    designer = "Alan R. Moon"
    options = options.OPTIONS
    information = "hidden"
    max_events = 10_000  # cards, claims and tickets run out before 7,000; the rest is for rows laid anew
    action_count = codes.CLAIM + MOST_ROUTES * codes.PAYMENTS
    observation = OBSERVATION
    types = Types(
        view=views.TicketsView,
        action=actions.TicketsAction,
        result=results.TicketsResult,
        entry=log.TicketsEntry,
        preview=previews.ClaimPreview | None,
    )

    def new(self, players: int, options: Options) -> Tickets:
        return new_state(_board(options), players)

    def restore(self, data: bytes, players: int, options: Options) -> Tickets:
        return _fields.restore(Tickets(_board(options), players), data)

    def check_options(self, players: int, options: Options) -> None:
        _board(options)

    def check_map(self, data: Any) -> list[str]:
        return [str(problem) for problem in maps.check_data(data)]

    def parse(self, state: Tickets, seat: int, data: Any) -> Move:
        return actions.parse(state, seat, data)

    def encode(self, state: Tickets, seat: int, move: Move) -> actions.TicketsAction:
        return actions.encode(state, seat, move)

    def text(self, state: Tickets, seat: int, move: Move) -> Text:
        return texts.action_text(state, seat, move.number)

    def refusal(self, state: Tickets, seat: int, move: Move) -> IllegalAction:
        return refusals.refusal(state, seat, move)

    def log_action(self, before: Tickets, seat: int, move: Move, after: Tickets) -> list[Line]:
        return log.log_action(before, seat, move, after)

    def log_chance(self, before: Tickets, k: int, after: Tickets) -> list[Line]:
        return log.log_chance(before, k, after)

    def preview(self, state: Tickets, seat: int, move: Move) -> previews.ClaimPreview | None:
        return previews.preview(state, seat, move.number)

    def explain(self, state: Tickets, seat: int, played: Move, better: Move) -> list[Text]:
        return explain.explain(state, seat, played, better)

    def view(self, state: Tickets, seat: int | None) -> views.TicketsView:
        return views.view(state, seat)

    def picture(self, state: Tickets, seat: int, options: Options, language: str) -> Picture:
        return picture.picture(state, maps.load(str(options["map"])), seat, language)

    def stroke(self, state: Tickets, seat: int, options: Options, action: Json) -> str:
        return picture.stroke(state, maps.load(str(options["map"])), seat, action)

    def result(self, state: Tickets) -> results.TicketsResult:
        return results.result(state)

    def sources(self, state: Tickets) -> list[Source]:
        return summary.sources(state)

    def feats(self, state: Tickets, seat: int, entries: Sequence[Entry]) -> list[Feat]:
        return summary.feats(state, seat)

    def traits(self, state: Tickets) -> list[list[Trait]]:
        return summary.traits(state)

    def tie(self, state: Tickets) -> Text | None:
        return summary.tie(state)

    def pieces(self, state: Tickets) -> dict[str, int]:
        """110 cards, all tickets of the set, and every seat's wagons (T1, T2)."""
        board = state.board
        row = [card for card in state.row if card != NO_CARD]
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

    def learnable(self) -> Learnable:
        from branchline.games.tickets.bots.learning import LEARNABLE

        return LEARNABLE


def _board(options: Options) -> Board:
    return maps.board(str(options["map"]), str(options["tickets"]))


GAME = TicketToRide()
