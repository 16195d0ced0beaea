"""One search for every game, compiled: first moves compared over common worlds, with a tree below each.

Every iteration takes a world that the seat could be in, lets each surviving first move meet that same world
and the same luck (so that moves are compared, not dice), and drops the worse half of them round by round
(sequential halving). Below a first move a tree tells further decisions apart, down to the plan's depth;
chance has nodes of its own. Where the tree ends, the game's policy plays on to the end or to the horizon.
"""

from __future__ import annotations

import math
import time
from typing import Final

from mypy_extensions import i64

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.core.state import State, first_seat

_EXPLORE: Final = 0.7
_FOREVER: Final = 1 << 40


class Arm:
    """A first move and what it brought so far."""

    def __init__(self, action: i64) -> None:
        self.action: i64 = action
        self.visits: i64 = 0
        self.total: float = 0.0
        self.gain: float = 0.0
        """The sum of what it brought more than the policy's own move in the same worlds."""
        self.squares: float = 0.0
        self.node = Node()

    def mean(self) -> float:
        """The average value, for the searching seat."""
        return self.total / float(self.visits) if self.visits > 0 else -1e18

    def surely_gains(self, trust: float) -> float:
        """What it surely brings more than the policy's own move: the mean gain less `trust` standard errors."""
        if self.visits < 4:
            return -1e18
        n = float(self.visits)
        mean = self.gain / n
        variance = (self.squares - n * mean * mean) / (n - 1.0)
        return mean - trust * math.sqrt(max(variance, 0.0) / n)


class Node:
    """A place in the tree. Decisions and outcomes of chance lead on by their number."""

    def __init__(self) -> None:
        self.visits: i64 = 0
        self.totals: list[float] = []
        """The sum of values for every seat."""
        self.children: dict[int, Node] = {}


