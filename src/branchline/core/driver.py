"""The one loop that plays a game: for matches, simulations, benches and random playouts. Observers see everything."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from branchline.core.generator import Generator
from branchline.core.state import Payload, State, first_seat


@mypyc_attr(allow_interpreted_subclasses=True)
class Luck:
    """Where chance comes from: here a fast generator; a match draws from its secret seed instead."""

    def __init__(self, rng: Generator) -> None:
        self.rng = rng

    def draw(self, n: i64) -> i64:
        """One of n equally likely outcomes."""
        return self.rng.below(n)


@mypyc_attr(allow_interpreted_subclasses=True)
class Decider:
    """Who acts for a seat: here at random. What it returns may carry a payload of the state that it was given."""

    def __init__(self, rng: Generator) -> None:
        self.rng = rng
        self.payload: Payload | None = None
        """What the last action carries besides its number."""

    def decide(self, state: State, seat: i64) -> i64:
        """A legal action of the seat."""
        action = state.sample(seat, self.rng)
        self.payload = state.payload(action)
        return action


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """Sees every event just before and just after it happens. A subclass looks where it wants to."""

    def before_action(self, state: State, seat: i64, action: i64, payload: Payload | None) -> None:
        """A seat is about to act."""

    def after_action(self, state: State, seat: i64, action: i64, payload: Payload | None) -> None:
        """A seat has acted."""

    def before_chance(self, state: State, k: i64, n: i64) -> None:
        """Chance is about to bring outcome k of n."""

    def after_chance(self, state: State, k: i64, n: i64) -> None:
        """Chance has brought outcome k of n."""


class Driver:
    """Plays events on one state, in place, and tells the observers of each."""

    def __init__(self, state: State, observers: list[Observer]) -> None:
        self.state = state
        self.observers = observers

    def act(self, seat: i64, action: i64, payload: Payload | None) -> None:
        """Let a seat do a legal action."""
        state = self.state
        for observer in self.observers:
            observer.before_action(state, seat, action, payload)
        state.apply(seat, action, payload)
        for observer in self.observers:
            observer.after_action(state, seat, action, payload)

    def chance(self, k: i64) -> None:
        """Let outcome k of the chance event that is due happen."""
        state = self.state
        n = state.chance()
        for observer in self.observers:
            observer.before_chance(state, k, n)
        state.apply_chance(k)
        for observer in self.observers:
            observer.after_chance(state, k, n)

    def settle(self, luck: Luck) -> None:
        """Let chance do what is due, until a seat may act or the game is over."""
        while True:
            n = self.state.chance()
            if n == 0:
                return
            self.chance(luck.draw(n))

    def run(self, deciders: list[Decider], luck: Luck, most: i64 = -1) -> i64:
        """Play to the end, or so many decisions; how many there were. Seats that act at once act in their order."""
        state = self.state
        decisions: i64 = 0
        while decisions != most:
            self.settle(luck)
            mask = state.actors()
            if mask == 0:
                break
            seat = first_seat(mask)
            decider = deciders[seat]
            action = decider.decide(state, seat)
            self.act(seat, action, decider.payload)
            decisions += 1
        return decisions


def play_out(state: State, rng: Generator) -> i64:
    """Play uniformly random actions to the end; how many there were. Nobody observes, so nothing slows it down."""
    decisions: i64 = 0
    while True:
        n = state.chance()
        if n > 0:
            state.apply_chance(rng.below(n))
            continue
        mask = state.actors()
        if mask == 0:
            return decisions
        seat = first_seat(mask)
        state.apply(seat, state.sample(seat, rng))
        decisions += 1
