"""What a seat can conclude about unseen cards since the deck was last made anew (T19), and what it cannot."""

from __future__ import annotations

from collections import Counter

import pytest

from branchline.core.generator import Generator
from branchline.games.tickets.api.maps import KIND_NAMES
from branchline.games.tickets.rules.board import KINDS
from branchline.games.tickets.rules.cards import fill_deck, pay
from branchline.games.tickets.rules.state import Tickets
from tests.rules.tickets.positions import begun, cards, kinds
from tests.rules.tickets.test_positions import check_pieces


def made_anew(held: list[str], deck: str) -> Tickets:
    """Three hands of unseen cards, and a deck that was just made of the discards. The last hand has all the others."""
    state = cards(begun(3), row="", deck="", discards=deck)
    for seat, hand in enumerate(held):
        for kind in kinds(hand):
            state.hands[2 * KINDS + kind] -= 1
            state.hands[seat * KINDS + kind] += 1
    assert fill_deck(state)
    return state


def draw_unseen(state: Tickets, seat: int, letters: str) -> None:
    """The seat draws these cards from the deck, and nobody else sees them."""
    for kind in kinds(letters):
        state.deck[kind] -= 1
        state.deck_size -= 1
        state.hands[seat * KINDS + kind] += 1


def pay_unseen(state: Tickets, seat: int, letters: str) -> None:
    """The seat pays these cards; all see their kinds."""
    for kind in kinds(letters):
        pay(state, seat, kind, 1)


def test_whoever_pays_does_not_tell_whether_the_card_is_an_old_one():
    """Twins for seat 0: seat 1 pays blue, which it had before the deck was made anew, or drew since."""
    drawn = made_anew(["", "RR"], "UUUYYYRR")
    draw_unseen(drawn, 1, "U")
    pay_unseen(drawn, 1, "U")
    held = made_anew(["", "UR"], "UUUYYYRR")
    draw_unseen(held, 1, "R")
    pay_unseen(held, 1, "U")
    for seed in range(60):
        assert drawn.resample(0, Generator(seed)) == held.resample(0, Generator(seed))


def test_a_paid_card_is_old_or_new_by_how_likely_each_is():
    """Seat 1 held one of two old cards and drew one of four: its blue one is the old one in two cases of three."""
    state = made_anew(["", "U"], "UYYY")
    for kind in range(KINDS):
        state.known[2 * KINDS + kind] = state.hands[2 * KINDS + kind]
    red = KIND_NAMES.index("red")
    state.known[2 * KINDS + red] -= 1  # so the old pool is blue and red
    state.stale = state.board.no_hands[: 3 * KINDS]
    for at in range(len(state.hands)):
        state.stale[at] = state.hands[at] - state.known[at]
    draw_unseen(state, 1, "Y")
    pay_unseen(state, 1, "U")
    n = 6000
    left = Counter()
    for seed in range(n):
        world = state.resample(0, Generator(seed))
        left.update(KIND_NAMES[kind] for kind in range(KINDS) if world.hands[KINDS + kind])
    assert left["yellow"] == pytest.approx(n / 2, rel=0.06)  # the old one was paid, and one of three yellow drawn
    assert left["blue"] == pytest.approx(n / 3, rel=0.08)  # two ways of a sixth each
    assert left["red"] == pytest.approx(n / 6, rel=0.12)  # the new one was paid, and the old one was red


def test_what_one_hand_must_have_paid_of_the_old_cards_no_other_has_paid():
    """Seat 2 has drawn nothing, so its blue cards are all old: seat 1's blue ones must be new."""
    state = made_anew([""], "UUUUUUWWWWWW")
    draw_unseen(state, 1, "UUUUUU")
    pay_unseen(state, 1, "UUUUUU")
    pay_unseen(state, 2, "UUUUUU")
    blue = KIND_NAMES.index("blue")
    for seed in range(20):
        world = state.resample(0, Generator(seed))
        check_pieces(world)
        assert world.stale[2 * KINDS + blue] == 6
        assert sum(world.hands[KINDS : 2 * KINDS]) == 0


def test_a_hardly_possible_past_is_given_up_and_the_world_is_whole():
    """Seat 2 has drawn one card and paid sixteen old ones, so all of seat 1's are new: hardly a try gets there."""
    state = made_anew(["PPPPWWWWYYYYOOOO", "RRRRRRRRRRRRGGGGGGGG"], "PPPPWWWWYYYYOOOOUUUU")
    draw_unseen(state, 1, "PPPPWWWWYYYYOOOO")
    draw_unseen(state, 2, "U")
    pay_unseen(state, 1, "PPPPWWWWYYYYOOOO")
    pay_unseen(state, 2, "PPPPWWWWYYYYOOOO")
    sizes = [sum(state.hands[seat * KINDS : seat * KINDS + KINDS]) for seat in range(3)]
    given_up = 0
    for seed in range(20):
        world = state.resample(0, Generator(seed))
        check_pieces(world)
        assert [sum(world.hands[seat * KINDS : seat * KINDS + KINDS]) for seat in range(3)] == sizes
        given_up += sum(world.spent) == 0
    assert given_up
