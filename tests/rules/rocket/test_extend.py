"""R5–R8, R14, R15: moving a locomotive, the share, the tile, the passenger."""

from __future__ import annotations

import pytest

from branchline.core.errors import IllegalAction
from branchline.games.rocket.rules.layout import JOINED, TILE, TRACK
from tests.rules.rocket.table import Table


def test_R5_from_the_start_town_any_neighbour():
    table = Table()
    hexes = set(table.map.hexes)
    around = {(6 + dq, -1 + dr) for dq, dr in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))}
    assert table.targets(0, "GER") == around & hexes


def test_R5_later_ahead_or_one_step_aside():
    table = Table()
    table.drive(0, "GER", (5, -1))
    table.turn(0)
    assert table.targets(0, "GER") == {(4, -1), (5, -2), (4, 0)}
    table.drive(0, "GER", (4, 0))
    table.turn(0)
    assert table.targets(0, "GER") == {(3, 0), (3, 1), (4, 1)}


def test_R5_a_sharper_turn_is_refused():
    table = Table()
    table.drive(0, "GER", (5, -1), (4, 0))
    table.turn(0)
    with pytest.raises(IllegalAction) as refused:
        table.extend(0, "GER", (5, 0))
    assert refused.value.rule == "R5"


def test_R5_only_a_neighbouring_hex():
    table = Table()
    with pytest.raises(IllegalAction) as refused:
        table.extend(0, "GER", (4, -1))
    assert refused.value.rule == "R5"


def test_R5_flat_hexes_turn_by_the_same_rule():
    table = Table(map="usa")
    assert table.map.orientation == "flat"
    q, r = table.at("OM")
    table.drive(0, "OM", (q + 1, r))
    table.turn(0)
    assert table.targets(0, "OM") <= {(q + 2, r), (q + 2, r - 1), (q + 1, r + 1)}
    assert table.targets(0, "OM")


def test_R6_no_town_no_track_no_locomotive():
    table = Table()
    table.drive(0, "GER", (5, -1), (4, -1), (3, -1))
    table.turn(0)
    assert (2, -1) not in table.targets(0, "GER")  # Peterborough
    with pytest.raises(IllegalAction) as refused:
        table.extend(0, "GER", (2, -1))
    assert refused.value.rule == "R6"
    table.engine("GWR", (2, 0), "E")
    assert table.targets(0, "GER") == {(3, -2)}
    with pytest.raises(IllegalAction) as refused:
        table.extend(0, "GER", (2, 0))
    assert refused.value.rule == "R6"
    table.track("NER", (3, -2))
    table.turn(0)
    assert table.targets(0, "GER") == set()


def test_R6_a_start_town_stays_closed_after_its_locomotive_left():
    table = Table()
    table.drive(0, "GER", (5, -1))
    table.engine("NER", (5, -2), "SE")
    table.turn(0)
    assert (6, -1) not in table.targets(0, "NER")
    table.engine("LY", (5, 0), "NE")
    assert (6, -1) not in table.targets(0, "LY")


def test_R6_stations_do_not_block():
    table = Table()
    table.station(1, (4, -1))
    table.drive(0, "GER", (5, -1), (4, -1))
    assert table.at("GER") == (4, -1)


def test_R7_one_share_at_once_and_no_limit():
    table = Table()
    table.shares("GER", 12)
    table.extend(0, "GER", (5, -1))
    assert table.held("GER") == [13, 0, 0]


def test_R7_no_share_of_an_isolated_line():
    table = Table()
    table.state.isolated |= 1 << table.line("GER")
    table.extend(0, "GER", (5, -1))
    assert table.held("GER") == [0, 0, 0]
    assert table.at("GER") == (5, -1)


def test_R8_without_tiles_only_start_towns_can_be_left():
    table = Table()
    table.drive(0, "GER", (5, -1))
    table.turn(0)
    table.state.tiles = 0
    table.turn(0)
    assert table.targets(0, "GER") == set()
    assert table.targets(0, "SER") != set()
    with pytest.raises(IllegalAction) as refused:
        table.extend(0, "GER", (4, -1))
    assert refused.value.rule == "R8"


def test_R14_a_tile_behind_but_none_on_a_start_town_nor_under_a_locomotive():
    table = Table()
    table.drive(0, "GER", (5, -1))
    assert table.state.tiles == 60
    table.drive(0, "GER", (4, -1))
    assert table.state.tiles == 59
    rails = {rail.hex: rail for rail in table.match.view(0).rails}
    assert rails[table.label((5, -1))].tile == "track"
    assert rails[table.label((4, -1))].tile is None
    assert table.label((6, -1)) not in rails


def test_R14_straight_or_curved_follows_from_the_way_in_and_out():
    table = Table()
    table.drive(0, "GER", (5, -1), (4, -1), (3, 0))
    rails = {rail.hex: (rail.came, rail.left) for rail in table.match.view(0).rails}
    assert rails[table.label((5, -1))] == (3, 3)
    assert rails[table.label((4, -1))] == (3, 4)
    assert rails[table.label((3, 0))] == (4, None)


def test_R14_a_station_stays_on_top_of_the_tile():
    table = Table()
    table.station(1, (4, -1))
    table.drive(0, "GER", (5, -1), (4, -1), (3, 0))
    here = table.number((4, -1))
    assert table.state.rails[here] >> TILE & 7 == TRACK
    assert table.state.rails[here] >> JOINED & 7 == 0
    assert table.state.station[here] == 1


def test_R15_a_passenger_for_another_players_station():
    table = Table()
    table.station(1, (5, -1))
    table.extend(0, "GER", (5, -1))
    assert table.riders() == [1, 0, 0]
    assert table.state.passengers == 8


def test_R15_none_for_ones_own_station():
    table = Table()
    table.station(0, (5, -1))
    table.extend(0, "GER", (5, -1))
    assert table.riders() == [0, 0, 0]


def test_R15_none_when_all_nine_are_taken():
    table = Table()
    table.state.passengers = 0
    table.station(1, (5, -1))
    table.extend(0, "GER", (5, -1))
    assert table.riders() == [0, 0, 0]
    assert table.state.passengers == 0


def test_R15_a_round_without_a_bid_denies_nothing():
    table = Table()
    table.station(2, (5, -1))
    table.shares("GER", 0, 1)
    table.extend(0, "GER", (5, -1))
    table.call(1)
    table.pass_(1)
    assert table.riders() == [1, 0, 0]
