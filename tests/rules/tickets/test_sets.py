"""T36–T40: the ticket sets: what is dealt, kept and drawn, and their bonuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from branchline.core.errors import OptionError
from branchline.core.generator import Generator
from branchline.games.tickets.api import log, maps
from branchline.games.tickets.api.results import tallies
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.setup import new_state
from tests.rules.tickets.positions import GAME, finished, match, own, refused, route

SOURCE = Path(maps.__file__).parents[1] / "data" / "usa.json"
BIG = {"Chicago", "Dallas", "Houston", "Los Angeles", "Miami", "New York", "Seattle"}


def terms(board) -> tuple[int, ...]:
    return tuple(map(int, (board.tickets, board.deal, board.keep, board.draw, board.longest, board.globetrotter)))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("standard", (30, 3, 2, 3, 10, 0), id="T6"),
        pytest.param("1910", (35, 3, 2, 3, 0, 15), id="T36"),
        pytest.param("mega", (69, 5, 3, 4, 10, 15), id="T37"),
        pytest.param("big", (35, 4, 2, 4, 0, 0), id="T38"),
    ],
)
def test_T36_T37_T38_the_numbers_of_the_sets(name, expected):
    assert terms(maps.board("usa", name)) == expected
    seen = match(2, tickets=name).view().terms
    assert (seen.deal, seen.keep, seen.draw, seen.longest, seen.globetrotter) == expected[1:]


def test_T37_T38_mega_has_every_ticket_and_big_those_of_big_cities():
    sets = {name: maps.load("usa").set_of(name).tickets for name in maps.TICKET_SETS}
    ends = {name: {(each.a, each.b) for each in tickets} for name, tickets in sets.items()}
    assert ends["standard"] < ends["mega"]
    assert ends["1910"] < ends["mega"]
    assert all(BIG & {each.a, each.b} for each in sets["big"])


@pytest.mark.parametrize(("name", "deal", "keep"), [("1910", 3, 2), ("mega", 5, 3), ("big", 4, 2)])
def test_T36_T37_T38_the_first_tickets(name, deal, keep):
    game = match(3, tickets=name)
    offer = [ticket.id for ticket in game.view(1).own.offer]
    assert len(offer) == deal
    assert game.view(1).own.choices.keep == keep
    kept = [action.data["tickets"] for action in game.legal(1)]
    assert {len(each) for each in kept} == set(range(keep, deal + 1))
    enough = sum(mask.bit_count() >= keep for mask in range(1 << deal))
    assert len({tuple(each) for each in kept}) == len(kept) == enough
    error = refused(game.state, 1, {"type": "keep", "tickets": offer[: keep - 1]})
    assert (error.rule, error.reason) == ("T6", f"of the first {deal} tickets keep at least {keep}")
    for seat in range(3):
        mine = [ticket.id for ticket in game.view(seat).own.offer]
        game.play(seat, {"type": "keep", "tickets": mine[:keep]})
    assert game.view().seats[2].tickets == keep
    told = [entry for entry in game.log(None) if isinstance(entry, log.Kept)]
    assert [(entry.kept, entry.returned) for entry in told] == [(keep, deal - keep)] * 3


@pytest.mark.parametrize(("name", "draw"), [("1910", 3), ("mega", 4), ("big", 4)])
def test_T36_T37_T38_later_tickets_keep_at_least_one(name, draw):
    state = turn(name)
    seat = int(state.seat)
    draw_tickets(state)
    offer = [ticket.id for ticket in GAME.view(state, seat).own.offer]
    assert len(offer) == draw
    assert len(state.legal(seat)) == (1 << draw) - 1
    error = refused(state, seat, {"type": "keep", "tickets": []})
    assert (error.rule, error.reason) == ("T29", "keep at least one of the tickets")


@pytest.mark.parametrize("left", [1, 2, 3])
def test_T39_fewer_tickets_left_than_a_draw(left):
    state = turn("mega")
    seat = int(state.seat)
    for ticket in range(state.board.tickets):
        if state.tickets[ticket] == 8 and state.fresh > left:
            state.tickets[ticket], state.knows[ticket] = 1 - seat, 1 << (1 - seat)
            state.fresh -= 1
    state.under = state.under[:0]
    draw_tickets(state)
    assert len(GAME.view(state, seat).own.offer) == left
    assert len(state.legal(seat)) == (1 << left) - 1


def turn(name: str, players: int = 2):
    """The first turn of a game with a set of tickets, all first tickets kept."""
    state = new_state(maps.board("usa", name), players)
    rng = Generator(3)
    while state.step != codes.TURN or state.due:
        if n := state.chance():
            state.apply_chance(rng.below(n))
        else:
            seat = next(seat for seat in range(players) if state.waiting >> seat & 1)
            state.apply(seat, state.legal(seat)[len(state.legal(seat)) - 1])
    return state


def draw_tickets(state) -> None:
    state.apply(state.seat, codes.DRAW_TICKETS)
    while n := state.chance():
        state.apply_chance(n - 1)


# ── bonuses ──
def counted(name: str, *done: int, players: int = 3):
    """A finished game: each seat has completed so many tickets of a route's length, and seat 0 the longest path."""
    state = turn(name, players)
    board = state.board
    for ticket in range(board.tickets):
        state.tickets[ticket] = 8
    own(state, 0, ("Calgary", "Winnipeg"), ("Calgary", "Vancouver"), ("Seattle", "Vancouver"))
    free = iter(range(board.tickets))
    for seat, n in enumerate(done):
        for _ in range(n):
            ticket = next(free)
            board_way(state, seat, ticket)
            state.tickets[ticket] = seat
    return finished(state)


