"""Games per second on one core, two cores and a Ray cluster of this machine, for quick and slow games.

`python -m bench.cluster [--rounds 7] [--seconds 3]` starts a Ray node with two cores on the loopback address, plays
the same games in all three places in alternating rounds, and prints medians, and the ratio of Ray to two processes
with its interval of 95 % (Hodges–Lehmann). Processes and tasks are warm: the first round is not counted.
"""

from __future__ import annotations

import argparse
import statistics
import time
from functools import partial

from tests.compute.nodes import Nodes

import branchline
from branchline.arena.paired import shift
from branchline.arena.playing import Setting
from branchline.arena.simulate import Task, play_numbers
from branchline.compute import Executor, Here, Processes, RayExecutor, run

KINDS = (
    ("ticket-to-ride", "greedy", 2, None),
    ("stephensons-rocket", "greedy", 5, None),
    ("30-rails", "greedy", 1, None),
    ("30-rails", "expert", 1, 130),
)
"""Game, bot, players and playouts per decision: games of about 1 ms, 10 ms, 20 ms and 1 s."""


def task(slug: str, bot: str, players: int, iterations: int | None) -> Task:
    """Games with a budget that can be repeated."""
    options = branchline.game(slug).start(players=players, seed=0).options
    return Task(Setting(slug, players, options, None, iterations), (bot,) * players, 1)


def rate(place: Executor, what: Task, games: int) -> float:
    """Games per second of wall time."""
    begun = time.perf_counter()
    played = sum(1 for _ in run(place, partial(play_numbers, what), range(games)))
    return played / (time.perf_counter() - begun)


def compare(places: dict[str, Executor], what: Task, rounds: int, seconds: float) -> None:
    """Alternating rounds in all places."""
    single = 1 / rate(Here(), what, 2)
    single = 1 / rate(Here(), what, max(2, int(0.5 / single)))
    games = max(4, int(seconds / single))
    found: dict[str, list[float]] = {name: [] for name in places}
    for number in range(rounds + 1):
        order = list(places) if number % 2 == 0 else list(places)[::-1]
        for name in order:
            value = rate(places[name], what, games)
            if number:
                found[name].append(value)
    two, ray = found["2 processes"], found["Ray, 2 cores"]
    ratio = shift([one / other for one, other in zip(ray, two, strict=True)])
    medians = ", ".join(f"{name}: {statistics.median(each):,.4g}/s" for name, each in found.items())
    head = f"{what.setting.game} {what.bots[0]} ({single * 1e3:.3g} ms, {games} games)"
    print(f"{head}: {medians}; Ray/processes {ratio.value:.3f} [{ratio.low:.3f}, {ratio.high:.3f}]", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=3.0, help="a round's work for one core")
    arguments = parser.parse_args()
    with Nodes(2) as nodes:
        places = {"1 core": Here(), "2 processes": Processes(2), "Ray, 2 cores": RayExecutor(nodes.address)}
        try:
            for kind in KINDS:
                compare(places, task(*kind), arguments.rounds, arguments.seconds)
        finally:
            for place in places.values():
                place.kill()


if __name__ == "__main__":
    main()
