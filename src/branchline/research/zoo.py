"""PettingZoo: all seats as agents, one after the other (AEC) or all at once (parallel)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.random import PCG64, SeedSequence
from pettingzoo import AECEnv, ParallelEnv

from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.research.gym import BOUND, ILLEGAL
from branchline.research.position import Position, action_count, observation_size, resolve

Seen = dict[str, Any]


class Table:
    """What both kinds of environment share: the agents, their spaces, and the game in play."""

    def __init__(self, game: Game | str, players: int | None, options: dict[str, Any], waiting: bool) -> None:
        self.game, self.players, self.options = resolve(game, players, options)
        self.agents = [f"seat_{seat}" for seat in range(self.players)]
        self.actions = action_count(self.game)
        self.waiting = waiting
        """Whether there is one more action, for a seat that may not act now."""
        size = self.actions + waiting
        self.space = spaces.Discrete(size)
        seen = spaces.Box(-BOUND, BOUND, (observation_size(self.game),), np.int64)
        self.observation = spaces.Dict({"observation": seen, "action_mask": spaces.MultiBinary(size)})
        self.begin(0)

    def begin(self, seed: int | None) -> None:
        """A new game."""
        drawn = PCG64(SeedSequence(seed)).random_raw()
        self.rng = Generator(int(drawn))
        self.position = Position(self.game, self.players, self.options)
        self.position.settle(self.rng)

    def observe(self, seat: int) -> Seen:
        """What a seat knows and may do."""
        mask = np.zeros(self.actions + self.waiting, np.int8)
        mask[: self.actions] = self.position.mask(seat)
        if self.waiting and not mask.any():
            mask[self.actions] = 1
        return {"observation": self.position.observe(seat), "action_mask": mask}

    def rewards(self, loser: int | None = None) -> dict[str, float]:
        """What the end brings; a seat that did something illegal has lost, and the others get nothing."""
        if loser is None:
            return dict(zip(self.agents, self.position.returns(), strict=True))
        return {agent: ILLEGAL if seat == loser else 0.0 for seat, agent in enumerate(self.agents)}


class BranchlineAEC(AECEnv[str, Seen, int]):  # type: ignore[misc]
    """Seats act one after the other; those who may act at once act in their order, and none sees the others' choice."""

    def __init__(self, game: Game | str, players: int | None = None, render_mode: str | None = None, **options: Any):
        super().__init__()
        self.table = Table(game, players, options, False)
        self.metadata = {
            "name": f"branchline_{self.table.game.package}_v0",
            "is_parallelizable": False,
            "render_modes": ["ansi"],
        }
        self.render_mode = render_mode
        self.possible_agents = self.table.agents[:]
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.table.observation)
        self.action_spaces = dict.fromkeys(self.possible_agents, self.table.space)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.table.observation

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.table.space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The same seed and the same actions are the same game."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.position.seat]

    def observe(self, agent: str) -> Seen:
        """What an agent knows and may do."""
        return self.table.observe(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """The selected agent acts. What is not legal ends the game, and the agent has lost."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        position = self.table.position
        self._cumulative_rewards[agent] = 0.0
        seat = self.possible_agents.index(agent)
        legal = action is not None and position.play(seat, int(action))
        position.settle(self.table.rng)
        if position.over or not legal:
            self.rewards = self.table.rewards(None if legal else seat)
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.agent_selection = self.agents[position.seat]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as the selected agent sees it, as text."""
        if self.render_mode != "ansi":
            return None
        seat = self.possible_agents.index(self.agent_selection)
        return self.table.game.board(self.table.position.state, seat, "en")

    def close(self) -> None:
        """Nothing is held open."""


class BranchlineParallel(ParallelEnv[str, Seen, int]):  # type: ignore[misc]
    """All seats act at once; a seat that may not act has one action more, the last, which is to wait."""

    def __init__(self, game: Game | str, players: int | None = None, render_mode: str | None = None, **options: Any):
        self.table = Table(game, players, options, True)
        self.metadata = {"name": f"branchline_{self.table.game.package}_v0", "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.possible_agents = self.table.agents[:]
        self.agents = self.possible_agents[:]
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.table.observation)
        self.action_spaces = dict.fromkeys(self.possible_agents, self.table.space)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.table.observation

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.table.space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """A new game. The same seed and the same actions are the same game."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Everybody who may act does. What is not legal ends the game, and the seat has lost."""
        position = self.table.position
        loser = None
        for seat in position.actors:
            if loser is None and not position.play(seat, int(actions[self.possible_agents[seat]])):
                loser = seat
        position.settle(self.table.rng)
        over = position.over or loser is not None
        agents = self.agents
        rewards = self.table.rewards(loser) if over else dict.fromkeys(agents, 0.0)
        seen = self._seen()
        if over:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), {each: {} for each in agents}

    def render(self) -> str | None:
        """The position as a spectator sees it, as text."""
        return self.table.game.board(self.table.position.state, None, "en") if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""

    def _seen(self) -> dict[str, Seen]:
        return {agent: self.table.observe(seat) for seat, agent in enumerate(self.possible_agents)}
