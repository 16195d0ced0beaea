"""Gymnasium: one seat of a game as an environment; bots play the others."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from branchline.bots import Bot, make
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.research.position import Mask, Observation, Position, action_count, observation_size, resolve

BOUND = 1 << 31
ILLEGAL = -1.0
"""The reward of an action that is not legal; the episode ends with it."""


class BranchlineEnv(gym.Env[Observation, np.int64]):
    """A seat against bots. The reward comes at the end: points where one plays alone, else 1 to −1 (`values`)."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        seat: int = 0,
        bot: str = "random",
        iterations: int = 50,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game, self.players, self.options = resolve(game, players, options)
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat} among {self.players}")
        self.seat = seat
        self.render_mode = render_mode
        self.observation_space = spaces.Box(-BOUND, BOUND, (observation_size(self.game),), np.int64)
        self.action_space = spaces.Discrete(action_count(self.game))
        self._bot = bot
        self._iterations = iterations
        self._begin(Generator(0))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game. The same seed and the same actions are the same game."""
        super().reset(seed=seed)
        self._begin(Generator(int(self.np_random.integers(1 << 32))))
        self._run()
        return self._position.observe(self.seat), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action; then chance and the bots do theirs. One that is not legal ends the episode as lost."""
        legal = self._position.play(self.seat, int(action))
        if legal:
            self._run()
        over = self._position.over or not legal
        reward = self._position.returns()[self.seat] if legal else ILLEGAL
        return self._position.observe(self.seat), reward, over, False, {**self._info(), "illegal": not legal}

    def action_masks(self) -> Mask:
        """A byte per action: 1 for those that are legal; zeros when the game is over."""
        return self._position.mask(self.seat)

    def render(self) -> str | None:
        """The position as text."""
        return self.game.board(self._position.state, self.seat, "en") if self.render_mode == "ansi" else None

    def _begin(self, rng: Generator) -> None:
        self._rng = rng
        self._position = Position(self.game, self.players, self.options)
        self._bots: dict[int, Bot] = {}
        for seat in range(self.players):
            if seat != self.seat:
                self._bots[seat] = make(self.game, self._bot, int(rng.next()))
                self._bots[seat].iterations = self._iterations

    def _run(self) -> None:
        """Play on until the seat may act or the game is over."""
        while True:
            self._position.settle(self._rng)
            actors = self._position.actors
            if not actors or self.seat in actors:
                return
            self._position.play_bot(self._bots[actors[0]], self._rng)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "scores": self._position.scores()}


def register() -> None:
    """Let `gymnasium.make("branchline/30-rails-v0")` know every game."""
    from branchline.games import slugs

    for slug in slugs():
        name = f"branchline/{slug}-v0"
        if name not in gym.registry:
            gym.register(name, entry_point="branchline.research.gym:BranchlineEnv", kwargs={"game": slug})
