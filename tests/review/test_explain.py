"""What a game says of a better move is made of facts: true ones, in both languages."""

from __future__ import annotations

import pytest

import branchline
from branchline.core.action import Move
from branchline.core.match import Match
from branchline.core.text import Text
from branchline.games.rails30.api.prospects import lacking
from branchline.games.rails30.rules.scoring import survey
from branchline.games.tickets.api.views import view_ticket
from branchline.games.tickets.rules.state import Tickets
from branchline.review.history import Position, brief_of, positions
from branchline.review.playouts import Ask, Worker
from tests.review.games import golden

Moment = tuple[Position, Move, list[Text]]


def moments(match: Match, every: int) -> list[Moment]:
    """Decisions of a game with another candidate, and what the game says of the two."""
    worker = Worker(brief_of(match, "expert"))
    found = []
    for place, position in list(enumerate(worker.positions))[::every]:
        if position.seat is None or position.move is None:
            continue
        for text in worker.ideas(Ask(place, 3), 1):
            other = worker._move(position, text)
            if other != position.move:
                facts = match.game.explain(position.state, position.seat, position.move, other)
                found.append((position, other, facts))
    return found


@pytest.mark.parametrize(
    ("slug", "every"), [("30-rails", 4), ("ticket-to-ride", 4), ("stephensons-rocket", 6), ("string-railway", 5)]
)
def test_every_fact_is_said_in_both_languages(slug: str, every: int) -> None:
    said = [fact for _, _, facts in moments(golden(slug), every) for fact in facts]
    assert len({fact.code for fact in said}) >= 2
    for fact in said:
        for language in ("en", "ru"):
            text = fact.render(language)
            assert fact.code not in text
            assert "{" not in text


def test_30_rails_knows_what_a_pair_lacks() -> None:
    """A joined pair lacks nothing, and one that lacks nothing is joined: the routes of the rules say the same."""
    match = golden("30-rails")
    seen = set()
    for position in positions(brief_of(match, "expert"), match.game)[::3]:
        lengths = survey(position.state, 0).length
        for pair, cells in enumerate(lacking(position.state, 0)):
            if lengths[pair]:
                assert cells == 0
            seen.add(cells)
    assert len(seen) > 4
    assert None in seen


def test_a_detour_costs_what_the_ticket_needs_more() -> None:
    told = 0
    for position, other, facts in moments(golden("ticket-to-ride"), 2):
        for fact in facts:
            if fact.code != "tickets.explain_detour":
                continue
            told += 1
            state = position.state
            assert isinstance(state, Tickets)
            route = match_route(state, position.seat or 0, other)
            without = state.clone()
            without.owner[route] = 1 - (position.seat or 0)
            more = {
                (view_ticket(without, position.seat or 0, ticket).needs or 0)
                - (view_ticket(state, position.seat or 0, ticket).needs or 0)
                for ticket in range(int(state.board.tickets))
                if state.tickets[ticket] == position.seat
            }
            assert fact.facts["wagons"] in more
    assert told, "no decision of the game had a way around"


def match_route(state: Tickets, seat: int, move: Move) -> int:
    """The route of a claim."""
    data = branchline.game("ticket-to-ride").to_json(state, seat, move)
    assert data["kind" if "kind" in data else "type"] == "claim"
    return int(data["route"])
