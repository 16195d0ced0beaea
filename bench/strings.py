"""String Railway: greedy companies among themselves, and tables of two experts and two greedies with rotated seats.

`python bench/strings.py --greedy 100 --tables 102 --seed 1` prints means, 95 % intervals and CPU times per turn
(`time.process_time` of one process, so that other work on the machine does not count). The expert's second per choice
is one of the clock, though: on a busy machine `--seconds 60` lets it finish its playouts, which are limited by number.
"""

from __future__ import annotations

import argparse
import itertools
import math
import statistics
import time

import branchline
from branchline.arena.tally import wilson

PAIRS = list(itertools.combinations(range(4), 2))
"""The seats of the two experts; six tables give every pair of seats once."""


def play(levels: list[str], seed: int, seconds: float | None = None) -> tuple[list[int], dict[int, float]]:
    """The scores of a game of four, and the CPU seconds of every turn (drawing to laying)."""
    match = branchline.game("string-railway").start(players=4, seed=seed)
    bots = [branchline.bot("string-railway", level) for level in levels]
    spent: dict[int, float] = {}
    while match.actors:
        seat = match.actors[0]
        turn = match.view().turn
        began = time.process_time()
        action = bots[seat].choose(match.sight(seat), seconds=seconds, seed=seed * 1000 + len(match.events))
        spent[turn] = spent.get(turn, 0.0) + time.process_time() - began
        match.play(seat, action)
    assert match.result is not None
    return match.result.scores, spent


def error(values: list[float]) -> float:
    """Half the 95 % interval of a mean."""
    return 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf


def greedy_among_themselves(games: int, seed: int) -> None:
    """Points per company and time per turn."""
    means: list[float] = []
    winners: list[int] = []
    times: list[float] = []
    for n in range(games):
        scores, spent = play(["greedy"] * 4, seed + n)
        means.append(statistics.mean(scores))
        winners.append(max(scores))
        times += spent.values()
    print(
        f"greedy: {statistics.mean(means):.2f} ± {error(means):.2f} points per company (winners "
        f"{statistics.mean(winners):.1f}), {games} games from seed {seed}; "
        f"CPU per turn: mean {statistics.mean(times):.3f} s, worst {max(times):.2f} s",
        flush=True,
    )


def experts_against_greedy(tables: int, seed: int, seconds: float | None) -> None:
    """How often an expert wins (a shared win counts by its share), by how much, and time per turn."""
    wins = 0.0
    gaps: list[float] = []
    times: list[float] = []
    for n in range(tables):
        experts = PAIRS[n % 6]
        levels = ["expert" if seat in experts else "greedy" for seat in range(4)]
        scores, spent = play(levels, seed + n, seconds)
        winners = [seat for seat in range(4) if scores[seat] == max(scores)]
        wins += sum(seat in experts for seat in winners) / len(winners)
        gaps.append(sum(scores[s] for s in experts) / 2 - sum(scores[s] for s in range(4) if s not in experts) / 2)
        times += [seconds for turn, seconds in spent.items() if turn % 4 in experts]
        if (n + 1) % 10 == 0 or n + 1 == tables:
            low, high = wilson(wins / (n + 1), n + 1)
            print(
                f"{n + 1} tables from seed {seed}: an expert wins {wins / (n + 1):.3f} [{low:.3f}, {high:.3f}], "
                f"{statistics.mean(gaps):+.2f} ± {error(gaps):.2f} points per company; "
                f"CPU of an expert's turn: mean {statistics.mean(times):.3f} s, worst {max(times):.2f} s",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--greedy", type=int, default=0)
    parser.add_argument("--tables", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, help="per choice; the level's own without it")
    arguments = parser.parse_args()
    if arguments.greedy:
        greedy_among_themselves(arguments.greedy, arguments.seed)
    if arguments.tables:
        experts_against_greedy(arguments.tables, arguments.seed, arguments.seconds)


main()
