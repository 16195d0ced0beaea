"""R24–R30: mergers."""

from __future__ import annotations

import pytest

from branchline.core.errors import IllegalAction
from tests.rules.rocket.table import Table


def merging(players: int = 3) -> Table:
    """GER at (3, −1), two steps from green's locomotive on (1, 0)."""
    table = Table(players)
    table.engine("GWR", (1, 0), "E")
    table.engine("GER", (3, -1), "W")
    table.turn(0)
    return table


def test_R24_beside_the_locomotive_of_another_line():
    table = merging()
    table.extend(0, "GER", (2, 0))
    assert table.match.view(0).lines[table.line("GER")].into == "GWR"


def test_R24_beside_its_track_on_any_side():
    table = Table()
    table.engine("GWR", (0, 2), "SW")
    table.track("GWR", (2, -2))
    table.engine("GER", (4, -2), "W")
    table.turn(0)
    table.extend(0, "GER", (3, -2))
    assert table.at("GER") is None


@pytest.mark.parametrize("near", [(2, -2), (3, -3), (4, -3), (3, -1)])
def test_R24_on_every_side_but_the_one_it_came_from(near):
    """GER goes west to (3, −2): also what lies beside and behind it joins, not only the three hexes in front."""
    table = Table()
    table.engine("GER", (4, -2), "W")
    table.track("SER", near)
    table.turn(0)
    table.extend(0, "GER", (3, -2))
    assert table.match.view(0).lines[table.line("GER")].into == "SER"


def test_R24_a_line_that_never_moved_is_only_a_town():
    table = Table()
    table.engine("NER", (5, -2), "E")
    table.drive(0, "NER", (6, -2))
    assert table.at("NER") == (6, -2)
    assert "norwich" in table.towns("NER")


def test_R25_the_moved_line_closes_whatever_the_sizes():
    table = merging()
    table.track("GER", (4, -1), (5, -1), (4, 0))
    table.shares("GER", 9)
    table.extend(0, "GER", (2, 0))
    assert table.at("GER") is None
    assert table.at("GWR") == (1, 0)


def test_R25_of_several_lines_the_mover_picks_one_and_there_is_no_chain():
    table = merging()
    table.engine("SER", (1, 1), "NE")
    table.turn(0)
    table.extend(0, "GER", (2, 0))
    assert table.match.view(0).phase == "merge"
    assert sorted(action.data["line"] for action in table.match.legal(0)) == ["GWR", "SER"]
    with pytest.raises(IllegalAction) as refused:
        table.match.play(0, {"type": "merge", "line": "NER"})
    assert refused.value.rule == "R25"
    table.match.play(0, {"type": "merge", "line": "SER"})
    view = table.match.view(0)
    assert [line.line for line in view.lines if line.closed] == ["GER"]
    assert view.lines[table.line("GER")].into == "SER"
    assert table.match.actors == (0,)  # the second action


def test_R25_the_mover_may_pick_any_of_them():
    for name in ("GWR", "LY"):
        table = merging()
        table.engine("LY", (1, 1), "NE")
        table.turn(0)
        table.extend(0, "GER", (2, 0))
        table.match.play(0, {"type": "merge", "line": name})
        assert table.match.view(0).lines[table.line("GER")].into == name


def test_R25_the_mover_picks_even_when_a_veto_brought_it_there():
    table = merging()
    table.engine("SER", (1, 1), "NE")
    table.shares("GER", 0, 4)
    table.turn(0)
    table.extend(0, "GER", (3, -2))
    table.call(1)
    table.bid(1, 2, (2, 0))
    assert table.match.actors == (0,)
    assert table.match.view(0).phase == "merge"


def test_R26_towns_before_the_merger():
    table = merging()
    table.cubes("cambridge", "brewing", 0, 1)
    table.shares("GER", 2, 4)
    table.extend(0, "GER", (2, 0))
    table.quiet()
    assert [each.what for each in table.scorings()] == ["town", "merger"]


def test_R27_shares_pay_one_for_each_town_and_half_for_the_second():
    table = merging()
    table.shares("GER", 4, 2)
    table.extend(0, "GER", (2, 0))
    table.quiet()
    assert table.points() == [3, 1, 0]
    assert table.scorings("merger")[0].counts == [5, 2, 0]


