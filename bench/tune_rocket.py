"""Settings of Stephenson's Rocket's expert without search, compared over many games against greedy.

`python bench/tune_rocket.py --players 4 --games 300 --seed 71000 9,15,2 12,15,2` prints for each triple (growth, share,
cube) the share of games won and the points, on all three maps. Seats rotate, a shared win counts in parts. Settings are
picked on these seeds; the figures of `bench/results.md` are measured on others, with `bench/strength.py`.
"""

from __future__ import annotations

import argparse

from branchline.core.generator import Generator
from branchline.games.rocket.api import maps
from branchline.games.rocket.bots import policy
from branchline.games.rocket.rules.setup import new_state


def won(name: str, players: int, n: int, seed: int) -> tuple[float, int, float]:
    """The expert's part of the win in one game, its points and the mean of the others'."""
    state, expert = new_state(maps.board(name), players), n % players
    rng = Generator(seed + n)
    state.apply_chance(rng.below(players))
    strong, weak = policy.Expert(), policy.Greedy()
    while state.actors():
        seat = int(state.speaker)
        chooser = strong if seat == expert else weak
        state.apply(seat, chooser.choose(state, seat, rng))
    scores = [int(points) for points in state.scores()]
    best = max(scores)
    others = [points for seat, points in enumerate(scores) if seat != expert]
    part = 1 / scores.count(best) if scores[expert] == best else 0.0
    return part, scores[expert], sum(others) / len(others)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", nargs="+", help="growth,share,cube")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=300, help="on each map")
    parser.add_argument("--seed", type=int, default=71000)
    arguments = parser.parse_args()
    weights = policy._EXPERT[arguments.players - 2]
    for triple in arguments.weights:
        weights.growth, weights.share, weights.cube = map(int, triple.split(","))
        told = []
        for name in maps.NAMES:
            games = [won(name, arguments.players, n, arguments.seed) for n in range(arguments.games)]
            parts, own, theirs = (sum(values) / len(games) for values in zip(*games, strict=True))
            told.append(f"{name} {parts:.3f} ({own:.0f} : {theirs:.0f})")
        print(f"{triple:10} {', '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
