"""T9–T22: drawing train cards."""

from __future__ import annotations

from branchline.games.tickets.rules import codes
from branchline.games.tickets.rules.cards import hand_size
from tests.rules.tickets.positions import act, actions, begun, cards, claim, draw, kinds, refused

BLIND = {"type": "blind"}


def take(card: str, **slot: int) -> dict:
    return {"type": "take", "card": card, **slot}


def test_T9_three_kinds_of_action_and_no_pass():
    state = cards(begun(), "UUUU")
    assert {action["type"] for action in actions(state, 0)} == {"blind", "take", "tickets", "claim"}
    assert refused(state, 0, {"type": "pass"}).rule == "T35"


def test_T10_two_cards_one_after_the_other():
    state = cards(begun(), "U", row="PWUYO")
    act(state, 0, take("white"))
    draw(state, "R")
    assert {action["type"] for action in actions(state, 0)} == {"blind", "take"}
    assert (
        refused(state, 0, claim("Atlanta", "Nashville", blue=1)).reason
        == "you have taken one card; now take the second"
    )
    assert refused(state, 0, {"type": "tickets"}).rule == "T9"
    act(state, 0, BLIND)
    draw(state, "B")
    assert (state.seat, hand_size(state, 0)) == (1, 3)


def test_T10_a_card_that_is_not_in_the_row():
    state = cards(begun(), row="PWUYO")
    assert refused(state, 0, take("red")).code == "tickets.not_in_row"


def test_T11_a_card_of_the_row_is_replaced_before_the_second_pick_and_after_it():
    state = cards(begun(), row="PWUYO")
    act(state, 0, take("white"))
    assert state.chance() == state.deck_size
    draw(state, "R")
    assert list(state.row) == kinds("PRUYO")
    act(state, 0, take("red"))
    draw(state, "G")
    assert list(state.row) == kinds("PGUYO")
    assert state.seat == 1


def test_T11_of_equal_cards_the_one_that_is_named_leaves_its_place():
    state = cards(begun(), row="UPUYU")
    first = state.clone()
    act(state, 0, take("blue", slot=2))
    draw(state, "R")
    assert list(state.row) == kinds("UPRYU")
    act(state, 0, take("blue", slot=4))
    draw(state, "G")
    assert list(state.row) == kinds("UPRYG")
    assert state.hands[2] == state.known[2] == 2
    act(first, 0, take("blue"))  # without a place it is the first of them
    draw(first, "R")
    assert list(first.row) == kinds("RPUYU")


def test_T11_locomotives_that_leave_a_named_place_are_counted():
    state = cards(begun(), row="LPLYO")
    act(state, 0, take("locomotive", slot=2))
    draw(state, "L")
    assert list(state.row) == kinds("LPLYO")
    assert (state.row_locomotives, state.seat) == (2, 1)


def test_T10_the_named_place_holds_the_named_card():
    state = cards(begun(), row="PLUY")
    for slot in (0, 4):
        error = refused(state, 0, take("blue", slot=slot))
        assert (error.rule, error.code) == ("T10", "tickets.not_in_slot")
        assert f"place {slot + 1}" in error.reason
    act(state, 0, BLIND)
    draw(state, "R")
    assert refused(state, 0, take("locomotive", slot=1)).rule == "T13"


def test_T12_an_open_locomotive_is_the_whole_action():
    state = cards(begun(), row="PLUYO")
    act(state, 0, take("locomotive"))
    draw(state, "R")
    assert (state.seat, state.step, state.hands[8]) == (1, codes.TURN, 1)


def test_T13_an_open_locomotive_is_never_the_second_card():
    state = cards(begun(), row="PLUYO")
    act(state, 0, take("pink"))
    draw(state, "L")
    error = refused(state, 0, take("locomotive"))
    assert error.rule == "T13"
    assert error.reason == "2 locomotives lie face up, but you may not take one as your second card"
    assert take("locomotive") not in actions(state, 0)


def test_T14_a_blind_locomotive_counts_as_one_card():
    state = cards(begun())
    act(state, 0, BLIND)
    draw(state, "L")
    assert (state.seat, state.step) == (0, codes.SECOND)
    act(state, 0, BLIND)
    draw(state, "L")
    assert (state.seat, state.hands[8]) == (1, 2)


