"""Try other odds for the bots of 30 Rails against the present ones on the same dice.

`python bench/tune_rails30.py --games 200 --rounds 40` walks at random and prints every step that did better twice.
"""

from __future__ import annotations

import argparse
import random

from branchline.core.generator import Generator
from branchline.games.rails30.policy import Judge, Odds, Tempo
from branchline.games.rails30.state import Rails30

NAMES = ("pair_drag", "pair_bend", "mine_drag", "mine_bend", "joker", "plan_drag", "plan_bend", "plan_mine_drag")
PRESENT = (3.0, 0.05, 3.0, 0.05, 8.0, 1.0, 0.0, 1.2)


def judge(values: tuple[float, ...]) -> Judge:
    """A bot with these odds."""
    bot = Judge()
    bot.odds = Odds(Tempo(values[0], values[1]), Tempo(values[2], values[3]), values[4])
    bot.plan = Odds(Tempo(values[5], values[6]), Tempo(values[7], 0.0), 0.0)
    return bot


def play(bot: Judge, seed: int) -> int:
    """The points of one solo game."""
    state = Rails30(1, False)
    rng = Generator(seed)
    while True:
        if n := state.chance():
            state.apply_chance(rng.below(n))
        elif state.actors():
            state.apply(0, bot.choose(state, 0, rng))
        else:
            return int(state.points(0))


def mean(values: tuple[float, ...], games: int, seed: int) -> float:
    """The mean over games with consecutive seeds."""
    bot = judge(values)
    return sum(play(bot, seed + n) for n in range(games)) / games


def neighbour(values: tuple[float, ...], rng: random.Random) -> tuple[float, ...]:
    """Some of the numbers changed a little."""
    changed = list(values)
    for place in rng.sample(range(len(values)), rng.choice((1, 2, 3))):
        if "bend" in NAMES[place]:
            changed[place] = max(0.0, changed[place] + rng.gauss(0, 0.03))
        else:
            changed[place] *= 2.718 ** rng.gauss(0, 0.3)
    return tuple(changed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    best = PRESENT
    for turn in range(arguments.rounds):
        other = neighbour(best, rng)
        seed = 10_000 * (turn + 1)
        first = mean(other, arguments.games, seed) - mean(best, arguments.games, seed)
        if first <= 0:
            continue
        second = mean(other, 2 * arguments.games, seed + 5000) - mean(best, 2 * arguments.games, seed + 5000)
        if second > 0:
            best = other
            words = ", ".join(f"{name} {value:.3f}" for name, value in zip(NAMES, best, strict=True))
            print(f"round {turn}: +{first:.1f}, +{second:.1f}: {words}", flush=True)


if __name__ == "__main__":
    main()
