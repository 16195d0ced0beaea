"""T1–T8: pieces and setup."""

from __future__ import annotations

import pytest
from msgspec import UNSET

import branchline
from branchline.core.errors import OptionError
from branchline.games.tickets.api import maps
from branchline.games.tickets.api.views import UnderTicket
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.cards import hand_size
from branchline.games.tickets.rules.setup import new_state
from tests.rules.tickets.positions import GAME, begun, draw, kinds, match, refused


def test_T1_two_to_five_players_with_45_wagons():
    for players in range(2, 6):
        assert [seat.wagons for seat in match(players).view().seats] == [45] * players
    for wrong in (1, 6):
        with pytest.raises(OptionError, match="from 2 to 5"):
            match(wrong)


def test_T2_cards_and_tickets():
    state = new_state(maps.board("usa", "standard"), 4)
    assert list(state.deck) == [12] * 8 + [14]
    assert state.deck_size == 110
    assert state.board.tickets == 30
    assert state.board.longest == 10
    assert (state.board.cities, state.board.routes) == (36, 100)


def test_T4_the_game_begins_with_the_deal():
    state = new_state(maps.board("usa", "standard"), 3)
    view = GAME.view(state, None)
    assert (view.phase, view.turn, view.turns, view.first, view.last_round) == ("deal", None, 0, -1, None)
    assert (state.actors(), state.passes, state.resets, state.waiting) == (0, 0, 0, 0)
    assert [state.chosen[seat] for seat in range(3)] == [-1] * 3


def test_T3_everybody_starts_at_0():
    assert list(begun(5).points) == [0] * 5


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_T4_four_cards_each_then_five_open(players):
    state = new_state(maps.board("usa", "standard"), players)
    state.apply_chance(0)
    draw(state, "U" * 4 + "R" * 4 * (players - 1) if players < 4 else "UUUURRRRGGGGWWWWPPPP"[: 4 * players])
    assert [hand_size(state, seat) for seat in range(players)] == [4] * players
    assert state.row_size == 0
    draw(state, "YYYYO")
    assert list(state.row) == kinds("YYYYO")
    assert state.deck_size == 110 - 4 * players - 5


def test_T5_three_locomotives_in_the_first_row():
    state = new_state(maps.board("usa", "standard"), 2)
    state.apply_chance(0)
    draw(state, "UUUURRRRLLLGW")
    assert state.row_size == 0
    assert (state.discards[8], state.discard_size, state.resets) == (3, 5, 1)
    draw(state, "LLGWP")
    assert list(state.row) == kinds("LLGWP")
    assert state.due == codes.TICKET


def test_T6_keep_two_or_three_in_secret_and_at_the_same_time():
    game = match(3)
    assert game.actors == (0, 1, 2)
    offer = [ticket.id for ticket in game.view(1).own.offer]
    assert len(offer) == 3
    assert sorted(len(action.data["tickets"]) for action in game.legal(1)) == [2, 2, 2, 3]
    error = refused(game.state, 1, {"type": "keep", "tickets": offer[:1]})
    assert (error.rule, error.reason) == ("T6", "of the first 3 tickets keep at least 2")
    game.play(2, game.legal(2)[0])
    before = [game.view(seat) for seat in (None, 0)]
    assert [seat.tickets for seat in before[0].seats] == [0, 0, 0]
    game.play(1, {"type": "keep", "tickets": offer[:2]})
    assert game.view(1).own.chosen == offer[:2]
    assert game.view(None).own is UNSET
    assert game.actors == (0,)
    game.play(0, game.legal(0)[-1])
    assert [seat.tickets for seat in game.view().seats] == [3, 2, 2]


def test_T6_returned_tickets_lie_under_the_deck_in_seat_order():
    game = match(3)
    offers = [[ticket.id for ticket in game.view(seat).own.offer] for seat in range(3)]
    for seat in (2, 0, 1):
        game.play(seat, {"type": "keep", "tickets": offers[seat][1:]})
    assert list(game.state.under) == [offers[0][0], offers[1][0], offers[2][0]]
    assert game.view(1).own.under == [UnderTicket(offers[1][0], 22)]


def test_T6_only_offered_tickets_can_be_kept():
    game = match(2)
    other = [ticket.id for ticket in game.view(1).own.offer]
    assert refused(game.state, 0, {"type": "keep", "tickets": other}).code == "tickets.not_offered"


def test_T7_what_is_public_and_what_is_not():
    state = begun(3)
    view = branchline.to_builtins(GAME.view(state, None))
    assert set(view["seats"][0]) == {"points", "wagons", "cards", "tickets", "offered", "choosing"}
    assert {"row", "deck", "discards", "tickets_left", "owners"} <= set(view)
    assert "own" not in view
    assert "hands" not in view
    view = branchline.to_builtins(GAME.view(state, 1))
    assert set(view["own"]) == {"hand", "tickets", "offer", "chosen", "under", "choices"}
    assert "hands" not in view


def test_T8_the_first_player_is_drawn_and_play_goes_clockwise():
    firsts = set()
    for seed in range(30):
        state = new_state(maps.board("usa", "standard"), 3)
        assert state.chance() == 3
        state.apply_chance(seed % 3)
        firsts.add(state.first)
    assert firsts == {0, 1, 2}
    game = match(3, seed=4)
    for seat in range(3):
        game.play(seat, game.legal(seat)[0])
    first = game.view().first
    order = []
    for _ in range(4):
        order.append(game.actors[0])
        while game.actors == (order[-1],):
            game.play(order[-1], {"type": "blind"})
    assert order == [(first + n) % 3 for n in range(4)]
    assert game.view().turns == 4
