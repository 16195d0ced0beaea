"""S8–S15: drawing, placing, laying."""

from __future__ import annotations

import pytest

import branchline
from branchline.core.generator import Generator
from branchline.games.strings.api import actions
from branchline.games.strings.game import GAME
from branchline.games.strings.rules import codes
from branchline.games.strings.rules.pieces import RURAL
from tests.rules.strings.tables import (
    allowed,
    at_turn,
    lay,
    old_rail,
    play,
    put,
    refused,
    refused_rail,
    small_field,
    table,
)


def draw(state, *kinds):
    """Let chance bring these kinds of station."""
    for kind in kinds:
        state.apply_chance(sum(int(n) for n in state.stack[:kind]))


def test_S8_one_station_a_turn_and_a_second_after_a_rural_one():
    state = at_turn(table(), 0, codes.DRAW, turn=1)
    draw(state, 1)
    assert state.phase == codes.PLACE
    state = at_turn(table(), 0, codes.DRAW, turn=1)
    draw(state, RURAL)
    assert state.phase == codes.DRAW
    draw(state, RURAL)
    assert state.phase == codes.PLACE, "once a turn, even if the second is rural too"
    assert int(state.hand[RURAL]) == 2


@pytest.mark.parametrize(("kinds", "count"), [((1, 2), 2), ((8, 1, 8), 3), ((1, 8, 8), 3), ((8, 8, 8), 3)])
def test_S8_the_very_first_turn_draws_two_or_three(kinds, count):
    state = table()
    assert state.phase == codes.DRAW
    for k, kind in enumerate(kinds):
        assert state.phase == codes.DRAW, k
        draw(state, kind)
    assert state.phase == codes.PLACE
    assert sum(int(n) for n in state.hand) == count


def test_S8_an_empty_stack_leaves_the_string():
    state = at_turn(table(), 3, turn=3)
    put(state, "central", 5000, 4000)
    for kind in range(10):
        state.stack[kind] = 0
    lay(state, [(5700, 5700), (5000, 4000)])
    assert state.phase == codes.LAY


def placing(state, *kinds):
    at_turn(state, 0, codes.PLACE, turn=4)
    for kind in kinds:
        state.hand[kind] += 1
    return state


def place(kind, x, y, turn=0):
    return {"type": "place", "kind": kind, "x": x, "y": y, "turn": turn}


def test_S9_wholly_inside_with_1_mm_to_everything():
    state = placing(table(river=[(3000, 1000), (3000, 5000)]), 1)
    assert allowed(state, place("central", 2000, 210))
    assert refused(state, place("central", 2000, 209)).code == "strings.place_border"
    assert refused(state, place("central", -500, 209)).code == "strings.place_outside"
    assert allowed(state, place("central", 2790, 3000))
    assert refused(state, place("central", 2791, 3000)).code == "strings.place_river"
    put(state, "regional", 1000, 3000)
    assert allowed(state, place("central", 1410, 3000))
    error = refused(state, place("central", 1409, 3000))
    assert error.rule == "S9"
    assert error.facts["station"] == 4
    old_rail(state, 1, [(4000, 1000), (5000, 1000)])
    assert refused(state, place("central", 4500, 1205)).code == "strings.place_rail"
    assert allowed(state, place("central", 4500, 1210))


def test_S9_a_station_that_encloses_a_strings_end_touches_it():
    state = placing(table(mountains=[(2950, 2950), (3050, 2950), (3000, 3050)]), 1)
    assert refused(state, place("central", 3000, 3000)).code == "strings.place_mountains"


@pytest.mark.parametrize(("x", "step"), [(1790, 1), (2210, -1), (3790, 1), (4210, -1)])
def test_S9_a_station_keeps_1_mm_from_the_mountains_on_both_sides(x, step):
    state = placing(table(mountains=[(2000, 2000), (4000, 2000), (4000, 4000), (2000, 4000)]), 1)
    assert allowed(state, place("central", x, 3000))
    error = refused(state, place("central", x + step, 3000))
    assert (error.rule, error.code) == ("S9", "strings.place_mountains")


def test_S9_rotation_in_steps_of_15_degrees():
    state = placing(table(), 1)
    assert allowed(state, place("central", 210, 2000, 0))
    assert not allowed(state, place("central", 210, 2000, 3))
    assert allowed(state, place("central", 293, 2000, 3))
    assert allowed(state, place("central", 210, 2000, 6)), "a quarter turn changes nothing"


def test_S9_city_and_transit_take_the_placers_marker():
    match = branchline.game("string-railway").start(seed=1)
    rng = Generator(1)
    while match.actors:
        match.play(match.actors[0], match.sample(match.actors[0], rng))
    for station in match.view().stations:
        assert (station.owner is not None) == (station.kind in ("base", "city", "transit"))


