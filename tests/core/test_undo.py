"""Taking back: what a seat may take back alone, what needs agreement, and what no record may claim."""

from __future__ import annotations

import pytest

import branchline
from branchline.core.action import Chanced, Played, Undone
from branchline.core.errors import UndoRefused, WrongSeat
from branchline.core.match import Match

RAILS = branchline.game("30-rails")


def after_one_act(players: int, seat: int = 0, seed: int = 1) -> Match:
    match = RAILS.start(players=players, seed=seed)
    match.play(seat, match.legal(seat)[0])
    return match


def test_an_act_that_nothing_followed_is_taken_back_and_stays_in_the_log():
    match = after_one_act(2)
    before = RAILS.start(players=2, seed=1).view(0)
    gone = match.undo(0)
    assert [type(match.events[n]) for n in gone] == [Played]
    assert isinstance(match.events[-1], Undone)
    now = match.view(0)
    now.n = before.n
    assert now == before
    now = match.view(0)
    assert branchline.replay(match.record(with_seed=True)).view(0) == now


def test_what_another_seat_did_meanwhile_stays():
    match = after_one_act(2)
    match = RAILS.start(players=3, seed=1)
    match.play(0, match.legal(0)[0])
    match.play(1, match.legal(1)[0])
    match.undo(0)
    assert match.actors == (0, 2)


def test_dice_are_taken_back_only_by_agreement():
    match = after_one_act(2)
    match.play(1, match.legal(1)[0])
    assert any(isinstance(event, Chanced) for event in match.events[3:])
    with pytest.raises(UndoRefused, match="others must agree"):
        match.undo(0)
    gone = match.undo(0, agreed=True)
    assert any(isinstance(match.events[n], Chanced) for n in gone)


def test_alone_nobody_can_agree():
    match = after_one_act(1)
    with pytest.raises(UndoRefused, match="nobody is there to agree"):
        match.undo(0)


def test_a_view_tells_whether_anything_can_be_taken_back():
    match = after_one_act(2)
    assert [match.view(seat).undoable for seat in (0, 1, None)] == [True, False, False]
    match.play(1, match.legal(1)[0])
    assert [match.view(seat).undoable for seat in (0, 1)] == [False, False]
    match.undo(1, agreed=True)
    assert [match.view(seat).undoable for seat in (0, 1)] == [True, False]
    match.undo(0)
    assert [match.view(seat).undoable for seat in (0, 1)] == [False, False]


def test_nothing_to_take_back():
    match = RAILS.start(players=2, seed=1)
    with pytest.raises(UndoRefused, match="nothing of yours"):
        match.undo(0)


@pytest.mark.parametrize(
    ("undo", "error"),
    [
        (Undone(99, (1,)), WrongSeat),
        (Undone(1, (1,)), UndoRefused),  # another's act
        (Undone(0, ()), UndoRefused),
        (Undone(0, (1, 1)), UndoRefused),
        (Undone(0, (0,)), UndoRefused),  # a die
        (Undone(0, (0, 1)), UndoRefused),
        (Undone(0, (7,)), UndoRefused),
    ],
    ids=str,
)
def test_an_undo_that_could_not_have_happened_is_refused_and_changes_nothing(undo: Undone, error: type[Exception]):
    match = after_one_act(2)
    assert [type(event) for event in match.events] == [Chanced, Played]
    before = match.record(with_seed=True)
    with pytest.raises(error):
        match.feed(undo)
    assert match.record(with_seed=True) == before
