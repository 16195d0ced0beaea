"""L1–L4: mountains, mine, stations, bonus cell."""

from __future__ import annotations

import pytest

import branchline
from branchline.core.errors import IllegalAction, MalformedAction
from branchline.games.rails30.api.places import Border, Place
from branchline.games.rails30.api.views import Rails30View
from branchline.games.rails30.rules.codes import DRAW_MOUNTAIN, MINE, MOUNTAIN, SKIP_MOUNTAIN
from branchline.games.rails30.rules.setup import new_state
from branchline.games.rails30.rules.state import Rails30

GAME = branchline.game("30-rails")


def after_rolls(rolls: list[int], skip: int | None = None) -> Rails30:
    state = new_state(1, False)
    for row, roll in enumerate(rolls):
        state.apply_chance(roll - 1)
        if state.actors():
            state.apply(0, SKIP_MOUNTAIN if row == skip else DRAW_MOUNTAIN)
    return state


def mountains(state: Rails30, seat: int = 0) -> list[tuple[int, int]]:
    return [(c // 6 + 1, c % 6 + 1) for c in range(36) if state.cells[seat * 36 + c] == MOUNTAIN]


def test_L1_the_rulebooks_example():
    state = after_rolls([3, 2, 6, 2, 2, 4], skip=1)
    assert mountains(state) == [(1, 3), (3, 6), (4, 2), (5, 2), (6, 4)]


def test_L1_without_a_skip_there_are_six_mountains():
    assert len(mountains(after_rolls([1, 1, 1, 1, 1, 1]))) == 6


def test_L1_skip_is_decided_on_seeing_the_roll_and_before_the_next():
    state = new_state(1, False)
    assert state.chance() == 6
    state.apply_chance(2)
    assert state.actors() == 1
    assert state.chance() == 0
    assert list(state.legal(0)) == [DRAW_MOUNTAIN, SKIP_MOUNTAIN]


def test_L1_only_one_skip_so_later_mountains_are_drawn_at_once():
    state = new_state(1, False)
    state.apply_chance(0)
    state.apply(0, SKIP_MOUNTAIN)
    state.apply_chance(4)
    assert state.actors() == 0
    assert mountains(state) == [(2, 5)]


def step_name(view: Rails30View) -> str:
    return view.sheets[0].step


def play_to(step: str, seed: int = 5) -> branchline.core.match.Match:
    match = GAME.start(seed=seed)
    while step_name(match.view(0)) != step:
        match.play(0, match.legal(0)[0])
    return match


def test_L2_the_mine_shares_a_side_with_a_mountain():
    match = play_to("mine")
    cells = match.view(0).sheets[0].cells
    for row in range(6):
        for column in range(6):
            near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            beside = any(0 <= r < 6 and 0 <= c < 6 and cells[r * 6 + c] == MOUNTAIN for r, c in near)
            legal = beside and cells[row * 6 + column] == 0
            assert (row * 6 + column in match.view(0).choices.cells) == legal


def test_L2_a_mine_elsewhere_is_refused_with_the_rule():
    match = play_to("mine")
    cells = match.view(0).sheets[0].cells
    far = next(c for c in range(36) if c not in match.view(0).choices.cells and cells[c] == 0)
    with pytest.raises(IllegalAction, match="share a side with a mountain") as refused:
        match.play(0, {"type": "mine", "row": far // 6 + 1, "column": far % 6 + 1})
    assert refused.value.rule == "L2"
    mountain = cells.index(MOUNTAIN)
    with pytest.raises(IllegalAction, match="not empty: mountain"):
        match.play(0, {"type": "mine", "row": mountain // 6 + 1, "column": mountain % 6 + 1})


def test_L2_the_mine_stands_where_it_was_placed():
    match = play_to("mine")
    cell = match.view(0).choices.cells[-1]
    match.play(0, {"type": "mine", "row": cell // 6 + 1, "column": cell % 6 + 1})
    sheet = match.view(0).sheets[0]
    assert sheet.mine == Place(cell // 6 + 1, cell % 6 + 1)
    assert sheet.cells[cell] == MINE


def test_L3_one_station_on_each_side_any_number_on_any_side():
    match = play_to("station")
    assert len(match.legal(0)) == 24
    match.play(0, {"type": "station", "number": 1, "side": "south", "place": 6})
    with pytest.raises(IllegalAction, match="station in the south already") as refused:
        match.play(0, {"type": "station", "number": 2, "side": "south", "place": 1})
    assert refused.value.rule == "L3"
    assert len(match.legal(0)) == 18
    match.play(0, {"type": "station", "number": 2, "side": "west", "place": 1})
    match.play(0, {"type": "station", "number": 3, "side": "north", "place": 1})
    assert {action.data["side"] for action in match.legal(0)} == {"east"}


def test_L3_stations_come_in_order():
    match = play_to("station")
    with pytest.raises(MalformedAction, match="now comes station 1"):
        match.play(0, {"type": "station", "number": 3, "side": "south", "place": 6})


def test_L3_a_station_before_a_mountain_is_legal():
    match = play_to("station")
    mountain = match.view(0).sheets[0].cells.index(MOUNTAIN)  # one of row 1
    assert mountain < 6
    match.play(0, {"type": "station", "number": 1, "side": "north", "place": mountain + 1})
    assert match.view(0).sheets[0].stations[0] == Border("north", mountain + 1)


def test_L4_the_bonus_cell_is_any_empty_cell():
    match = play_to("bonus")
    cells = match.view(0).sheets[0].cells
    assert match.view(0).choices.cells == [cell for cell in range(36) if cells[cell] == 0]
    mountain = cells.index(MOUNTAIN)
    with pytest.raises(IllegalAction) as refused:
        match.play(0, {"type": "bonus", "row": mountain // 6 + 1, "column": mountain % 6 + 1})
    assert refused.value.rule == "L4"
