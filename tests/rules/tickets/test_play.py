"""Whole games: the known means of random play, fair sampling, what a seat can know, and undo."""

from __future__ import annotations

from collections import Counter

import pytest

import branchline
from branchline.core.driver import play_out
from branchline.core.errors import UndoRefused
from branchline.core.generator import Generator
from branchline.games.tickets.api import maps
from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.cards import hand_size
from branchline.games.tickets.rules.setup import new_state
from branchline.games.tickets.rules.state import Tickets
from branchline.games.tickets.rules.tickets import held
from tests.rules.tickets.positions import act, begun, cards, claim, draw, match


@pytest.mark.slow
@pytest.mark.parametrize(("players", "mean", "turns"), [(2, -70, 101), (3, -54, 145), (4, -30, 188), (5, -12, 228)])
def test_regression_of_random_play(players, mean, turns):
    games = 500
    rng = Generator(9, players)
    points = rounds = 0
    for _ in range(games):
        state = new_state(maps.board("usa", "standard"), players)
        play_out(state, rng)
        points += sum(state.scores())
        rounds += int(state.turns)
    assert points / games / players == pytest.approx(mean, abs=5)
    assert rounds / games == pytest.approx(turns, abs=4)


def worlds(state, seat: int, n: int = 60) -> list[Tickets]:
    return [state.resample(seat, Generator(k)) for k in range(n)]


def test_cards_taken_openly_stay_known_until_they_are_spent():
    state = cards(begun(3), "", row="RRRWW")
    act(state, 0, {"type": "take", "card": "red"})
    draw(state, "G")
    act(state, 0, {"type": "take", "card": "red"})
    draw(state, "G")
    state.seat = 0
    assert all(world.hands[6] >= 2 for world in worlds(state, 1))
    for _ in range(2):
        state.hands[0 * 9 + 2] += 1
        state.deck[2] -= 1
        state.deck_size -= 1
    assert any(world.hands[2] < 2 for world in worlds(state, 1))
    state.seat = 0
    act(state, 0, claim("Atlanta", "Nashville", red=1))
    assert all(world.hands[6] >= 1 for world in worlds(state, 1))
    assert any(world.hands[6] == 1 for world in worlds(state, 1))


def test_with_two_players_an_empty_deck_tells_the_other_hand():
    state = cards(begun(2), "UUURRR", row="WWWWW", deck="G", discards="BB")
    before = list(state.hands)
    act(state, 0, {"type": "blind"})
    draw(state, "G")
    act(state, 0, {"type": "blind"})
    draw(state, "B")
    for world in worlds(state, 0, 20):
        assert list(world.hands[9:]) == before[9:]
        assert world.deck[5] == 1


def test_after_a_reshuffle_the_deck_is_known_to_be_the_discards():
    state = cards(begun(3), "UUURRR", row="WWWWW", deck="G", discards="BBBB")
    act(state, 0, {"type": "blind"})
    draw(state, "G")
    act(state, 0, {"type": "blind"})
    draw(state, "B")
    for world in worlds(state, 1, 20):
        assert list(world.deck) == [0, 0, 0, 0, 0, 3, 0, 0, 0]
        assert hand_size(world, 0) == hand_size(state, 0)


def test_own_returned_tickets_stay_where_they_lie():
    game = match(4, seed=3)
    offers = [[ticket.id for ticket in game.view(seat).own.offer] for seat in range(4)]
    for seat in range(4):
        game.play(seat, {"type": "keep", "tickets": offers[seat][:2]})
    state = game.state
    seen = Counter()
    for world in worlds(state, 2):
        assert list(held(world, 2)) == list(held(state, 2))
        assert world.under[2] == offers[2][2]
        seen[int(world.under[0])] += 1
        assert len(set(world.under)) == 4
    assert len(seen) > 10


def test_undo_goes_back_to_the_last_card_and_no_further():
    game = match(2, seed=5)
    for seat in (0, 1):
        game.play(seat, game.legal(seat)[-1])
    seat = game.actors[0]
    with pytest.raises(UndoRefused):
        game.undo(seat)
    short = next(a for a in game.legal(seat) if a.data["type"] == "claim")
    game.play(seat, short)
    game.undo(seat)
    assert game.actors == (seat,)
    game.play(seat, {"type": "blind"})
    with pytest.raises(UndoRefused):
        game.undo(seat)


def test_result_adds_up():
    game = match(4, seed=8)
    rng = Generator(8)
    while game.actors:
        game.play(game.actors[0], game.sample(game.actors[0], rng))
    result = game.result
    for seat, count in enumerate(result.breakdown.seats):
        assert count.routes + count.ticket_points + count.bonus == result.scores[seat] == count.total
        laid = [n for n, owner in enumerate(game.view().owners) if owner == seat]
        board = game.state.board
        assert sum(board.points[board.length[n]] for n in laid) == count.routes
        for ticket in count.tickets:
            assert set(ticket.path) <= set(laid)
        lines = [line for line in game.log() if line.seat == seat]
        assert sum(line.points for line in lines) == count.total


def test_a_blind_card_is_told_to_its_seat_alone():
    game = match(3, seed=2)
    for seat in range(3):
        game.play(seat, game.legal(seat)[0])
    seat = game.actors[0]
    n = len(game.events)
    game.play(seat, {"type": "blind"})
    seen = {who: [line.text.code for line in game.log(who, n)] for who in (None, *range(3))}
    assert "tickets.got" in seen[seat]
    assert all("tickets.got" not in seen[who] for who in seen if who != seat)
    assert game.state.step == codes.SECOND
    assert branchline.replay(game.record(with_seed=True)).view(seat) == game.view(seat)