def board_way(state, seat: int, ticket: int) -> None:
    """Give the seat some way between the ticket's cities, whoever owned it: only the count of tickets is tested."""
    a, b = int(state.board.ticket_a[ticket]), int(state.board.ticket_b[ticket])
    reached, via = {a}, {a: []}
    while b not in reached:
        for n in range(state.board.routes):
            for one, two in ((state.board.a[n], state.board.b[n]), (state.board.b[n], state.board.a[n])):
                if one in reached and two not in reached and state.owner[n] in (8, seat):
                    reached.add(int(two))
                    via[int(two)] = [*via[int(one)], n]
    for n in via[b]:
        state.owner[n] = seat


@pytest.mark.parametrize(
    ("name", "done", "globetrotters"),
    [
        ("1910", (1, 2, 0), [0, 15, 0]),
        ("1910", (2, 2, 1), [15, 15, 0]),  # T36: all who tie
        ("1910", (0, 0, 0), [0, 0, 0]),  # and nobody for none completed
        ("mega", (1, 2, 0), [0, 15, 0]),
        ("big", (1, 2, 0), [0, 0, 0]),
        ("standard", (1, 2, 0), [0, 0, 0]),
    ],
)
def test_T36_the_globetrotter_is_for_the_most_completed_tickets(name, done, globetrotters):
    state = counted(name, *done)
    counts = tallies(state)
    assert [each.completed for each in counts] == list(done)
    assert [each.globetrotter for each in counts] == globetrotters
    longest = max(each.longest for each in counts)
    points = int(state.board.longest)
    assert points == {"standard": 10, "mega": 10, "1910": 0, "big": 0}[name]
    assert [each.bonus for each in counts] == [points if each.longest == longest else 0 for each in counts]
    assert [each.total for each in counts] == list(state.scores())
    for each in counts:
        assert each.total == each.routes + each.ticket_points + each.bonus + each.globetrotter


def test_T36_the_log_tells_the_globetrotter():
    state = counted("1910", 0, 2, 1)
    state.due, state.step = codes.REVEAL, codes.TURN
    before = state.clone()
    state.apply_chance(0)
    told = [line.entry for line in GAME.log_chance(before, 0, state)]
    assert not any(isinstance(entry, log.Longest) for entry in told)
    [most] = [entry for entry in told if isinstance(entry, log.Globetrotter)]
    assert (most.seat, most.points, most.completed) == (1, 15, 2)
    assert str(most.text) == "Globetrotter: most completed tickets, 2"


