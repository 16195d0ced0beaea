"""What a game says of a better move is made of facts: true ones, in both languages."""

from __future__ import annotations

import itertools
import math

import pytest

import branchline
from branchline.core.action import Move
from branchline.core.generator import Generator
from branchline.core.match import Match
from branchline.core.text import Text
from branchline.games.rails30.api.places import PAIR_NUMBER
from branchline.games.rails30.api.prospects import lacking
from branchline.games.rails30.rules.codes import DRAW_TRACK
from branchline.games.rails30.rules.scoring import survey
from branchline.games.rocket.rules.codes import ACT, CALL_VETO, REFRAIN
from branchline.games.strings.rules.shapes import StationShape
from branchline.games.tickets.api.explain import unseen
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


def facts_of(slug: str, every: int) -> dict[str, list[tuple[Position, Move, Text]]]:
    """Facts about the decisions of a kept game, by their code."""
    found: dict[str, list[tuple[Position, Move, Text]]] = {}
    for position, other, facts in moments(golden(slug), every):
        for fact in facts:
            found.setdefault(fact.code, []).append((position, other, fact))
    return found


def test_30_rails_speaks_of_the_mine_and_says_but_only_after_a_reason() -> None:
    match = golden("30-rails")
    told = set()
    for position, _, facts in moments(match, 1):
        told |= {fact.code for fact in facts}
        if facts:
            assert not facts[0].code.endswith("_but")
        assert position.seat is not None
    assert {"rails30.explain_mine_lacks", "rails30.explain_lacks_but"} <= told


def test_30_rails_tells_reasons_for_the_better_drawing_from_those_against_it() -> None:
    """Points, jokers and nearness speak for it or are a "but"; where nothing speaks for it, that is said."""
    match = golden("30-rails")
    told = []
    for position, other, facts in moments(match, 1):
        assert position.move is not None
        if min(position.move.number, other.number) < DRAW_TRACK:
            continue
        assert facts, "every comparison of two drawings says something"
        told += [fact.code.removeprefix("rails30.explain_") for fact in facts]
        for fact in facts:
            now, then = (fact.facts.get(each, 0) for each in ("played", "better"))
            match fact.code.removeprefix("rails30.explain_"):
                case "points":
                    assert now < then  # type: ignore[operator]
                case "points_but" | "jokers":
                    assert now > then  # type: ignore[operator]
                case "jokers_but":
                    assert now < then  # type: ignore[operator]
                case "serve" if {fact.facts["a"], fact.facts["b"]} == {fact.facts["c"], fact.facts["d"]}:
                    assert now > then  # type: ignore[operator]
    assert {"points", "points_but", "no_worse"} <= set(told)


def test_cubes_of_one_industry_are_told_apart_by_their_towns() -> None:
    """The same count of cubes after either move is no reason; how far the next line is from the town is."""
    game = branchline.game("stephensons-rocket")
    match = game.start(players=2, seed=5)
    steel = [each for each in match.legal(match.actors[0]) if each.json().get("industry") == "steel"]
    played, better = steel[0], steel[1]
    said = game.explain(match.state, match.actors[0], played.move, better.move)
    codes = [fact.code for fact in said]
    assert "rocket.explain_better_town" in codes
    assert "rocket.explain_better_invests" not in codes
    assert [fact.facts["town"].render("en") for fact in said if fact.code.endswith("_town")] == [
        each.json()["town"].capitalize() for each in (better, played)
    ]


def test_a_veto_is_explained_by_the_step_in_question() -> None:
    """What it pays if nobody objects, and who holds the line: as the game went on where nobody did."""
    match = golden("stephensons-rocket")
    found = positions(brief_of(match, "expert"), match.game)
    seen = 0
    for before, after in itertools.pairwise(found):
        if before.seat is None or before.move is None or before.move.number != REFRAIN:
            continue
        said = match.game.explain(before.state, before.seat, before.move, Move(CALL_VETO))
        facts = {fact.code: fact.facts for fact in said}
        assert facts["rocket.explain_held"]["own"] > 0  # type: ignore[operator]
        if after.state.phase == ACT and after.state.active == before.state.active:
            seen += 1
            gained = after.state.scores()[before.seat] - before.state.scores()[before.seat]
            assert facts["rocket.explain_disputed"]["own"] == gained
    assert seen


def test_the_setup_of_30_rails_is_explained_where_no_way_differs() -> None:
    """Empty cells beside the mine and before a station, rolls that are still to come."""
    game = branchline.game("30-rails")
    match = game.start(players=1, seed=3)
    skip, draw = (game.parse(match.state, 0, {"type": "mountain", "draw": each}) for each in (False, True))
    (said,) = game.explain(match.state, 0, skip, draw)
    assert said.facts["rolls"] == 5
    while not any(each.json()["type"] == "mine" for each in match.legal(0)):
        match.play(0, match.legal(0)[0])
    mines = [each.move for each in match.legal(0)]
    told = [fact for other in mines[1:] for fact in game.explain(match.state, 0, mines[0], other)]
    assert {fact.code for fact in told} == {"rails30.explain_beside"}
    match.play(0, match.legal(0)[0])
    stations = [each.move for each in match.legal(0)]
    told = [fact for other in stations[1:] for fact in game.explain(match.state, 0, stations[0], other)]
    before = [fact for fact in told if fact.code == "rails30.explain_before"]
    assert before
    assert all(0 <= fact.facts["better"] <= 6 for fact in before)  # type: ignore[operator]


