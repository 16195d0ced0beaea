"""Many games at once: one action in each per step, observations and masks of all as NumPy arrays without a copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

from branchline.core.batch import Batch
from branchline.core.errors import OptionError
from branchline.core.game import Game
from branchline.core.text import Text
from branchline.research.position import action_count, observation_size, resolve

Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]


class VectorEnv:
    """Games of one kind in one process; those that end begin anew in the same step, with luck of their own seed.

    The arrays show the games as they are after the last step, from the side of the seat that acts: read them, or
    copy what has to last. Only games whose actions are numbers can be played so.
    """

    def __init__(
        self,
        game: Game | str,
        size: int,
        players: int | None = None,
        seeds: Sequence[int] | int = 0,
        observing: bool = True,
        **options: Any,
    ) -> None:
        self.game, self.players, self.options = resolve(game, players, options)
        if self.game.action_count is None:
            raise ValueError(f"the actions of {self.game.slug} are more than numbers")
        if size < 1:
            raise OptionError(Text("core.bad_option_value", {"name": "size", "value": size, "allowed": "1–"}))
        given = range(seeds, seeds + size) if isinstance(seeds, int) else seeds
        if len(given) != size:
            raise ValueError(f"{size} games need as many seeds, not {len(given)}")
        self.size = size
        width = observation_size(self.game) if observing else 0
        count = action_count(self.game)
        blank = self.game.new(self.players, self.options)
        self._batch = batch = Batch(blank, [int(seed) for seed in given], self.players, count, width)
        self.observations: Numbers = _shown(batch.observations).reshape(size, width)
        """For each game what the acting seat knows."""
        self.masks: Bytes = _shown(batch.masks).reshape(size, count)
        """For each game a byte per action: 1 for those that the acting seat may take."""
        self.seats: Numbers = _shown(batch.seats)
        """The acting seat of each game."""
        self.done: Bytes = _shown(batch.done)
        """1 where the last step ended a game."""
        self.scores: Numbers = _shown(batch.scores).reshape(size, self.players)
        """The points of each game that ended last at this place."""
        self.ranking: Numbers = _shown(batch.ranking).reshape(size, self.players)
        """What ranks its seats; it differs from the points where a game breaks ties."""
        self.games: Numbers = _shown(batch.games)
        """How many games have ended at each place."""
        self.actions: Numbers = np.asarray(_Writable(self.seats, batch.actions))
        """What the next `step` without an argument plays; may be written to."""

    def sample(self) -> Numbers:
        """Put a random legal action of each game into `actions`, from the luck of the games themselves."""
        self._batch.sample()
        return self.actions

    def step(self, actions: Numbers | None = None) -> None:
        """Take an action in each game: those given, or those in `actions`. ValueError if one is not legal."""
        if actions is not None and actions is not self.actions:
            self.actions[:] = actions
        self._batch.step()

    def values(self) -> NDArray[np.float64]:
        """For each game that ended last at its place what it is worth to its seats: points alone, else 1 to −1.

        They are 0 where no game has ended yet.
        """
        if self.players == 1:
            return self.scores.astype(np.float64)
        best = self.ranking == self.ranking.max(axis=1, keepdims=True)
        share = best / best.sum(axis=1, keepdims=True)
        result: NDArray[np.float64] = (share * self.players - 1) / (self.players - 1)
        return result


class _Writable:
    """NumPy's array interface to the numbers of a vec, whose own buffer is for reading only."""

    def __init__(self, like: Numbers, numbers: Buffer) -> None:
        self.numbers = numbers
        address = _shown(numbers).__array_interface__["data"][0]
        self.__array_interface__ = {**like.__array_interface__, "data": (address, False)}


def _shown(numbers: Buffer) -> NDArray[Any]:
    """The numbers of a vec as an array that shares its memory."""
    return np.asarray(memoryview(numbers))
