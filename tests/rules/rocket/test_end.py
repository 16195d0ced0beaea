"""R33–R37, R39: the end and the final scoring."""

from __future__ import annotations

import random

import msgspec
import pytest

import branchline
from branchline.games.rocket.api.log import Ended
from branchline.games.rocket.rules import codes
from branchline.games.rocket.rules.layout import AT, FACTS, ON_LINE, PASSENGER
from tests.rules.rocket.table import Table


def nearly_over() -> Table:
    """Five lines closed; GER is about to merge into green."""
    table = Table()
    table.engine("GWR", (1, 0), "E")
    table.engine("GER", (3, -1), "W")
    for name in ("LY", "NER", "SER", "LSWR", "LNWR"):
        table.state.closed |= 1 << table.line(name)
        table.state.lines[AT + table.line(name)] = -1
    table.turn(0)
    return table


def test_R33_one_open_line_left_ends_the_game_after_the_turn():
    table = nearly_over()
    table.extend(0, "GER", (2, 0))
    assert not table.match.over
    assert table.match.actors == (0,)
    table.extend(0, "GWR", next(iter(table.targets(0, "GWR"))))
    assert table.match.over
    assert table.match.result is not None


def test_R33_two_open_lines_go_on():
    table = nearly_over()
    table.waste(2)
    assert not table.match.over
    assert table.match.actors == (1,)


def test_R33_in_the_second_action_at_once():
    table = nearly_over()
    table.turn(0)
    table.waste()
    table.extend(0, "GER", (2, 0))
    assert table.match.over


def test_R33_isolated_lines_count_as_gone():
    table = nearly_over()
    table.state.isolated |= 1 << table.line("GWR")
    table.turn(0)
    table.waste(2)
    assert table.match.over


def test_R33_the_last_tile_ends_the_game_after_the_turn():
    table = Table()
    table.drive(0, "GER", (5, -1))
    table.state.tiles = 1
    table.turn(0)
    table.extend(0, "GER", (4, -1))
    assert table.state.tiles == 0
    assert not table.match.over
    assert table.targets(0, "SER") != set()
    table.extend(0, "SER", (1, 6))
    assert table.match.over


def test_R33_tiles_run_out_within_a_turn_and_the_second_action_has_no_extension():
    table = Table()
    for name in ("LY", "NER", "SER", "LSWR", "LNWR"):
        table.wall(*[at for at in _around(table, table.at(name)) if at in table.map.hexes])
    table.drive(0, "GER", (5, -1))
    table.drive(0, "GWR", next(iter(table.targets(0, "GWR"))))
    table.state.tiles = 1
    table.state.isolated = 0
    table.turn(0)
    table.extend(0, "GER", (4, -1))
    assert "extend" not in table.kinds(0)
    table.waste()
    assert table.match.over


def _around(table, at):
    steps = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    towns = {(town.q, town.r) for town in table.map.towns}
    return [place for dq, dr in steps if (place := (at[0] + dq, at[1] + dr)) not in towns]


def finished(table: Table) -> Table:
    table.state.tiles = 0
    table.turn(table.match.actors[0])
    table.waste(2)
    assert table.match.over
    return table


def test_R34_passengers_six_and_three():
    table = Table()
    for seat, riders in enumerate((2, 4, 0)):
        table.state.seats[seat * FACTS + PASSENGER] = riders
    finished(table)
    assert table.scorings("passengers")[0].points == [3, 6, 0]


def test_R34_four_tied_on_passengers_get_two_each():
    table = Table(4)
    for seat in range(4):
        table.state.seats[seat * FACTS + PASSENGER] = 2
    finished(table)
    assert table.scorings("passengers")[0].points == [2, 2, 2, 2]


def test_R35_cubes_of_towns_without_a_line_are_dropped():
    table = Table()
    table.cubes("sheffield", "steel", 0, 2)
    table.cubes("birmingham", "steel", 1)
    table.state.joined = 1 << table.map.places["birmingham"]
    finished(table)
    steel = next(each for each in table.scorings("industry") if each.industry == "steel")
    assert steel.points[0] == 6
    assert steel.counts[1] == 0


def test_R35_every_industry_is_scored():
    for name, industries in (("england", 4), ("usa", 6), ("china", 6)):
        table = finished(Table(map=name))
        assert len(table.scorings("industry")) == industries


def test_R36_stations_and_shares_of_every_line_that_is_not_closed():
    table = nearly_over()
    table.state.closed &= ~(1 << table.line("SER"))
    table.state.isolated |= 1 << table.line("SER")  # isolated lines count
    table.shares("SER", 0, 2, 1)
    table.shares("LY", 5, 0, 0)  # closed: nothing
    table.state.seats[2 * FACTS + ON_LINE + table.line("SER")] = 1
    table.state.lines[14 + table.line("SER")] = 0b1111111
    finished(table)
    shares = {each.line: each.points for each in table.scorings("shares")}
    stations = {each.line: each.points for each in table.scorings("stations")}
    assert shares["SER"] == [0, 7, 3]
    assert stations["SER"] == [0, 0, 7]
    assert set(shares) == {"GER", "GWR", "SER"}


