"""Look for better numbers for the bots of 30 Rails: whole games of a policy without search, on the same dice.

`python bench/tune_rails30.py greedy|playout [--games 500 --rounds 30]`. In every round some neighbours of the present
numbers play the same games; the next numbers are the mean of the best. Every fifth round is printed with its points
over games that no round has seen.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from branchline.core.generator import Generator
from branchline.core.policy import Policy
from branchline.games.rails30.bots.expert import Expert
from branchline.games.rails30.bots.glance import Weights
from branchline.games.rails30.bots.greedy import Greedy
from branchline.games.rails30.bots.odds import Odds, Tempo
from branchline.games.rails30.rules.scoring import points
from branchline.games.rails30.rules.setup import new_state

NEIGHBOURS = 14
BEST = 4
UNSEEN = 1_000_000


class Number(NamedTuple):
    """A number to be tuned: where it starts, and by which factor a neighbour's may differ (e to the power of it)."""

    name: str
    start: float
    spread: float


class Subject(NamedTuple):
    """A policy that is made from numbers."""

    numbers: tuple[Number, ...]
    make: Callable[[Sequence[float]], Policy]


def _tempos(pair: tuple[float, float, float], mine: tuple[float, float, float]) -> tuple[Number, ...]:
    spreads = {"drag": 0.3, "bend": 0.6, "grow": 0.2}
    return tuple(
        Number(f"{link}_{name}", start, spread)
        for link, starts in (("pair", pair), ("mine", mine))
        for (name, spread), start in zip(spreads.items(), starts, strict=True)
    )


def greedy(values: Sequence[float]) -> Greedy:
    """The greedy bot, how it sets its sheet up included."""
    bot = Greedy()
    bot.judge.odds = Odds(Tempo(*values[:3]), Tempo(*values[3:6]), values[6])
    bot.judge.plan = Odds(Tempo(values[7], 0.0), Tempo(values[8], 0.0), 0.0)
    return bot


def playout(values: Sequence[float]) -> Expert:
    """The expert's playouts."""
    bot = Expert()
    odds = Odds(Tempo(*values[:3]), Tempo(*values[3:6]), values[6])
    bot.weights = Weights(odds, closing=values[7], space=values[8])
    return bot


SUBJECTS = {
    "greedy": Subject(
        (
            *_tempos((3.0, 0.05, 1.0), (3.0, 0.05, 1.0)),
            Number("joker", 8.0, 0.4),
            Number("plan_pair_drag", 1.0, 0.3),
            Number("plan_mine_drag", 1.2, 0.3),
        ),
        greedy,
    ),
    "playout": Subject(
        (
            *_tempos((1.43, 0.016, 1.3), (0.25, 0.09, 0.62)),
            Number("joker", 11.0, 0.4),
            Number("closing", 0.15, 0.5),
            Number("space", 0.2, 0.6),
        ),
        playout,
    ),
}


def play(bot: Policy, seed: int) -> int:
    """The points of one solo game."""
    state = new_state(1, False)
    rng = Generator(seed)
    while True:
        if n := state.chance():
            state.apply_chance(rng.below(n))
        elif state.actors():
            state.apply(0, bot.choose(state, 0, rng))
        else:
            return int(points(state, 0))


def mean(bot: Policy, games: int, seed: int) -> float:
    """The mean over games with consecutive seeds."""
    return sum(play(bot, seed + n) for n in range(games)) / games


def evolve(subject: Subject, games: int, rounds: int, rng: random.Random) -> None:
    """Walk to where the best neighbours are; a direction in which they differ much is searched more widely."""
    centre = [0.0] * len(subject.numbers)
    width = [0.8] * len(subject.numbers)

    def values(at: Sequence[float]) -> list[float]:
        return [one.start * math.exp(x * one.spread) for one, x in zip(subject.numbers, at, strict=True)]

    for turn in range(rounds):
        places = [[rng.gauss(c, w) for c, w in zip(centre, width, strict=True)] for _ in range(NEIGHBOURS)]
        places.sort(key=lambda at: -mean(subject.make(values(at)), games, turn % 3 * games))
        best = places[:BEST]
        for k, old in enumerate(centre):
            away = math.sqrt(sum((at[k] - old) ** 2 for at in best) / BEST)
            width[k] = max(0.1, 0.7 * width[k] + 0.3 * away)
            centre[k] = sum(at[k] for at in best) / BEST
        if turn % 5 == 4:
            points = mean(subject.make(values(centre)), 2 * games, UNSEEN)
            named = zip(subject.numbers, values(centre), strict=True)
            words = ", ".join(f"{one.name} {value:.3f}" for one, value in named)
            print(f"round {turn + 1}: {points:.1f} points with {words}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("subject", choices=SUBJECTS)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    evolve(SUBJECTS[given.subject], given.games, given.rounds, random.Random(given.seed))


if __name__ == "__main__":
    main()
