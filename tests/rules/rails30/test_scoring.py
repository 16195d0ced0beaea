"""L11–L17: routes and the mine."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from branchline.core.text import Text
from branchline.games.rails30.rules import codes
from branchline.games.rails30.rules.codes import MINE
from branchline.games.rails30.rules.drawings import EXITS
from branchline.games.rails30.rules.field import BORDER, BORDER_CELL, NEIGHBOUR
from branchline.games.rails30.rules.scoring import PAIR_A, PAIR_B, Survey, mine_points, points, survey
from branchline.games.rails30.rules.setup import new_state
from branchline.games.rails30.rules.state import Rails30
from tests.rules.rails30.sheets import sheet

BLANK = " . . . . . . "


def cells(steps) -> list[int]:
    return [int(step) // 16 for step in steps]


def lengths(state: Rails30) -> list[int]:
    return [int(length) for length in survey(state, 0).length]


def test_L11_the_case_of_the_rules_page():
    """1-2 of length 3 without bonus is 4, 1-3 of length 6 with bonus is 10, two stations at the mine 6: 20."""
    found = Survey()
    found.length[0], found.length[1], found.bonus[1] = 3, 6, 2
    assert found.pair_points(0) == 4
    assert found.pair_points(1) == 10
    assert found.pair_points(0) + found.pair_points(1) + mine_points(0b0101) == 20


def test_L11_a_whole_sheet():
    """Station 1 in the north joins 2 in the west by three cells, and 3 in the south by six through the bonus cell."""
    state = sheet(
        """
        NS    . . . . .
        NS    . . . . .
        NW/NS . . . . .
        NS    . . . . .
        NS    . . . . .
        NS    . . . . .
        """,
        "N1 W3 S1 E6",
        bonus=(5, 1),
    )
    found = survey(state, 0)
    assert (found.length[0], found.bonus[0], found.pair_points(0)) == (3, 0, 4)
    assert (found.length[1], found.bonus[1], found.pair_points(1)) == (6, 2, 10)
    assert found.length[3] == 0  # from 2 only the stem in the north is reached
    assert points(state, 0) == 14


def test_L11_points_by_stations():
    line = "EW EW EW EW EW EW" + BLANK * 5
    for stations, pair, base in [
        ("W1 E1 N1 S1", 0, 1),
        ("W1 N1 E1 S1", 1, 2),
        ("W1 N1 S1 E1", 2, 3),
        ("N1 W1 E1 S1", 3, 3),
        ("N1 W1 S1 E1", 4, 4),
        ("N1 S1 W1 E1", 5, 5),
    ]:
        assert survey(sheet(line, stations), 0).pair_points(pair) == base + 6


def test_L11_the_bonus_counts_once_a_route():
    """A route that passes the bonus cell twice, by both curves of a 3, still has only 2."""
    text = """
        .  SE    SW . . .
        EW NW/SE NW . . .
        .  NS    .  . . .
        .  NS    .  . . .
        .  NS    .  . . .
        .  NS    .  . . .
    """
    found = survey(sheet(text, "W2 S2 N6 E6", bonus=(2, 2)), 0, True)
    assert found.length[0] == 10
    assert found.bonus[0] == 2
    assert cells(found.routes[0]) == [6, 7, 1, 2, 8, 7, 13, 19, 25, 31]


def test_L12_no_route_through_the_mine():
    state = sheet("EW EW M EW EW EW" + BLANK * 5, "W1 E1 N6 S6")
    assert lengths(state)[0] == 0
    assert survey(state, 0).mine == 0b0011


def test_L12_no_route_through_a_third_station():
    """1 and 3 are joined, and so are 2 and 3; but 3 stands between 1 and 2, and a train that reaches it has arrived."""
    state = sheet("NW/NE EW EW EW EW EW" + BLANK * 5, "W1 E1 N1 S6")
    assert lengths(state) == [0, 1, 0, 6, 0, 0]


BALLOON = """
    .   NS     .      .   .  .
    EW  EW/NE  WE/WS  SW  .  .
    .   .      NE     NW  .  .
