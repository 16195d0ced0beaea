"""R1–R4: set-up, what is in stock, two actions a turn."""

from __future__ import annotations

import pytest

import branchline
from branchline.core.errors import IllegalAction, OptionError
from tests.rules.rocket.table import Table


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R1_seven_locomotives_wait_in_their_start_towns(players):
    table = Table(players)
    starts = {company.id: company.start for company in table.map.companies}
    places = {town.id: (town.q, town.r) for town in table.map.towns}
    assert {name: table.at(name) for name in starts} == {name: places[town] for name, town in starts.items()}
    assert all(line.heading is None for line in table.match.view(0).lines)


@pytest.mark.parametrize("players", [1, 5, 0, "3", True])
def test_R1_two_to_four_players(players):
    with pytest.raises(OptionError):
        branchline.game("stephensons-rocket").start(players=players)


def test_R2_what_a_player_begins_with():
    for seat in Table(4).match.view(0).seats:
        assert (seat.points, seat.passengers, seat.stations_left) == (0, 0, 7)
        assert set(seat.shares.values()) == {0}


def test_R3_common_stock_and_no_chance_but_the_first_player():
    table = Table(4)
    view = table.match.view(None)
    assert (view.tiles, view.passengers, view.joined) == (60, 9, [])
    assert next(event for event in table.match.record(True)["events"] if event[0] == "chance")[2] == 4
    assert table.state.chance() == 0


def test_R3_any_seat_may_be_drawn_to_begin_and_play_goes_clockwise():
    game = branchline.game("stephensons-rocket")
    firsts = {game.start(players=4, seed=seed).actors[0] for seed in range(40)}
    assert firsts == {0, 1, 2, 3}
    table = Table(3)
    for seat in (0, 0, 1, 1, 2, 2, 0):
        assert table.match.actors == (seat,)
        table.waste()


def test_R4_the_same_kind_twice_is_allowed():
    table = Table()
    table.build(0, (-1, 1))
    table.build(0, (2, 3))
    assert table.match.actors == (1,)


def test_R4_the_same_line_twice_is_not():
    table = Table()
    table.extend(0, "GER", (5, -1))
    with pytest.raises(IllegalAction) as refused:
        table.extend(0, "GER", (4, -1))
    assert refused.value.rule == "R4"
    assert table.targets(0, "GER") == set()
    table.extend(0, "SER", (1, 6))
    assert table.match.actors == (1,)
    table.extend(1, "GER", (4, -1))


def test_R4_a_line_that_took_over_another_may_still_be_extended():
    table = Table()
    table.engine("GWR", (1, 0), "E")
    table.engine("GER", (3, -1), "W")
    table.turn(0)
    table.extend(0, "GER", (2, 0))
    assert table.at("GER") is None
    assert table.targets(0, "GWR") != set()


def test_R4_an_action_that_nobody_can_take_is_lost():
    table = Table()
    state = table.state
    table.turn(0)
    state.free_cells = 0
    for seat in range(3):
        for at in _stations(seat):
            table.station(seat, at)
    table.wall(*[at for at in table.map.hexes if state.block[table.number(at)] == 0])
    table.wall(*[at for at in table.map.hexes if state.owner[table.number(at)] == -1 and at not in ((5, -1), (4, -1))])
    table.turn(0)
    assert table.kinds(0) == ["extend"]
    table.extend(0, "GER", (5, -1))
    assert table.match.over  # the second action was lost, and no line is open any more


def _stations(seat):
    rows = {0: -4, 1: -2, 2: 3}
    return [(q, rows[seat]) for q in (-1, 1, 3)]


def test_scale_first_action_has_151_choices():
    kinds = Table().kinds(0)
    assert (len(kinds), kinds.count("extend"), kinds.count("station"), kinds.count("invest")) == (151, 29, 98, 24)
