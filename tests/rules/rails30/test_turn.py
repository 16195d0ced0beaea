"""L5–L10: what a turn allows, the 21 drawings, jokers, the end."""

from __future__ import annotations

import pytest

import branchline
from branchline.core.action import Move
from branchline.core.driver import play_out
from branchline.core.errors import IllegalAction, MalformedAction
from branchline.core.generator import Generator
from branchline.games.rails30.api.refusals import refusal
from branchline.games.rails30.rules import codes
from branchline.games.rails30.rules.codes import COLOURED, WHITE
from branchline.games.rails30.rules.drawings import COUNT, EXITS, LINKS
from branchline.games.rails30.rules.setup import new_state
from branchline.games.rails30.rules.state import Rails30
from tests.rules.rails30.sheets import EMPTY_FIELD, drawing, parse, ready

GAME = branchline.game("30-rails")


def listed(state: Rails30) -> list[dict]:
    return [GAME.to_json(state, 0, Move(int(number))) for number in state.legal(0)]


def cells(state: Rails30) -> set[tuple[int, int]]:
    return {(action["row"], action["column"]) for action in listed(state)}


def test_L5_thirty_turns_one_cell_each():
    state = new_state(1, False)
    rng = Generator(4)
    turns = play_out(state, rng)
    mountains = sum(content == 22 for content in state.cells)
    drawn = sum(1 <= content <= 21 for content in state.cells)
    assert drawn == min(30, 35 - mountains)
    assert turns > drawn


def test_L5_dead_ends_and_track_that_leaves_the_board_are_legal():
    state = ready(EMPTY_FIELD, white=1, coloured=1)
    corner = [action for action in listed(state) if (action["row"], action["column"]) == (1, 1)]
    assert len(corner) == 4


def test_L6_row_or_column_of_the_white_die():
    state = ready(EMPTY_FIELD, white=4, coloured=2)
    assert cells(state) == {(4, n) for n in range(1, 7)} | {(n, 4) for n in range(1, 7)}


def test_L6_if_both_are_full_any_empty_cell():
    full = ["NS NS NS NS NS NS", *["NS . . . . ."] * 5]
    state = ready(" ".join(full), white=1, coloured=2)
    assert cells(state) == {(r, c) for r in range(2, 7) for c in range(2, 7)}


def test_L6_mountain_mine_track_and_cross_all_fill():
    row = "^ M NS X . ."
    state = ready(row + " " + ". " * 30, white=1, coloured=2)
    assert {(1, 5), (1, 6)} == {cell for cell in cells(state) if cell[0] == 1}


def test_L6_a_cell_elsewhere_is_refused_with_the_reason():
    state = ready(EMPTY_FIELD, white=4, coloured=2)
    number = parse(state, {"type": "draw", "row": 2, "column": 3, "track": 2, "turn": 0})
    assert not state.allows(0, number)
    why = refusal(state, 0, number)
    assert why.rule == "L6"
    assert "row 4 or column 4" in why.reason


@pytest.mark.parametrize(("die", "turns", "links"), [(1, 4, 1), (2, 2, 1), (3, 2, 2), (4, 1, 2), (5, 4, 2), (6, 8, 2)])
def test_L7_the_drawings(die: int, turns: int, links: int):
    state = ready(EMPTY_FIELD, white=3, coloured=die)
    here = [action for action in listed(state) if (action["row"], action["column"]) == (3, 3)]
    assert [action["turn"] for action in here] == list(range(turns))
    assert all(action["track"] == die for action in here)
    start = sum(int(COUNT[lower]) for lower in range(1, die))
    assert all(len(joined) == links for joined in LINKS[start : start + turns])
    assert len({frozenset(frozenset(link) for link in joined) for joined in LINKS[start : start + turns]}) == turns


def test_L7_there_are_21_drawings_all_different():
    assert len({frozenset(frozenset(link) for link in links) for links in LINKS}) == len(LINKS) == 21


def test_L7_another_drawing_than_the_die_is_refused():
    state = ready(EMPTY_FIELD, white=4, coloured=2)
    number = parse(state, {"type": "draw", "row": 4, "column": 3, "track": 5, "turn": 0})
    assert not state.allows(0, number)
    assert refusal(state, 0, number).rule == "L7"
    with pytest.raises(MalformedAction, match="track 2 has turns 0 to 1"):
        parse(state, {"type": "draw", "row": 4, "column": 3, "track": 2, "turn": 2})


def exits(name: str, side: str) -> str:
    mask = EXITS[drawing(name) * 4 + "NESW".index(side)]
    return "".join(letter for bit, letter in enumerate("NESW") if mask >> bit & 1)


def test_L8_never_from_branch_to_branch():
    assert exits("NE/NW", "N") == "EW"
    assert exits("NE/NW", "E") == exits("NE/NW", "W") == "N"
    assert exits("NS/NE", "N") == "ES"
    assert exits("NS/NE", "S") == exits("NS/NE", "E") == "N"
    assert exits("NS/EW", "N") == "S"
    assert exits("NE/SW", "N") == "E"
    assert exits("NE/SW", "W") == "S"


