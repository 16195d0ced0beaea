"""Many games in one process: every game takes one action, then observations and masks of all lie in flat arrays."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from branchline.core.generator import Generator
from branchline.core.state import State, first_seat


class Batch:
    """Games of one kind, side by side. A game that ends begins anew at once, with the next stream of its own luck.

    Its arrays are made once and never grow, so whoever looks at their memory sees every step without a copy.
    """

    def __init__(self, blank: State, seeds: list[int], players: i64, actions: i64, width: i64) -> None:
        """`blank` is the position before the first event; `width` the length of an observation, 0 for none."""
        size = len(seeds)
        self.blank = blank
        self.seeds = seeds
        self.players = players
        self.action_count = actions
        self.width = width
        self.states: list[State] = []
        self.luck: list[Generator] = []
        self.masks: vec[u8] = zero_bytes(size * actions)
        """For every game a byte per action: 1 for those that the acting seat may take."""
        self.observations: vec[i64] = zeros(size * width)
        """For every game what the acting seat knows."""
        self.actions: vec[i64] = zeros(size)
        """What `step` plays."""
        self.seats: vec[i64] = zeros(size)
        """The acting seat of every game."""
        self.done: vec[u8] = zero_bytes(size)
        """1 where the last step ended a game; its points and ranks are in `scores` and `ranking`."""
        self.scores: vec[i64] = zeros(size * players)
        self.ranking: vec[i64] = zeros(size * players)
        self.games: vec[i64] = zeros(size)
        """How many games have been begun before the one that is played."""
        for i in range(size):
            self.states.append(blank)
            self.luck.append(Generator(0))
            self._begin(i)

    def step(self) -> None:
        """Play `actions`, one in each game; ValueError, and nothing is played, if one is not legal."""
        n = self.action_count
        for i in range(len(self.states)):
            action = self.actions[i]
            if action < 0 or action >= n or self.masks[i * n + action] == 0:
                raise ValueError(f"action {action} is not legal in game {i}")
        for i in range(len(self.states)):
            state = self.states[i]
            seat = self.seats[i]
            state.mark(seat, self.masks, i * n, 0)
            state.apply(seat, self.actions[i])
            self.done[i] = 0
            self._go_on(i, state)

    def sample(self) -> None:
        """Put a random legal action of every game into `actions`, from the game's own luck."""
        for i in range(len(self.states)):
            self.actions[i] = self.states[i].sample(self.seats[i], self.luck[i])

    def _begin(self, i: i64) -> None:
        """A new game at place i."""
        self.luck[i] = Generator(self.seeds[i], int(self.games[i]))
        state = self.blank.clone()
        self.states[i] = state
        self._go_on(i, state)

    def _go_on(self, i: i64, state: State) -> None:
        """Chance does what is due; then a seat may act and sees the game, or the game is over and another begins."""
        luck = self.luck[i]
        while True:
            n = state.chance()
            if n == 0:
                break
            state.apply_chance(luck.below(n))
        actors = state.actors()
        if actors == 0:
            self._end(i, state)
            return
        seat = first_seat(actors)
        self.seats[i] = seat
        state.mark(seat, self.masks, i * self.action_count, 1)
        if self.width > 0:
            state.observe(seat, self.observations, i * self.width)

    def _end(self, i: i64, state: State) -> None:
        scores, ranking = state.scores(), state.ranking()
        for seat in range(self.players):
            self.scores[i * self.players + seat] = scores[seat]
            self.ranking[i * self.players + seat] = ranking[seat]
        self.done[i] = 1
        self.games[i] += 1
        self._begin(i)


def zeros(n: i64) -> vec[i64]:
    """An array of n zeros; a list of them would take a while and much memory."""
    out = vec[i64](capacity=n)
    for _place in range(n):
        out = append(out, 0)
    return out


def zero_bytes(n: i64) -> vec[u8]:
    """An array of n bytes."""
    out = vec[u8](capacity=n)
    for _place in range(n):
        out = append(out, 0)
    return out
