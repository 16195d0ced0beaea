"""A match of the toy: what it lets happen, what it refuses, what it shows to whom, and what it does with chance."""

from __future__ import annotations

import msgspec
import pytest

from branchline.core.action import Chanced, Played, Undone
from branchline.core.chance import commitment, draw, make_seed
from branchline.core.errors import (
    ActionError,
    IllegalAction,
    MalformedAction,
    OutOfTurn,
    SeedUnknown,
    UndoRefused,
    WrongSeat,
)
from branchline.core.generator import Generator
from branchline.core.log import UndoneEntry
from branchline.core.match import Match
from tests.suite.cases import TOY, Case
from tests.toy.rules.state import CHOOSE, WRITE


def start(players: int = 3, seed: int = 1) -> Match:
    return TOY.start(players=players, seed=seed)


def at_writing(players: int = 2, seed: int = 1) -> Match:
    """Every seat has played its cards; one writes."""
    match = start(players, seed)
    while match.state.phase == CHOOSE:
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    assert match.state.phase == WRITE
    return match


def test_chance_is_drawn_from_the_seed_until_a_seat_may_act():
    match = start(2, 7)
    seed = make_seed(7)
    assert match.commit == commitment(seed)
    assert all(isinstance(event, Chanced) for event in match.events)
    assert [event.n for event in match.events] == [24, 23, 22, 21, 20, 19, 6]
    assert [event.k for event in match.events] == [draw(seed, i, event.n) for i, event in enumerate(match.events)]
    assert match.drawn == 7
    assert match.actors == (0, 1)


def test_events_are_numbered_in_the_log():
    match = start(2)
    match.play(0, match.legal(0)[0])
    match.play(1, match.legal(1)[0])
    for line in match.lines:
        event = match.events[line.entry.n]
        assert isinstance(event, Chanced if line.entry.seat is None else Chanced | Played)
    assert [entry.n for entry in match.log(0, since=8)] == [8, 8, 8, 9]
    assert match.log(0, since=99) == []


def test_a_line_is_read_by_its_seats_alone_until_the_end():
    match = start(2)
    dealt = [len([entry for entry in match.log(who) if entry.seat is not None]) for who in (0, 1, None)]
    assert dealt == [3, 3, 0]
    finished = Case(TOY, 2).finish(1)
    assert finished.log(None) == finished.log(0) == finished.log(1)
    assert len(finished.log(None)) == len(finished.lines)


def test_an_action_that_the_rules_forbid_is_refused_with_the_rule():
    match = start()
    held = {action.json()["card"] for action in match.legal(0)}
    missing = next(card for card in range(1, 7) if card not in held)
    before = match.record(with_seed=True)
    for act in (match.play, match.check, match.preview):
        with pytest.raises(IllegalAction, match=rf"You do not hold a {missing}. \(X2\)"):
            act(0, {"type": "play", "card": missing})
    with pytest.raises(MalformedAction):
        match.play(0, {"type": "play", "card": 7})
    assert match.record(with_seed=True) == before


def test_seats_choose_at_once_and_each_once():
    match = start()
    match.play(2, match.legal(2)[0])
    assert match.actors == (0, 1)
    assert match.legal(2) == []
    with pytest.raises(OutOfTurn, match="now acts: 0, 1"):
        match.play(2, {"type": "play", "card": 1})
    with pytest.raises(WrongSeat):
        match.legal(3)
    with pytest.raises(OutOfTurn):
        match.sight(2)


def test_an_unlisted_action_is_sampled_checked_and_played():
    match = at_writing()
    (seat,) = match.actors
    assert not match.listed(seat)
    with pytest.raises(ActionError, match="cannot be listed"):
        match.legal(seat)
    action = match.sample(seat, Generator(1))
    assert match.check(seat, action).points == len(action.json()["digits"])
    assert match.preview(seat, action) is None
    with pytest.raises(IllegalAction, match="X4"):
        match.check(seat, {"type": "write", "digits": [9, 9]})
    before = match.state.points[seat]
    match.play(seat, action)
    assert match.state.points[seat] == before + len(action.json()["digits"])
    assert match.over


def test_an_action_of_one_match_is_taken_by_another():
    """The payload travels with the JSON, not with the state that sampled it."""
    match = at_writing()
    (seat,) = match.actors
    action = match.sample(seat, Generator(3))
    other = Case(TOY, 2).fold(match.events)
    other.play(seat, action)
    match.play(seat, action.json())
    assert other.state == match.state
    assert other.state.written is not match.state.written


