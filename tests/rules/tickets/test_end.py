"""T31–T35: the end and the count."""

from __future__ import annotations

import itertools

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from branchline.core.driver import play_out
from branchline.core.generator import Generator
from branchline.games.tickets.api.results import tallies
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.network import Network
from branchline.games.tickets.rules.scoring import network
from branchline.games.tickets.rules.setup import new_state
from tests.rules.tickets.positions import (
    GAME,
    MAP,
    act,
    actions,
    begun,
    cards,
    claim,
    finished,
    give_tickets,
    own,
    route,
)


def test_T31_every_player_has_one_more_turn():
    """Trigger by seat 2 of 3: seats 3, 1, 2 play once more."""
    state = cards(begun(3), "L", deck="RRRRRRRRRRGGGGGGGG")
    state.seat, state.wagons[1] = 1, 3
    state.hands[9 + 8] = 3
    act(state, 1, claim("Atlanta", "Nashville", locomotive=1))
    assert (state.final, GAME.view(state, None).last_round) == (3, 3)
    order = []
    while state.step != codes.OVER:
        if state.due:
            state.apply_chance(0)
        else:
            if state.step == codes.TURN:
                order.append(int(state.seat))
            act(state, state.seat, {"type": "blind"})
    assert order == [2, 0, 1]


def test_T31_triggered_once():
    state = cards(begun(2), "LLLL", deck="RRRRRRRRRRGGGGGGGG")
    state.wagons[0] = state.wagons[1] = 3
    state.hands[9 + 8] = 3
    act(state, 0, claim("Atlanta", "Nashville", locomotive=1))
    act(state, 1, claim("New York", "Washington", locomotive=2))
    assert state.final == 1


def test_T31_three_wagons_do_not_trigger():
    state = cards(begun(), "LLLL")
    state.wagons[0] = 4
    act(state, 0, claim("Atlanta", "Nashville", locomotive=1))
    assert (state.wagons[0], state.final) == (3, -1)


def test_T32_tickets_count_for_and_against():
    state = begun()
    own(state, 0, ("Denver", "Santa Fe"), ("Santa Fe", "El Paso"))
    give_tickets(state, 0, ("Denver", "El Paso"), ("New York", "Seattle"))
    give_tickets(state, 1)
    state.points[0] = 4
    count = tallies(state)[0]
    assert [(each.points, each.done) for each in count.tickets] == [(4, True), (22, False)]
    assert count.tickets[0].path == [route("Denver", "Santa Fe"), route("El Paso", "Santa Fe")]
    assert (count.ticket_points, count.completed, count.bonus) == (4 - 22, 1, 10)
    assert list(finished(state).scores()) == [4 + 4 - 22 + 10, 0]


def test_T32_tickets_are_not_in_the_score_before_the_end():
    state = begun()
    state.points[0] = 7
    assert list(state.scores()) == [7, 0]


def longest(state, seat: int = 0) -> int:
    return int(network(state, seat).measure())


def test_T33_a_figure_of_eight_counts_both_loops():
    state = begun()
    west = [("Denver", "Salt Lake City"), ("Salt Lake City", "Helena"), ("Helena", "Denver")]
    east = [("Denver", "Omaha"), ("Omaha", "Kansas City"), ("Kansas City", "Denver")]
    own(state, 0, *west, *east)
    assert longest(state) == sum(int(state.board.length[route(a, b)]) for a, b in west + east)


def test_T33_a_T_counts_its_two_longest_arms():
    state = begun()
    own(state, 0, ("Calgary", "Winnipeg"), ("Winnipeg", "Helena"), ("Winnipeg", "Sault St. Marie"))
    assert longest(state) == 6 + 6
    own(state, 0, ("Sault St. Marie", "Toronto"))
    assert longest(state) == 6 + 6 + 2


def test_T33_ties_all_get_it_and_nobody_for_nothing():
    state = begun(3)
    give_tickets(state, 0)
    give_tickets(state, 1)
    give_tickets(state, 2)
    assert list(finished(state).scores()) == [0, 0, 0]
    state = begun(3)
    for seat in range(3):
        give_tickets(state, seat)
    own(state, 0, ("Atlanta", "Nashville"))
    own(state, 1, ("Portland", "Seattle"))
    assert list(finished(state).scores()) == [10, 10, 0]


def brute(state, seat: int) -> int:
    """The longest trail by trying everything."""
    edges = [
        (int(state.board.a[r]), int(state.board.b[r]), int(state.board.length[r]))
        for r in range(100)
        if state.owner[r] == seat
    ]

    def walk(city: int, used: frozenset) -> int:
        ways = [n for n, (a, b, _) in enumerate(edges) if n not in used and city in (a, b)]
        return max((edges[n][2] + walk(edges[n][0] + edges[n][1] - city, used | {n}) for n in ways), default=0)

    return max((walk(city, frozenset()) for a, b, _ in edges for city in (a, b)), default=0)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, 99), min_size=1, max_size=10, unique=True), st.integers(0, 35))
