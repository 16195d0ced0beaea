"""One game in play as environments need it: numbered actions, masks and observations as arrays, values at the end."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.bots import Bot
from branchline.core.action import Move
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.options import settle
from branchline.core.state import first_seat, over
from branchline.games import find

Observation = NDArray[np.int64]
Mask = NDArray[np.int8]


def action_count(game: Game) -> int:
    """How many numbered actions a game has."""
    count = game.action_count if game.action_count is not None else game.menu_count
    if count is None:
        raise ValueError(f"{game.slug} has neither action_count nor menu_count")
    return int(count)


def observation_size(game: Game) -> int:
    """How many numbers an observation has."""
    return sum(int(part.size) for part in game.observation)


def resolve(game: Game | str, players: int | None, options: dict[str, Any]) -> tuple[Game, int, dict[str, Any]]:
    """A game by its name, with its number of players and all its options checked."""
    found = find(game) if isinstance(game, str) else game
    opened = found.start(players=players, seed=0, **options)
    return found, opened.players, dict(settle(found.options, options))


def values(ranking: list[int]) -> list[float]:
    """What a finished game is worth to each seat: 1 for the winner, together 0; several winners share."""
    n = len(ranking)
    best = max(ranking)
    share = 1.0 / ranking.count(best)
    return [((share if key == best else 0.0) * n - 1.0) / (n - 1) for key in ranking]


class Position:
    """A state with its game. Copies share nothing that can change."""

    def __init__(self, game: Game, players: int, options: dict[str, Any]) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.state = game.new(players, options)
        self._menu: tuple[int, dict[int, Move]] | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        copy = object.__new__(Position)
        copy.game, copy.players, copy.options = self.game, self.players, self.options
        copy.state = self.state.clone()
        copy._menu = self._menu  # moves never change
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        # A state may hold what Python cannot pickle; its own bytes say all of it.
        return _restore, (self.game.slug, self.players, self.options, self.state.to_bytes())

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more."""
        return over(self.state)

    @property
    def actors(self) -> list[int]:
        """The seats that may act now."""
        mask = int(self.state.actors())
        return [seat for seat in range(self.players) if mask >> seat & 1]

    @property
    def seat(self) -> int:
        """The first seat that may act now."""
        return int(first_seat(self.state.actors()))

    def menu(self, seat: int) -> dict[int, Move]:
        """The moves of a seat by their numbers; empty if it may not act. Kept, since finding them may take long."""
        if not int(self.state.actors()) >> seat & 1:
            return {}
        if self._menu is None or self._menu[0] != seat:
            self._menu = seat, self.game.menu(self.state, seat)
        return self._menu[1]

    def mask(self, seat: int) -> Mask:
        """A byte per action: 1 for those that the seat may take."""
        mask = np.zeros(action_count(self.game), np.int8)
        mask[list(self.menu(seat))] = 1
        return mask

    def observe(self, seat: int) -> Observation:
        """What the seat knows."""
        return np.frombuffer(memoryview(self.game.observe(self.state, seat)), np.int64)

    def play(self, seat: int, number: int) -> bool:
        """Let a seat take an action of its menu; False, and nothing happens, if it is not there."""
        move = self.menu(seat).get(number)
        if move is None:
            return False
        self.state.apply(seat, move.number, move.payload)
        self._menu = None
        return True

    def play_bot(self, bot: Bot, rng: Generator) -> None:
        """Let a bot act for the first seat that may; it is given a state that this seat could be in."""
        seat = self.seat
        seen = self.state.resample(seat, Generator(int(rng.next()), seat))
        number = bot.decide_with(seen, seat, int(rng.next()) & 0x7FFFFFFF)
        self.state.apply(seat, number, bot.payload)
        self._menu = None

    def chance(self, outcome: int) -> None:
        """Let an outcome of the chance event that is due happen."""
        self.state.apply_chance(outcome)
        self._menu = None

    def settle(self, rng: Generator) -> None:
        """Let chance do all that is due."""
        while n := int(self.state.chance()):
            self.chance(int(rng.below(n)))

    def scores(self) -> list[int]:
        """Every seat's points."""
        return [int(points) for points in self.state.scores()]

    def returns(self) -> list[float]:
        """What the game is worth to each seat: nothing before its end; points if it is played alone, else `values`."""
        if not self.over:
            return [0.0] * self.players
        if self.players == 1:
            return [float(self.scores()[0])]
        return values([int(key) for key in self.state.ranking()])


def _restore(slug: str, players: int, options: dict[str, Any], data: bytes) -> Position:
    """The position that was pickled. Its menu is found anew."""
    position = Position(find(slug), players, options)
    position.state = position.game.restore(data, players, options)
    return position
