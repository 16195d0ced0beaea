"""A game in a configuration that a player can choose, and random play of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

import branchline
from branchline.core.action import Event, Json
from branchline.core.errors import ActionError
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.match import Match
from branchline.core.options import Option, settle
from branchline.core.record import replay_record
from branchline.core.sight import Sight
from branchline.core.text import add_words
from tests.toy.game import GAME as TOY

MOST_VALUES = 12
"""No more values than this of one option are tried."""

add_words("toy", "tests.toy")


@dataclass(frozen=True)
class Case:
    """A game, a number of players, and the options that are not the default. The game need not be registered."""

    game: Game
    players: int
    options: dict[str, Any] = field(default_factory=dict)

    def start(self, seed: int = 1) -> Match:
        """A new match."""
        return self.game.start(players=self.players, seed=seed, **self.options)

    def finish(self, seed: int = 1) -> Match:
        """A finished random match."""
        match = self.start(seed)
        for _ in steps(match, seed):
            pass
        return match

    def replay(self, record: Any, upto: int | None = None) -> Match:
        """The match of a record of this case."""
        return replay_record(record, lambda slug: self.game, upto)

    def fold(self, events: Iterable[Event], commit: str | None = None) -> Match:
        """The match after these events, which must be possible."""
        match = Match(self.game, self.players, settle(self.game.options, self.options), None, commit)
        try:
            for event in events:
                match.feed(event)
        except ActionError as error:
            raise AssertionError(f"an event that happened is refused when it is played again: {error}") from error
        return match

    def unpack(self, data: dict[str, Any]) -> Sight:
        """A sight that was sent from another process."""
        state = self.game.restore(data["state"], data["players"], data["options"])
        return Sight(self.game, data["players"], data["options"], data["seat"], state)

    def __str__(self) -> str:
        return "-".join([self.game.slug, str(self.players), *(f"{k}-{v}" for k, v in self.options.items())])


def values(option: Option) -> list[Any]:
    """The option's default first, then its other values (the two ends of a range)."""
    if isinstance(option.choices, range):
        others = [option.choices.start, option.choices.stop - 1]
    else:
        others = list(option.choices)[:MOST_VALUES]
    return [option.initial, *[value for value in others if value != option.initial]]


def configurations(game: Game) -> Iterator[Case]:
    """The least, the usual and the highest number of players, and every value of every option."""
    for players in sorted({game.players.start, game.default_players, game.players.stop - 1}):
        yield Case(game, players)
    for option in game.options:
        for value in values(option)[1:]:
            yield Case(game, game.default_players, {option.name: value})


def find(slug: str) -> Game:
    """A registered game, or the toy."""
    return TOY if slug == TOY.slug else branchline.game(slug)


GAMES = [find(slug) for slug in sorted({*branchline.game_names(), TOY.slug})]
CASES = [case for game in GAMES for case in configurations(game)]


def step(match: Match, rng: Generator) -> None:
    """One random action of a random seat."""
    actors = match.actors
    seat = actors[int(rng.below(len(actors)))]
    action = match.sample(seat, rng)
    try:
        match.play(seat, action)
    except ActionError as error:
        raise AssertionError(f"the sampled action {action.json()} is refused: {error}") from error


def steps(match: Match, seed: int, most: int | None = None) -> Iterator[int]:
    """Play at random, to the end or so many actions, pausing before the first and after each; the number played."""
    rng = Generator(seed, 99)
    n = 0
    yield n
    while match.actors and n != most:
        assert len(match.events) <= match.game.max_events, f"a game of more than {match.game.max_events} events"
        step(match, rng)
        n += 1
        yield n


def seats(match: Match) -> tuple[int | None, ...]:
    """Everybody who looks at a match: a spectator and every seat."""
    return (None, *range(match.players))


def actions(match: Match, seat: int, rng: Generator, most: int = 7) -> list[Json]:
    """Some legal actions of a seat that may act, spread over the list, or a sample where there is none."""
    if not match.listed(seat):
        return [match.sample(seat, rng).json()]
    listed = match.legal(seat)
    return [action.json() for action in listed[:: max(1, len(listed) // most)]]


def encoded(value: Any) -> bytes:
    """What leaves the process, in a fixed order; an error for anything that has no JSON."""
    return msgspec.json.encode(value, order="deterministic")


def plain(value: Any) -> str:
    """Canonical JSON of plain data; fails on numbers that JSON does not have."""
    return json.dumps(msgspec.to_builtins(value), sort_keys=True, allow_nan=False)