def test_R36_seven_towns_and_two_tied_firsts_get_five_each():
    table = Table()
    table.shares("SER", 2, 2, 1)
    table.state.lines[14 + table.line("SER")] = 0b1111111
    finished(table)
    ser = next(each for each in table.scorings("shares") if each.line == "SER")
    assert ser.points == [5, 5, 0]


def test_R37_most_points_win_and_a_tie_is_shared():
    table = Table()
    table.shares("SER", 1, 0, 0)
    table.state.lines[14 + table.line("SER")] = 0b1111111
    finished(table)
    assert table.match.result.winners == [0]
    tied = Table()
    tied.shares("SER", 1, 1, 0)
    tied.state.lines[14 + tied.line("SER")] = 0b1111111
    finished(tied)
    assert tied.match.result.winners == [0, 1]
    assert tied.match.result.ranks == [1, 1, 3]


def test_the_result_explains_every_point():
    table = Table()
    table.cubes("cambridge", "brewing", 1)
    table.station(0, (5, -1))
    table.drive(0, "GER", (5, -1), (4, -1), (3, -1), (2, 0))
    finished(table)
    result = table.match.result
    for seat in range(3):
        assert sum(each.points[seat] for each in result.breakdown.scorings) == result.scores[seat]
        assert sum(msgspec.structs.astuple(result.breakdown.sums[seat])) == result.scores[seat]
        told = [line.points for line in table.match.log() if line.seat == seat]
        assert sum(told) == result.scores[seat]
    assert all(
        (each.why[seat] is None) == (each.points[seat] == 0) for each in result.breakdown.scorings for seat in range(3)
    )


def with_stations() -> Table:
    """Two players with a loose station each."""
    table = Table(2)
    table.station(0, (1, -2))
    table.station(1, (3, 2))
    table.turn(0)
    return table


def shift(table: Table, seat: int, times: int) -> None:
    """The seat moves its station to and fro."""
    for _ in range(times):
        choice = next(each for each in table.match.legal(seat) if each.data["type"] == "move")
        table.match.play(seat, choice)


def test_R39_a_round_of_nothing_but_moved_stations_ends_the_game():
    table = with_stations()
    shift(table, 0, 2)
    shift(table, 1, 1)
    assert not table.match.over
    shift(table, 1, 1)
    assert table.match.over
    ended = next(line for line in table.match.log() if isinstance(line, Ended))
    assert ended.reason == "stations"


def test_R39_the_view_warns_from_half_a_round_on():
    table = with_stations()
    assert table.match.view(0).ends_after is None
    shift(table, 0, 1)
    assert table.match.view(0).ends_after is None
    shift(table, 0, 1)
    assert [table.match.view(seat).ends_after for seat in (0, 1, None)] == [2, 2, 2]
    shift(table, 1, 1)
    assert table.match.view(1).ends_after == 1
    shift(table, 1, 1)
    assert table.match.over
    assert table.match.view(0).ends_after is None


@pytest.mark.parametrize("kind", ["invest", "station", "extend"])
def test_R39_any_other_action_lets_it_go_on(kind):
    table = with_stations()
    shift(table, 0, 2)
    shift(table, 1, 1)
    table.match.play(1, next(each for each in table.match.legal(1) if each.data["type"] == kind))
    shift(table, 0, 2)
    assert not table.match.over
    assert table.match.actors == (1,)


def test_R39_the_round_is_counted_in_whole_turns():
    table = with_stations()
    table.waste()
    shift(table, 0, 1)
    shift(table, 1, 2)
    shift(table, 0, 1)
    assert not table.match.over
    shift(table, 0, 1)
    assert table.match.over


def peaceful(state, seat: int, rng: random.Random) -> int:
    """A policy that never merges lines while it can do anything else, and then moves stations."""
    legal = [int(action) for action in state.legal(seat)]
    moves = [action for action in legal if codes.MOVE <= action < codes.REFRAIN]
    others = [
        action for action in legal if action not in moves and not (action < codes.INVEST and merges(state, action))
    ]
    return rng.choice(others or moves or legal)


def merges(state, action: int) -> bool:
    after = state.clone()
    after.begin(after.active, action // 6, action % 6)
    after.resolve(action % 6, True)
    return bool(after.phase == codes.MERGE or after.closed != state.closed)


@pytest.mark.parametrize("name", ["england", "usa", "china"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_R39_players_who_shun_mergers_come_to_an_end(name, players):
    game = branchline.game("stephensons-rocket")
    rng, ends = random.Random(players), set()
    for _ in range(3):
        state, events = game.new(players, {"map": name}), 1
        state.apply_chance(0)
        while state.actors():
            seat = int(state.speaker)
            state.apply(seat, peaceful(state, seat, rng))
            events += 1
        assert events <= game.max_events
        ends.add("tiles" if not state.tiles else "stations" if state.idle >= 2 * players else "lines")
    assert ends