def test_L9_with_six_mountains_29_turns():
    for seed in range(40):
        state = new_state(1, False)
        play_out(state, Generator(seed))
        mountains = sum(content == 22 for content in state.cells)
        assert state.turn == (29 if mountains == 6 else 30)
        assert (sum(content == 0 for content in state.cells)) == 0


def two_sheets(empty: tuple[int, int]) -> Rails30:
    """Two sheets with so many cells left, and a turn's white die rolled."""
    state = new_state(2, False)
    for seat in range(2):
        for cell in range(36 - empty[seat]):
            state.fill(seat, cell, drawing("NS"))
        state.facts[seat * codes.FACTS + codes.STEP] = codes.READY
    state.rolls, state.turn, state.white = 6, 30 - max(empty), 3
    return state


def test_L9_a_sheet_with_no_cell_left_waits_for_the_others():
    state = two_sheets((0, 1))
    state.apply_chance(1)
    assert (state.actors(), state.ended()) == (0b10, False)
    assert len(state.legal(0)) == 0
    state.apply(1, state.sample(1, Generator(1)))
    assert (state.actors(), state.chance(), state.ended()) == (0, 0, True)


def test_L9_the_game_goes_on_while_any_sheet_has_a_cell():
    state = two_sheets((0, 2))
    state.apply_chance(1)
    state.apply(1, state.sample(1, Generator(1)))
    assert (state.turn, state.chance(), state.ended()) == (28, 6, False)
    state.apply_chance(0)
    assert (state.turn, state.actors(), state.chance()) == (29, 0, 6)
    state.apply_chance(0)
    assert state.actors() == 0b10
    state.apply(1, state.sample(1, Generator(1)))
    assert state.ended()


def test_L10_the_white_joker_opens_every_cell_once():
    state = ready(EMPTY_FIELD, white=4, coloured=2, jokers=WHITE)
    assert len(cells(state)) == 36
    far = next(action for action in listed(state) if (action["row"], action["column"]) == (1, 1))
    assert far["jokers"] == ["white"]
    state.apply(0, parse(state, far))
    assert state.fact(0, codes.JOKERS) == 0


def test_L10_the_coloured_joker_opens_every_drawing_once():
    state = ready(EMPTY_FIELD, white=4, coloured=2, jokers=COLOURED)
    here = [action for action in listed(state) if (action["row"], action["column"]) == (4, 4)]
    assert len(here) == 21
    other = next(action for action in here if action["track"] == 6)
    assert other["jokers"] == ["coloured"]
    state.apply(0, parse(state, other))
    assert state.fact(0, codes.JOKERS) == 0


def test_L10_both_in_one_turn():
    state = ready(EMPTY_FIELD, white=4, coloured=2, jokers=WHITE | COLOURED)
    both = [action for action in listed(state) if len(action["jokers"]) == 2]
    assert len(both) == 25 * 19
    state.apply(0, parse(state, both[0]))
    assert state.fact(0, codes.JOKERS) == 0


def test_L10_a_joker_is_kept_when_the_dice_suffice():
    state = ready(EMPTY_FIELD, white=4, coloured=2, jokers=WHITE | COLOURED)
    state.apply(0, parse(state, {"type": "draw", "row": 4, "column": 1, "track": 2, "turn": 1}))
    assert state.fact(0, codes.JOKERS) == WHITE | COLOURED


def test_L10_one_joker_leaves_the_other():
    """Only the joker that the dice need is spent: the white one for a cell, the coloured one for a drawing."""
    for row, track, left in ((1, 2, COLOURED), (4, 6, WHITE)):
        state = ready(EMPTY_FIELD, white=4, coloured=2, jokers=WHITE | COLOURED)
        state.apply(0, parse(state, {"type": "draw", "row": row, "column": 1, "track": track, "turn": 0}))
        assert state.fact(0, codes.JOKERS) == left


def test_L10_every_cell_off_the_row_and_column_needs_the_white_joker():
    state = ready(EMPTY_FIELD, white=4, coloured=2, jokers=WHITE)
    for action in listed(state):
        named = action["row"] == 4 or action["column"] == 4
        assert action["jokers"] == ([] if named else ["white"])


def test_L10_jokers_named_wrongly_are_refused():
    state = ready(EMPTY_FIELD, white=4, coloured=2, jokers=WHITE)
    with pytest.raises(MalformedAction, match="jokers must be"):
        parse(state, {"type": "draw", "row": 1, "column": 1, "track": 2, "turn": 1, "jokers": []})


def test_L10_a_spent_joker_is_named_in_the_refusal():
    match = GAME.start(seed=1)
    while match.view(0).phase != "turns":
        match.play(0, match.legal(0)[-1])
    match.play(0, next(action for action in match.legal(0) if action.data["jokers"] == ["white"]))
    view = match.view(0)
    assert view.choices.joker_cells == []
    outside = next(c for c in range(36) if view.sheets[0].cells[c] == 0 and c not in view.choices.cells)
    action = {"type": "draw", "row": outside // 6 + 1, "column": outside % 6 + 1, "track": view.coloured, "turn": 0}
    with pytest.raises(IllegalAction, match="joker of the white die is spent"):
        match.play(0, action)