@pytest.mark.parametrize("kind", ["city", "transit"])
@pytest.mark.parametrize(("players", "turn", "company"), [(4, 6, 2), (4, 7, 3), (2, 6, 2), (5, 9, 4)])
def test_S9_the_marker_is_that_of_the_company_that_places(kind, players, turn, company):
    state = at_turn(table(players), company, codes.PLACE, turn=turn)
    state.hand[actions.KIND.index(kind)] = 1
    play(state, place(kind, 2500, 2500))
    assert int(state.table.owners[-1]) == company
    assert int(state.table.reached[-1]) == 0, "placing connects nobody"
    assert [int(points) for points in state.points] == [3] * int(state.companies), "placing scores nothing"


@pytest.mark.parametrize("kind", ["central", "regional", "yard", "suburban", "terminal", "rural", "scenic"])
def test_S9_no_other_station_takes_a_marker(kind):
    state = at_turn(table(), 2, codes.PLACE, turn=6)
    state.hand[actions.KIND.index(kind)] = 1
    play(state, place(kind, 2500, 2500))
    assert int(state.table.owners[-1]) == -1


def test_S9_every_drawn_station_is_placed_and_only_drawn_ones():
    state = placing(table(), 1, 4)
    assert refused(state, place("rural", 2000, 2000)).code == "strings.not_held"
    play(state, place("regional", 2000, 2000))
    assert state.phase == codes.PLACE
    play(state, place("central", 3000, 2000))
    assert state.phase == codes.LAY
    assert refused(state, place("central", 4000, 2000)).code == "strings.not_now"


def test_S9_a_station_is_set_aside_only_if_it_fits_nowhere():
    state = placing(table(fields=[small_field(1700)]), 1)
    assert refused(state, {"type": "aside", "kind": "central"}).code == "strings.no_aside"
    assert GAME.view(state, 0).choices.aside is False
    for k in range(8):
        old_rail(state, 1, [(1, 150 + k * 200), (1699, 151 + k * 200)])
    assert allowed(state, {"type": "aside", "kind": "central"})
    assert GAME.view(state, 0).choices.aside is True, "the page offers it"
    play(state, {"type": "aside", "kind": "central"})
    assert state.aside == 1
    assert state.phase == codes.LAY


BASE = (200, 5800)
"""The middle of company A's base, at the lower left."""


def one_station(kind="central", **where):
    state = at_turn(table(), 0)
    put(state, kind, 1500, 5800, **where)
    return state


def test_S10_both_ends_on_stations():
    state = one_station()
    error = refused_rail(state, [BASE, (1000, 5800)])
    assert (error.rule, error.code) == ("S10", "strings.rail_loose_end")
    assert error.detail.at == (1000, 5800)
    assert refused_rail(state, [(800, 5800), (1500, 5800)]).code == "strings.rail_loose_end"
    assert lay(state, [BASE, (1300, 5800)]).points == 3, "the edge of the tile is on it"


def test_S10_the_refusal_of_a_loose_end_says_what_the_string_would_bring_so_far():
    state = one_station()
    put(state, "regional", 2300, 5800)
    old_rail(state, 1, [(700, 5990), (700, 5500)])
    so_far = refused_rail(state, [BASE, (2000, 5800)]).detail.so_far
    assert sorted((reached.station, reached.points) for reached in so_far.stations) == [(0, 0), (4, 3)]
    assert [(crossing.at, crossing.points) for crossing in so_far.crossings] == [((700, 5800), -1)]
    assert so_far.points == 2


def test_S10_one_end_on_the_own_base_or_an_own_station():
    state = one_station()
    far = put(state, "regional", 2500, 5800)
    error = refused_rail(state, [(1500, 5800), (2500, 5800)])
    assert error.code == "strings.rail_network"
    lay(state, [BASE, (1500, 5800)])
    at_turn(state, 0)
    assert lay(state, [(2500, 5800), (1500, 5900)]).stations[0].station == far, "either end may be the own one"


def test_S10_not_crossing_or_touching_itself():
    state = one_station()
    error = refused_rail(
        state, [BASE, (1000, 5400), (1000, 5000), (600, 5000), (600, 5200), (1500, 5200), (1500, 5700)], "long"
    )
    assert error.code == "strings.rail_self"
    assert error.detail.at == (1000, 5200)
    back = refused_rail(state, [BASE, (1100, 5800), (900, 5800), (1500, 5700)])
    assert back.code == "strings.rail_self"


def test_S10_inside_the_black_string():
    state = one_station()
    error = refused_rail(state, [BASE, (700, 6001), (1500, 5800)])
    assert error.code == "strings.rail_outside"
    assert error.detail.at == (700, 6001)
    assert lay(state, [BASE, (400, 6000), (1300, 6000), (1500, 5900)]).points == 3, "along the string is inside"


def test_S10_exactly_one_string_that_is_still_there():
    state = one_station()
    state.long[0] = 0
    assert refused_rail(state, [BASE, (1500, 5800)], "long").code == "strings.rail_spent_long"
    lay(state, [BASE, (1500, 5800)])
    assert int(state.short[0]) == 3
    assert state.company() == 1


def test_S11_touching_the_closed_tile_connects():
    state = one_station()
    by = put(state, "regional", 800, 5300)
    count = lay(state, [BASE, (800, 5500), (1500, 5800)])
    assert by in [row.station for row in count.stations], "the string touches the tile's edge in one point"
    state = one_station()
    put(state, "regional", 800, 5299)
    assert len(lay(state, [BASE, (800, 5500), (1500, 5800)]).stations) == 2