def test_R28_two_for_one_and_an_odd_one_is_lost():
    table = merging(4)
    table.shares("GER", 4, 2, 1, 0)
    table.shares("GWR", 1, 0, 0, 3)
    table.extend(0, "GER", (2, 0))
    table.quiet()
    assert table.held("GWR") == [3, 1, 0, 3]
    assert table.held("GER") == [0, 0, 0, 0]


def test_R29_hexes_stations_and_towns_go_to_the_survivor():
    table = merging()
    table.track("GER", (4, -1))
    table.station(1, (4, -1))
    heading = table.match.view(0).lines[table.line("GWR")].heading
    table.extend(0, "GER", (2, 0))
    assert table.match.view(0).seats[1].stations | {"GWR": 1} == table.match.view(0).seats[1].stations
    assert {"norwich", "peterborough", "cambridge"} <= table.towns("GWR")
    assert table.at("GWR") == (1, 0)
    assert table.match.view(0).lines[table.line("GWR")].heading == heading
    assert all(rail.line != "GER" for rail in table.match.view(0).rails)
    assert {rail.hex for rail in table.match.view(0).rails if rail.laid_by == "GER"} == {
        table.label(at) for at in ((3, -1), (4, -1), (2, 0))
    }


def test_R29_a_closed_line_is_not_extended_and_its_locomotive_no_longer_forbids_stations():
    table = Table()
    table.engine("GWR", (0, 2), "SW")
    table.track("GWR", (2, -2))
    table.engine("GER", (4, -2), "W")
    table.turn(0)
    table.extend(0, "GER", (3, -2))
    with pytest.raises(IllegalAction) as refused:
        table.extend(0, "GER", (3, -3))
    assert refused.value.rule == "R29"
    table.build(0, (3, -3))


def test_R30_tiles_of_a_merger():
    table = Table()
    table.engine("GWR", (0, 2), "SW")
    table.track("GWR", (2, -2))
    table.state.rails[table.number((2, -2))] |= 1 << 9  # a track tile of the sixty
    table.engine("GER", (4, -2), "W")
    table.turn(0)
    table.extend(0, "GER", (3, -2))
    rails = {rail.hex: rail for rail in table.match.view(0).rails}
    assert table.state.tiles == 58  # one behind the locomotive, one where it stood
    assert rails[table.label((3, -2))].tile == "track"
    assert rails[table.label((3, -2))].left == 3
    assert rails[table.label((2, -2))].tile == "junction"
    assert table.state.replaced == 1


def test_R30_a_junction_becomes_a_junction_of_three():
    table = Table()
    table.engine("GWR", (0, 2), "SW")
    table.track("GWR", (2, -2))
    table.state.rails[table.number((2, -2))] |= 1 << 9
    table.engine("GER", (4, -2), "W")
    table.drive(0, "GER", (3, -2))
    table.engine("NER", (3, -5), "SW")
    table.drive(0, "NER", (2, -4), (2, -3))
    rails = {rail.hex: rail for rail in table.match.view(0).rails}
    assert rails[table.label((2, -2))].tile == "triple"
    assert table.state.replaced == 1


def test_R30_under_a_locomotive_the_junction_comes_when_it_leaves_and_costs_no_tile():
    table = merging()
    table.extend(0, "GER", (2, 0))
    tiles = int(table.state.tiles)
    rails = {rail.hex: rail for rail in table.match.view(0).rails}
    assert (rails[table.label((1, 0))].tile, rails[table.label((1, 0))].joined) == (None, 1)
    target = next(iter(table.targets(0, "GWR")))
    table.drive(0, "GWR", target)
    rails = {rail.hex: rail for rail in table.match.view(0).rails}
    assert rails[table.label((1, 0))].tile == "junction"
    assert table.state.tiles == tiles


def test_R30_with_the_last_tile_gone_a_merger_still_happens():
    table = merging()
    table.state.tiles = 1
    table.turn(0)
    table.extend(0, "GER", (2, 0))
    assert table.at("GER") is None
    assert table.state.tiles == 0
