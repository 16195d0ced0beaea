"""A game as a review looks at it: every position with the event that followed, undone events left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from branchline.core.action import Chanced, Event, Json, Move, Played, Undone
from branchline.core.driver import Driver, Observer
from branchline.core.game import Game, Options
from branchline.core.match import Match
from branchline.core.record import digest
from branchline.core.state import Payload, State


@dataclass(frozen=True)
class Brief:
    """All that a worker process needs to know of a game; `key` tells one game from another."""

    key: str
    game: str
    level: str
    players: int
    options: dict[str, str | int | bool]
    events: tuple[tuple[int, Event], ...]
    """The events that count, with their numbers in the log."""
    since: int = 0
    """The review begins with this event."""


class Position(NamedTuple):
    """A position and what happened in it: a seat's move, or chance (seat and move are None), or nothing more."""

    n: int
    """Events of the log before it."""
    turn: int
    state: State
    seat: int | None = None
    move: Move | None = None
    outcome: int | None = None
    """What chance brought."""

    def action(self, game: Game) -> Json:
        """The move that was played here, as JSON."""
        assert self.seat is not None
        assert self.move is not None
        return game.to_json(self.state, self.seat, self.move)


class Trail(Observer):
    """Keeps every position before an event; the driver goes on, so each is a copy."""

    def __init__(self) -> None:
        self.n = 0
        self.positions: list[Position] = []

    def before_action(self, state: State, seat: int, action: int, payload: Payload | None) -> None:
        move = Move(int(action), payload)
        self.positions.append(Position(self.n, int(state.turn_number()), state.clone(), int(seat), move))

    def before_chance(self, state: State, k: int, n: int) -> None:
        self.positions.append(Position(self.n, int(state.turn_number()), state.clone(), outcome=int(k)))


def live(events: Sequence[Event], undone: set[int]) -> tuple[tuple[int, Event], ...]:
    """The events that count, with their numbers."""
    return tuple((n, event) for n, event in enumerate(events) if n not in undone and not isinstance(event, Undone))


def positions(brief: Brief, game: Game) -> list[Position]:
    """Every position of a game under review, from the one before the first event to the last."""
    found = _positions(game, brief.players, brief.options, brief.events)
    return [each for each in found[:-1] if each.n >= brief.since] + found[-1:]


def _positions(game: Game, players: int, options: Options, events: Sequence[tuple[int, Event]]) -> list[Position]:
    trail = Trail()
    state = game.new(players, options)
    driver = Driver(state, [trail])
    for n, event in events:
        trail.n = n
        if isinstance(event, Played):
            move = game.parse(state, event.seat, event.action)
            driver.act(event.seat, move.number, move.payload)
        elif isinstance(event, Chanced):
            driver.chance(event.k)
    end = events[-1][0] + 1 if events else 0
    return [*trail.positions, Position(end, int(state.turn_number()), state)]


def brief_of(match: Match, level: str, since: int = 0) -> Brief:
    """What a worker process needs to review the match."""
    events = live(match.events, match.undone)
    key = f"{digest(match.record(with_seed=False))} {level} {since}"
    return Brief(key, match.game.slug, level, match.players, dict(match.options), events, since)
