"""Twins: two matches of which a seat has seen the same, though they differ in what it may not know.

They are made by forking a real match at an outcome of chance or a choice of which the seat sees nothing, and by going
on with events that look the same to it. What a seat sees is declared in seen.py of the game's tests. The
game's own `resample` plays no part, since it is one of the things to be judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from branchline.core.action import Chanced, Event, Json, Move, Played
from branchline.core.errors import ActionError
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.match import Match, seats_of
from branchline.core.state import State, over
from tests.suite.cases import Case, seats, steps
from tests.suite.seen import seen_by

MOST_OUTCOMES = 24
"""No more outcomes or choices than this are tried at a fork."""


@dataclass(frozen=True)
class Fork:
    """An event of a match that could have gone otherwise, and what a seat sees of both."""

    history: list[Event]
    """All events of the match, the forked one and those after it included."""
    at: int
    other: Played | Chanced
    """What happens instead."""
    seat: int | None

    def matches(self, case: Case) -> tuple[Match, Match]:
        """Both matches just before the fork. They promise the same seed, and are fed their chance."""
        before = self.history[: self.at]
        return case.fold(before, "00" * 32), case.fold(before, "00" * 32)


Look = Callable[[Match, int | None, list[Json]], dict[str, Any]]
"""What reaches a seat of a match, part by part; the list has actions to try, the same for both twins."""


def compare(case: Case, look: Look, seed: int, forks: int, most: int = 30, every: int = 1) -> int:
    """Let twins go on side by side, and fail where a look tells them apart; how often they were compared."""
    compared = 0
    for fork in found_forks(case, seed, forks, same=True):
        walk = pairs(case, fork, most)
        tried = _actions(fork)
        for n, match in enumerate(walk):
            skipped = n % every
            first = {} if skipped else look(match, fork.seat, tried)
            twin = next(walk)
            second = {} if skipped else look(twin, fork.seat, tried)
            for part in first:
                assert first[part] == second[part], differ(part, fork, match, first[part], second[part])
            compared += not skipped
    return compared


def _actions(fork: Fork, most: int = 16) -> list[Json]:
    """Actions of the whole match, those to come included, by whichever seat."""
    found = [event.action for event in fork.history if isinstance(event, Played)]
    return found[:: len(found) // most + 1]


def differ(part: str, fork: Fork, match: Match, first: Any, second: Any) -> str:
    """The message of a leak."""
    who = "a spectator" if fork.seat is None else f"seat {fork.seat}"
    event = fork.history[fork.at]
    return (
        f"the {part} tells {who} at event {len(match.events)} what it may not know:"
        f" whether event {fork.at} was {event} or {fork.other}\n{first}\n{second}"
    )


def pairs(case: Case, fork: Fork, most: int) -> Iterator[Match]:
    """Two twins in turn, from the fork on: the first as soon as it has done its event, then the second.

    So nothing that the second leaves behind in a global can make the first look like it.
    """
    first, second = fork.matches(case)
    seen = seen_by(case.game)
    for n in range(fork.at, min(len(fork.history), fork.at + most)):
        event = fork.history[n]
        assert isinstance(event, Played | Chanced)
        after = happened(case.game, first.state, event)
        looks = seen(first.state, event, after, fork.seat)
        other = fork.other if n == fork.at else _alike(case.game, second.state, event, looks, fork.seat)
        if other is None or over(after) or after == happened(case.game, second.state, other):
            return
        first.feed(event)
        yield first
        second.feed(other)
        yield second


def found_forks(case: Case, seed: int, forks: int, same: bool) -> Iterator[Fork]:
    """Up to so many forks for every seat and for a spectator, spread over a random match.

    With `same` the seat sees the same of both ways; without, it sees a difference.
    """
    if same and case.game.information == "open":
        return
    match = case.finish(seed)
    states = _states(case, match.events)
    rng = Generator(seed, 7)
    seen = seen_by(case.game)
    for seat in seats(match):
        left = forks
        order = list(range(len(match.events)))
        while order and left:
            at = order.pop(int(rng.below(len(order))))
            event, before = match.events[at], states[at]
            assert isinstance(event, Played | Chanced)
            after = happened(case.game, before, event)
            looks = seen(before, event, after, seat)
            for other in others(case.game, before, event, rng):
                result = happened(case.game, before, other)
                if result.to_bytes() == after.to_bytes():
                    continue
                if (seen(before, other, result, seat) == looks) == same:
                    yield Fork(match.events, at, other, seat)
                    left -= 1
                    break


def happened(game: Game, before: State, event: Played | Chanced) -> State:
    """The state after an event."""
    state = before.clone()
    if isinstance(event, Chanced):
        state.apply_chance(event.k)
    else:
        move = game.parse(before, event.seat, event.action)
        state.apply(event.seat, move.number, move.payload)
    return state


def others(
    game: Game, before: State, event: Played | Chanced, rng: Generator, most: int = MOST_OUTCOMES
) -> list[Played | Chanced]:
    """Other events that could happen instead: outcomes of the same chance, actions of the same seat."""
    if isinstance(event, Chanced):
        return [Chanced(k, event.n) for k in some(range(event.n), most, rng) if k != event.k]
    if not before.listed(event.seat):
        return [Played(event.seat, sampled(game, before, event.seat, rng)) for _ in range(3)]
    numbers = some(before.legal(event.seat), most, rng)
    return [Played(event.seat, game.to_json(before, event.seat, Move(int(number)))) for number in numbers]


def some(values: Sequence[int], most: int, rng: Generator) -> list[int]:
    """All values, or so many of them at random: there may be as many outcomes as numbers."""
    if len(values) <= most:
        return list(values)
    return sorted({int(values[int(rng.below(len(values)))]) for _ in range(most)})


def sampled(game: Game, state: State, seat: int, rng: Generator) -> Json:
    """A random legal action of a seat."""
    copy = state.clone()
    number = int(copy.sample(seat, rng))
    return game.to_json(copy, seat, Move(number, copy.payload(number)))


def _alike(game: Game, before: State, event: Played | Chanced, looks: Any, seat: int | None) -> Played | Chanced | None:
    """An event of the twin of which the seat sees the same, the same event if it can be; None if there is none."""
    seen = seen_by(game)
    rng = Generator(1)
    if isinstance(event, Chanced) and before.chance() != event.n:
        return None
    if isinstance(event, Played) and event.seat not in seats_of(before.actors()):
        return None
    same = [event] if isinstance(event, Chanced) or _legal(game, before, event) else []
    for other in [*same, *others(game, before, event, rng, most=10_000)]:
        if seen(before, other, happened(game, before, other), seat) == looks:
            return other
    return None


def _legal(game: Game, before: State, event: Played) -> bool:
    try:
        move = game.parse(before, event.seat, event.action)
    except ActionError:
        return False
    return before.allows(event.seat, move.number, move.payload)


def _states(case: Case, events: list[Event]) -> list[State]:
    """The state before each event."""
    match = case.fold([])
    states = []
    for event in events:
        states.append(match.state.clone())
        match.feed(event)
    return states


def reached(case: Case, seed: int, most: int) -> Match:
    """A running match after so many random actions."""
    match = case.start(seed)
    for _ in steps(match, seed, most):
        pass
    return match
