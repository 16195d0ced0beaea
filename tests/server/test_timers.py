"""The arithmetic of clocks: integers that add up, increments, undo, stops of the server, quiet hours, summer time."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from branchline.server import events as e
from branchline.server.clocks import HOUR, SECOND, Absence, Clock, DaysClock, LiveClock
from branchline.server.fold import TableState
from branchline.server.projection import Outcome
from branchline.server.quiet import QuietHours, after, awake, is_sound

MINUTE = 60 * SECOND
DAY = 24 * HOUR
ZONES = ["UTC", "Europe/Berlin", "Europe/Moscow", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]


def ms(zone: str, *when: int) -> int:
    return int(datetime(*when, tzinfo=ZoneInfo(zone)).timestamp() * 1000)  # type: ignore[arg-type,misc]


class Story:
    """A table of people whose log is written by hand; times in ms."""

    def __init__(
        self, clock: Clock | None, seats: int = 2, actors: list[int] | None = None, **absence: int | str
    ) -> None:
        self.state = TableState("t")
        self.at = 1_700_000_000_000
        self.count = 0
        places = [e.Place("human", None, None, str(n)) for n in range(seats)]
        rule = Absence(**absence)  # type: ignore[arg-type]
        self.write(e.Made("30-rails", 1, {}, "h", False, None, "c", places, clock=clock, absence=rule))
        self.write(e.Started([], actors or [0]), Outcome(0, actors or [0]))

    def write(self, event: e.TableEvent, outcome: Outcome | None = None) -> None:
        self.state.add(e.Written(self.state.length, self.at / 1000, event), outcome)

    def after(self, span: int) -> Story:
        self.at += span
        return self

    def act(self, seat: int, *actors: int) -> Story:
        self.count += 1
        event = e.Acted(seat, [[seat, {}]], list(actors))
        self.write(event, Outcome(self.count, list(actors)))
        return self

    def undo(self, seat: int, gone: list[int], *actors: int, ask: bool = False) -> Story:
        if ask:
            self.write(e.UndoAsked("a", seat, "c", ["x"], 0.0))
        self.count += 1
        self.write(e.Undone(seat, [["undo", seat, gone]], list(actors)), Outcome(self.count, list(actors)))
        return self

    @property
    def banks(self) -> list[int]:
        assert self.state.timers is not None
        return [timer.bank for timer in self.state.timers.times.timers]

    def left(self, seat: int) -> int:
        """What the seat has now."""
        assert self.state.timers is not None
        times = self.state.timers.times
        timer = times.timers[seat]
        return times.timing.free + timer.bank - times.spent(timer, self.at)

    @property
    def deadline(self) -> int | None:
        found = self.state.projection().deadline
        return None if found is None else found - self.at


LIVE = LiveClock(300, 10, 2)


def test_a_live_clock_has_a_delay_and_an_increment() -> None:
    story = Story(LIVE)
    assert story.deadline == 302 * SECOND
    story.after(1500).act(0, 1)
    assert story.banks == [310 * SECOND, 300 * SECOND]
    story.after(42 * SECOND).act(1, 0)
    assert story.banks == [310 * SECOND, 270 * SECOND]
    assert story.deadline == 312 * SECOND


def test_several_seats_have_their_own_time_at_once() -> None:
    story = Story(LiveClock(60), 3, [0, 1, 2])
    story.after(10 * SECOND).act(1, 0, 2).after(10 * SECOND).act(0, 2)
    assert story.banks == [40 * SECOND, 50 * SECOND, 60 * SECOND]
    assert story.deadline == 40 * SECOND
    story.after(5 * SECOND).act(2, 0, 1, 2)
    assert story.banks == [40 * SECOND, 50 * SECOND, 35 * SECOND]
    assert story.deadline == 35 * SECOND


def test_days_per_move_are_given_anew_and_the_bank_is_not() -> None:
    story = Story(DaysClock(24, 48))
    story.after(20 * HOUR).act(0, 1)
    assert story.banks[0] == 48 * HOUR
    story.after(30 * HOUR).act(1, 0)
    assert story.banks[1] == 42 * HOUR
    assert story.deadline == 72 * HOUR


def test_at_zero_the_bank_is_empty_and_whoever_comes_back_gets_a_little() -> None:
    story = Story(LIVE)
    story.after(302 * SECOND).write(e.ClockFlagged(0))
    story.write(e.SeatHanded(0, "x", "clock"))
    assert (story.banks[0], story.deadline) == (0, None)
    story.after(MINUTE).write(e.SeatTakenBack(0))
    assert (story.banks[0], story.deadline) == (30 * SECOND, 32 * SECOND)
    # Handing the seat to a bot before that brings nothing.
    story.after(12 * SECOND).write(e.SeatHanded(0, "x"))
    story.after(DAY).write(e.SeatTakenBack(0))
    assert story.banks[0] == 20 * SECOND


def test_where_nothing_happens_at_zero_the_next_action_brings_the_increment() -> None:
    story = Story(LiveClock(60, 10, 0, "nothing"))
    story.after(60 * SECOND).write(e.ClockFlagged(0))
    assert story.deadline is None
    story.after(HOUR).act(0, 1)
    assert story.banks == [10 * SECOND, 60 * SECOND]


def test_who_takes_an_action_back_alone_has_thought_all_the_while() -> None:
    story = Story(LIVE)
    story.after(12 * SECOND).act(0, 1).after(20 * SECOND).undo(0, [0], 0)
    assert story.left(0) == (302 - 32) * SECOND
    assert story.banks[1] == 300 * SECOND
    story.after(SECOND).act(0, 1)
    assert story.banks[0] == (302 - 33 + 10) * SECOND


def test_what_the_others_agreed_to_gives_everybody_the_time_of_then() -> None:
    story = Story(LIVE)
    story.after(12 * SECOND).act(0, 1).after(20 * SECOND).act(1, 0).after(40 * SECOND).undo(0, [0, 1], 0, ask=True)
    assert story.left(0) == (302 - 12) * SECOND
    assert story.banks[1] == 300 * SECOND


def test_another_seats_time_stays_when_one_of_several_takes_back() -> None:
    story = Story(LiveClock(60, 5), 2, [0, 1])
    story.after(10 * SECOND).act(0, 1).after(5 * SECOND).act(1, 0, 1).after(SECOND).undo(0, [0], 0, 1)
    assert story.left(0) == 44 * SECOND
    assert story.left(1) == 49 * SECOND


def test_a_clock_stops_while_the_server_is_down() -> None:
    story = Story(LiveClock(60))
    story.after(10 * SECOND)
    down = story.at
    story.after(DAY).write(e.ClockHeld(down, story.at))
    assert (story.left(0), story.deadline) == (50 * SECOND, 50 * SECOND)
    # The same stop twice changes nothing.
    story.write(e.ClockHeld(down, story.at))
    story.after(20 * SECOND).act(0, 1)
    assert story.banks[0] == 30 * SECOND


def test_absence_is_shorter_before_the_first_move() -> None:
    story = Story(None, rule="bot", after=600, first=120)
    assert story.deadline == 120 * SECOND
    story.after(SECOND).act(0, 0)
    assert story.deadline == 600 * SECOND
    assert Story(None, rule="vote").deadline is None
    assert Story(None).state.timers is None


clocks = st.one_of(
    st.builds(LiveClock, st.integers(1, 600), st.integers(0, 30), st.integers(0, 10), st.just("nothing")),
    st.builds(DaysClock, st.integers(1, 72), st.integers(0, 100)),
)
steps = st.lists(st.tuples(st.integers(0, 2 * DAY), st.integers(0, 2), st.sets(st.integers(0, 2))), max_size=12)


@given(clocks, steps)
def test_times_add_up_and_no_bank_is_ever_negative(clock: Clock, told: list[tuple[int, int, set[int]]]) -> None:
    story = Story(clock, 3, [0, 1, 2])
    timing = clock.timing
    spent, gained = [0, 0, 0], [0, 0, 0]
    began = dict.fromkeys(range(3), story.at)
    for span, which, actors in told:
        story.after(span)
        acting = story.state.acting
        if not acting:
            break
        seat = acting[which % len(acting)]
        for each in acting:
            if each == seat or each not in actors:
                over = max(0, story.at - began[each] - timing.free)
                spent[each] += min(over, timing.bank + gained[each] - spent[each])
                began[each] = story.at
        gained[seat] += timing.increment
        for each in actors - set(acting):
            began[each] = story.at
        story.act(seat, *sorted(actors))
        assert story.banks == [timing.bank + gained[n] - spent[n] for n in range(3)]
        assert min(story.banks) >= 0
        assert all(type(bank) is int for bank in story.banks)


quiets = st.builds(QuietHours, st.integers(0, 1439), st.integers(0, 1439), st.sampled_from(ZONES)).filter(is_sound)
instants = st.integers(1_577_836_800_000, 1_893_456_000_000)


@given(quiets, instants, st.integers(0, 20 * DAY))
def test_the_instant_after_a_span_is_the_first_with_so_much_time(quiet: QuietHours, since: int, span: int) -> None:
    at = after(quiet, since, span)
    assert awake(quiet, since, at) == span
    if span:
        assert awake(quiet, since, at - 1) == span - 1


@given(quiets, instants, st.integers(0, 9 * DAY), st.integers(0, 9 * DAY))
def test_time_that_is_not_quiet_adds_up(quiet: QuietHours, since: int, one: int, other: int) -> None:
    middle, end = since + one, since + one + other
    assert awake(quiet, since, end) == awake(quiet, since, middle) + awake(quiet, middle, end)
    assert 0 <= awake(quiet, since, end) <= end - since


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/Berlin", (2026, 3, 28), 7),  # the night is an hour shorter
        ("Europe/Berlin", (2026, 10, 24), 9),  # and an hour longer
        ("Europe/Moscow", (2026, 3, 28), 8),
    ],
)
def test_a_quiet_night_is_as_long_as_the_clocks_of_the_place_say(
    zone: str, day: tuple[int, int, int], hours: int
) -> None:
    quiet = QuietHours(23 * 60, 7 * 60, zone)
    evening, morning = ms(zone, *day, 22, 0), ms(zone, *day[:2], day[2] + 1, 8, 0)
    assert morning - evening - awake(quiet, evening, morning) == hours * HOUR
    assert after(quiet, evening, 2 * HOUR) == morning


def test_quiet_hours_stop_the_clock_of_a_table() -> None:
    quiet = QuietHours(22 * 60, 8 * 60, "Europe/Moscow")
    story = Story(DaysClock(12, 0, quiet))
    story.at = ms("Europe/Moscow", 2026, 11, 17, 20, 0)
    story.act(0, 1)
    # Two hours in the evening, ten on the next day.
    assert story.at + (story.deadline or 0) == ms("Europe/Moscow", 2026, 11, 18, 18, 0)


def test_quiet_hours_that_cannot_be_kept_are_known() -> None:
    assert not is_sound(QuietHours(60, 60, "UTC"))
    assert not is_sound(QuietHours(60, 120, "Nowhere/Land"))
    assert not is_sound(QuietHours(60, 120, "../etc/passwd"))