def test_T39_ties_go_on_by_tickets_and_then_by_the_path_without_its_bonus():
    """Equal points in a set without a longest path: the longer path still decides, after the completed tickets."""
    state = turn("big")
    for ticket in range(state.board.tickets):
        state.tickets[ticket] = 8
    state.owner[route("Calgary", "Winnipeg")] = 0
    state.owner[route("Atlanta", "Miami")] = 1
    state.points[0] = state.points[1] = 15
    finished(state)
    assert list(state.scores()) == [15, 15]
    assert state.ranking()[0] > state.ranking()[1]
    assert GAME.result(state).breakdown.tie_break == "longest"
    state.tickets[next(n for n in range(35) if done_by(state, n, 1))] = 1
    points = state.scores()[1]
    state.points[0] = points
    assert state.ranking()[1] > state.ranking()[0]
    assert GAME.result(state).breakdown.tie_break == "tickets"


def done_by(state, ticket: int, seat: int) -> bool:
    state.owner[route("Chicago", "Saint Louis")] = state.owner[route("Nashville", "Saint Louis")] = seat
    state.owner[route("Atlanta", "Nashville")] = seat
    ends = {int(state.board.ticket_a[ticket]), int(state.board.ticket_b[ticket])}
    names = {maps.load("usa").cities[end].name for end in ends}
    return names == {"Atlanta", "Chicago"}


# ── maps of one's own ──
def changed(**sets) -> str:
    usa = json.loads(SOURCE.read_text())
    tickets = usa["tickets"]["standard"]["tickets"]
    usa["tickets"] = {name: of if isinstance(of, list) else {"tickets": tickets, **of} for name, of in sets.items()}
    return json.dumps(usa)


def test_T40_a_set_may_ask_to_keep_a_single_ticket():
    game = GAME.start(players=2, seed=1, map=changed(standard={"deal": 2, "keep": 1}))
    offer = [ticket.id for ticket in game.view(0).own.offer]
    assert sorted(action.data["tickets"] for action in game.legal(0)) == sorted([offer[:1], offer[1:], offer])


def test_T40_a_set_states_its_numbers_and_bonuses():
    mine = {"deal": 6, "keep": 4, "draw": 2, "bonuses": {"longest": 7, "globetrotter": 3}}
    board = GAME.start(players=2, seed=1, map=changed(standard=mine)).state.board
    assert terms(board) == (30, 6, 4, 2, 7, 3)
    assert list(board.first_choices) == [mask for mask in range(64) if mask.bit_count() >= 4]


def test_T40_without_them_the_numbers_of_the_base_game_hold():
    tickets = json.loads(SOURCE.read_text())["tickets"]["standard"]["tickets"]
    for plain in ({}, tickets):
        assert terms(GAME.start(players=2, seed=1, map=changed(standard=plain)).state.board) == (30, 3, 2, 3, 10, 0)
    none = GAME.start(players=2, seed=1, map=changed(standard={"bonuses": {}})).state.board
    assert terms(none) == (30, 3, 2, 3, 0, 0)


@pytest.mark.parametrize(
    ("of", "says"),
    [
        ({"deal": 2, "keep": 3}, "3 tickets must be kept, but only 2 are dealt"),
        ({"deal": 6, "tickets": []}, "at least 30 are needed"),
        ({"deal": 7}, "not a map file"),
        ({"keep": 0}, "not a map file"),
        ({"draw": 0}, "not a map file"),
        ({"bonuses": {"shortest": 5}}, "not a map file"),
        ({"bonuses": {"globetrotter": -1}}, "not a map file"),
    ],
)
def test_T40_a_set_that_cannot_be_played_is_refused(of, says):
    with pytest.raises(OptionError, match=says):
        GAME.start(players=2, seed=1, map=changed(standard=of))


@pytest.mark.parametrize("name", maps.TICKET_SETS)
@pytest.mark.parametrize("players", [2, 5])
def test_T36_T40_whole_games_end_and_their_results_agree_with_the_scores(name, players):
    game = match(players, seed=players, tickets=name)
    rng = Generator(players)
    while game.actors:
        game.play(game.actors[0], game.sample(game.actors[0], rng))
    counts = game.result.breakdown.seats
    assert [each.total for each in counts] == game.result.scores
    most = max(each.completed for each in counts)
    bonus = int(game.state.board.globetrotter)
    assert [each.globetrotter for each in counts] == [
        bonus if most and each.completed == most else 0 for each in counts
    ]
