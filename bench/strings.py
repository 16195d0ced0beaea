"""String Railway: greedy companies among themselves, and tables of two experts and two greedies with rotated seats.

`python bench/strings.py --greedy 100 --tables 100 --seed 1` prints means, intervals and times.
"""

from __future__ import annotations

import argparse
import itertools
import math
import statistics
import time

import branchline

PAIRS = list(itertools.combinations(range(4), 2))


def play(levels: list[str], seed: int) -> tuple[list[int], float]:
    """The scores of a game of four, and the longest turn in seconds."""
    match = branchline.game("string-railway").start(players=4, seed=seed)
    bots = [branchline.bot("string-railway", level) for level in levels]
    spent: dict[int, float] = {}
    while match.actors:
        seat = match.actors[0]
        turn = match.view()["turn"]
        began = time.process_time()
        action = bots[seat].choose(match.sight(seat), seed=seed * 1000 + len(match.events))
        spent[turn] = spent.get(turn, 0.0) + time.process_time() - began
        match.play(seat, action)
    assert match.result is not None
    return match.result["scores"], max(spent.values())


def interval(share: float, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval."""
    z = 1.96
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - half, middle + half


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--greedy", type=int, default=0)
    parser.add_argument("--tables", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.greedy:
        points: list[int] = []
        for n in range(arguments.greedy):
            points += play(["greedy"] * 4, arguments.seed + n)[0]
        error = 1.96 * statistics.stdev(points) / math.sqrt(len(points))
        print(f"greedy: {statistics.mean(points):.2f} ± {error:.2f} points a company, {arguments.greedy} games")
    wins, longest = 0.0, 0.0
    gaps: list[float] = []
    for n in range(arguments.tables):
        experts = PAIRS[n % 6]
        scores, slowest = play(["expert" if seat in experts else "greedy" for seat in range(4)], arguments.seed + n)
        winners = [seat for seat in range(4) if scores[seat] == max(scores)]
        wins += sum(seat in experts for seat in winners) / len(winners)
        gaps.append(sum(scores[s] for s in experts) / 2 - sum(scores[s] for s in range(4) if s not in experts) / 2)
        longest = max(longest, slowest)
        if (n + 1) % 10 == 0 or n + 1 == arguments.tables:
            low, high = interval(wins / (n + 1), n + 1)
            print(
                f"{n + 1} tables: an expert wins {wins / (n + 1):.3f} [{low:.3f}, {high:.3f}], "
                f"{statistics.mean(gaps):+.2f} points a company, longest turn {longest:.2f} s",
                flush=True,
            )


main()