def test_S11_a_station_that_a_string_only_passes_is_a_later_starting_point():
    state = one_station()
    by = put(state, "regional", 800, 5300)
    far = put(state, "suburban", 800, 4000)
    assert refused_rail(state, [(800, 5300), (800, 4000)]).code == "strings.rail_network"
    lay(state, [BASE, (800, 5400), (1500, 5800)])
    assert [int(state.table.reached[s]) for s in (4, by, far)] == [1, 1, 0]
    at_turn(state, 0)
    assert lay(state, [(800, 5300), (800, 4000)]).points == 2, "from the middle of the first string"
    assert refused_rail(at_turn(state, 1), [(800, 5300), (800, 4000)]).code == "strings.rail_network", "for nobody else"


def test_S11_not_twice_to_the_same_station():
    state = one_station()
    twice = put(state, "regional", 800, 5300)
    error = refused_rail(state, [BASE, (500, 5450), (650, 5450), (800, 5550), (950, 5450), (1500, 5800)])
    assert (error.rule, error.code, error.facts["station"]) == ("S11", "strings.rail_twice", twice)
    inside = lay(state, [BASE, (650, 5450), (700, 5200), (950, 5450), (1500, 5800)])
    assert len(inside.stations) == 3, "bends on the tile are one piece"
    assert refused_rail(at_turn(state, 0), [BASE, (300, 5700)]).code == "strings.rail_same"


@pytest.mark.parametrize(
    ("kind", "limit"), [("rural", 1), ("suburban", 2), ("scenic", 2), ("regional", 3), ("yard", 3)]
)
def test_S12_a_full_station_may_not_be_touched(kind, limit):
    others = (1, 2, 3)[:limit]
    state = one_station(kind, reached=others)
    error = refused_rail(state, [BASE, (1500, 5800)])
    assert (error.rule, error.facts["station"], error.facts["limit"]) == ("S12", 4, limit)
    if limit > 1:
        state = one_station(kind, reached=others[:-1])
        lay(state, [BASE, (1500, 5800)])
    state = one_station(kind, reached=(0, *others[:-1]))
    lay(state, [BASE, (1500, 5800)])


def test_S13_a_terminal_holds_an_end_or_is_not_touched():
    state = one_station()
    stop = put(state, "terminal", 800, 5800)
    error = refused_rail(state, [BASE, (1500, 5800)])
    assert (error.rule, error.facts["station"]) == ("S13", stop)
    assert lay(state.clone(), [BASE, (800, 5800)]).points == 3
    state.table.reached[stop] = 1
    assert lay(state, [(800, 5800), (1500, 5800)]).points == 3


def test_S14_any_path_of_at_most_its_length():
    state = at_turn(table(), 0)
    put(state, "central", 3199, 5800)
    lay(state.clone(), [BASE, (3200, 5800)])
    error = refused_rail(state, [BASE, (3201, 5800)])
    assert (error.rule, error.facts["length"], error.facts["most"]) == ("S14", 301, 300)
    assert lay(state, [BASE, (3201, 5800)], "long").points == 3


def test_S15_a_string_is_given_up_only_if_none_can_be_laid():
    state = one_station()
    assert refused(state, {"type": "give_up"}).rule == "S15"
    assert GAME.view(state, 0).choices.give_up is False
    alone = at_turn(table(), 0)
    alone.long[0] = 0
    assert allowed(alone, {"type": "give_up"}), "bases are too far apart for a short string"
    assert GAME.view(alone, 0).choices.give_up is True, "the page offers it"
    alone.apply(0, codes.GIVE_UP)
    assert int(alone.short[0]) == 3
    assert int(alone.points[0]) == 3


def walled():
    """Company A's base behind stations that are full for it."""
    state = at_turn(table(), 0, turn=4)
    for x, y in [(200, 4900), (600, 4900), (1000, 4900), (1000, 5300), (1000, 5700), (1000, 5800)]:
        put(state, "rural", x, y, reached=(1,))
    return state


def test_S15_a_short_string_is_given_up_while_there_is_one():
    state = walled()
    play(state, {"type": "give_up"})
    assert (int(state.short[0]), int(state.long[0])) == (3, 1)
    assert (int(state.points[0]), int(state.turn)) == (3, 5)
    assert [int(n) for n in state.short[1:]] == [4, 4, 4], "nobody else's"


def test_S15_a_long_string_is_given_up_only_if_no_short_one_is_left():
    state = walled()
    state.short[0] = 0
    play(state, {"type": "give_up"})
    assert (int(state.short[0]), int(state.long[0])) == (0, 0)
    state = walled()
    state.short[0], state.long[0] = 1, 0
    play(state, {"type": "give_up"})
    assert (int(state.short[0]), int(state.long[0])) == (0, 0)


def test_S15_no_string_is_given_up_while_the_long_one_could_be_laid():
    state = at_turn(table(), 0)
    assert refused(state, {"type": "give_up"}).rule == "S15", "another base lies within the long string's reach"
    state.long[0] = 0
    play(state, {"type": "give_up"})