"""
"""From (2,1) the north is reached only by turning round in the loop and running back from (2,3) to (2,2)."""


def test_L13_a_balloon_loop_does_not_score():
    state = sheet(BALLOON + BLANK * 3, "W2 N2 S6 E6")
    assert EXITS[state.cells[7] * 4 + 1] == 0b1001  # (2,2) leads from the east to the west and to the north
    assert EXITS[state.cells[8] * 4 + 2] == 0b1000  # (2,3) leads from the south, where the loop ends, to the west
    assert lengths(state) == [0] * 6


def test_L13_a_balloon_that_runs_back_northwards_does_not_score():
    """The same balloon turned over: the side between (2,2) and (3,2) would be used twice."""
    text = """
        .   NS     .   .  .  .
        EW  NS/SW  .   .  .  .
        .   NS/NE  SW  .  .  .
        .   NE     NW  .  .  .
    """
    assert lengths(sheet(text + BLANK * 2, "N2 W2 S6 E6")) == [0] * 6


def test_L13_the_same_track_without_the_balloon_scores():
    """What keeps the balloon from scoring is the way back alone: entered from the east the junction leads north."""
    text = """
        .  NS     .   .   .   .
        .  EW/NE  EW  EW  EW  EW
    """
    assert lengths(sheet(text + BLANK * 4, "E2 N2 S6 W6"))[0] == 6


def test_L13_a_loop_that_does_not_run_back_scores():
    """A route may cross itself on a bridge: no side is used twice."""
    text = """
        .  NS    .  . . .
        EW NS/EW SW . . .
        .  NE    NW . . .
    """
    assert lengths(sheet(text + BLANK * 3, "W2 N2 S6 E6"))[0] == 7


def test_L14_a_cell_passed_twice_counts_twice():
    text = """
        .  NS    .     . . .
        EW NS/EW SW    . . .
        .  NE    NW    . . .
        . . . . . .
        . . . . . .
        . . . . . .
    """
    found = survey(sheet(text, "W2 N2 S6 E6"), 0, True)
    route = cells(found.routes[0])
    assert route.count(7) == 2
    assert found.length[0] == len(route) == 7


def test_L15_the_shortest_counts_even_if_a_longer_has_the_bonus():
    text = """
        EW/SW EW EW EW EW EW/SE
        NE    EW EW EW EW NW
    """
    found = survey(sheet(text + BLANK * 4, "W1 E1 N6 S6", bonus=(2, 3)), 0)
    assert (found.length[0], found.bonus[0]) == (6, 0)


def test_L15_among_equally_short_ones_the_bonus_is_taken():
    text = """
        .     SE EW SW    . .
        EW    NW/SW . NE/SE EW EW
        .     NE EW NW    . .
    """
    for bonus in ((1, 3), (3, 3)):
        found = survey(sheet(text + BLANK * 3, "W2 E2 N6 S6", bonus=bonus), 0)
        assert (found.length[0], found.bonus[0]) == (8, 2)
    assert survey(sheet(text + BLANK * 3, "W2 E2 N6 S6", bonus=(6, 6)), 0).bonus[0] == 0


UPPER = ("WN/WE", "SE EW SW", "EW", ". . .", "WE/NE")
LOWER = ("WE/WS", ". . .", "EW", "NE EW NW", "WE/SE")
BOTH = ("WN/WS", "SE EW SW", ".", "NE EW NW", "NE/SE")


def detour(ways: tuple[str, ...], bonus: tuple[int, int] | None = None, goal: str = "NS/NE") -> Rails30:
    """The shortest walk from station 1 to (1,2) is a balloon; the route is a detour round the field.

    The detour parts at (5,2) into ways by row 4, 5 or 6, which meet again at (5,4).
    """
    fork, above, between, below, meet = ways
    text = f"""
        .      {goal} EW     EW  EW  SW
        EW/WS  EW/NE  WE/WS  SW  .   NS
        NS     .      NE     NW  .   NS
        NS     {above}           .   NS
        NE     {fork} {between} {meet} EW NW
        .      {below}           .   .
    """
    return sheet(text, "W2 N2 S6 E6", bonus=bonus)


@pytest.mark.parametrize("bonus", [(4, 3), (6, 3)])
def test_L15_the_bonus_is_preferred_where_a_balloon_is_the_shortest_walk(bonus: tuple[int, int]):
    found = survey(detour(BOTH, bonus), 0)
    assert (found.length[0], found.bonus[0]) == (19, 2)


@pytest.mark.parametrize(("ways", "bonus"), [(UPPER, (4, 3)), (LOWER, (6, 3))])
def test_L15_the_shortest_is_kept_where_a_balloon_is_the_shortest_walk(ways: tuple[str, ...], bonus: tuple[int, int]):
    found = survey(detour(ways, bonus), 0)
    assert (found.length[0], found.bonus[0]) == (17, 0)


def test_L13_a_route_behind_a_balloon_is_followed_side_by_side():
    """Only the detour by row 4 brings a train to (2,2) from the east without running back."""
    text = """
        .      NS     .      .      .   .
        EW/WS  EW/NE  WE/WS  WE/WS  EW  SW
        NS     .      NE     NW     .   NS
        NE     EW     EW     EW     EW  NW
    """
    found = survey(sheet(text + BLANK * 2, "W2 N2 S6 E6"), 0, True)
    route = [int(step) for step in found.routes[0]]
    assert cells(route) == [6, 12, 18, 19, 20, 21, 22, 23, 17, 11, 10, 9, 8, 7, 1]
    assert (route[0] >> 2 & 3, route[-1] & 3) == (3, 0)
    for here, there in pairwise(route):
        assert there >> 2 & 3 == here & 3 ^ 2
        assert NEIGHBOUR[(here >> 4) * 4 + (here & 3)] == there >> 4


def test_L16_the_mine_by_number_of_stations():
    assert [mine_points(mask) for mask in (0, 1, 3, 7, 15)] == [0, 2, 6, 12, 20]


def test_L16_a_station_beside_the_mine_is_connected():
    state = sheet("M . . . . ." + BLANK * 5, "N1 W1 E6 S6")
    assert survey(state, 0).mine == 0b0011
    assert points(state, 0) == 6


def test_L16_a_balloon_does_not_reach_the_mine():
    text = BALLOON.replace("NS", " M", 1)
    state = sheet(text + BLANK * 3, "W2 N6 S6 E6")
    assert state.cells[1] == MINE
    assert survey(state, 0).mine == 0


def test_L16_behind_a_balloon_a_longer_way_reaches_the_mine():
    """The balloon comes to the mine first, but only the way round the field counts."""
    found = survey(detour(LOWER, goal="M"), 0, True)
    assert found.mine & 0b0001
    assert cells(found.mine_ways[0]) == [6, 12, 18, 24, 25, 26, 27, 28, 29, 23, 17, 11, 5, 4, 3, 2]
    assert [int(step) % 16 for step in found.mine_ways[0]][-1] == 0b0111  # from the east to the west, where the mine is


def test_L16_the_steps_of_a_way_name_the_sides_entered_and_left_by():
    """From the west a straight, then a curve down to the mine; the station in the north stands beside it."""
    found = survey(sheet("EW SW . . . . . M" + " . . . ." + BLANK * 4, "W1 S2 N6 E6"), 0, True)
    assert found.mine == 0b0001
    assert [divmod(int(step), 16) for step in found.mine_ways[0]] == [(0, 0b1101), (1, 0b1110)]
    assert [len(way) for way in found.mine_ways] == [2, 0, 0, 0]


def test_L17_the_words_for_a_result():
    from branchline.games.rails30.api.texts import praise

    assert [praise(points) for points in (39, 40, 49, 50, 59, 60)] == [
        None,
        "rails30.not_bad",
        "rails30.not_bad",
        "rails30.good",
        "rails30.good",
        "rails30.splendid",
    ]


def test_L17_the_word_stands_on_the_sheet_once_the_game_is_over():
    import branchline
    from branchline.games.rails30.api.texts import praise

    match = branchline.game("30-rails").start(players=2, seed=3)
    bot = branchline.bot("30-rails", "greedy", seed=2)
    words = {None}
    while match.actors:
        words.update(each.praise for each in match.view().sheets)
        seat = match.actors[0]
        match.play(seat, bot.choose(match.sight(seat), seconds=0.01))
    assert words == {None}
    for seat, each in enumerate(match.view().sheets):
        word = praise(each.total)
        assert each.praise == word
        assert word is not None
        assert match.board(seat, "en").endswith(f", {Text(word).render('en')}")


def all_trails(state: Rails30, a: int, b: int | None) -> list[list[int]]:
    """The oracle: every trail from station a to station b (None: to the mine), by plain exhaustive search."""
    start, goal = int(state.facts[codes.STATIONS + a]), None if b is None else int(state.facts[codes.STATIONS + b])
    found: list[list[int]] = []

    def side(cell: int, way: int) -> tuple[int, int, int]:
        row, column = divmod(cell, 6)
        return {0: (0, row, column), 2: (0, row + 1, column), 1: (1, row, column + 1), 3: (1, row, column)}[way]

    def step(cell: int, entry: int, path: list[int], used: frozenset) -> None:
        for way in range(4):
            if EXITS[int(state.cells[cell]) * 4 + entry] >> way & 1 and side(cell, way) not in used:
                beyond = int(NEIGHBOUR[cell * 4 + way])
                if beyond < 0:
                    if BORDER[cell * 4 + way] == goal:
                        found.append([*path, cell])
                elif state.cells[beyond] == MINE:
                    if goal is None:
                        found.append([*path, cell])
                else:
                    step(beyond, way ^ 2, [*path, cell], used | {side(cell, way)})

    first = int(BORDER_CELL[start])
    if state.cells[first] == MINE:
        return [[]] if goal is None else []
    step(first, start // 6, [], frozenset({side(first, start // 6)}))
    return found


tracks = st.sampled_from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, *range(10, 22), *range(10, 22), 22, 0])


@settings(max_examples=400, deadline=None)
@given(
    st.lists(tracks, min_size=36, max_size=36),
    st.tuples(*[st.integers(0, 5)] * 4),
    st.integers(0, 35),
    st.none() | st.integers(0, 35),
)
def test_L13_L16_against_exhaustive_search(contents: list[int], places: tuple[int, ...], bonus: int, mine: int | None):
    state = new_state(1, False)
    for cell, content in enumerate(contents):
        state.cells[cell] = content
    if mine is not None:
        state.cells[mine] = MINE
        state.facts[codes.MINE_AT] = mine
    for side, place in enumerate(places):
        state.facts[codes.STATIONS + side] = side * 6 + place
    state.facts[codes.BONUS_AT] = bonus
    found = survey(state, 0, True)
    for station in range(4):
        assert found.mine >> station & 1 == bool(all_trails(state, station, None))
    for pair in range(6):
        trails = all_trails(state, int(PAIR_A[pair]), int(PAIR_B[pair]))
        best = min((len(trail), bonus not in trail) for trail in trails) if trails else (0, True)
        assert (found.length[pair], found.bonus[pair] == 0) == best
        if trails:
            assert cells(found.routes[pair]) in trails