def test_T33_agrees_with_an_exhaustive_search(routes, near):
    """Half of the routes are drawn around one city, so that loops and crossings come up."""
    state = begun(5)
    around = [n for n in range(100) if near in (state.board.a[n], state.board.b[n])]
    for n in [*routes[:6], *around[:5]]:
        state.owner[n] = 0
    joined = network(state, 0)
    assert joined.measure(True) == brute(state, 0) == Network(state.board, state.owner, 0).measure()
    city = int(joined.start)
    assert len(set(joined.trail)) == len(joined.trail)
    for n in joined.trail:
        assert city in (state.board.a[n], state.board.b[n])
        city = int(state.board.a[n] + state.board.b[n]) - city
    assert sum(state.board.length[n] for n in joined.trail) == joined.best


def test_T33_agrees_with_it_at_the_end_of_random_games():
    """There networks have many parts, and the scorer measures the most promising first."""
    for seed in range(40):
        state = new_state(begun(4).board, 4)
        play_out(state, Generator(seed))
        paths = [brute(state, seat) for seat in range(4)]
        assert [int(network(state, seat).measure()) for seat in range(4)] == paths
        for seat, points in enumerate(state.scores()):
            count = tallies(state)[seat]
            bonus = 10 if paths[seat] == max(paths) else 0
            assert int(points) == count.routes + count.ticket_points + bonus


@settings(max_examples=50, deadline=None)
@given(st.sets(st.integers(0, 99), max_size=25))
def test_T32_joined_cities_agree_with_networkx(routes):
    state = begun(5)
    graph = nx.Graph()
    for n in routes:
        state.owner[n] = 0
        graph.add_edge(int(state.board.a[n]), int(state.board.b[n]))
    own_network = network(state, 0)
    for a, b in itertools.combinations(range(36), 2):
        joined = a in graph and b in graph and nx.has_path(graph, a, b)
        assert own_network.joins(a, b) == joined


@pytest.mark.parametrize(
    ("second", "winners", "broken"),
    [
        ((("New York", "Washington"), ("Boston", "Montreal")), [0], "tickets"),
        ((), [0], None),
    ],
)
def test_T34_most_points_then_tickets(second, winners, broken):
    state = begun()
    give_tickets(state, 0, ("Denver", "El Paso"))
    give_tickets(state, 1)
    own(state, 0, ("Denver", "Santa Fe"), ("Santa Fe", "El Paso"))
    own(state, 1, *second)
    state.points[1] = 14 if second else 0
    keys = list(finished(state).ranking())
    assert [seat for seat in range(2) if keys[seat] == max(keys)] == winners
    assert GAME.result(state).breakdown.tie_break == broken


def test_T34_tickets_come_before_the_path():
    """Seat 0 completed more tickets, seat 1 has the longer path, and both have the same points."""
    state = begun()
    give_tickets(state, 0, ("Denver", "El Paso"))
    give_tickets(state, 1)
    own(state, 0, ("Denver", "Santa Fe"), ("Santa Fe", "El Paso"))
    own(state, 1, ("Calgary", "Winnipeg"))
    state.points[0], state.points[1] = 6, 0
    assert list(finished(state).scores()) == [6 + 4, 10]
    assert state.ranking()[0] > state.ranking()[1]
    assert GAME.result(state).breakdown.tie_break == "tickets"


def test_T34_then_the_longer_path_then_shared():
    state = begun()
    give_tickets(state, 0)
    give_tickets(state, 1)
    own(state, 0, ("Denver", "Santa Fe"))
    own(state, 1, ("Calgary", "Winnipeg"))
    state.points[0] = 10
    assert GAME.result(finished(state)).breakdown.tie_break == "longest"
    assert state.ranking()[1] > state.ranking()[0]
    state = begun()
    give_tickets(state, 0)
    give_tickets(state, 1)
    assert GAME.result(finished(state)).breakdown.tie_break == "shared"
    assert state.ranking()[0] == state.ranking()[1]


def stuck(state) -> None:
    """No cards to draw, no tickets, no hand."""
    cards(state, "", row="", deck="")
    for at in range(len(state.hands)):
        state.hands[at] = 0
    for ticket in range(30):
        if state.tickets[ticket] == 8:
            state.tickets[ticket] = 1
    state.fresh = 0


def test_T35_who_can_do_nothing_passes_and_if_all_pass_the_game_ends():
    state = begun(3)
    stuck(state)
    for _ in range(3):
        assert actions(state, state.seat) == [{"type": "pass"}]
        act(state, state.seat, {"type": "pass"})
    assert state.due == codes.REVEAL
    state.apply_chance(0)
    assert (state.actors(), state.chance()) == (0, 0)


def test_T35_only_passes_in_a_row_end_the_game():
    """Two pass, the third claims, the first passes again: that is one pass and not three."""
    state = begun(3)
    stuck(state)
    for seat in (0, 1):
        act(state, seat, {"type": "pass"})
    state.hands[2 * 9] = 1
    act(state, 2, claim("Atlanta", "Nashville", pink=1))
    state.apply_chance(0)
    stuck(state)
    act(state, 0, {"type": "pass"})
    assert (state.passes, state.final, state.due, state.seat) == (1, -1, 0, 1)


def test_T35_tickets_are_compulsory_if_nothing_else_is_possible():
    state = begun(2)
    cards(state, "", row="", deck="")
    assert actions(state, 0) == [{"type": "tickets"}]


def test_the_map_has_what_the_rules_speak_of():
    lengths = [each.length for each in MAP.routes]
    assert [lengths.count(n) for n in range(1, 7)] == [9, 36, 20, 16, 10, 9]
    pairs = {frozenset((each.a, each.b)) for each in MAP.routes}
    assert len(pairs) == 78