def test_T15_reset_between_the_two_picks():
    """Row {loco, loco, x, y, z}, the replacement is a loco: the row is reset before the second pick."""
    state = cards(begun(), row="LLUYO")
    act(state, 0, take("blue"))
    draw(state, "L")
    assert (state.row_size, state.discard_size, state.discards[8]) == (0, 5, 3)
    draw(state, "RGRGR")
    assert list(state.row) == kinds("RGRGR")
    assert (state.seat, state.step) == (0, codes.SECOND)
    act(state, 0, take("red"))
    draw(state, "W")
    assert state.seat == 1


def test_T15_again_and_again_and_after_the_last_refill():
    state = cards(begun(), row="LLUYO")
    act(state, 0, BLIND)
    draw(state, "P")
    act(state, 0, take("blue"))
    draw(state, "L" + "LLLWW" + "LLLLB" + "RGRGR")
    assert (state.resets, state.seat, list(state.row)) == (3, 1, kinds("RGRGR"))


def test_T16_no_endless_reset():
    """All but two non-locomotives in hands: three open locomotives stay."""
    state = cards(begun(), row="LLUYL", deck="LL")
    state.row_locomotives = 3
    state.seat = 0
    act(state, 0, take("blue"))
    draw(state, "L")
    assert (state.resets, list(state.row)) == (0, kinds("LLLYL"))
    assert state.step == codes.SECOND


def test_T16_tested_again_when_discards_arrive():
    state = cards(begun(), "U", row="LLLLO", deck="")
    act(state, 0, claim("Atlanta", "Nashville", blue=1))
    assert (state.resets, state.discard_size) == (0, 1)  # six cards, but only two that are no locomotives
    state = cards(begun(), "U", row="LLLYO", deck="")
    act(state, 0, claim("Atlanta", "Nashville", blue=1))
    assert state.resets == 1  # six cards with three others: a row with two locomotives can be laid
    assert (state.due, state.deck_size) == (codes.ROW_CARD, 6)


def test_T16_locomotives_among_the_discards_count_too():
    state = cards(begun(), "L", row="LLLLO", deck="")
    act(state, 0, claim("Atlanta", "Nashville", locomotive=1))
    assert (state.resets, state.discards[8]) == (0, 1)  # six cards, five of them locomotives
    state = cards(begun(), "U", row="LLLLO", deck="LY", discards="Y")
    act(state, 0, claim("Atlanta", "Nashville", blue=1))
    assert state.resets == 1  # nine cards with four others


def test_T17_a_short_row_follows_too():
    state = cards(begun(), row="LLUL", deck="")
    act(state, 0, take("blue"))
    assert (state.resets, state.row_size, state.seat) == (0, 3, 1)


def test_T18_no_hand_limit():
    state = cards(begun(), "PPPPPPPPPPPPWWWWWWWWWWWWGGGGGGGGGGGG", row="UYORB")
    act(state, 0, BLIND)
    draw(state, "U")
    act(state, 0, BLIND)
    draw(state, "U")
    assert hand_size(state, 0) == 38


def test_T19_the_discards_become_the_deck_when_a_card_is_needed():
    state = cards(begun(), row="PWUYO", deck="R", discards="GGG")
    act(state, 0, BLIND)
    draw(state, "R")
    assert (state.deck_size, state.discard_size) == (0, 3)  # not before it is needed
    act(state, 0, BLIND)
    assert (state.deck_size, state.discard_size, state.chance()) == (3, 0, 3)


def test_T20_drawing_needs_a_card():
    state = cards(begun(), "UUU", row="", deck="")
    assert refused(state, 0, BLIND).rule == "T20"
    assert {action["type"] for action in actions(state, 0)} == {"tickets", "claim"}


def test_T20_T21_only_locomotives_left():
    """Deck and discards empty, row {loco, loco}: one loco may be taken, then the turn ends."""
    state = cards(begun(), row="LL", deck="")
    assert [action for action in actions(state, 0) if action["type"] in ("take", "blind")] == [take("locomotive")]
    act(state, 0, take("locomotive"))
    assert (state.seat, state.row_size) == (1, 1)


def test_T21_the_turn_ends_after_one_card_if_there_is_no_second():
    state = cards(begun(), row="LU", deck="")
    act(state, 0, take("blue"))
    assert state.seat == 1
    state = cards(begun(), row="LL", deck="G")
    act(state, 0, BLIND)
    draw(state, "G")
    assert state.seat == 1


def test_T22_a_short_row_is_refilled_right_after_a_claim():
    state = cards(begun(), "UUU", row="PW", deck="")
    act(state, 0, claim("Montreal", "New York", blue=3))
    assert (state.due, state.chance()) == (codes.ROW_CARD, 3)
    draw(state, "UUU")
    assert (list(state.row), state.seat) == (kinds("PWUUU"), 1)
