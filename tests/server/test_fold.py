"""The fold of a table's log: status, endings and requests are derived, whatever the order of events."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from branchline.server import events as e
from branchline.server.events import decode_event, encode_event
from branchline.server.fold import REMOVED, TableState, match_events
from branchline.server.projection import Kept, Outcome

SEATS = 3
MADE = e.Made(
    "30-rails", 1, {}, "h", False, b"seed", "c", [e.Place("human", str(n), None, str(n)) for n in range(SEATS)]
)


def folded(*events: e.TableEvent, outcomes: dict[int, Outcome] | None = None) -> TableState:
    state = TableState("t")
    for n, event in enumerate((MADE, *events)):
        state.add(e.Written(n, float(n), event), (outcomes or {}).get(n))
    return state


def test_status_is_derived() -> None:
    assert folded().status == "open"
    assert folded(e.Started([])).status == "running"
    over = folded(e.Started([]), e.Acted(0, []), outcomes={2: Outcome(2, [], [3, 1, 2], [1, 3, 2])})
    assert over.status == "over"
    assert over.ending is not None
    assert (over.ending.reason, over.ending.ranks, over.ending.winners) == ("played", [1, 3, 2], [0])
    assert folded(e.Aborted(None)).status == "over"
    assert folded(e.Started([]), e.Closed()).projection().ending.reason == "closed"  # type: ignore[union-attr]


def test_a_seat_that_resigned_comes_last_though_its_bot_wins() -> None:
    state = folded(e.Started([]), e.Resigned(0, "expert"), outcomes={})
    assert (state.status, state.seats[0].bot) == ("running", "expert")
    state.add(e.Written(3, 3.0, e.Acted(1, [])), Outcome(4, [], [9, 1, 2], [1, 3, 2]))
    assert state.ending is not None
    assert (state.ending.reason, state.ending.ranks, state.ending.winners) == ("played", [3, 2, 1], [2])


def test_the_last_one_standing_wins() -> None:
    state = folded(e.Started([]), e.Resigned(0, "x"), e.Resigned(2, "x"))
    assert state.status == "over"
    assert state.ending is not None
    assert (state.ending.reason, state.ending.ranks, state.ending.winners) == ("resigned", [2, 1, 2], [1])
    assert state.projection().actors == []


def test_the_ending_knows_how_long_the_game_was_played() -> None:
    over = Outcome(2, [], [3, 1, 2], [1, 3, 2])
    state = folded()
    state.add(e.Written(1, 100.0, e.Started([])))
    state.add(e.Written(2, 2560.0, e.Acted(0, [])), over)
    state.add(e.Written(3, 9000.0, e.RematchMade("next")))
    assert state.ending is not None
    assert state.ending.seconds == 2460
    brought = folded()
    brought.add(e.Written(1, 100.0, e.Started([])), over)
    assert brought.ending is not None
    assert brought.ending.seconds is None, "a record that was played elsewhere"
    assert folded(e.Aborted(None)).projection().ending.seconds is None  # type: ignore[union-attr]


def test_a_person_who_is_forgotten_keeps_the_seat_without_a_name() -> None:
    anna, boris = e.Place("human", "Anna", None, "a"), e.Place("human", "Boris", None, "b")
    seated = (e.SeatTaken(0, anna), e.SeatTaken(1, boris), e.SeatKept(2, "a", "Anna", 1, 9.0))
    before, after = folded(*seated), folded(*seated, e.PersonForgotten("a"))
    assert [(each.place.name, each.place.browser) for each in after.seats[:2]] == [(None, "a"), ("Boris", "b")]
    assert after.seats[2].kept == Kept("a", REMOVED, 1, 9.0)
    assert after.changed == before.changed


def test_an_act_makes_a_request_void() -> None:
    asked = e.UndoAsked("ask", 0, "id", ["1", "2"], 9.0)
    state = folded(e.Started([]), asked)
    assert state.undo is not None
    assert folded(e.Started([]), asked, e.UndoAgreed("ask", "1")).undo.waiting == ("2",)  # type: ignore[union-attr]
    for after in (e.Acted(1, []), e.Undone(0, []), e.UndoDeclined("ask"), e.Resigned(1, "x"), e.Aborted(1)):
        assert folded(e.Started([]), asked, after).undo is None


def test_who_played_a_seat_is_known_from_event_to_event() -> None:
    state = folded(
        e.Started([]), e.SeatHanded(1, "greedy"), e.SeatTakenBack(1), outcomes={1: Outcome(1, [0]), 2: Outcome(5, [0])}
    )
    assert state.players == [[(0, None)], [(0, None), (5, "greedy"), (5, None)], [(0, None)]]
    assert state.seats[1].bot is None


names = st.none() | st.text(max_size=5)
seat = st.integers(0, SEATS - 1)
played = st.lists(st.just(["chance", 1, 2]), max_size=2)
later = st.one_of(
    st.builds(e.SeatHanded, seat, st.just("x")),
    st.builds(e.SeatTakenBack, seat),
    st.builds(e.Resigned, seat, st.just("x")),
    st.builds(e.Acted, seat, played),
    st.builds(e.Undone, seat, played),
    st.builds(e.UndoAsked, st.just("a"), seat, st.text(max_size=3), st.just(["1"]), st.just(1.0)),
    st.builds(e.UndoAgreed, st.just("a"), st.just("1")),
    st.builds(e.UndoDeclined, st.just("a")),
    st.builds(e.SeatClaimed, seat, st.text(max_size=3)),
    st.builds(e.PersonForgotten, st.text(max_size=3)),
    st.builds(e.LinkRevoked, seat),
    st.builds(e.RematchMade, st.text(max_size=3)),
    st.builds(e.Aborted, seat),
    st.builds(e.Closed),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(later, max_size=12))
def test_any_log_folds_and_makes_the_round_trip(events: list[e.TableEvent]) -> None:
    log = [e.Written(n, float(n), event) for n, event in enumerate([MADE, e.Started([["chance", 0, 2]]), *events])]
    assert [decode_event(encode_event(each.event)) for each in log] == [each.event for each in log]
    state = TableState("t")
    for written in log:
        before = state.status if state.length else "open"
        state.add(written)
        assert not (before == "over" and state.status == "open")
    table = state.projection()
    assert (table.status == "over") == (table.ending is not None)
    assert table.length == len(log)
    assert len(match_events(log)) == 1 + sum(len(getattr(event, "events", [])) for event in events)
