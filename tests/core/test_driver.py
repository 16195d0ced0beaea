"""The driver: observers see every event in order, just before and just after it; the loop stops where it should."""

from __future__ import annotations

from typing import Any

import pytest

from branchline.core.driver import Decider, Driver, Luck, Observer, play_out
from branchline.core.generator import Generator
from branchline.core.state import over
from tests.toy.rules.state import CHOOSE, LINE, OVER, Digits, new_state


class Watcher(Observer):
    """Writes down what it is told, with the state's bytes at that moment."""

    def __init__(self) -> None:
        self.seen: list[tuple[Any, ...]] = []

    def before_action(self, state, seat, action, payload):
        self.seen.append(("before", seat, action, payload, state.to_bytes()))

    def after_action(self, state, seat, action, payload):
        self.seen.append(("after", seat, action, payload, state.to_bytes()))

    def before_chance(self, state, k, n):
        self.seen.append(("before", "chance", k, n, state.to_bytes()))

    def after_chance(self, state, k, n):
        self.seen.append(("after", "chance", k, n, state.to_bytes()))


class Fixed(Luck):
    """Always the same outcome."""

    def __init__(self, k: int) -> None:
        self.k = k
        self.asked: list[int] = []

    def draw(self, n):
        self.asked.append(n)
        return min(self.k, n - 1)


class First(Decider):
    """The first listed action; digits that are one for each pip."""

    def decide(self, state, seat):
        self.payload = None
        if state.listed(seat):
            return state.legal(seat)[0]
        return super().decide(state, seat)


def deciders(players: int, seed: int = 1) -> list[Decider]:
    return [Decider(Generator(seed, seat)) for seat in range(players)]


def test_observers_see_every_event_before_and_after_it():
    watcher = Watcher()
    state = new_state(3)
    decisions = Driver(state, [watcher]).run(deciders(3), Luck(Generator(2)))
    assert decisions == 10
    assert len(watcher.seen) == 2 * (9 + 3 + 10)
    previous = new_state(3).to_bytes()
    for before, after in zip(watcher.seen[::2], watcher.seen[1::2], strict=True):
        assert (before[0], after[0]) == ("before", "after")
        assert before[1:4] == after[1:4]
        assert before[4] == previous, "an event happened that nobody was told of"
        assert after[4] != before[4]
        previous = after[4]
    assert previous == state.to_bytes()
    assert over(state)


def test_what_observers_are_told_plays_the_same_game_again():
    watcher, state = Watcher(), new_state(2)
    Driver(state, [watcher]).run(deciders(2), Luck(Generator(3)))
    again = Driver(new_state(2), [])
    for when, who, what, more, _ in watcher.seen:
        if when == "before":
            if who == "chance":
                assert again.state.chance() == more
                again.chance(what)
            else:
                again.act(who, what, more)
    assert again.state == state


def test_payloads_reach_the_state_and_the_observers():
    watcher, state = Watcher(), new_state(2)
    Driver(state, [watcher]).run(deciders(2), Luck(Generator(4)))
    _, _, action, payload, _ = watcher.seen[-1]
    assert action == LINE
    assert isinstance(payload, Digits)
    assert state.written is payload


def test_all_observers_are_told_in_their_order():
    told: list[str] = []

    class Named(Observer):
        def __init__(self, name: str) -> None:
            self.name = name

        def before_chance(self, state, k, n):
            told.append(self.name + " before")

        def after_chance(self, state, k, n):
            told.append(self.name + " after")

    Driver(new_state(2), [Named("a"), Named("b")]).chance(0)
    assert told == ["a before", "b before", "a after", "b after"]


def test_settle_stops_when_a_seat_may_act():
    state, luck = new_state(2), Fixed(2)
    Driver(state, []).settle(luck)
    assert state.phase == CHOOSE
    assert luck.asked == [24, 23, 22, 21, 20, 19, 6]
    assert state.die == 3
    Driver(state, []).settle(luck)
    assert len(luck.asked) == 7, "nothing is due any more"


def test_run_stops_after_so_many_decisions():
    state = new_state(3)
    driver = Driver(state, [])
    assert driver.run(deciders(3), Luck(Generator(1)), most=0) == 0
    assert state.dealt == 0
    assert driver.run(deciders(3), Luck(Generator(1)), most=4) == 4
    assert (state.round, state.phase, int(state.actors())) == (1, CHOOSE, 0b110)
    assert driver.run(deciders(3), Luck(Generator(1))) == 6
    assert driver.run(deciders(3), Luck(Generator(1))) == 0


def test_seats_that_act_at_once_act_in_their_order():
    class Order(Observer):
        seats: list[int]

        def before_action(self, state, seat, action, payload):
            self.seats.append(seat)

    order = Order()
    order.seats = []
    Driver(new_state(4), [order]).run([First(Generator(1)) for _ in range(4)], Luck(Generator(1)))
    assert order.seats[:12] == [0, 1, 2, 3] * 3


@pytest.mark.parametrize("seed", range(5))
def test_a_playout_is_the_loop_without_observers(seed: int):
    state, again, rng = new_state(3), new_state(3), Generator(seed)
    decisions = play_out(state, Generator(seed))
    assert decisions == Driver(again, []).run([Decider(rng) for _ in range(3)], Luck(rng))
    assert again == state
    assert state.phase == OVER
    assert state.written is not None


def test_a_finished_game_is_left_alone():
    state = new_state(2)
    play_out(state, Generator(1))
    before = state.to_bytes()
    assert play_out(state, Generator(2)) == 0
    Driver(state, []).settle(Fixed(0))
    assert state.to_bytes() == before
