"""L18: several sheets with the same dice. L19, L20: the variant with shares."""

from __future__ import annotations

import random

import pytest

import branchline
from branchline.core.errors import IllegalAction, OptionError
from branchline.games.rails30.api.views import Jokers
from branchline.games.rails30.rules import codes
from branchline.games.rails30.rules.scoring import points, survey
from branchline.games.rails30.rules.setup import new_state
from branchline.games.rails30.rules.track import named_cells
from tests.rules.rails30.sheets import EMPTY_FIELD, parse, ready, sheet

GAME = branchline.game("30-rails")
LINE = "EW EW EW EW EW EW" + " . . . . . ." * 5


def test_L18_same_dice_own_decisions_at_the_same_time():
    match = GAME.start(players=3, seed=2)
    assert match.actors == (0, 1, 2)
    match.play(2, {"type": "mountain", "draw": False})
    match.play(0, {"type": "mountain", "draw": True})
    assert match.actors == (1,)
    assert match.view().roll == 1
    match.play(1, {"type": "mountain", "draw": True})
    assert match.view().roll == 2
    assert match.actors == (0, 1)  # seat 2 has no skip left, so its mountain is drawn at once
    sheets = match.view().sheets
    assert [sum(cell == 22 for cell in sheet.cells) for sheet in sheets] == [1, 1, 1]


def test_L18_the_next_roll_comes_when_all_have_drawn():
    match = GAME.start(players=2, seed=2)
    while match.view().phase != "turns":
        match.play(match.actors[0], match.legal(match.actors[0])[-1])
    dice = (match.view().white, match.view().coloured, match.view().turn)
    match.play(1, match.legal(1)[0])
    assert (match.view().white, match.view().coloured, match.view().turn) == dice
    match.play(0, match.legal(0)[0])
    assert match.view().turn == 2


def test_L18_a_joker_changes_the_die_only_for_its_user():
    match = GAME.start(players=2, seed=2)
    while match.view().phase != "turns":
        match.play(match.actors[0], match.legal(match.actors[0])[-1])
    before = match.view(1).choices
    match.play(0, next(action for action in match.legal(0) if action.data["jokers"] == ["white", "coloured"]))
    assert match.view(1).choices == before
    assert match.view().sheets[0].jokers == Jokers(white=False, coloured=False)
    assert match.view().sheets[1].jokers == Jokers(white=True, coloured=True)


def test_L6_L18_every_sheet_has_its_own_empty_cells():
    """The second sheet's rolled row and column are full, the first one's are not."""
    state = new_state(2, False)
    state.turn, state.white, state.coloured, state.waiting, state.rolls = 1, 1, 2, 3, 6
    for seat, empty in enumerate(((1 << 36) - 1, 1 << 35 | 1 << 20)):
        state.facts[seat * codes.FACTS + codes.EMPTY_CELLS] = empty
        state.facts[seat * codes.FACTS + codes.STEP] = codes.READY
        state.facts[seat * codes.FACTS + codes.JOKERS] = 0
    named = [named_cells(state, seat) for seat in range(2)]
    assert [cell for cell in range(36) if named[0] >> cell & 1] == [0, 1, 2, 3, 4, 5, 6, 12, 18, 24, 30]
    assert named[1] == 1 << 35 | 1 << 20


def test_L18_most_points_wins_and_a_tie_is_shared():
    match = GAME.start(players=12, seed=9)
    rng = random.Random(1)
    while match.actors:
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal(seat)))
    result = match.result
    best = max(result.scores)
    assert result.winners == [seat for seat in range(12) if result.scores[seat] == best]
    assert [result.ranks[seat] for seat in result.winners] == [1] * len(result.winners)


def test_L18_one_to_twelve_players():
    for wrong in (0, 13, -1, True, 2.0, "2"):
        with pytest.raises(OptionError, match="from 1 to 12"):
            GAME.start(players=wrong)


def test_L19_no_jokers():
    match = GAME.start(variant="shares", seed=3)
    assert match.view().sheets[0].jokers == Jokers(white=False, coloured=False)


def test_L19_buying_adds_the_higher_die_and_crosses_any_cell():
    state = ready(EMPTY_FIELD, white=2, coloured=5, shares=[0] * 6)
    buys = [number for number in state.legal(0) if number >= codes.BUY_SHARES]
    assert len(buys) == 6 * 36
    for cell in ((1, 1), (6, 6)):
        number = parse(state, {"type": "buy", "pair": [1, 3], "row": cell[0], "column": cell[1]})
        assert state.allows(0, number)
        state.apply(0, number)
        state.waiting = 1
    assert [state.fact(0, codes.SHARES + pair) for pair in range(6)] == [0, 10, 0, 0, 0, 0]
    assert state.cells[0] == state.cells[35] == 24
    assert not state.allows(0, parse(state, {"type": "buy", "pair": [1, 2], "row": 6, "column": 6}))


def test_L19_the_first_pair_and_the_first_cell():
    """The least number of all purchases is one of them, and no track."""
    state = ready(EMPTY_FIELD, white=2, coloured=5, shares=[0] * 6)
    number = parse(state, {"type": "buy", "pair": [1, 2], "row": 1, "column": 1})
    assert number == codes.BUY_SHARES
    assert state.allows(0, number)
    state.apply(0, number)
    assert [state.fact(0, codes.SHARES + pair) for pair in range(6)] == [5, 0, 0, 0, 0, 0]
    assert state.cells[0] == codes.CROSSED


def test_L19_only_in_the_variant_with_shares():
    match = GAME.start(seed=1)
    while match.view(0).phase != "turns":
        match.play(0, match.legal(0)[-1])
    empty = match.view(0).sheets[0].cells.index(0)
    with pytest.raises(IllegalAction, match="variant with shares") as refused:
        match.play(0, {"type": "buy", "pair": [1, 2], "row": empty // 6 + 1, "column": empty % 6 + 1})
    assert refused.value.rule == "L19"


@pytest.mark.parametrize(("shares", "scored"), [(7, 7), (9, 9), (12, 11), (0, 0)])
def test_L20_the_lower_of_shares_and_route(shares: int, scored: int):
    """The route 3-4 of six cells sums to 5 + 6 = 11."""
    state = sheet(LINE, "N1 S1 W1 E1", shares=[0, 0, 0, 0, 0, shares])
    assert points(state, 0) == scored


def test_L20_the_three_rows_of_the_rules_page():
    """Shares 7 with sum 9 score 7; shares 9 with sum 8 score 8; no shares score 0."""
    long = sheet(LINE, "W1 N1 S1 E1", shares=[0, 0, 7, 0, 0, 0])
    assert survey(long, 0).pair_points(2) == 9
    assert points(long, 0) == 7
    middle = sheet(LINE, "W1 N1 E1 S1", shares=[0, 9, 0, 0, 0, 0])
    assert survey(middle, 0).pair_points(1) == 8
    assert points(middle, 0) == 8
    assert points(sheet(LINE, "W1 N1 E1 S1", shares=[9, 0, 9, 9, 9, 9]), 0) == 0


def test_L20_the_mine_scores_as_usual():
    assert points(sheet("M . . . . ." + " . . . . . ." * 5, "N1 W1 E6 S6", shares=[0] * 6), 0) == 6
