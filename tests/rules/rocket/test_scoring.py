"""R20–R23 and R38: towns, and who gets what in a tie."""

from __future__ import annotations

import pytest

from branchline.games.rocket.rules import ledger
from tests.rules.rocket.table import Table, split


def test_R20_most_cubes_two_second_one():
    table = Table()
    table.cubes("cambridge", "leather", 1, 1)
    table.cubes("cambridge", "brewing", 1)
    table.engine("GER", (3, -1), "W")
    table.drive(2, "GER", (2, 0))
    assert table.points() == [2, 1, 0]
    assert table.match.view(0).joined == ["cambridge"]


def test_R20_no_cubes_no_points_but_a_city_cube():
    table = Table()
    table.engine("GER", (3, -1), "W")
    table.drive(0, "GER", (2, 0))
    assert table.points() == [0, 0, 0]
    assert table.match.view(0).joined == ["cambridge"]


def test_R20_several_towns_in_one_move_each_score():
    table = Table()
    table.cubes("northampton", "leather", 1)
    table.cubes("cambridge", "brewing", 1)
    table.engine("GER", (2, 0), "W")
    state = table.state
    state.lines[14 + table.line("GER")] = 1 << table.map.places["norwich"]
    table.drive(1, "GER", (1, 1))
    assert {each.town for each in table.scorings("town")} == {"northampton", "cambridge"}
    assert table.points() == [4, 0, 0]


def test_R20_the_same_town_scores_again_for_another_line():
    table = Table()
    table.cubes("cambridge", "brewing", 1)
    table.engine("GER", (3, -1), "W")
    table.drive(1, "GER", (2, 0))
    assert table.points() == [2, 0, 0]
    table.engine("SER", (2, 3), "NW")
    table.drive(1, "SER", (2, 2))
    assert table.points() == [4, 0, 0]


def test_R21_most_stations_score_every_town_of_the_line():
    table = Table()
    table.station(0, (5, -1))
    table.station(1, (3, -1))
    table.drive(0, "GER", (5, -1), (4, -1))
    assert table.points() == [0, 0, 0]
    table.drive(0, "GER", (3, -1))  # Norwich and Peterborough: 2 towns, one station each
    assert table.points() == [1, 1, 0]


def test_R21_the_station_on_the_final_hex_counts_and_second_is_half():
    table = Table()
    table.engine("GER", (2, 0), "NW")
    table.state.lines[14 + table.line("GER")] &= ~(1 << table.map.places["peterborough"])
    table.station(1, (2, 0))
    table.track("GER", (5, -1))
    table.station(0, (5, -1))
    table.track("GER", (4, 0))
    table.station(0, (4, 0))
    table.drive(2, "GER", (1, 0))  # Norwich, Cambridge, Northampton, Peterborough
    railway = table.scorings("railway_town")
    assert [(each.town, each.first, each.points) for each in railway] == [("peterborough", 4, [4, 2, 0])]


def test_R21_two_railway_towns_in_one_move_score_twice():
    table = Table()
    table.engine("LNWR", (-1, -2), "NW")
    table.state.lines[14 + table.line("LNWR")] = 1 << table.map.places["shrewsbury"]
    table.station(0, (-1, -2))
    table.drive(1, "LNWR", (-1, -3))
    railway = table.scorings("railway_town")
    assert {each.town for each in railway} == {"crewe", "derby"}
    assert [each.first for each in railway] == [3, 3]


@pytest.mark.parametrize(("known", "points"), [((), [3, 1, 0]), (("hull", "leeds"), [5, 2, 0]), (("hull",), [4, 2, 0])])
def test_R21_second_gets_half_rounded_down(known, points):
    table = Table()
    table.engine("LNWR", (-1, -2), "NW")
    towns = ("shrewsbury", *known)
    table.state.lines[14 + table.line("LNWR")] = sum(1 << table.map.places[town] for town in towns)
    table.track("LNWR", (-2, -2), (-3, -2))
    for seat, at in ((0, (-1, -2)), (0, (-2, -2)), (1, (-3, -2))):
        table.station(seat, at)
    table.drive(1, "LNWR", (-1, -3))  # Crewe and Derby at once
    assert [each.points for each in table.scorings("railway_town")] == [points, points]


def test_R22_a_foreign_start_town_only_adds_to_the_count():
    table = Table()
    table.cubes("brighton", "brewing", 1)
    table.engine("LSWR", (0, 6), "E")
    table.state.lines[14 + table.line("LSWR")] = 1 << table.map.places["southampton"]
    table.drive(0, "LSWR", (1, 6))
    assert "dover" in table.towns("LSWR")
    assert all(each.town != "dover" for each in table.scorings())


def test_R23_a_town_counts_once_for_a_line():
    table = Table()
    table.cubes("cambridge", "brewing", 1)
    table.engine("GER", (3, -1), "W")
    table.drive(1, "GER", (2, 0), (1, 1))
    assert [each.town for each in table.scorings("town")].count("cambridge") == 1


@pytest.mark.parametrize(
    ("counts", "first", "second", "points"),
    [
        ((3, 2, 1), 2, 1, [2, 1, 0]),
        ((0, 0, 0), 2, 1, [0, 0, 0]),
        ((1, 0, 0), 6, 3, [6, 0, 0]),
        ((2, 2, 1), 2, 1, [1, 1, 0]),
        ((2, 2, 2), 2, 1, [1, 1, 1]),
        ((2, 1, 1), 2, 1, [2, 0, 0]),
        ((2, 1, 1), 6, 3, [6, 1, 1]),
        ((4, 1, 1, 1), 6, 3, [6, 1, 1, 1]),
        ((1, 1, 1, 1), 6, 3, [2, 2, 2, 2]),
        ((1, 1, 0, 0), 7, 3, [5, 5, 0, 0]),
        ((2, 2, 1, 1), 7, 3, [5, 5, 0, 0]),
        ((3, 3, 3, 1), 6, 3, [3, 3, 3, 0]),
        ((1, 5, 3, 3), 7, 3, [0, 7, 1, 1]),
        ((0, 4), 5, 2, [0, 5]),
        ((4, 4), 5, 2, [3, 3]),
        ((1, 2), 1, 0, [0, 1]),
    ],
)
def test_R38_ties(counts, first, second, points):
    assert split(*counts, first=first, second=second) == points


def test_R38_a_ledger_entry_keeps_what_was_scored():
    counts = [3, 0, 127, 500]
    packed = ledger.entry(
        ledger.SHARES, 6, 27, 28, 14, sum(ledger.pack_count(n, seat) for seat, n in enumerate(counts))
    )
    assert (ledger.what_of(packed), ledger.line_of(packed), ledger.subject_of(packed)) == (ledger.SHARES, 6, 27)
    assert (ledger.first_of(packed), ledger.second_of(packed)) == (28, 14)
    assert [int(count) for count in ledger.counts_of(packed, 4)] == [3, 0, 127, ledger.MOST_COUNT]
    assert ledger.line_of(ledger.entry(ledger.PASSENGERS, ledger.NO_LINE, 0, 6, 3, 0)) == ledger.NO_LINE
