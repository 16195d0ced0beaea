"""T29, T30: drawing tickets."""

from __future__ import annotations

import random

from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.tickets import held, ticket_count
from tests.rules.tickets.positions import GAME, act, actions, begun, refused


def drawn(state, seat: int = 0) -> list[int]:
    act(state, seat, {"type": "tickets"})
    while n := state.chance():
        state.apply_chance(random.Random(5).randrange(n))
    return [ticket.id for ticket in GAME.view(state, seat).own.offer]


def test_T29_three_tickets_keep_at_least_one():
    state = begun()
    offer = drawn(state)
    assert len(offer) == 3
    assert len(actions(state, 0)) == 7
    assert refused(state, 0, {"type": "keep", "tickets": []}).reason == "keep at least one of the tickets"
    assert refused(state, 0, {"type": "blind"}).code == "tickets.choose_first"
    act(state, 0, {"type": "keep", "tickets": offer[1:2]})
    assert list(state.under) == [offer[0], offer[2]]
    assert (state.seat, ticket_count(state, 0)) == (1, 4)


def empty_deck(state, left: int) -> None:
    """Give all fresh tickets but a few to seat 1."""
    for ticket in range(30):
        if state.tickets[ticket] == 8 and state.fresh > left:
            state.tickets[ticket], state.knows[ticket] = 1, 2
            state.fresh -= 1


def test_T29_fewer_than_three_left():
    """Two tickets left: two offered, at least one kept."""
    state = begun()
    empty_deck(state, 2)
    offer = drawn(state)
    assert len(offer) == 2
    assert [action["tickets"] for action in actions(state, 0)] == [offer[:1], offer[1:], offer]


def test_T29_none_left():
    state = begun()
    empty_deck(state, 0)
    assert {"type": "tickets"} not in actions(state, 0)
    assert refused(state, 0, {"type": "tickets"}).reason == "no tickets are left"


def test_T29_returned_tickets_come_up_in_their_order_after_all_others():
    state = begun()
    offer = drawn(state)
    act(state, 0, {"type": "keep", "tickets": offer[:1]})
    empty_deck(state, 1)
    state.seat = 1
    again = drawn(state, 1)
    assert again[1:] == offer[1:]
    assert list(state.under) == []
    # Seat 0 knows two of the three before seat 1; once seat 1 has chosen, no longer which it kept.
    assert [state.knows[ticket] for ticket in again] == [2, 3, 3]
    act(state, 1, {"type": "keep", "tickets": again[1:2]})
    assert [state.knows[ticket] for ticket in again] == [2, 2, 2]


def test_T29_a_returned_ticket_comes_without_a_choice_of_chance():
    state = begun()
    offer = drawn(state)
    act(state, 0, {"type": "keep", "tickets": offer[:1]})
    empty_deck(state, 1)
    act(state, 1, {"type": "tickets"})
    assert state.chance() == 1  # the only one that was never returned
    state.apply_chance(0)
    assert (state.fresh, state.chance()) == (0, 1)  # the first of those that were
    state.apply_chance(0)
    assert list(state.under) == offer[2:]


def test_T29_what_was_kept_whole_stays_known():
    state = begun()
    offer = drawn(state)
    act(state, 0, {"type": "keep", "tickets": offer[:1]})
    empty_deck(state, 1)
    state.seat = 1
    again = drawn(state, 1)
    act(state, 1, {"type": "keep", "tickets": again})
    assert [state.knows[ticket] for ticket in again] == [2, 3, 3]


def test_T30_kept_tickets_are_never_returned_and_have_no_limit():
    state = begun()
    kept = set(map(int, held(state, 0)))
    for _ in range(6):
        state.seat = 0
        act(state, 0, {"type": "keep", "tickets": drawn(state)})
        assert kept <= set(map(int, held(state, 0)))
    assert ticket_count(state, 0) == 21
    assert state.step == codes.TURN
