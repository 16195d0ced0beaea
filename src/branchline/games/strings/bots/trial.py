"""Choices compared by playing the game on: the same draws for all of them, the worse half dropped round by round."""

from __future__ import annotations

import time

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.driver import Luck
from branchline.core.generator import Generator
from branchline.games.strings.bots.legs import Legs
from branchline.games.strings.bots.playout import Playout
from branchline.games.strings.bots.rivals import outcome
from branchline.games.strings.rules.codes import SHAPE
from branchline.games.strings.rules.planning.planner import Rail
from branchline.games.strings.rules.shapes import RailShape
from branchline.games.strings.rules.state import Strings


class Trial:
    """A position that a choice leads to, and what its playouts brought; `choice` says which one it was."""

    def __init__(self, choice: i64, state: Strings, legs: Legs) -> None:
        self.choice: i64 = choice
        self.state = state
        self.legs = legs
        self.total: i64 = 0

    def lay(self, rail: Rail) -> None:
        """Go on by laying a rail."""
        self.state.apply(0, SHAPE, RailShape(rail.line, rail.long))
        self.legs.lay(self.state.table, rail.line)


class Budget:
    """What a comparison may take: so many turns, or so many playouts if they are said, and no longer than the time."""

    def __init__(self, turns: i64, playouts: i64 = 0, until: float = 0.0, sliced: bool = False) -> None:
        self.turns: i64 = turns
        self.playouts: i64 = playouts
        self.until: float = until
        """By `time.perf_counter`; 0: the clock does not count."""
        self.sliced: bool = sliced
        """Whether every round has its part of the time, so that a short one lasts for all of them."""
        self.done: i64 = 0
        """Playouts that were begun."""
        self.pause: float = until
        """When the round of now ends."""

    def begin(self, rounds: i64) -> None:
        """Begin a round: it takes its part of the time that is left for so many of them."""
        if self.sliced and self.until > 0.0 and self.playouts == 0:
            now = time.perf_counter()
            self.pause = now + (self.until - now) / float(rounds)

    def samples(self, turns: i64, choices: i64, rounds: i64) -> i64:
        """How often each of the choices is played on in one of the rounds, so many turns each."""
        if self.playouts > 0:
            return self.playouts // (rounds * choices)
        return max(self.turns // (rounds * turns * choices), 2)

    def take(self, playouts: i64) -> bool:
        """Whether so many more fit; they count as done."""
        if self.pause > 0.0 and time.perf_counter() > self.pause:
            return False
        self.done += playouts
        return True


def best_trial(trials: list[Trial], company: i64, playout: Playout, budget: Budget, horizon: i64, seed: i64) -> i64:
    """The choice whose playouts end best for the company."""
    if len(trials) == 1:
        return trials[0].choice
    alive = trials[:]
    rounds: i64 = 1
    while (1 << rounds) < len(trials):
        rounds += 1
    done: i64 = 0
    now = trials[0].state.turn
    left = min(trials[0].state.rounds() * trials[0].state.companies - now, horizon) + 1
    for k in range(rounds):
        budget.begin(rounds - k)
        samples = budget.samples(left, len(alive), rounds)
        for _ in range(samples):
            if not budget.take(len(alive)):
                break
            sample = done
            done += 1
            for trial in alive:
                after = trial.state.clone()
                legs = trial.legs.clone()
                playout.run(after, legs, Luck(Generator(seed + sample, 1)), Generator(seed + sample, 2), now + horizon)
                trial.total += outcome(after, company)
        alive = _better_half(alive)
    return alive[0].choice


def _better_half(trials: list[Trial]) -> list[Trial]:
    """The better half, best first; equals stay in order."""
    ordered: list[Trial] = []
    for trial in trials:
        k = len(ordered)
        while k > 0 and ordered[k - 1].total < trial.total:
            k -= 1
        ordered.insert(k, trial)
    return ordered[: (len(ordered) + 1) // 2]


def descending(values: vec[i64]) -> vec[i64]:
    """Indices of values, the greatest first; equals stay in order."""
    order = vec[i64]()
    for i in range(len(values)):
        order = append(order, i)
        k = i
        while k > 0 and values[order[k - 1]] < values[i]:
            order[k] = order[k - 1]
            k -= 1
        order[k] = i
    return order
