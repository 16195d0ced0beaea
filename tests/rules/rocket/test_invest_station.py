"""R16–R19: cubes and stations."""

from __future__ import annotations

import pytest

from branchline.core.errors import IllegalAction, MalformedAction
from branchline.games.rocket.rules import ledger, scoring
from tests.rules.rocket.table import Table


def test_R16_three_slots_a_town_two_of_one_industry_and_one_of_another():
    for name in ("england", "usa", "china"):
        table = Table(map=name)
        rows: dict[str, list[int]] = {}
        for cell in table.match.view(0).chart:
            rows.setdefault(cell.town, []).append(cell.slots)
        assert len(rows) == 12
        assert all(sorted(slots) == [1, 2] for slots in rows.values())
        each = 9 if name == "england" else 6
        for industry in table.map.industries:
            cells = [cell.slots for cell in table.match.view(0).chart if cell.industry == industry]
            assert sum(cells) == each


def test_R16_a_slot_takes_one_cube_and_cubes_stay():
    table = Table()
    table.invest(0, "sheffield", "steel")
    table.invest(0, "sheffield", "steel")
    with pytest.raises(IllegalAction) as refused:
        table.invest(1, "sheffield", "steel")
    assert refused.value.rule == "R16"
    table.invest(1, "sheffield", "leather")
    cubes = ledger.unpack_counts(scoring.town_cubes(table.state, table.map.places["sheffield"]), 3)
    assert [int(count) for count in cubes] == [2, 1, 0]


def test_R16_an_industry_that_the_town_lacks():
    table = Table()
    with pytest.raises(MalformedAction):
        table.invest(0, "sheffield", "brewing")


def test_R16_connected_towns_are_allowed():
    table = Table()
    table.engine("GER", (3, -1), "W")
    table.drive(0, "GER", (2, 0))
    assert "cambridge" in table.match.view(0).joined
    table.turn(0)
    table.invest(0, "cambridge", "leather")


def test_R17_seven_stations_then_only_moves():
    table = Table()
    spots = [(-1, 1), (2, 3), (-3, 5), (1, -3), (4, -3), (0, -5), (3, 1)]
    for at in spots:
        table.turn(0)
        table.build(0, at)
    table.turn(0)
    assert "station" not in table.kinds(0)
    assert "move" in table.kinds(0)
    with pytest.raises(IllegalAction) as refused:
        table.build(0, (-1, 3))
    assert refused.value.rule == "R17"


def test_R17_a_loose_station_may_move_even_with_some_left():
    table = Table()
    table.build(0, (-1, 3))
    table.match.play(0, {"type": "move", "start": table.label((-1, 3)), "hex": table.label((2, 3))})
    assert table.state.station[table.number((2, 3))] == 0
    assert table.state.station[table.number((-1, 3))] == -1
    assert table.match.view(0).seats[0].stations_left == 6


def test_R17_a_station_on_a_line_stays():
    table = Table()
    table.station(0, (5, -1))
    table.drive(0, "GER", (5, -1))
    table.turn(0)
    with pytest.raises(IllegalAction) as refused:
        table.match.play(0, {"type": "move", "start": table.label((5, -1)), "hex": table.label((2, 3))})
    assert refused.value.rule == "R17"
    assert "move" not in table.kinds(0)


def test_R17_only_ones_own():
    table = Table()
    table.station(1, (-1, 3))
    with pytest.raises(IllegalAction) as refused:
        table.match.play(0, {"type": "move", "start": table.label((-1, 3)), "hex": table.label((2, 3))})
    assert refused.value.rule == "R17"


@pytest.mark.parametrize(
    ("at", "why"),
    [
        ((0, 4), "on_town"),
        ((4, -1), "on_line"),
        ((3, -1), "on_line"),
        ((-1, 3), "on_station"),
        ((-1, 2), "near_station"),
        ((3, -2), "near_locomotive"),
        ((1, 6), "near_locomotive"),  # SER waits in Dover
    ],
)
def test_R18_where_a_station_may_not_stand(at, why):
    table = Table()
    table.drive(0, "GER", (5, -1), (4, -1), (3, -1))
    table.station(1, (-1, 3))
    table.turn(0)
    with pytest.raises(IllegalAction) as refused:
        table.build(0, at)
    assert refused.value.rule == "R18"
    assert refused.value.code == f"rocket.{why}"


def test_R18_beside_track_is_fine_and_a_left_start_town_too():
    table = Table()
    table.drive(0, "GER", (5, -1), (4, -1), (3, -1))
    table.turn(0)
    table.build(0, (5, -2))  # beside track of GER and beside Norwich, which its locomotive left


def test_R18_beside_a_station_that_a_line_connected():
    table = Table()
    table.station(1, (4, -1))
    table.drive(0, "GER", (5, -1), (4, -1), (3, 0), (3, 1))
    table.turn(0)
    with pytest.raises(IllegalAction) as refused:
        table.build(0, (4, -2))
    assert (refused.value.rule, refused.value.code) == ("R18", "rocket.near_station")
    table.build(0, (6, -2))  # two hexes away


def test_R18_a_moved_station_is_not_in_its_own_way():
    table = Table()
    table.build(0, (-1, 3))
    table.match.play(0, {"type": "move", "start": table.label((-1, 3)), "hex": table.label((-1, 2))})
    assert table.state.station[table.number((-1, 2))] == 0
    assert table.state.block[table.number((-1, 3))] == 1


def test_R18_but_another_station_is():
    table = Table()
    table.station(1, (-1, 1))
    table.build(0, (-1, 3))
    with pytest.raises(IllegalAction) as refused:
        table.match.play(0, {"type": "move", "start": table.label((-1, 3)), "hex": table.label((-1, 2))})
    assert refused.value.rule == "R18"


def test_R18_to_its_own_hex_is_no_move():
    table = Table()
    table.build(0, (-1, 3))
    with pytest.raises(IllegalAction) as refused:
        table.match.play(0, {"type": "move", "start": table.label((-1, 3)), "hex": table.label((-1, 3))})
    assert refused.value.rule == "R18"


def test_R19_the_locomotives_own_hex_is_part_of_the_line():
    table = Table()
    table.station(1, (5, -1))
    assert table.match.view(0).stations[0].line is None
    table.drive(0, "GER", (5, -1))
    assert table.match.view(0).stations[0].line == "GER"
    assert table.match.view(0).seats[1].stations["GER"] == 1