def test_sampling_leaves_nothing_in_the_match():
    match = at_writing()
    match.sample(match.actors[0], Generator(1))
    assert match.state.draft is None


def test_the_result_is_there_at_the_end_only():
    match = at_writing()
    assert match.result is None
    assert match.seed is None
    assert match.view().seed is None
    seat = match.actors[0]
    match.play(seat, match.sample(seat, Generator(1)))
    result = match.result
    assert result.scores == list(match.state.points)
    best = max(result.scores)
    assert result.winners == [n for n, points in enumerate(result.scores) if points == best]
    assert result.ranks == [1 + sum(other > points for other in result.scores) for points in result.scores]
    assert match.view(0).result == result
    assert match.view(0).seed == make_seed(1).hex()
    with pytest.raises(OutOfTurn, match="over"):
        match.play(seat, {"type": "play", "card": 1})


def test_a_view_says_whose_it_is_and_who_acts():
    match = start()
    match.play(1, match.legal(1)[0])
    view = match.view(1)
    assert (view.game, view.players, view.you, view.actors, view.over) == ("toy", 3, 1, [0, 2], False)
    assert (view.n, view.commit, view.options) == (len(match.events), match.commit, {})
    assert [match.view(who).undoable for who in (0, 1, 2, None)] == [False, True, False, False]
    assert view.chosen is not None
    assert [match.view(who).chosen for who in (0, 2, None)] == [None, None, None]


def test_a_sight_is_not_the_real_state():
    match = start()
    sight = match.sight(0)
    assert sight.state is not match.state
    assert msgspec.to_builtins(sight.view())["hand"] == match.view(0).hand
    assert [action.json() for action in sight.legal()] == [action.json() for action in match.legal(0)]
    assert match.sight(0).state == sight.state, "a seat sees the same until something happens"
    different = [start(3, seed).sight(0).state == start(3, seed).state for seed in range(10)]
    assert not all(different)


def test_feeding_refuses_what_could_not_have_happened():
    match = Case(TOY, 2).fold([])
    for event in (Chanced(24, 24), Chanced(-1, 24), Chanced(0, 23), Played(0, {"type": "play", "card": 1})):
        with pytest.raises(ActionError):
            match.feed(event)
    assert match.events == []
    match.feed(Chanced(0, 24))
    with pytest.raises(UndoRefused):
        match.feed(Undone(0, (0,)))
    assert match.events == [Chanced(0, 24)]


def test_without_a_seed_chance_waits_and_no_action_goes_into_it():
    live = start(2)
    live.play(0, live.legal(0)[0])
    match = Case(TOY, 2).fold(live.events)
    with pytest.raises(SeedUnknown):
        match.play(1, match.legal(1)[0])
    assert match.actors == (1,)
    match.reveal(make_seed(1))
    match.play(1, match.legal(1)[0])
    live.play(1, live.legal(1)[0])
    assert match.state == live.state
    assert match.events == live.events


def test_a_face_down_choice_is_taken_back_alone():
    match = start()
    before = match.state.to_bytes()
    match.play(0, match.legal(0)[0])
    match.play(1, match.legal(1)[0])
    assert match.undo(0) == (10,)
    assert match.actors == (0, 2)
    assert isinstance(match.lines[-1].entry, UndoneEntry)
    assert [line.entry.n for line in match.lines] == sorted(line.entry.n for line in match.lines)
    match.undo(1)
    assert match.state.to_bytes() == before
    assert match.undone == {10, 11}


def test_cards_that_were_turned_up_are_taken_back_by_agreement():
    match = start(2)
    match.play(0, match.legal(0)[0])
    match.play(1, match.legal(1)[0])
    with pytest.raises(UndoRefused, match="others must agree"):
        match.undo(0)
    drawn = match.drawn
    assert match.undo(0, agreed=True) == (7, 8, 9)
    assert match.actors == (0, 1)
    match.play(0, match.legal(0)[0])
    match.play(1, match.legal(1)[0])
    assert match.drawn == drawn + 1, "a die that was taken back is not rolled again from the same draw"
    assert match.events[-1] == Chanced(draw(make_seed(1), drawn, 6), 6)


def test_suggestions_hold_the_fields_of_the_request():
    match = start()
    card = match.legal(0)[0].json()["card"]
    assert [action.json() for action in match.suggest(0, {"card": card})] == [{"type": "play", "card": card}]
    assert [action.json() for action in match.suggest(0, {})] == [action.json() for action in match.legal(0)]
    with pytest.raises(MalformedAction):
        match.suggest(0, [])