def test_ticket_to_ride_knows_what_a_card_is_for_and_what_begins_the_last_round() -> None:
    found = facts_of("ticket-to-ride", 1)
    assert {"tickets.explain_unwanted", "tickets.explain_collects"} <= set(found)
    ends = [*found.get("tickets.explain_better_ends", []), *found.get("tickets.explain_played_ends", [])]
    assert ends, "somebody came to the last wagons"
    for position, _, fact in ends:
        assert isinstance(position.state, Tickets)
        assert fact.facts["n"] <= 2  # type: ignore[operator]
        assert position.state.final < 0


def test_rivals_who_have_built_up_to_a_route_are_counted() -> None:
    """Networks are public: a rival counts whose route ends in one of the two cities."""
    found = facts_of("ticket-to-ride", 2)["tickets.explain_rivals"]
    for position, other, fact in found:
        state = position.state
        assert isinstance(state, Tickets)
        route, board = match_route(state, position.seat or 0, other), state.board
        ends = {int(board.a[route]), int(board.b[route])}
        near = {
            int(state.owner[each])
            for each in range(int(board.routes))
            if ends & {int(board.a[each]), int(board.b[each])} and 0 <= state.owner[each] != position.seat
        }
        assert 0 < fact.facts["n"] <= len(near)  # type: ignore[operator]


def test_string_railway_tells_places_apart_by_who_is_near() -> None:
    """Nearly every two places of a station differ in something that can be said of them."""
    placed = [
        facts for _, other, facts in moments(golden("string-railway"), 1) if isinstance(other.payload, StationShape)
    ]
    assert len(placed) > 20
    assert sum(1 for facts in placed if not facts) < len(placed) / 4, "silent only where all distances are the same"
    near = facts_of("string-railway", 3)["strings.explain_better_near"]
    assert all(0 <= fact.facts["own"] < 150 for _, _, fact in near)  # type: ignore[operator]


def test_a_bid_of_the_rocket_says_what_is_at_stake() -> None:
    found = facts_of("stephensons-rocket", 1)
    bids = [*found.get("rocket.explain_better_bid", []), *found.get("rocket.explain_played_bid", [])]
    assert bids
    assert all(0 < fact.facts["n"] <= fact.facts["held"] for _, _, fact in bids)  # type: ignore[operator]


def test_an_investment_of_the_rocket_says_who_leads_the_industry() -> None:
    """Two investments never go without a word: what everybody would hold of their industries is told."""
    game = branchline.game("stephensons-rocket")
    match = game.start(players=2, seed=3)
    seat = match.actors[0]
    first, *_, last = [each for each in match.legal(seat) if each.json()["type"] == "invest"]
    match.play(seat, first)
    facts = game.explain(match.state, seat, first.move, last.move)
    told = {fact.code: fact.facts for fact in facts if fact.code.endswith("_invests")}
    assert set(told) == {"rocket.explain_better_invests", "rocket.explain_played_invests"}
    assert told["rocket.explain_played_invests"]["own"] == 2
    assert all(each["others"] == 0 for each in told.values())


def test_places_of_string_railway_are_named_by_what_lies_near() -> None:
    """No reader measures millimetres: a place is told by the nearest station, its side, river, mountains and edge."""
    match = golden("string-railway")
    game = match.game
    for position in positions(brief_of(match, "expert"), game):
        if position.seat is None or position.move is None or not isinstance(position.move.payload, StationShape):
            continue
        text = game.text(position.state, position.seat, position.move)
        tile, table = position.move.payload.tile, position.state.table  # type: ignore[attr-defined]
        gaps = [math.dist((tile.x, tile.y), (each.x, each.y)) / 100 for each in table.tiles]
        for language, unit in (("en", " cm "), ("ru", " см ")):
            said = text.render(language)
            assert "{" not in said
            assert "strings." not in said
            assert f"{round(min(gaps))}{unit}" in said
        assert ("in the mountains" in text.render("en")) == bool(table.is_high(tile))
        nearest = table.tiles[gaps.index(min(gaps))]
        above = tile.y < nearest.y
        assert ("below" if above else "above") not in text.render("en"), "the page draws y downwards"


def test_strings_over_the_same_stations_are_told_apart_by_where_they_lie() -> None:
    found = facts_of("string-railway", 1)
    assert found["strings.explain_same"]
    for _, _, fact in found.get("strings.explain_course", []):
        assert abs(fact.facts["played"] - fact.facts["better"]) >= 2  # type: ignore[operator]
    assert {"strings.explain_course", "strings.explain_end"} & set(found)


def test_a_blind_draw_is_told_from_an_open_card_by_what_the_seat_can_count() -> None:
    """The chances are the same in every world that the seat could be in: nothing hidden is told."""
    found = facts_of("ticket-to-ride", 1)
    assert found["tickets.explain_gray"]
    for position, _, fact in found["tickets.explain_blind"]:
        state, seat = position.state, position.seat or 0
        assert isinstance(state, Tickets)
        assert 0 <= fact.facts["useful"] + fact.facts["locomotive"] <= 100  # type: ignore[operator]
        for n in range(3):
            assert unseen(state.resample(seat, Generator(n)), seat) == unseen(state, seat)


def test_two_drawings_of_30_rails_are_told_apart() -> None:
    """Few drawings of different moves go without a word, and a pair that is served lacks what the sheet lacks."""
    told = [facts for position, other, facts in moments(golden("30-rails"), 1) if other.number >= DRAW_TRACK]
    assert sum(1 for facts in told if not facts) < len(told) / 10
    found = facts_of("30-rails", 1)
    for position, other, fact in found["rails30.explain_serve"]:
        after = position.state.clone()
        after.apply(0, other.number, other.payload)
        least = lacking(after, 0)[PAIR_NUMBER[int(fact.facts["a"]), int(fact.facts["b"])]]  # type: ignore[call-overload]
        assert least is not None
        assert least <= fact.facts["better"]  # type: ignore[operator]
