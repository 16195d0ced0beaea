"""The cases that must hold, as the rules page lists them."""

from __future__ import annotations

from tests.rules.rocket.table import Table, split
from tests.rules.rocket.test_end import nearly_over


def test_case_the_rulebooks_merger():
    table = Table()
    table.shares("GER", 1, 2)
    table.cubes("cambridge", "brewing", 0, 0, 1)
    table.station(2, (5, -1))
    table.drive(0, "GER", (5, -1), (4, -1), (3, -1))
    assert [each.town for each in table.scorings("railway_town")] == ["peterborough"]
    table.engine("GWR", (1, 0), "NE")
    before = table.points()
    table.drive(0, "GER", (2, 0))
    assert [each.town for each in table.scorings("town")] == ["cambridge"]
    merger = table.scorings("merger")[0]
    assert (merger.first, merger.counts, merger.points) == (3, [5, 2, 0], [3, 1, 0])
    assert [after - old for after, old in zip(table.points(), before, strict=True)] == [3, 1, 2]
    assert table.held("GWR") == [2, 1, 0]


def test_case_sheffield_with_two_cubes_and_one():
    table = Table()
    table.cubes("sheffield", "steel", 2)
    table.cubes("sheffield", "leather", 0, 1)
    table.engine("NER", (3, -6), "W")
    table.drive(2, "NER", (2, -6))
    assert table.scorings("town")[0].points == [2, 1, 0]


def test_case_a_veto_of_three_diverts_and_denies_the_passenger():
    table = Table()
    table.shares("LY", 0, 3, 1)
    table.engine("LY", (-1, -5), "E")
    table.station(2, (0, -5))
    table.turn(0)
    table.extend(0, "LY", (0, -5))
    table.call(1)
    other = next(at for at in ((-1, -4), (0, -6)) if at in _legal(table, "LY"))
    table.bid(1, 3, other)
    assert table.at("LY") == other
    assert table.held("LY") == [1, 0, 1]
    assert table.riders() == [0, 0, 0]


def _legal(table, name):
    mask = table.state.ways(table.line(name))
    q, r = table.at(name)
    steps = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    return {(q + dq, r + dr) for way, (dq, dr) in enumerate(steps) if mask >> way & 1}


def test_case_the_new_share_equals_a_bid_of_one():
    table = Table()
    table.station(2, (5, -1))
    table.shares("GER", 0, 1)
    table.extend(0, "GER", (5, -1))
    table.call(1)
    table.bid(1, 1, (5, 0))
    table.match.play(0, {"type": "defend"})
    assert table.at("GER") == (5, -1)
    assert table.held("GER") == [0, 1, 0]
    assert table.riders() == [1, 0, 0]  # the mover won, so the passenger is taken


def test_case_an_opponent_wins_with_the_unchanged_hex():
    table = Table()
    table.station(2, (5, -1))
    table.shares("GER", 0, 2)
    table.extend(0, "GER", (5, -1))
    table.call(1)
    table.bid(1, 2, (5, -1))
    assert table.at("GER") == (5, -1)
    assert table.riders() == [0, 0, 0]


def test_case_orange_connects_reading_merges_and_green_passes_it_later():
    table = Table()
    table.cubes("reading", "brewing", 1)
    table.engine("GWR", (-4, 3), "E")
    table.engine("LSWR", (-2, 6), "NW")
    table.drive(1, "LSWR", (-2, 5))
    assert table.points() == [2, 0, 0]
    table.drive(1, "LSWR", (-3, 5))
    table.drive(1, "GWR", (-3, 3))
    table.track("GWR", (-4, 5))
    table.drive(1, "LSWR", (-3, 4)) if table.at("LSWR") else None
    assert table.at("LSWR") is None
    assert "reading" in table.towns("GWR")
    before = table.points()
    table.drive(1, "GWR", (-2, 3))
    assert [each.town for each in table.scorings("town")].count("reading") == 1
    assert table.points() == before


def test_case_ties_of_passengers_and_of_a_line_of_seven():
    assert split(2, 2, 2, 2, first=6, second=3) == [2, 2, 2, 2]
    assert split(3, 1, first=7, second=3) == [7, 3]
    assert split(3, 3, first=7, second=3) == [5, 5]


def test_case_the_sixth_line_closes_in_action_one():
    table = nearly_over()
    table.extend(0, "GER", (2, 0))
    assert not table.match.over
    table.waste()
    assert table.match.over