class Search:
    """A search for one decision of one seat. `iterations` counts playouts; the same seed gives the same answer."""

    def __init__(
        self,
        policy: Policy,
        seed: i64,
        candidates: i64,
        horizon: i64,
        depth: i64,
        batch: i64,
        trust: float = 0.0,
    ) -> None:
        self.policy = policy
        self.seed: i64 = seed
        self.most: i64 = candidates
        self.horizon: i64 = horizon
        self.depth: i64 = depth
        self.batch: i64 = batch
        self.trust: float = trust
        """Above 0 the policy's own move, the first candidate, is left only for one that surely gains on it."""
        self.iterations: i64 = 0
        """Playouts done."""
        self.arms: list[Arm] = []
        """The first moves, best first, once the search has run."""
        self.low: float = 1e18
        self.high: float = -1e18
        self._me: i64 = 0
        self._start: float = 0.0
        self._slowest: float = 0.0

    def run(self, root: State, seat: i64, iterations: i64, seconds: float) -> i64:
        """The best action found. A budget of 0 iterations (or seconds) is no limit; one of the two must be set."""
        if iterations <= 0 and seconds <= 0.0:
            raise ValueError("a search needs a budget: iterations, seconds, or both")
        self._start = time.perf_counter()
        rng = Generator(self.seed, 0)
        world = self.policy.prepare(root.resample(seat, rng), seat)
        self._me = self.policy.home(seat)
        self.policy.begin(world, self._me)
        for action in self.policy.candidates(world, self._me, self.most, rng):
            self.arms.append(Arm(action))
        if len(self.arms) == 0:
            raise ValueError("a search needs actions that can be listed")
        if len(self.arms) == 1:
            return self.arms[0].action
        limit = iterations if iterations > 0 else _FOREVER
        rounds = self._rounds()
        alive: i64 = len(self.arms)
        sweeps: i64 = 0
        for done in range(rounds):
            share = float(done + 1) / float(rounds)
            until = limit * (done + 1) // rounds if iterations > 0 else _FOREVER
            swept: i64 = 0
            while swept < self.batch or (self.iterations + alive <= until and self._left(seconds * share)):
                if not self._sweep(root, seat, alive, sweeps, limit, seconds):
                    break
                sweeps += 1
                swept += 1
            self._rank(alive)
            if self.iterations >= limit or not self._left(seconds):
                break
            if alive > 2:
                alive = (alive + 1) // 2
        while iterations > 0 and self.iterations < limit and self._left(seconds):
            self._sweep(root, seat, alive, sweeps, limit, seconds)
            sweeps += 1
        self._rank(alive)
        if self.trust > 0.0:
            self._trust_policy(alive)
        return self.arms[0].action

    def _trust_policy(self, alive: i64) -> None:
        """Put the move that surely gains most over the policy's own first, if there is one."""
        best: i64 = 0
        top = 0.0
        for place in range(1, alive):
            gain = self.arms[place].surely_gains(self.trust)
            if gain > top:
                top = gain
                best = place
        arm = self.arms[best]
        self.arms[best] = self.arms[0]
        self.arms[0] = arm

    def _rounds(self) -> i64:
        rounds: i64 = 1
        arms: i64 = len(self.arms)
        while arms > 2:
            arms = (arms + 1) // 2
            rounds += 1
        return rounds

    def _left(self, seconds: float) -> bool:
        """Whether another playout fits into the time, judged by the slowest one so far."""
        return seconds <= 0.0 or time.perf_counter() - self._start + self._slowest <= seconds

    def _sweep(self, root: State, seat: i64, alive: i64, sweep: i64, limit: i64, seconds: float) -> bool:
        """One world and one luck for all living arms; False when the budget ended within."""
        dealer = Generator(self.seed, 2 * sweep + 1)
        world = self.policy.prepare(root.resample(seat, dealer), seat)
        base = 0.0
        for place in range(alive):
            if self.iterations >= limit or (self.iterations > 0 and not self._left(seconds)):
                return False
            before = time.perf_counter()
            arm = self.arms[place]
            state = world.clone()
            state.apply(self._me, arm.action)
            values = self._descend(state, arm.node, Generator(self.seed, 2 * sweep + 2))
            arm.visits += 1
            value = values[self._me]
            self.policy.learn(state, self._me, value)
            arm.total += value
            if place == 0:
                base = value
            arm.gain += value - base
            arm.squares += (value - base) * (value - base)
            self.iterations += 1
            took = time.perf_counter() - before
            if took > self._slowest:
                self._slowest = took
        return True

    def _rank(self, alive: i64) -> None:
        """Best mean first among the living; the sort is stable, so ties keep the policy's order."""
        first: i64 = 1 if self.trust > 0.0 else 0
        living = self.arms[first:alive]
        living.sort(key=_by_mean)
        self.arms = self.arms[:first] + living + self.arms[alive:]

    # ── below the first move ──
    def _descend(self, state: State, node: Node, rng: Generator) -> list[float]:
        path = [node]
        decisions: i64 = 0
        while self.depth > 0:
            n = state.chance()
            if n > 0:
                k = rng.below(n)
                state.apply_chance(k)
                node = self._child(node, -1 - k)
                path.append(node)
                continue
            mask = state.actors()
            if mask == 0 or decisions >= self.depth or node.visits == 0:
                break
            seat = first_seat(mask)
            action = self._select(state, node, seat, rng)
            state.apply(seat, action)
            node = self._child(node, action)
            path.append(node)
            decisions += 1
        values = self._play_out(state, rng)
        for passed in path:
            _credit(passed, values)
        return values

    def _child(self, node: Node, key: i64) -> Node:
        child = node.children.get(key)
        if child is None:
            child = Node()
            node.children[key] = child
        return child

    def _select(self, state: State, node: Node, seat: i64, rng: Generator) -> i64:
        """Upper confidence with the policy's order as prior: early candidates are tried first and most."""
        actions = self.policy.candidates(state, seat, self._width(), rng)
        best = actions[0]
        top = -1e18
        span = self.high - self.low if self.high > self.low else 1.0
        root = math.sqrt(float(node.visits) + 1.0)
        rank = 1.0
        for action in actions:
            child = node.children.get(action)
            prior = 1.0 / (1.0 + rank)
            worth = 0.5
            visits: i64 = 0
            if child is not None and child.visits > 0:
                visits = child.visits
                worth = (child.totals[seat] / float(visits) - self.low) / span
            bound = worth + _EXPLORE * prior * root / (1.0 + float(visits))
            if bound > top:
                top = bound
                best = action
            rank += 1.0
        return best

    def _width(self) -> i64:
        half = self.most // 2
        return half if half > 2 else 2

    def _play_out(self, state: State, rng: Generator) -> list[float]:
        """Let the policy play to the end or to the horizon; the value for every seat."""
        steps: i64 = 0
        while True:
            n = state.chance()
            if n > 0:
                state.apply_chance(rng.below(n))
                continue
            mask = state.actors()
            if mask == 0 or (self.horizon > 0 and steps >= self.horizon):
                break
            seat = first_seat(mask)
            state.apply(seat, self.policy.choose(state, seat, rng))
            steps += 1
        values: list[float] = []
        seats = len(state.scores()) if self.depth > 0 else self._me + 1
        for seat in range(seats):
            value = self.policy.value(state, seat) if self.depth > 0 or seat == self._me else 0.0
            self.low = min(self.low, value)
            self.high = max(self.high, value)
            values.append(value)
        return values


def _credit(node: Node, values: list[float]) -> None:
    node.visits += 1
    if len(node.totals) == 0:
        node.totals = values[:]
        return
    for seat in range(len(values)):
        node.totals[seat] += values[seat]


def _by_mean(arm: Arm) -> float:
    return -arm.mean()
